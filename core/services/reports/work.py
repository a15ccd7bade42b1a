"""How the review gets on: who decides how much, and what a kept question costs."""

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
from core.services.review import AgreementReport, said_in
from db.queries import accuracy as queries
from db.queries.corrections import spent_again

DAYS = 14
"""Of a window of reviewing; older windows are a step back each."""


@dataclass(frozen=True, slots=True)
class ReviewerPace:
    """A reviewer's decisions in a window; `hours` in which they made any."""

    reviewer: str
    decisions: int
    days: int
    hours: int

    @property
    def per_hour(self) -> float:
        return self.decisions / self.hours


@dataclass(frozen=True)
class Throughput:
    """Decisions made on each of `days`, the dates from first to last, by each reviewer. One that
    was taken back or decided again was work too and counts. No `days`: the window is older than
    any decision; `windows` are not.
    """

    days: Sequence[str]
    made: Sequence[tuple[str, str, int]]
    """(hour as 2026-01-31 09, reviewer, decisions)"""
    windows: int

    @cached_property
    def by_day(self) -> Mapping[str, Mapping[str, int]]:
        """reviewer -> day -> decisions; who made most first."""
        found: dict[str, dict[str, int]] = {}
        for hour, reviewer, n in self.made:
            of_day = found.setdefault(reviewer, {})
            of_day[hour[:10]] = of_day.get(hour[:10], 0) + n
        return dict(sorted(found.items(), key=lambda one: (-sum(one[1].values()), one[0])))

    @property
    def of_days(self) -> Mapping[str, int]:
        """Day -> decisions of everybody; the days on which there were any."""
        found: dict[str, int] = {}
        for hour, _reviewer, n in self.made:
            found[hour[:10]] = found.get(hour[:10], 0) + n
        return found

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
    """The fourteen days up to the latest decision, or `back` windows before them, in UTC; of every
    run, since a reviewer's day is not cut by what is looked at. None before the first decision.
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
        made = list(queries.throughput(session, start, end))
    return Throughput([_date(start + timedelta(days=at)) for at in range(DAYS)], made, windows)


def _date(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d}"


def agreed_on(engine: Engine, runs: Sequence[ReportedRun], scope: ReportScope) -> AgreementReport:
    """How far reviewers agree on the scope's results, and what final decisions made of it."""
    return said_in(engine, [queries.reviewed_in(within(runs, scope))])


@dataclass(frozen=True, slots=True)
class KeptCost:
    """What a whole run spent, its corrected questions that were asked again included, and how many
    questions of it a cleaned set holds. `cost` is None where no price was known; `spent` is False
    where nothing was asked of an endpoint that counts.
    """

    run: ReportedRun
    kept: int
    cost: float | None
    spent: bool

    @property
    def each(self) -> float | None:
        return self.cost / self.kept if self.cost is not None and self.kept else None


def costs(engine: Engine, runs: Sequence[ReportedRun]) -> Sequence[KeptCost]:
    """One for each run that has asked anything, of all its questions: what a type of question
    costs is not known, so it cannot be set against the kept ones of that type.
    """
    ids = [run.id for run in runs]
    became = count_outcomes_of(engine, ids)
    with Session(engine) as session:
        asked = queries.runs_with_results(session, ids)
        again = spent_again(session, ids)
    return [
        _cost(run, became[run.id], *again.get(run.id, (0, 0.0))) for run in runs if run.id in asked
    ]


def _cost(run: ReportedRun, became: Counter[QuestionOutcome], tokens: int, cost: float) -> KeptCost:
    return KeptCost(
        run,
        sum(became[one] for one in IN_A_SET),
        run.cost + cost if run.spec.price is not None else None,
        spent=run.tokens + tokens > 0,
    )
