"""Limits that processes on one host share through files beside their SQLite database."""

import fcntl
import os
import threading
from collections.abc import Collection, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

from pyrate_limiter import AbstractBucket, Rate, RateItem, SQLiteBucket

from core.llm.limits.slots import Slots, storage_name


class FileLimitStore:
    """Keeps limits in files beside the database, so that they never wait for its writers."""

    outage_errors: tuple[type[Exception], ...] = ()

    def __init__(self, database: Path) -> None:
        self._database = database

    def bucket(self, rates: list[Rate], name: str) -> AbstractBucket:
        return _SharedBucket.init_from_file(
            rates, table=f"limit_{storage_name(name)}", db_path=f"{self._database}.limits"
        )

    def slots(self, name: str) -> Slots:
        return _file_slots(f"{self._database}.places-{storage_name(name)}")


class _SharedBucket(SQLiteBucket):
    """A bucket in a database file; the write lock makes count-then-insert atomic."""

    def put(self, item: RateItem) -> bool:
        with self.lock:
            self.conn.execute("BEGIN IMMEDIATE")
            try:
                return super().put(item)
            finally:
                if self.conn.in_transaction:
                    self.conn.rollback()


class _FileSlots:
    """Slots as locked bytes of a file; the operating system drops the locks with the process."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        self._held: set[int] = set()
        self._lock = threading.Lock()

    def take(self, among: Sequence[int], most: int) -> Sequence[int]:
        with self._lock:
            free = (slot for slot in among if slot not in self._held and self._lock_byte(slot))
            slots = list(islice(free, most))
            self._held.update(slots)
            return slots

    def release(self, slots: Collection[int]) -> None:
        with self._lock:
            self._held.difference_update(slots)
            for slot in slots:
                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, slot)

    def renew(self) -> None:
        """Do nothing: the operating system keeps the locks."""

    def _lock_byte(self, slot: int) -> bool:
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, slot)
        except BlockingIOError:
            return False
        return True


@cache
def _file_slots(path: str) -> _FileSlots:
    """One handle per process: closing a second one would drop the locks of the first."""
    return _FileSlots(path)
