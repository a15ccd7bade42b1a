"""Limits that processes on several hosts share through their PostgreSQL."""

import threading
import time
from collections.abc import Awaitable, Collection, Sequence
from functools import cache

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg_pool import ConnectionPool, PoolTimeout
from pyrate_limiter import AbstractBucket, PostgresBucket, Rate

from core.llm.slots import Slots, storage_name

_MOST_PLACES = 1 << 16
_TAKE = """
SELECT place FROM unnest(%(among)s::bigint[]) AS place
WHERE CASE WHEN now() - pg_postmaster_start_time() < make_interval(secs => %(wait)s) THEN false
      ELSE pg_try_advisory_lock(place) END
LIMIT %(most)s
"""
"""Nobody takes a place of a server that has just started: its holders come first."""

_HOLDERS_FIRST_S = 3.0
"""So long, and as long for who had a session and lost it: a recovery may have taken longer."""
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
"""The places of a host that is gone without a word are free after about ten seconds, as the rest
of what it held (db.engine), which this package does not know.
"""
_GIVE = "SELECT pg_advisory_unlock(place)::int FROM unnest(%(places)s::bigint[]) AS place"


_AWAY = (psycopg.Error, PoolTimeout)


class PostgresLimitStore:
    """In a database of PostgreSQL, whose server's clock tells the minutes.

    Args:
        holders_first_s: how long after a restart a place can be taken by its holder alone.
    """

    away: tuple[type[Exception], ...] = _AWAY

    def __init__(self, address: str, holders_first_s: float = _HOLDERS_FIRST_S) -> None:
        said = conninfo_to_dict(address)
        unsaid = {name: value for name, value in _KEEPALIVES.items() if name not in said}
        self._address = make_conninfo(address, **unsaid)
        self._holders_first_s = holders_first_s

    def bucket(self, rates: list[Rate], name: str) -> AbstractBucket:
        return _Bucket(_pool(self._address), f"limit_{storage_name(name)}", rates)

    def places(self, name: str) -> Slots:
        return _PostgresPlaces(_sessions(self._address, self._holders_first_s), name)


class _Bucket(PostgresBucket):
    """A bucket that goes on dropping what is over after its server was away."""

    def leak(self, current_timestamp: int | None = None) -> int | Awaitable[int]:
        # An error here would end the limiter's thread that calls it, for as long as we live.
        try:
            return super().leak(current_timestamp)
        except _AWAY:
            return 0


class _Session:
    """One session of this process that holds its advisory locks, whatever connection they are of.

    After a restart of PostgreSQL what was held is taken again, before anything else is and before
    others may take it: calls in flight keep their places. A process that is held through all of
    that loses its own.
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
            self._opened()
            if time.monotonic() < self._not_before:
                return []
            wanted = [lock for lock in among if lock not in self._held]
            taken = self._run(_TAKE, {"among": wanted, "most": most, "wait": self._holders_first_s})
            self._held.update(taken)
            return taken

    def give(self, locks: Collection[int]) -> None:
        with self._lock:
            self._held.difference_update(locks)
            self._run(_GIVE, {"places": list(locks)})

    def keep(self) -> None:
        with self._lock:
            self._run("SELECT 1", {})

    def _run(self, query: str, values: dict[str, object]) -> list[int]:
        try:
            return [number for (number,) in self._opened().execute(query, values)]
        except psycopg.Error:
            self._connection = None
            self._not_before = float("inf")
            raise

    def _opened(self) -> psycopg.Connection:
        if self._connection is None or self._connection.closed:
            connection = psycopg.connect(self._address, autocommit=True, connect_timeout=5)
            connection.execute(_NOTICE_A_LOST_CLIENT)
            for lock in sorted(self._held):
                again = connection.execute("SELECT pg_try_advisory_lock(%s)", [lock]).fetchone()
                if again == (False,):
                    self._held.discard(lock)
            if self._not_before == float("inf"):
                self._not_before = time.monotonic() + self._holders_first_s
            self._connection = connection
        return self._connection


class _PostgresPlaces:
    """A place is an advisory lock, which falls with its session."""

    def __init__(self, session: _Session, name: str) -> None:
        self._session = session
        self._first = int(storage_name(name)[:11], 16) * _MOST_PLACES

    def take(self, among: Sequence[int], most: int) -> Sequence[int]:
        taken = self._session.take([self._first + place for place in among], most)
        return [lock - self._first for lock in taken]

    def give(self, places: Collection[int]) -> None:
        self._session.give([self._first + place for place in places])

    def keep(self) -> None:
        self._session.keep()


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
