"""How the desk is doing: the database and its tables, the workers, and what waits for them."""

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
from db.engine import revisions
from db.queries import health as queries

LIVE_S = 30.0
"""A worker that gave no sign of life for longer is not counted; it gives one every 5 s."""
ANSWERS_S = 5.0
"""A database that takes longer does not answer."""
NO_ANSWER = Sentence("The database does not answer. Look at its own log, and at DATABASE_URL.")
WAITS_S = 60.0
"""Work that waits for longer while nobody is at work is stuck."""


@dataclass(frozen=True, slots=True)
class HealthReport:
    """`problems` names what is wrong, each in a sentence with the fix; nothing is wrong: none.
    `cause` says more where the database cannot be used, with paths and addresses: it is for whoever
    runs the machine.

    `database_ms` is None where the database does not answer, and everything of it is unknown then.
    Ages are seconds.
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
    """Reads a few rows; never raises for what it is there to tell, and tells it within seconds.

    A server that is held says nothing at all: one look waits for it, whoever asks meanwhile.
    """
    file = engine.url.database if engine.dialect.name == "sqlite" else None
    if file and file != ":memory:" and not path_may_exist(Path(file)):
        return HealthReport(
            (Sentence("There is no desk where DATABASE_URL leads. Set another address."),),
            cause=file,
        )
    with _LOCK:
        look = _LOOKS.get(engine)
        if look is None or not look.is_alive():
            look = _LOOKS[engine] = _Look(engine)
            look.start()
    look.join(ANSWERS_S)
    return look.found


class _Look(threading.Thread):
    """A daemon: a command that has told of it does not wait for its end."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(name="health", daemon=True)
        self._engine = engine
        self.found = HealthReport((NO_ANSWER,))

    def run(self) -> None:
        try:
            self.found = _looked(self._engine)
        except NoConnectionFree:
            pass
        except DBAPIError as error:
            self.found = _failed(self._engine, error)
        del self._engine  # or what is remembered of an engine would keep it


_LOOKS: WeakKeyDictionary[Engine, _Look] = WeakKeyDictionary()
_LOCK = threading.Lock()


def _looked(engine: Engine) -> HealthReport:
    started = time.perf_counter()
    with Session(engine) as session:
        stored, newest = revisions(session.connection())
        took_ms = round(1000 * (time.perf_counter() - started), 1)
        if stored != newest:
            return HealthReport((_outdated(stored, newest),), took_ms, stored)
        now = datetime.now(UTC)
        workers, seen = queries.heartbeats(session, now - timedelta(seconds=LIVE_S))
        waiting, oldest = queries.waiting(session, "queued")
        unfinished, first = queries.waiting(session, "queued", "running")
    stuck = not workers and unfinished and (_age(now, first) or 0) > WAITS_S
    problems = (Sentence("Work waits and no worker is alive. Start `python -m core worker`."),)
    return HealthReport(
        problems if stuck else (),
        took_ms,
        stored,
        workers,
        _age(now, seen),
        waiting,
        _age(now, oldest),
    )


def _failed(engine: Engine, error: DBAPIError) -> HealthReport:
    """SQLite has words for its kinds of trouble; what a server says may name itself and others."""
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


def _age(now: datetime, then: datetime | None) -> float | None:
    if then is None:
        return None
    return round(max(0.0, (now - then).total_seconds()), 1)
