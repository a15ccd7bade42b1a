"""Locks on a desk's database, released when the holding process ends, even by a crash."""

import fcntl
import os
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from core.files import real_path

_EXECUTORS = 0x0DE5D
"""First key of our PostgreSQL advisory locks, unlike any other application's in the database."""

HOLDERS_FIRST_S = 5.0
"""A restart of PostgreSQL drops all locks; for this long, earlier holders may take theirs again."""
_LOOKED_AT_S = 2.0
"""How long `take_soon` waits: a process that tests whether a lock is free holds it briefly."""


class NamedLock:
    """A lock of a database, held by one process, or by several if all take it as `shared`.

    SQLite: a lock on the file `DATABASE.NAME.lock`, dropped by the system with the process.
    PostgreSQL: an advisory lock under `key`, held by a connection of its own.
    """

    def __init__(
        self, engine: Engine, name: str, key: tuple[int, int], *, shared: bool = False
    ) -> None:
        self.name = name
        self._engine = engine
        self._key = key
        self._shared = shared
        self._file: int | None = None
        self._connection: Connection | None = None

    def take(self) -> bool:
        """Whether the lock is now ours; does not wait."""
        if self._engine.dialect.name == "postgresql":
            return self._take_advisory_lock()
        return self._take_file()

    def take_soon(self) -> bool:
        """As `take`, but wait up to 2 s for a process that only tests whether the lock is free."""
        until = time.monotonic() + _LOOKED_AT_S
        while not self.take():
            if time.monotonic() > until:
                return False
            time.sleep(0.05)
        return True

    def hold(self) -> bool:
        """Whether the lock is still ours; takes it again after a database restart, and where its
        file was deleted.
        """
        if self._file is not None:
            return self._is_in_place(self._file) or self._take_new_file(self._file)
        if self._connection is None:
            return self.take_soon()
        try:
            self._connection.execute(text("SELECT 1"))
        except DBAPIError:
            self.release()
            return self.take_soon()
        return True

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
        if self._connection is not None:
            # A busy server ends a session some time after its connection was closed, so unlock
            # first. A server that is away has already dropped the lock.
            if not self._connection.invalidated:
                with suppress(DBAPIError):
                    self._connection.execute(text("SELECT pg_advisory_unlock_all()"))
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    def _take_file(self) -> bool:
        file = _open_beside(self._database, self.name)
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if self._shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            return False
        if not self._is_in_place(file):  # deleted between opening and locking it
            os.close(file)
            return False
        self._file = file
        return True

    def _take_new_file(self, deleted: int) -> bool:
        """Whether a new lock file is ours instead of a deleted one, which nobody else can see."""
        self._file = None
        try:
            is_ours = self.take_soon()
        except OSError:  # the whole folder went away; whoever finds it finds the lock in it
            self._file = deleted
            return True
        os.close(deleted)
        return is_ours

    def _is_in_place(self, file: int) -> bool:
        try:
            return os.path.samestat(os.fstat(file), _beside(self._database, self.name).stat())
        except FileNotFoundError:
            return False

    @property
    def _database(self) -> Path:
        return real_path(Path(str(self._engine.url.database)))

    def _take_advisory_lock(self) -> bool:
        lock = "pg_try_advisory_lock_shared" if self._shared else "pg_try_advisory_lock"
        connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        is_ours: bool = connection.execute(
            text(f"SELECT {lock}(:space, :number)"),
            dict(zip(("space", "number"), self._key, strict=True)),
        ).scalar_one()
        if not is_ours:
            connection.close()
            return False
        self._connection = connection
        return True


class ExecutorLock(NamedLock):
    """The lock of the process that is executor `worker-<slot>`."""

    def __init__(self, engine: Engine, slot: int) -> None:
        super().__init__(engine, f"worker-{slot}", (_EXECUTORS, slot))

    @classmethod
    def first_free(cls, engine: Engine) -> "ExecutorLock":
        """Take the lowest free slot, so that a restarted worker gets the id of the dead one."""
        let_holders_return(engine)
        return next(lock for slot in count() if (lock := cls(engine, slot)).take())


def let_holders_return(engine: Engine) -> None:
    """Wait up to 5 s after PostgreSQL started, so that earlier holders take their locks first."""
    if engine.dialect.name == "postgresql":
        with engine.connect() as connection:
            age = text("SELECT extract(epoch FROM now() - pg_postmaster_start_time())")
            remaining_s = HOLDERS_FIRST_S - float(connection.execute(age).scalar_one())
        time.sleep(min(max(0.0, remaining_s), HOLDERS_FIRST_S))


def _beside(database: Path, name: str) -> Path:
    return database.with_name(f"{database.name}.{name}.lock")


def _open_beside(database: Path, name: str) -> int:
    """Open or create the lock file beside the database, owned by the database's owner.

    The owner is set since root may create the file and the desk's own user must open it later.
    Opened for reading only: locking needs no more, and an empty file can be created on a full disk.
    """
    file = os.open(_beside(database, name), os.O_RDONLY | os.O_CREAT, 0o666)
    owner = (database if database.exists() else database.parent).stat()
    created = os.fstat(file)
    if (created.st_uid, created.st_gid) != (owner.st_uid, owner.st_gid):
        with suppress(PermissionError):
            os.fchown(file, owner.st_uid, owner.st_gid)
    return file
