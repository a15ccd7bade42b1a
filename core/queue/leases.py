"""Leases on copy checks, gate runs and loops: one worker per row; an expired lease is free."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TypeVar

from sqlalchemy import ColumnElement, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlmodel import Session

from core.errors import DeskError, Sentence
from core.queue.retry_loop import run_forever
from db import writing
from db.queries import leases
from db.queries.leases import Leased
from db.tables import AnswerLoop, CopyCheck, GateRun, now

LEASE = timedelta(seconds=30)
"""How long a lease lasts without renewal; after that its holder counts as dead."""

SIGN_S = 5.0  # between renewals by `Lease.kept_alive`
HELD_S = 5.0  # age of a renewal from which `Lease.sign` renews again
LOOK_S = 1.0  # between looks for free rows in `work_on`

_log = logging.getLogger(__name__)


Started = TypeVar("Started", CopyCheck, GateRun, AnswerLoop)


def start_once(
    engine: Engine, row: Started, before: Callable[[Session], None] = lambda _session: None
) -> int:
    """Add `row` and return its id, or the id of an earlier row with the same idempotency key, so
    that a second click starts nothing.

    `before` runs in the transaction that adds the row, and may raise to refuse it.
    """
    table: Leased = type(row)
    try:
        with writing(engine) as session:
            existing_id = leases.id_with(session, table, row.idempotency_key)
            if existing_id is not None:
                return existing_id
            before(session)
            session.add(row)
            session.flush()
            return row.id or 0
    except IntegrityError:  # PostgreSQL: a concurrent click committed first
        with Session(engine) as session:
            existing_id = leases.id_with(session, table, row.idempotency_key)
        if existing_id is None:
            raise
        return existing_id


_TABLES: tuple[Leased, ...] = (CopyCheck, GateRun, AnswerLoop)


def holders(engine: Engine) -> set[str]:
    """Names of the workers that hold leases."""
    with Session(engine) as session:
        names = set().union(*(leases.holders(session, table) for table in _TABLES))
    return {name for name in names if name.startswith("worker-")}


def release_all(engine: Engine, worker: str) -> None:
    """Release every lease of a dead worker, so that others can take its rows."""
    with writing(engine) as session:
        for table in _TABLES:
            leases.release_all(session, table, worker)


class LostError(Exception):
    """The work was cancelled, or another worker holds its lease."""


class Lease:
    """The claim of worker `name` on row `id_` of `table`, to be renewed while it works."""

    def __init__(self, engine: Engine, table: Leased, id_: int, name: str) -> None:
        self._engine = engine
        self._table = table
        self._id = id_
        self._name = name
        self._held = time.monotonic()

    def take(self) -> bool:
        """Whether the lease is now ours."""
        with writing(self._engine) as session:
            return leases.take(session, self._table, self._id, self._name, now() + LEASE)

    def hold(self, session: Session) -> None:
        """Renew the lease in the caller's transaction. Raises LostError."""
        if not leases.hold(session, self._table, self._id, self._name, now() + LEASE):
            raise LostError
        self._held = time.monotonic()

    def sign(self) -> None:
        """Renew the lease if it was last renewed over HELD_S ago. Raises LostError."""
        if time.monotonic() - self._held > HELD_S:
            with writing(self._engine) as session:
                self.hold(session)

    @contextmanager
    def kept_alive(self) -> Iterator[None]:
        """Renew the lease from a thread while the block runs: a model call may outlast it.

        A lost lease ends the thread silently; the worker's next `hold` raises LostError.
        """
        ended = threading.Event()

        def beat() -> None:
            while not ended.wait(SIGN_S):
                try:
                    with writing(self._engine) as session:
                        self.hold(session)
                except LostError:
                    return
                except (DBAPIError, NoConnectionFree):
                    _log.warning("a sign of life is missed; the database is away")

        thread = threading.Thread(target=beat, name="signs of life", daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    def give_back(self) -> None:
        """Release the lease; the work stays unfinished and others can take it."""
        with writing(self._engine) as session:
            leases.give_back(session, self._table, self._id, self._name)

    def finish(self, unless: ColumnElement[bool] | None = None) -> bool:
        """Mark the work as done, except where `unless` holds in the database; return whether."""
        with writing(self._engine) as session:
            return leases.finish(session, self._table, self._id, self._name, unless=unless)

    def stop(self, error: Exception) -> None:
        """Mark the work as stopped and store the error as its reason."""
        sentence = error_text(error)
        values = {
            "status": "stopped",
            "error": sentence.message,
            "error_params": dict(sentence.params),
            "finished_at": now(),
            "lease_until": None,
        }
        with writing(self._engine) as session:
            leases.change(session, self._table, self._id, leases.ACTIVE, values)


def error_text(error: Exception) -> Sentence:
    """An error's message as a sentence to store: at most 2,000 characters and no NUL."""
    if isinstance(error, DeskError):
        return Sentence.from_error(error)
    message = f"{type(error).__name__}: {error}"[:2000]
    return Sentence.verbatim(message.encode("utf-8", "replace").decode().replace("\0", "\\x00"))


def work_on(
    engine: Engine,
    table: Leased,
    worker: str,
    stop: threading.Event,
    work: Callable[[int], object],
) -> None:
    """Call `work` with the id of each free row of `table`, one by one, until `stop` is set.

    Several workers may do so at once. Any error, also of a database that is away, is logged and
    the loop goes on.
    """
    while not stop.wait(LOOK_S):
        with run_forever(_log, "looking"):
            with Session(engine) as session:
                waiting = leases.waiting(session, table, worker)
            for id_ in waiting:
                with run_forever(_log, "working"):
                    work(id_)
