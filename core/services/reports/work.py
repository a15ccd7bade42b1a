"""Progress of the review: decisions by reviewer and day, and the cost of each kept question."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.reports.scope import ReportedRun, ReportScope
from core.services.reports.slices import within
from core.services.results import IN_A_SET, QuestionOutcome, count_outcomes_of
from core.services.review import AgreementReport, agreement_where
from db.queries import accuracy as queries
from db.queries.corrections import revalidation_costs

DAYS = 14
"""Length of a throughput window in days; earlier windows follow each other without a gap."""


@dataclass(frozen=True, slots=True)
class ReviewerPace:
    """A reviewer's decisions in a window. `days` and `hours`: how many of them had any decision."""

    reviewer: str
    decisions: int
    days: int
    hours: int

    @property
    def per_hour(self) -> float:
        return self.decisions / self.hours


@dataclass(frozen=True)
class Throughput:
    """Decisions in a window of DAYS days, by hour and reviewer.

    Decisions that were undone or replaced count too, since they were work. `days`: all dates of the
    window, in order; empty if the window is out of range. `windows`: how many windows there are.
    """

    days: Sequence[str]
    made: Sequence[tuple[str, str, int]]
    """(hour as 2026-01-31 09, reviewer, decisions)"""
    windows: int

    @cached_property
    def by_day(self) -> Mapping[str, Mapping[str, int]]:
        """Reviewer -> day -> decisions; the reviewer with most decisions first."""
        counts: dict[str, dict[str, int]] = {}
        for hour, reviewer, n in self.made:
            day_counts = counts.setdefault(reviewer, {})
            day_counts[hour[:10]] = day_counts.get(hour[:10], 0) + n
        return dict(sorted(counts.items(), key=lambda entry: (-sum(entry[1].values()), entry[0])))

    @property
    def of_days(self) -> Mapping[str, int]:
        """Day -> decisions of all reviewers; only days that had any."""
        counts: dict[str, int] = {}
        for hour, _reviewer, n in self.made:
            counts[hour[:10]] = counts.get(hour[:10], 0) + n
        return counts

    @property
    def paces(self) -> Sequence[ReviewerPace]:
        hours: dict[str, int] = {}
        for _hour, reviewer, _n in self.made:
            hours[reviewer] = hours.get(reviewer, 0) + 1
        return [
            ReviewerPace(reviewer, sum(days.values()), len(days), hours[reviewer])
            for reviewer, days in self.by_day.items()
        ]

    @property
    def total(self) -> int:
        return sum(n for _hour, _reviewer, n in self.made)


def throughput(engine: Engine, back: int = 0) -> Throughput | None:
    """Count decisions over DAYS days (UTC), ending with the latest decision or `back` windows
    earlier.

    Over all runs, since a reviewer's day does not depend on the report's scope. None before the
    first decision.
    """
    with Session(engine) as session:
        first, latest = queries.first_and_last_decision_at(session)
        if first is None or latest is None:
            return None
        midnight = latest.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        windows = (midnight.date() - first.astimezone(UTC).date()).days // DAYS + 1
        if not 0 <= back < windows:
            return Throughput((), (), windows)
        end = midnight + timedelta(days=1 - back * DAYS)
        start = end - timedelta(days=DAYS)
        rows = list(queries.throughput(session, start, end))
    return Throughput([_date(start + timedelta(days=at)) for at in range(DAYS)], rows, windows)


def _date(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d}"


def scope_agreement(
    engine: Engine, runs: Sequence[ReportedRun], scope: ReportScope
) -> AgreementReport:
    """Measure how far reviewers agree on the scope's results, and what final decisions overrode."""
    return agreement_where(engine, [queries.reviewed_in(within(runs, scope))])


@dataclass(frozen=True, slots=True)
class KeptCost:
    """Cost of a whole run, with revalidations of corrected questions. `kept`: number of its
    questions in a cleaned set. `cost`: None if the price is unknown. `spent`: False if no tokens
    were used.
    """

    run: ReportedRun
    kept: int
    cost: float | None
    spent: bool

    @property
    def each(self) -> float | None:
        return self.cost / self.kept if self.cost is not None and self.kept else None


def costs(engine: Engine, runs: Sequence[ReportedRun]) -> Sequence[KeptCost]:
    """Return the cost of each run that has results, over all its questions: the cost of a single
    question type is not recorded, so it cannot be divided by the kept questions of that type.
    """
    ids = [run.id for run in runs]
    outcomes_by_run = count_outcomes_of(engine, ids)
    with Session(engine) as session:
        with_results = queries.runs_with_results(session, ids)
        again = revalidation_costs(session, ids)
    return [
        _cost(run, outcomes_by_run[run.id], *again.get(run.id, (0, 0.0)))
        for run in runs
        if run.id in with_results
    ]


def _cost(
    run: ReportedRun, outcomes: Counter[QuestionOutcome], tokens: int, cost: float
) -> KeptCost:
    return KeptCost(
        run,
        sum(outcomes[outcome] for outcome in IN_A_SET),
        run.cost + cost if run.spec.price is not None else None,
        spent=run.tokens + tokens > 0,
    )
