"""Health of the desk: its database and tables, the workers, and the waiting work."""

import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from weakref import WeakKeyDictionary

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlmodel import Session

from core.errors import Sentence
from core.files import path_may_exist
from core.ops.database import database_message, describe_failure
from core.settings import DESK_VERSION
from db import revisions
from db.queries import health as queries

LIVE_S = 30.0
"""A worker whose last heartbeat is older is not counted; it sends one every 5 s."""
ANSWERS_S = 5.0
"""How long to wait for the database before it counts as not answering."""
NO_ANSWER = Sentence("The database does not answer. Look at its own log, and at DATABASE_URL.")
WAITS_S = 60.0
"""Work that waits longer than this without a live worker is reported as stuck."""


@dataclass(frozen=True, slots=True)
class HealthReport:
    """Problems, each a sentence with the fix, and figures; ages are in seconds.

    `database_ms` and all other figures are None if the database does not answer. `cause` then
    gives details with paths and addresses, for the operator only.
    """

    problems: tuple[Sentence, ...]
    database_ms: float | None = None
    revision: str | None = None
    workers: int | None = None
    heartbeat_age_s: float | None = None
    waiting: int | None = None
    queue_age_s: float | None = None
    version: str = DESK_VERSION
    cause: str = ""

    @property
    def is_well(self) -> bool:
        return not self.problems


def check_health(engine: Engine) -> HealthReport:
    """Check the database in at most ANSWERS_S seconds; its failures are reported, never raised.

    A hung server never answers, so all callers share one thread that waits for it.
    """
    file = engine.url.database if engine.dialect.name == "sqlite" else None
    if file and file != ":memory:" and not path_may_exist(Path(file)):
        return HealthReport(
            (Sentence("There is no desk where DATABASE_URL leads. Set another address."),),
            cause=file,
        )
    with _LOCK:
        check = _CHECKS.get(engine)
        if check is None or not check.is_alive():
            check = _CHECKS[engine] = _HealthCheck(engine)
            check.start()
    check.join(ANSWERS_S)
    return check.report


class _HealthCheck(threading.Thread):
    """A daemon thread, so that a command can exit while the check still hangs."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(name="health", daemon=True)
        self._engine = engine
        self.report = HealthReport((NO_ANSWER,))

    def run(self) -> None:
        try:
            self.report = _checked(self._engine)
        except NoConnectionFree:
            pass
        except DBAPIError as error:
            self.report = _failed(self._engine, error)
        del self._engine  # else the value in _CHECKS would keep its own weak key alive


_CHECKS: WeakKeyDictionary[Engine, _HealthCheck] = WeakKeyDictionary()
_LOCK = threading.Lock()


def _checked(engine: Engine) -> HealthReport:
    started = time.perf_counter()
    with Session(engine) as session:
        stored, newest = revisions(session.connection())
        took_ms = round(1000 * (time.perf_counter() - started), 1)
        if stored != newest:
            return HealthReport((_outdated(stored, newest),), took_ms, stored)
        now = datetime.now(UTC)
        workers, last_heartbeat = queries.heartbeats(session, now - timedelta(seconds=LIVE_S))
        waiting, oldest = queries.waiting(session, "queued")
        unfinished, first = queries.waiting(session, "queued", "running")
    stuck = not workers and unfinished and (_age(now, first) or 0) > WAITS_S
    problems = (Sentence("Work waits and no worker is alive. Start `python -m core worker`."),)
    return HealthReport(
        problems if stuck else (),
        took_ms,
        stored,
        workers,
        _age(now, last_heartbeat),
        waiting,
        _age(now, oldest),
    )


def _failed(engine: Engine, error: DBAPIError) -> HealthReport:
    """Report a SQLite failure itself; a server's message may name hosts and goes into `cause`."""
    trouble = describe_failure(error) if engine.dialect.name == "sqlite" else None
    if trouble:
        return HealthReport((Sentence.from_error(trouble),))
    return HealthReport((NO_ANSWER,), cause=database_message(error))


def _outdated(stored: str | None, newest: str | None) -> Sentence:
    return Sentence(
        "The tables are of version {stored} and this desk's of {newest}. Start the newer of the "
        "two on this database once.",
        {"stored": stored or "-", "newest": newest or "-"},
    )


def _age(now: datetime, moment: datetime | None) -> float | None:
    if moment is None:
        return None
    return round(max(0.0, (now - moment).total_seconds()), 1)
