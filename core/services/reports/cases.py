"""The results behind a number."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.reports.calibration import BAD, KEEP
from core.services.reports.scope import ReportedRun, ReportScope
from core.services.reports.slices import ResultGrouping, trait, within
from core.services.reports.what_if import WhatIf
from core.services.results.novel_divisions import books_of
from core.services.review import OpinionFilter
from core.services.review.queue import reasons_of
from db.queries import accuracy as queries
from db.tables import QuestionRow, RunItem, Validation

ACTIONS: dict[str, tuple[str, ...]] = {
    "keep": (KEEP,),
    "fix": ("fix",),
    "drop": ("drop",),
    "bad": BAD,
    "any": (KEEP, *BAD),
    "against": (KEEP, *BAD),
}
"""What a case's decision may be asked for: one kind, a fault of either kind, any, or one that says
the opposite of the validation. All of them of results that were judged.
"""


@dataclass(frozen=True, slots=True)
class CaseSelection:
    """Which results of a scope: every condition that is given must hold.

    `by` and `group`: of one slice. `outcome`: passed, failed or infrastructure. `decided`: a key
    of ACTIONS. `flips_at`: those that this threshold would judge otherwise. `tried_at`: as this
    threshold would judge them; `outcome` is what it makes of them. `other` with `pair`: questions
    that passed in the run, and in the other run. `said`: what reviewers say of them, of `reviewer`
    and `beside` where they are given. `days`, the first and the last one in UTC: on which somebody,
    or `reviewer`, decided on them, whatever came of the question and whether or not it stands.
    `shared_with`: a run; of the questions that every model ranked beside it judged.
    `in_a_set`: in the runs' cleaned sets, of all types of question and also those the validation
    never judged.
    """

    by: ResultGrouping | None = None
    group: str = ""
    outcome: str = ""
    decided: str = ""
    flips_at: float | None = None
    tried_at: float | None = None
    other: int | None = None
    pair: tuple[bool, bool] | None = None
    said: OpinionFilter | None = None
    reviewer: str | None = None
    beside: str | None = None
    days: tuple[date, date] | None = None
    in_a_set: bool = False
    shared_with: int | None = None


@dataclass(frozen=True, slots=True)
class ReportedCase:
    """One result as a list shows it; `decision` is an Action's value."""

    item_id: int
    run_id: int
    line: int
    question: str
    outcome: str
    reasons: tuple[str, ...]
    decision: str | None
    similarity: float | None


@dataclass(frozen=True)
class CasePage:
    """`decisions` that were made on them in the days that were asked for."""

    total: int
    lines: Sequence[ReportedCase] = field(default_factory=tuple)
    decisions: int | None = None


def cases(
    engine: Engine,
    runs: Sequence[ReportedRun],
    scope: ReportScope,
    wanted: CaseSelection,
    *,
    what_if: WhatIf | None = None,
    questions: Collection[int] | None = None,
    number: int = 1,
    size: int = 20,
) -> CasePage:
    """Page `number` (from 1). `what_if`: of the same scope, needed with `tried_at`, and with
    `flips_at` where results that were flagged would pass. `questions`: the ids of those shared,
    needed with `shared_with`.
    """
    books = (
        books_of(engine, runs)
        if wanted.by in (ResultGrouping.TENTH, ResultGrouping.CHAPTER)
        else {}
    )
    with Session(engine) as session:
        ids = [run.id for run in runs]
        if wanted.in_a_set:
            where = queries.in_a_set(ids)
        elif wanted.days is not None:
            where = queries.of_runs(ids, scope.question_type)
        else:
            where = within(runs, scope)
        if wanted.by is ResultGrouping.REASON:
            where.append(queries.with_reason(wanted.group))
        elif wanted.by is not None:
            where.append(trait(session, runs, wanted.by, books) == wanted.group)
        where += _judged(wanted, what_if)
        if wanted.shared_with is not None:
            where.append(queries.of_questions(list(questions or ())))
        if wanted.decided in ACTIONS:
            where += [queries.judged(), queries.decided(ACTIONS[wanted.decided])]
        if wanted.decided == "against":
            where.append(queries.contradicts_validation(KEEP, BAD))
        if wanted.said is not None:
            where.append(queries.result_has_opinion(wanted.said, wanted.reviewer, wanted.beside))
        if wanted.other is not None and wanted.pair is not None and scope.run_id is not None:
            ours, theirs = wanted.pair
            where.append(
                queries.differs_between_runs(
                    scope.run_id, wanted.other, passed=ours, other_passed=theirs
                )
            )
        made = None
        if wanted.days is not None:
            decisions = queries.decided_between(*_moments(wanted.days), wanted.reviewer)
            made = queries.count_decisions(session, decisions, where)
            where.append(queries.decided_in(decisions))
        total = queries.count_cases(session, where)
        at = (number - 1) * size
        rows = queries.cases(session, where, limit=size, offset=at) if total else []
        return CasePage(total, [_case(*row) for row in rows], made)


def _judged(wanted: CaseSelection, what_if: WhatIf | None) -> list[queries.Condition]:
    """What came of them, or would at another threshold."""
    at = wanted.tried_at if wanted.flips_at is None else wanted.flips_at
    if at is None or (wanted.flips_at is None and wanted.outcome not in queries.JUDGED):
        said = [queries.with_outcome(wanted.outcome)] if wanted.outcome else []
        return said if at is None else [*said, queries.judged()]
    newly = what_if.items_newly_passed(at) if what_if else []
    if wanted.flips_at is None:
        return [queries.tried(at, newly, passes=wanted.outcome == "passed")]
    return [queries.one_of(newly) if wanted.outcome == "failed" else queries.passed_below(at)]


def _moments(days: tuple[date, date]) -> tuple[datetime, datetime]:
    first, last = (datetime.combine(day, time(), UTC) for day in days)
    return first, last + timedelta(days=1)


def _case(
    item: RunItem, question: QuestionRow, verdict: Validation | None, action: str | None
) -> ReportedCase:
    quoted = verdict is not None and item.outcome in queries.JUDGED and verdict.evidence.strip()
    return ReportedCase(
        item_id=item.id or 0,
        run_id=item.run_id,
        line=question.line,
        question=question.question,
        outcome=item.outcome,
        reasons=reasons_of(item, verdict),
        decision=action,
        similarity=verdict.evidence_similarity if verdict and quoted else None,
    )
