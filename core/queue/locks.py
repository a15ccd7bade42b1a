"""Executor ids that only one living process can hold; a lock falls with its holder."""

import fcntl
import os
import time
from itertools import count

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

_SPACE = 0x0DE5D
"""Keeps our PostgreSQL advisory locks apart from anyone else's in the same database."""

_HOLDERS_FIRST_S = 5.0
"""A PostgreSQL that has just started knows nobody's id: who held one looks every second."""
_LOOKED_AT_S = 2.0
"""So long an id that is free may be held by who only looks whether it is."""


class ExecutorLock:
    """The right to be executor `worker-<slot>`.

    SQLite: a lock on a file beside the database, dropped by the system with the process.
    PostgreSQL: an advisory lock, held by a connection of its own.
    """

    def __init__(self, engine: Engine, slot: int) -> None:
        self._engine = engine
        self._slot = slot
        self.name = f"worker-{slot}"
        self._file: int | None = None
        self._connection: Connection | None = None

    @classmethod
    def first_free(cls, engine: Engine) -> "ExecutorLock":
        """The lowest free id, so that a restarted worker is the one that died before it."""
        _let_holders_return(engine)
        return next(lock for slot in count() if (lock := cls(engine, slot)).take())

    def take(self) -> bool:
        """True when the id is now ours."""
        if self._engine.dialect.name == "postgresql":
            return self._take_row()
        return self._take_file()

    def hold(self) -> bool:
        """True while the id is still ours; it is taken again after a database restart."""
        if self._connection is None:
            return self._file is not None or self._take_again()
        try:
            self._connection.execute(text("SELECT 1"))
        except DBAPIError:
            self.release()
            return self._take_again()
        return True

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
        if self._connection is not None:
            self._connection.invalidate()  # ends the session, and the lock with it
            self._connection.close()
            self._connection = None

    def _take_again(self) -> bool:
        until = time.monotonic() + _LOOKED_AT_S
        while not self.take():
            if time.monotonic() > until:
                return False
            time.sleep(0.05)
        return True

    def _take_file(self) -> bool:
        path = f"{self._engine.url.database}.{self.name}.lock"
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            return False
        self._file = file
        return True

    def _take_row(self) -> bool:
        connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        taken: bool = connection.execute(
            text("SELECT pg_try_advisory_lock(:space, :slot)"),
            {"space": _SPACE, "slot": self._slot},
        ).scalar_one()
        if not taken:
            connection.close()
            return False
        self._connection = connection
        return True


def _let_holders_return(engine: Engine) -> None:
    if engine.dialect.name == "postgresql":
        with engine.connect() as connection:
            age = text("SELECT extract(epoch FROM now() - pg_postmaster_start_time())")
            rest_s = _HOLDERS_FIRST_S - float(connection.execute(age).scalar_one())
        time.sleep(min(max(0.0, rest_s), _HOLDERS_FIRST_S))
