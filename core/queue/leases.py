"""Work in a worker's hands: two never do the same, and what a dead one held others take up."""

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
from db.engine import writing
from db.queries import leases
from db.queries.leases import Leased
from db.tables import AnswerLoop, CopyCheck, GateRun, now

LEASE = timedelta(seconds=30)
"""Somebody who had work in hand and says nothing for this long is gone."""

SIGN_S = 5.0
HELD_S = 5.0
LOOK_S = 1.0

_log = logging.getLogger(__name__)


Started = TypeVar("Started", CopyCheck, GateRun, AnswerLoop)


def start_once(
    engine: Engine, row: Started, before: Callable[[Session], None] = lambda _session: None
) -> int:
    """The new row's id, or that of an earlier one with its idempotency key: a second press starts
    nothing. `before` may refuse, in the transaction that adds it.
    """
    table: Leased = type(row)
    try:
        with writing(engine) as session:
            known = leases.id_with(session, table, row.idempotency_key)
            if known is not None:
                return known
            before(session)
            session.add(row)
            session.flush()
            return row.id or 0
    except IntegrityError:  # PostgreSQL: the other click committed first
        with Session(engine) as session:
            known = leases.id_with(session, table, row.idempotency_key)
        if known is None:
            raise
        return known


_TABLES: tuple[Leased, ...] = (CopyCheck, GateRun, AnswerLoop)


def holders(engine: Engine) -> set[str]:
    """The workers that have work in hand."""
    with Session(engine) as session:
        held = set().union(*(leases.holders(session, table) for table in _TABLES))
    return {name for name in held if name.startswith("worker-")}


def take_from(engine: Engine, worker: str) -> None:
    """What a worker that is gone had in hand, anybody may go on with."""
    with writing(engine) as session:
        for table in _TABLES:
            leases.take_from(session, table, worker)


class LostError(Exception):
    """The work was cancelled, or is in other hands."""


class Lease:
    """Whoever works on a row of `table`, and that they still may."""

    def __init__(self, engine: Engine, table: Leased, id_: int, name: str) -> None:
        self._engine = engine
        self._table = table
        self._id = id_
        self._name = name
        self._held = time.monotonic()

    def take(self) -> bool:
        with writing(self._engine) as session:
            return leases.take(session, self._table, self._id, self._name, now() + LEASE)

    def hold(self, session: Session) -> None:
        """Raises LostError."""
        if not leases.hold(session, self._table, self._id, self._name, now() + LEASE):
            raise LostError
        self._held = time.monotonic()

    def sign(self) -> None:
        """A sign of life, where the last one is a while ago. Raises LostError."""
        if time.monotonic() - self._held > HELD_S:
            with writing(self._engine) as session:
                self.hold(session)

    @contextmanager
    def kept_alive(self) -> Iterator[None]:
        """Gives signs of life from a thread beside the work: a call to a model may take longer than
        a lease lasts. Where the work is lost, the next `hold` of whoever does it says so.
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
        with writing(self._engine) as session:
            leases.give_back(session, self._table, self._id, self._name)

    def finish(self, unless: ColumnElement[bool] | None = None) -> bool:
        """Whether the work is done: not where `unless` is true in the database."""
        with writing(self._engine) as session:
            return leases.finish(session, self._table, self._id, self._name, unless=unless)

    def stop(self, error: Exception) -> None:
        """The work cannot go on; the error is told with it."""
        said = error_text(error)
        values = {
            "status": "stopped",
            "error": said.message,
            "error_params": dict(said.params),
            "finished_at": now(),
            "lease_until": None,
        }
        with writing(self._engine) as session:
            leases.change(session, self._table, self._id, leases.ACTIVE, values)


def error_text(error: Exception) -> Sentence:
    """What an error said, as a sentence that can be stored."""
    if isinstance(error, DeskError):
        return Sentence.from_error(error)
    said = f"{type(error).__name__}: {error}"[:2000]
    return Sentence.verbatim(said.encode("utf-8", "replace").decode().replace("\0", "\\x00"))


def work_on(
    engine: Engine,
    table: Leased,
    worker: str,
    stop: threading.Event,
    work: Callable[[int], object],
) -> None:
    """Does what is in nobody's hands, one after the other, until `stop` is set.

    Several workers may look at once. While the database is away it waits and looks again, and so it
    does whatever else was raised.
    """
    while not stop.wait(LOOK_S):
        with run_forever(_log, "looking"):
            with Session(engine) as session:
                waiting = leases.waiting(session, table, worker)
            for id_ in waiting:
                with run_forever(_log, "working"):
                    work(id_)
