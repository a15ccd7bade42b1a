"""Doing a check: candidates in lots, a commit for each, so that a killed process loses one lot."""

import logging
import os
import threading
from collections.abc import Callable, Mapping
from uuid import uuid4

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlmodel import Session

from core.queue.leases import Lease, LostError, work_on
from core.services.access import Right, demand
from core.services.verification.batches import BatchInputs, verify_batch
from core.services.verification.checks import get_check
from core.services.verification.models import CheckModels, models_of
from core.settings import Settings
from db.engine import writing
from db.queries import copy_checks as queries
from db.tables import CopyCheck

LOT = 200
"""Candidates in one transaction: what a killed process does again, and what is in memory."""

ASKED_LOT = 20
"""The same where models are asked, so that less of what was paid for is at risk."""

_log = logging.getLogger(__name__)

Progress = Callable[[int, int], object]
"""Told (done, total) after every lot."""


def run_check(
    engine: Engine,
    check_id: int,
    *,
    worker: str | None = None,
    models: CheckModels | None = None,
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
    demand(engine, Right.RUN)
    hand = Lease(engine, CopyCheck, check_id, worker or f"here-{uuid4().hex[:8]}")
    if not hand.take():
        get_check(engine, check_id)
        return False
    try:
        check = get_check(engine, check_id)
        asked = models or models_of(
            check.options, settings or Settings.from_environment(environ), environ
        )
        bench = BatchInputs.from_check(engine, check, asked)
        with hand.kept_alive():
            return _work(engine, bench, hand, on_progress, stop or threading.Event())
    except LostError:
        return False
    except (DBAPIError, NoConnectionFree):
        raise
    except Exception as error:  # noqa: BLE001 - it is told, and other checks go on
        _log.error("a check is stopped", exc_info=error, extra={"check_id": check_id})
        hand.stop(error)
        return False


def _work(
    engine: Engine,
    bench: BatchInputs,
    hand: Lease,
    on_progress: Progress | None,
    stop: threading.Event,
) -> bool:
    check, last = bench.check, 0
    done, size = check.counts.done, ASKED_LOT if bench.models.any else LOT
    while not stop.is_set():
        with Session(engine) as session:
            rows = queries.missing(session, check.id, check.candidates.id, last, size)
        if not rows:
            return hand.finish(unless=queries.to_be_checked_again(check.id))
        lot = verify_batch(bench, rows, hand.sign)
        with writing(engine) as session:
            hand.hold(session)
            queries.write(session, lot.results, lot.audits)
        last, done = rows[-1].id or 0, done + len(rows)
        if on_progress is not None:
            on_progress(done, check.counts.total)
    hand.give_back()
    return False


def work_on_checks(
    engine: Engine, worker: str, stop: threading.Event, *, settings: Settings | None = None
) -> None:
    """Takes checks that are in nobody's hands, one after the other, until `stop` is set.

    Several workers may look at once. While the database is away it waits and looks again.
    """

    def work(check_id: int) -> None:
        run_check(engine, check_id, worker=worker, settings=settings, stop=stop)

    work_on(engine, CopyCheck, worker, stop, work)
