"""Run a check in batches with a commit each, so that a killed process loses one batch."""

import logging
import os
import threading
from collections.abc import Callable, Mapping
from uuid import uuid4

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlmodel import Session

from core.queue import Lease, LostError, work_on
from core.services.access import Right, demand
from core.services.verification.batches import BatchInputs, verify_batch
from core.services.verification.checks import get_check
from core.services.verification.models import CheckModels, models_of
from core.settings import Settings
from db import writing
from db.queries import copy_checks as queries
from db.tables import CopyCheck

BATCH_SIZE = 200
"""Candidates per transaction: held in memory, and repeated after a killed process."""

MODEL_BATCH_SIZE = 20
"""The same where models are called, so that fewer paid calls are lost."""

_log = logging.getLogger(__name__)

Progress = Callable[[int, int], object]
"""Called with (done, total) after every batch."""


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
    """Run the unchecked candidates of a check until it is done or cancelled, or `stop` is set.

    Returns whether it is done; False also if another worker holds its lease, which lasts `LEASE`
    from the last heartbeat. A system error in a candidate gives a result without a verdict; an
    error of the whole check stops it with the reason. `models` defaults to those that the check's
    options name, by the connections in `settings`.

    Do not call it on a running event loop if models are used. Raises NotFoundError, and database
    errors: the check then continues later.
    """
    demand(engine, Right.RUN)
    lease = Lease(engine, CopyCheck, check_id, worker or f"here-{uuid4().hex[:8]}")
    if not lease.take():
        get_check(engine, check_id)
        return False
    try:
        check = get_check(engine, check_id)
        used_models = models or models_of(
            check.options, settings or Settings.from_environment(environ), environ
        )
        inputs = BatchInputs.from_check(engine, check, used_models)
        with lease.kept_alive():
            return _work(engine, inputs, lease, on_progress, stop or threading.Event())
    except LostError:
        return False
    except (DBAPIError, NoConnectionFree):
        raise
    except Exception as error:  # noqa: BLE001 - it is stored, and other checks continue
        _log.error("a check is stopped", exc_info=error, extra={"check_id": check_id})
        lease.stop(error)
        return False


def _work(
    engine: Engine,
    inputs: BatchInputs,
    lease: Lease,
    on_progress: Progress | None,
    stop: threading.Event,
) -> bool:
    check, last = inputs.check, 0
    done, size = check.counts.done, MODEL_BATCH_SIZE if inputs.models.any else BATCH_SIZE
    while not stop.is_set():
        with Session(engine) as session:
            rows = queries.missing(session, check.id, check.candidates.id, last, size)
        if not rows:
            return lease.finish(unless=queries.to_be_checked_again(check.id))
        batch = verify_batch(inputs, rows, lease.sign)
        with writing(engine) as session:
            lease.hold(session)
            queries.write(session, batch.results, batch.audits)
        last, done = rows[-1].id or 0, done + len(rows)
        if on_progress is not None:
            on_progress(done, check.counts.total)
    lease.give_back()
    return False


def work_on_checks(
    engine: Engine, worker: str, stop: threading.Event, *, settings: Settings | None = None
) -> None:
    """Run checks without a live lease, one after the other, until `stop` is set.

    Several workers may do so at once. While the database is unreachable, wait and retry.
    """

    def work(check_id: int) -> None:
        run_check(engine, check_id, worker=worker, settings=settings, stop=stop)

    work_on(engine, CopyCheck, worker, stop, work)
