"""Limits that processes on one host share through files beside their SQLite database."""

import fcntl
import os
import threading
from collections.abc import Collection, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

from pyrate_limiter import AbstractBucket, Rate, RateItem, SQLiteBucket

from core.llm.slots import Slots, storage_name


class FileLimitStore:
    """Beside the database, so that limits never wait for its writers."""

    away: tuple[type[Exception], ...] = ()

    def __init__(self, database: Path) -> None:
        self._database = database

    def bucket(self, rates: list[Rate], name: str) -> AbstractBucket:
        return _SharedBucket.init_from_file(
            rates, table=f"limit_{storage_name(name)}", db_path=f"{self._database}.limits"
        )

    def places(self, name: str) -> Slots:
        return _file_places(f"{self._database}.places-{storage_name(name)}")


class _SharedBucket(SQLiteBucket):
    """A bucket in a database file: the write lock makes count-then-insert one step."""

    def put(self, item: RateItem) -> bool:
        with self.lock:
            self.conn.execute("BEGIN IMMEDIATE")
            try:
                return super().put(item)
            finally:
                if self.conn.in_transaction:
                    self.conn.rollback()


class _FilePlaces:
    """A place is a locked byte of a file; the system drops the locks with the process."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        self._held: set[int] = set()
        self._lock = threading.Lock()

    def take(self, among: Sequence[int], most: int) -> Sequence[int]:
        with self._lock:
            free = (place for place in among if place not in self._held and self._lock_byte(place))
            taken = list(islice(free, most))
            self._held.update(taken)
            return taken

    def give(self, places: Collection[int]) -> None:
        with self._lock:
            self._held.difference_update(places)
            for place in places:
                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, place)

    def keep(self) -> None:
        """The system keeps them."""

    def _lock_byte(self, place: int) -> bool:
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        except BlockingIOError:
            return False
        return True


@cache
def _file_places(path: str) -> _FilePlaces:
    """One a process: closing a second handle of the file would drop the locks of the first."""
    return _FilePlaces(path)
