"""The progress of a run, counted in the database on each call."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from sqlalchemy import Engine, Text, and_, case, cast, func
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from core.errors import NotFoundError, Sentence
from core.stats import Conclusion, Rate
from db.queries import runs as rows
from db.tables import Run, RunItem, Validation, Worker, now

_RECENT = timedelta(seconds=60)
_ALIVE = timedelta(seconds=20)
_ENOUGH, _ENOUGH_S, _LONG_S = 5, 5.0, 30.0
"""A rate needs 5 items over at least 5 s; with fewer items (2 or more), at least 30 s."""


@dataclass(frozen=True, kw_only=True)
class RunProgress:
    """Counts of one run. `done` counts items with a result, except those to be retried.
    `infrastructure` counts system errors. `reasons` counts items by reason of a failure, system
    error or skip (an item that failed for two counts under both). `eta_s` in seconds.
    """

    status: str
    wanted: str
    total: int
    done: int = 0
    passed: int = 0
    failed: int = 0
    infrastructure: int = 0
    skipped: int = 0
    reused: int = 0
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    items_per_s: float | None = None
    eta_s: float | None = None
    reasons: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    pass_rate: Rate = Rate(0, 0)  # noqa: RUF009 - frozen
    stop_reason: Sentence | None = None
    notices: tuple[dict[str, Any], ...] = ()

    @property
    def is_over(self) -> bool:
        return self.status in ("done", "cancelled", "stopped")

    @property
    def conclusion(self) -> Conclusion:
        unusable = self.infrastructure + self.skipped
        return Conclusion(self.status, self.total, unusable, self.done)


def progress(engine: Engine, run_id: int) -> RunProgress:
    """The current progress of a run. Raises NotFoundError."""
    with Session(engine) as session:
        run = session.get(Run, run_id)
        if run is None:
            raise NotFoundError("Run {run_id} does not exist.", run_id=run_id)
        counts = _counts(session, run_id)
        passed, failed = counts["passed"], counts["failed"]
        rate = _items_per_s(session, run, counts["done"])
        missing = run.total - counts["done"]
        return RunProgress(
            status=run.status,
            wanted=run.wanted,
            total=run.total,
            **counts,
            calls=run.calls,
            items_per_s=rate,
            eta_s=missing / rate if rate and run.status == "running" else None,
            reasons=MappingProxyType(_reasons(session, run_id)),
            pass_rate=Rate(passed, passed + failed),
            stop_reason=Sentence(run.stop_reason, run.stop_params) if run.stop_reason else None,
            notices=tuple(run.notices),
        )


def conclusions(engine: Engine, runs: Iterable[Run]) -> dict[int, Conclusion]:
    """Conclusions by run id, with one query for all."""
    listed = list(runs)
    with Session(engine) as session:
        ended = rows.count_ended(session, [run.id or 0 for run in listed])
    return {
        run.id or 0: Conclusion(run.status, run.total, unusable, finished)
        for run in listed
        for finished, unusable in [ended.get(run.id or 0, (0, 0))]
    }


def workers_alive(engine: Engine) -> list[Worker]:
    """Workers seen in the last 20 seconds; without one nothing is executed."""
    with Session(engine) as session:
        alive = select(Worker).where(col(Worker.seen_at) > now() - _ALIVE)
        return list(session.exec(alive.order_by(col(Worker.name))))


def _counts(session: Session, run_id: int) -> dict[str, int]:
    """The counts of a run as fields of RunProgress."""
    settled = and_(col(RunItem.run_id) == run_id, col(RunItem.retry).is_(False))
    counted: list[Any] = [
        func.count().label("done"),
        *(
            func.count(case((col(RunItem.outcome) == outcome, 1))).label(outcome)
            for outcome in ("passed", "failed", "infrastructure", "skipped")
        ),
        func.count(case((col(RunItem.reused), 1))).label("reused"),
        func.coalesce(func.sum(RunItem.prompt_tokens), 0).label("prompt_tokens"),
        func.coalesce(func.sum(RunItem.completion_tokens), 0).label("completion_tokens"),
    ]
    row = session.execute(columns(*counted).where(settled)).one()
    return {name: int(value) for name, value in row._mapping.items()}


def _reasons(session: Session, run_id: int) -> dict[str, int]:
    reasons: Counter[str] = Counter()
    for reason, n in session.execute(
        select(RunItem.reason, func.count())
        .where(
            RunItem.run_id == run_id,
            col(RunItem.retry).is_(False),
            col(RunItem.reason).is_not(None),
        )
        .group_by(col(RunItem.reason))
    ):
        reasons[reason] += n
    # At most a few dozen distinct lists: count them as text in the database and parse them here.
    listed = cast(col(Validation.failure_reasons), Text)
    for names, n in session.execute(
        select(listed, func.count())
        .join(RunItem, col(RunItem.id) == Validation.item_id)
        .where(Validation.run_id == run_id, RunItem.outcome == "failed")
        .group_by(listed)
    ):
        for name in json.loads(names):
            reasons[name] += n
    return dict(reasons.most_common())


def _items_per_s(session: Session, run: Run, done: int) -> float | None:
    """Items per second: over the last minute, or over the whole run once it is done; None if there
    is too little to tell.
    """
    if run.status == "done" and run.started_at and run.finished_at:
        return _rate(done, run.started_at, run.finished_at)
    n, first = session.execute(
        select(func.count(), func.min(RunItem.finished_at)).where(
            RunItem.run_id == run.id, col(RunItem.finished_at) > now() - _RECENT
        )
    ).one()
    if n < 2:
        return None
    end = now()
    elapsed_s = (end - first).total_seconds()
    is_enough = elapsed_s >= _ENOUGH_S if n >= _ENOUGH else elapsed_s >= _LONG_S
    return _rate(n - 1, first, end) if is_enough else None


def _rate(n: int, start: datetime, end: datetime) -> float:
    return n / max((end - start).total_seconds(), 0.001)
