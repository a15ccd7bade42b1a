"""Keep every run going: enqueue missing items that no shard covers, and reap dead workers."""

import logging
import os
import socket
import time
from collections.abc import Callable
from datetime import timedelta

from sqlalchemy import Engine, delete, func, update
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, col, select

from core.errors import DeskError, Sentence
from core.queue import ExecutorLock, holders, release_all
from core.queue import engine as durable
from core.services.runs import add_notices, control, plan_missing
from db import writing
from db.queries import runs as rows
from db.tables import Run, RunItem, Worker, now

_log = logging.getLogger(__name__)

TICK_S = 1.0
_REAP_EVERY_S = 5.0
_GRACE_S = 10.0
"""How long a dead worker's work is left to it: a supervised worker restarts within two seconds and
recovers its own shards.
"""

_TIDY_EVERY_S = 300.0
_KEEP = timedelta(hours=1)


class LostLock(RuntimeError):
    """Another worker took our executor id after a database restart: this worker must end, and can
    be started again.
    """


class RunPlanner:
    """Ticks once a second in every worker; several workers may tick at once.

    A tick covers resumed runs, retried items, shards that a stopping worker gave back, shards whose
    worker died too often, and workers that never came back.
    """

    def __init__(
        self, engine: Engine, lock: ExecutorLock, is_at_work: Callable[[], bool] = lambda: True
    ) -> None:
        self._engine = engine
        self._lock = lock
        self._is_at_work = is_at_work
        self._reaped = self._tidied = time.monotonic()
        self._gone_since: dict[str, float] = {}
        self._host, self._pid = socket.gethostname(), os.getpid()
        with writing(engine) as session:
            session.merge(Worker(name=lock.name, host=self._host, pid=self._pid))

    def tick(self) -> None:
        """Advance all active runs, and every few seconds renew our sign of life and reap others.

        Raises LostLock. The lock is checked first in each tick: after a restart of the database
        its holder has a few seconds to take it again before others may.
        """
        if not self._lock.hold():
            raise LostLock(f"another process is {self._lock.name} now")
        with Session(self._engine) as session:
            active = session.exec(
                select(Run.id, Run.plan).where(col(Run.status).in_(rows.ACTIVE))
            ).all()
        for run_id, plan in active:
            if run_id is not None:
                self._advance_or_stop(run_id, plan)
        elapsed = time.monotonic()
        if elapsed - self._reaped > _REAP_EVERY_S:
            self._reaped = elapsed
            self._sign_of_life()
            self._reap()
        if elapsed - self._tidied > _TIDY_EVERY_S:
            self._tidied = elapsed
            durable.delete_old_shards(self._engine, now() - _KEEP)

    def leave(self) -> None:
        """Delete this worker's row when it ends, so that it does not count as missing."""
        mine = (
            col(Worker.name) == self._lock.name,
            col(Worker.host) == self._host,
            col(Worker.pid) == self._pid,
        )
        with writing(self._engine) as session:
            session.execute(delete(Worker).where(*mine))

    def _advance_or_stop(self, run_id: int, plan: int) -> None:
        """Advance a run; one that cannot be planned is stopped, so that the others go on."""
        try:
            self._advance(run_id, plan)
        except SQLAlchemyError:
            raise  # a fault of the database, not of the run
        except Exception as error:  # noqa: BLE001 - stored as the run's error; other runs go on
            _log.error("a run is stopped", exc_info=error, extra={"run_id": run_id})
            control.stop(self._engine, run_id, _stop_reason(error))

    def _advance(self, run_id: int, plan: int) -> None:
        """Finish the run if it is complete; enqueue its missing items if no shard is live."""
        add_notices(self._engine, run_id)
        if durable.is_live(self._engine, run_id) or finish(self._engine, run_id):
            return
        suspects = durable.suspect_items(self._engine, run_id, plan)
        if plan_missing(self._engine, run_id, plan, suspects):
            _log.info("planned again, %s suspects", len(suspects), extra={"run_id": run_id})

    def _sign_of_life(self) -> None:
        if not self._is_at_work():
            _log.error("this worker stands still", extra={"worker": self._lock.name})
            return
        with writing(self._engine) as session:
            mine = col(Worker.name) == self._lock.name
            session.execute(update(Worker).where(mine).values(seen_at=now()))

    def _reap(self) -> None:
        """Take over the shards and leases of workers whose lock has been free for _GRACE_S."""
        shards_by_worker = durable.abandoned_shards(self._engine, self._lock.name)
        at_work = shards_by_worker.keys() | (holders(self._engine) - {self._lock.name})
        self._gone_since = {n: since for n, since in self._gone_since.items() if n in at_work}
        for name in at_work:
            lock = ExecutorLock(self._engine, int(name.removeprefix("worker-")))
            if not lock.take():
                self._gone_since.pop(name, None)
                continue
            try:
                since = self._gone_since.setdefault(name, time.monotonic())
                if time.monotonic() - since >= _GRACE_S:
                    shards = shards_by_worker.get(name, ())
                    _log.warning("taking over %s shards", len(shards), extra={"worker": name})
                    if shards:
                        durable.cancel_shards(self._engine, shards)
                    release_all(self._engine, name)
            finally:
                lock.release()


def _stop_reason(error: Exception) -> Sentence:
    if isinstance(error, DeskError):
        return Sentence.from_error(error)
    return Sentence(
        "A worker failed on this run ({error}); see its log for details. Fix the cause, then "
        "resume the run.",
        {"error": type(error).__name__},
    )


def begin(engine: Engine, run_id: int) -> None:
    """Mark a queued run as running."""
    with writing(engine) as session:
        session.execute(
            update(Run)
            .where(col(Run.id) == run_id, col(Run.status) == "queued")
            .values(status="running", started_at=func.coalesce(Run.started_at, now()))
        )


def finish(engine: Engine, run_id: int) -> bool:
    """Mark an active run as done if each of its items has a result; return whether it did."""
    finished = (
        select(func.count())
        .select_from(RunItem)
        .where(RunItem.run_id == run_id, col(RunItem.retry).is_(False))
        .scalar_subquery()
    )
    complete = (col(Run.id) == run_id, col(Run.status).in_(rows.ACTIVE), Run.total <= finished)
    with Session(engine) as session:
        if session.exec(select(Run.id).where(*complete)).first() is None:
            return False
    add_notices(
        engine, run_id
    )  # before the run is done, so that a run shown as done has its notices
    with writing(engine) as session:
        finished_run = session.execute(
            update(Run)
            .where(*complete)
            .values(status="done", finished_at=now())
            .returning(col(Run.id))
        ).first()
    return finished_run is not None
