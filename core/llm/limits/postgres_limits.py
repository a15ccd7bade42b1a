"""Limits that processes on several hosts share through their PostgreSQL."""

import threading
import time
from collections.abc import Awaitable, Collection, Sequence
from functools import cache

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg_pool import ConnectionPool, PoolTimeout
from pyrate_limiter import AbstractBucket, PostgresBucket, Rate

from core.llm.limits.slots import Slots, storage_name

_MOST_SLOTS = 1 << 16
_TAKE = """
SELECT place FROM unnest(%(among)s::bigint[]) AS place
WHERE CASE WHEN now() - pg_postmaster_start_time() < make_interval(secs => %(wait)s) THEN false
      ELSE pg_try_advisory_lock(place) END
LIMIT %(most)s
"""
"""Takes free advisory locks, but none right after the server's start: earlier holders go first."""

_HOLDERS_FIRST_S = 3.0
"""How long only earlier holders may take slots, counted from the server's start and again, for a
process that lost its session, from its reconnection: a recovery may have taken longer.
"""
_KEEPALIVES: dict[str, str | int] = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
_NOTICE_A_LOST_CLIENT = """
SELECT set_config('tcp_keepalives_idle', '5', false),
       set_config('tcp_keepalives_interval', '2', false),
       set_config('tcp_keepalives_count', '3', false),
       set_config('tcp_user_timeout', '10000', false)
"""
"""Frees the slots of a host that vanished after about ten seconds, like its other locks (db.engine,
which this package may not import).
"""
_GIVE = "SELECT pg_advisory_unlock(place)::int FROM unnest(%(places)s::bigint[]) AS place"


_OUTAGE_ERRORS = (psycopg.Error, PoolTimeout)


class PostgresLimitStore:
    """Keeps limits in a PostgreSQL database; its server's clock times the minutes.

    Args:
        holders_first_s: seconds after a restart in which only its holder can take a slot again.
    """

    outage_errors: tuple[type[Exception], ...] = _OUTAGE_ERRORS

    def __init__(self, address: str, holders_first_s: float = _HOLDERS_FIRST_S) -> None:
        settings = conninfo_to_dict(address)
        defaults = {name: value for name, value in _KEEPALIVES.items() if name not in settings}
        self._address = make_conninfo(address, **defaults)
        self._holders_first_s = holders_first_s

    def bucket(self, rates: list[Rate], name: str) -> AbstractBucket:
        return _Bucket(_pool(self._address), f"limit_{storage_name(name)}", rates)

    def slots(self, name: str) -> Slots:
        return _PostgresSlots(_sessions(self._address, self._holders_first_s), name)


class _Bucket(PostgresBucket):
    """A bucket that goes on dropping expired entries after an outage of its server."""

    def leak(self, current_timestamp: int | None = None) -> int | Awaitable[int]:
        # An error here would end the limiter's thread that calls it, for the process's lifetime.
        try:
            return super().leak(current_timestamp)
        except _OUTAGE_ERRORS:
            return 0


class _Session:
    """The session that holds this process's advisory locks, for the slots of every connection.

    After a restart of PostgreSQL it takes its locks again, before any others and before other
    processes may: calls in flight keep their slots. A process that is suspended all that time
    loses its own.
    """

    def __init__(self, address: str, holders_first_s: float) -> None:
        self._address = address
        self._holders_first_s = holders_first_s
        self._lock = threading.Lock()
        self._connection: psycopg.Connection | None = None
        self._held: set[int] = set()
        self._not_before = float("-inf")

    def take(self, among: Sequence[int], most: int) -> list[int]:
        with self._lock:
            self._connected()
            if time.monotonic() < self._not_before:
                return []
            candidates = [lock for lock in among if lock not in self._held]
            locks = self._run(
                _TAKE, {"among": candidates, "most": most, "wait": self._holders_first_s}
            )
            self._held.update(locks)
            return locks

    def release(self, locks: Collection[int]) -> None:
        with self._lock:
            self._held.difference_update(locks)
            self._run(_GIVE, {"places": list(locks)})

    def renew(self) -> None:
        with self._lock:
            self._run("SELECT 1", {})

    def _run(self, query: str, values: dict[str, object]) -> list[int]:
        try:
            return [number for (number,) in self._connected().execute(query, values)]
        except psycopg.Error:
            self._connection = None
            self._not_before = float("inf")
            raise

    def _connected(self) -> psycopg.Connection:
        if self._connection is None or self._connection.closed:
            connection = psycopg.connect(self._address, autocommit=True, connect_timeout=5)
            connection.execute(_NOTICE_A_LOST_CLIENT)
            for lock in sorted(self._held):
                locked = connection.execute("SELECT pg_try_advisory_lock(%s)", [lock]).fetchone()
                if locked == (False,):
                    self._held.discard(lock)
            if self._not_before == float("inf"):
                self._not_before = time.monotonic() + self._holders_first_s
            self._connection = connection
        return self._connection


class _PostgresSlots:
    """Slots as advisory locks, which the server drops with their session."""

    def __init__(self, session: _Session, name: str) -> None:
        self._session = session
        self._first = int(storage_name(name)[:11], 16) * _MOST_SLOTS

    def take(self, among: Sequence[int], most: int) -> Sequence[int]:
        locks = self._session.take([self._first + slot for slot in among], most)
        return [lock - self._first for lock in locks]

    def release(self, slots: Collection[int]) -> None:
        self._session.release([self._first + slot for slot in slots])

    def renew(self) -> None:
        self._session.renew()


@cache
def _sessions(address: str, holders_first_s: float) -> _Session:
    return _Session(address, holders_first_s)


@cache
def _pool(address: str) -> ConnectionPool:
    return ConnectionPool(
        address,
        min_size=1,
        max_size=2,
        timeout=2,
        open=True,
        configure=_configure,
        check=ConnectionPool.check_connection,
        name="limits",
    )


def _configure(connection: psycopg.Connection) -> None:
    connection.execute(_NOTICE_A_LOST_CLIENT)
    connection.commit()
