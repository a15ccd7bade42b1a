"""List the single results that a reported number counts."""

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
"""Values of `CaseSelection.decided` -> the decisions they match, on judged results only.

bad: edited or rejected. any: every decision. against: those that contradict the validation.
"""


@dataclass(frozen=True, slots=True)
class CaseSelection:
    """Filter over the results of a scope; all given conditions must hold.

    `by` and `group`: results of one slice. `outcome`: passed, failed or infrastructure. `decided`:
    a key of ACTIONS. `flips_at`: results that a similarity threshold of this value would judge
    otherwise. `tried_at`: `outcome` is the one this threshold would give. `other` with `pair`:
    (whether the question passed in the scope's run, whether it passed in the run `other`). `said`:
    opinions of reviewers, of `reviewer` and `beside` where given. `days`: (first, last) in UTC, on
    which somebody, or `reviewer`, decided on them, even if the decision is no longer in force.
    `shared_with`: a run; only questions that every model ranked with it judged. `in_cleaned_set`:
    results in the runs' cleaned sets, of all question types, those that were never judged too.
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
    in_cleaned_set: bool = False
    shared_with: int | None = None


@dataclass(frozen=True, slots=True)
class ReportedCase:
    """One result in a list. `decision`: value of an Action; `similarity` in [0, 1], None without a
    quote.
    """

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
    """One page of results. `total`: results on all pages; `decisions`: how many decisions were made
    on them in the selected days, None without days.
    """

    total: int
    lines: Sequence[ReportedCase] = field(default_factory=tuple)
    decisions: int | None = None


def cases(
    engine: Engine,
    runs: Sequence[ReportedRun],
    scope: ReportScope,
    selection: CaseSelection,
    *,
    what_if: WhatIf | None = None,
    questions: Collection[int] | None = None,
    number: int = 1,
    size: int = 20,
) -> CasePage:
    """Return page `number` (from 1) of the selected results.

    `what_if`: that of the same scope, needed with `tried_at`, and with `flips_at` for flagged
    results that would pass. `questions`: the shared question ids, needed with `shared_with`.
    """
    books = (
        books_of(engine, runs)
        if selection.by in (ResultGrouping.TENTH, ResultGrouping.CHAPTER)
        else {}
    )
    with Session(engine) as session:
        ids = [run.id for run in runs]
        if selection.in_cleaned_set:
            where = queries.in_cleaned_set(ids)
        elif selection.days is not None:
            where = queries.of_runs(ids, scope.question_type)
        else:
            where = within(runs, scope)
        if selection.by is ResultGrouping.REASON:
            where.append(queries.with_reason(selection.group))
        elif selection.by is not None:
            where.append(trait(session, runs, selection.by, books) == selection.group)
        where += _outcome_conditions(selection, what_if)
        if selection.shared_with is not None:
            where.append(queries.of_questions(list(questions or ())))
        if selection.decided in ACTIONS:
            where += [queries.judged(), queries.decided(ACTIONS[selection.decided])]
        if selection.decided == "against":
            where.append(queries.contradicts_validation(KEEP, BAD))
        if selection.said is not None:
            where.append(
                queries.result_has_opinion(selection.said, selection.reviewer, selection.beside)
            )
        if selection.other is not None and selection.pair is not None and scope.run_id is not None:
            ours, theirs = selection.pair
            where.append(
                queries.differs_between_runs(
                    scope.run_id, selection.other, passed=ours, other_passed=theirs
                )
            )
        decision_count = None
        if selection.days is not None:
            decisions = queries.decided_between(*_day_bounds(selection.days), selection.reviewer)
            decision_count = queries.count_decisions(session, decisions, where)
            where.append(queries.decided_in(decisions))
        total = queries.count_cases(session, where)
        offset = (number - 1) * size
        rows = queries.cases(session, where, limit=size, offset=offset) if total else []
        return CasePage(total, [_case(*row) for row in rows], decision_count)


def _outcome_conditions(
    selection: CaseSelection, what_if: WhatIf | None
) -> list[queries.Condition]:
    """Return conditions on the outcome, as it is or as another threshold would make it."""
    threshold = selection.tried_at if selection.flips_at is None else selection.flips_at
    if threshold is None or (
        selection.flips_at is None and selection.outcome not in queries.JUDGED
    ):
        conditions = [queries.with_outcome(selection.outcome)] if selection.outcome else []
        return conditions if threshold is None else [*conditions, queries.judged()]
    newly_passed = what_if.items_newly_passed(threshold) if what_if else []
    if selection.flips_at is None:
        return [queries.tried(threshold, newly_passed, passes=selection.outcome == "passed")]
    return [
        queries.one_of(newly_passed)
        if selection.outcome == "failed"
        else queries.passed_below(threshold)
    ]


def _day_bounds(days: tuple[date, date]) -> tuple[datetime, datetime]:
    """Return the beginning of the first day, and of the day after the last, in UTC."""
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
