"""Doing a check: candidates in lots, a commit for each, so that a killed process loses one lot."""

import logging
import os
import threading
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from uuid import uuid4

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session

from core.copy.checks import get_check
from core.copy.lots import Bench, judged, said_of
from core.copy.models import Models, models_of
from core.errors import Sentence
from core.settings import Settings
from db.engine import writing
from db.queries import copy_checks as queries
from db.tables import now

LOT = 200
"""Candidates in one transaction: what a killed process does again, and what is in memory."""

ASKED_LOT = 20
"""The same where models are asked, so that less of what was paid for is at risk."""

LEASE = timedelta(minutes=10)
"""Somebody who had a check in hand and says nothing for this long is gone."""

HELD_S = 30.0
LOOK_S = 1.0

_log = logging.getLogger(__name__)

Progress = Callable[[int, int], object]
"""Told (done, total) after every lot."""


class _LostError(Exception):
    """The check was cancelled, or is in other hands."""


def run_check(
    engine: Engine,
    check_id: int,
    *,
    worker: str | None = None,
    models: Models | None = None,
    settings: Settings | None = None,
    environ: Mapping[str, str] = os.environ,
    on_progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> bool:
    """Does what is missing of a check, lot by lot, until it is done, cancelled or `stop` is set.

    False where it is in other hands, or not done. Two never work on one check: whoever takes it
    holds it for `LEASE` from their last sign of life on. A candidate that fails by fault of the
    machinery is a result without a verdict; a check that cannot go on is stopped with the reason.
    `models` are those its options name, unless others are given; `settings` know the connections.

    Not to be called on a running event loop where models are asked. Raises NotFoundError, and what
    the database raises: then the check goes on later.
    """
    hand = _Hand(engine, check_id, worker or f"here-{uuid4().hex[:8]}")
    if not hand.take():
        get_check(engine, check_id)
        return False
    try:
        check = get_check(engine, check_id)
        asked = models or models_of(
            check.options, settings or Settings.from_environment(environ), environ
        )
        bench = Bench.of(engine, check, asked)
        return _work(engine, bench, hand, on_progress, stop or threading.Event())
    except _LostError:
        return False
    except DBAPIError:
        raise
    except Exception as error:  # noqa: BLE001 - it is told, and other checks go on
        _log.error("check %s is stopped", check_id, exc_info=error)
        _stop(engine, check_id, said_of(error))
        return False


class _Hand:
    """Whoever works on a check, and that they still may."""

    def __init__(self, engine: Engine, check_id: int, name: str) -> None:
        self._engine = engine
        self._check_id = check_id
        self._name = name
        self._held = time.monotonic()

    def take(self) -> bool:
        with writing(self._engine) as session:
            return queries.take(session, self._check_id, self._name, now() + LEASE)

    def hold(self, session: Session) -> None:
        """Raises _LostError."""
        if not queries.hold(session, self._check_id, self._name, now() + LEASE):
            raise _LostError
        self._held = time.monotonic()

    def sign(self) -> None:
        """A sign of life, where the last one is a while ago. Raises _LostError."""
        if time.monotonic() - self._held > HELD_S:
            with writing(self._engine) as session:
                self.hold(session)

    def give_back(self) -> None:
        with writing(self._engine) as session:
            queries.give_back(session, self._check_id, self._name)

    def finish(self) -> bool:
        with writing(self._engine) as session:
            return queries.finish(session, self._check_id, self._name)


def _work(
    engine: Engine, bench: Bench, hand: _Hand, on_progress: Progress | None, stop: threading.Event
) -> bool:
    check, last = bench.check, 0
    done, size = check.counts.done, ASKED_LOT if bench.models.any else LOT
    while not stop.is_set():
        with Session(engine) as session:
            rows = queries.missing(session, check.id, check.candidates.id, last, size)
        if not rows:
            return hand.finish()
        lot = judged(bench, rows, hand.sign)
        with writing(engine) as session:
            hand.hold(session)
            queries.write(session, lot.results, lot.audits)
        last, done = rows[-1].id or 0, done + len(rows)
        if on_progress is not None:
            on_progress(done, check.counts.total)
    hand.give_back()
    return False


def _stop(engine: Engine, check_id: int, error: Sentence) -> None:
    values = {
        "status": "stopped",
        "error": error.message,
        "error_params": dict(error.params),
        "finished_at": now(),
        "lease_until": None,
    }
    with writing(engine) as session:
        queries.change(session, check_id, queries.ACTIVE, values)


def work_on_checks(
    engine: Engine, worker: str, stop: threading.Event, *, settings: Settings | None = None
) -> None:
    """Takes checks that are in nobody's hands, one after the other, until `stop` is set.

    Several workers may look at once. While the database is away it waits and looks again.
    """
    while not stop.wait(LOOK_S):
        try:
            with Session(engine) as session:
                waiting = queries.waiting(session, worker)
            for check_id in waiting:
                run_check(engine, check_id, worker=worker, settings=settings, stop=stop)
        except DBAPIError as error:
            _log.warning("the database is away, checking later: %s", error)
