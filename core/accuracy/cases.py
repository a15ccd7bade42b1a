"""The results behind a number."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Engine
from sqlmodel import Session

from core.accuracy.calibration import BAD, KEEP
from core.accuracy.scope import Scope, Validated
from core.accuracy.slices import By, books_of, trait, within
from core.accuracy.what_if import WhatIf
from core.review import Said
from core.review.queue import reasons_of
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
class Cases:
    """Which results of a scope: every condition that is given must hold.

    `by` and `group`: of one slice. `outcome`: passed, failed or infrastructure. `decided`: a key
    of ACTIONS. `flips_at`: those that this threshold would judge otherwise. `other` with `pair`:
    questions that passed in the run, and in the other run. `said`: what reviewers say of them, of
    `reviewer` and `beside` where they are given. `in_a_set`: in the runs' cleaned sets, of all
    types of question and also those the validation never judged.
    """

    by: By | None = None
    group: str = ""
    outcome: str = ""
    decided: str = ""
    flips_at: float | None = None
    other: int | None = None
    pair: tuple[bool, bool] | None = None
    said: Said | None = None
    reviewer: str | None = None
    beside: str | None = None
    in_a_set: bool = False


@dataclass(frozen=True, slots=True)
class Case:
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
    total: int
    lines: Sequence[Case] = field(default_factory=tuple)


def cases(
    engine: Engine,
    runs: Sequence[Validated],
    scope: Scope,
    wanted: Cases,
    *,
    what_if: WhatIf | None = None,
    number: int = 1,
    size: int = 20,
) -> CasePage:
    """Page `number` (from 1). `what_if`: of the same scope, needed with `flips_at` where results
    that were flagged would pass.
    """
    books = books_of(engine, runs) if wanted.by in (By.TENTH, By.CHAPTER) else {}
    at = (number - 1) * size
    with Session(engine) as session:
        ids = [run.id for run in runs]
        where = queries.in_a_set(ids) if wanted.in_a_set else within(runs, scope)
        if wanted.by is By.REASON:
            where.append(queries.with_reason(wanted.group))
        elif wanted.by is not None:
            where.append(trait(session, runs, wanted.by, books) == wanted.group)
        if wanted.outcome and wanted.flips_at is None:
            where.append(queries.with_outcome(wanted.outcome))
        if wanted.decided in ACTIONS:
            where += [queries.judged(), queries.decided(ACTIONS[wanted.decided])]
        if wanted.decided == "against":
            where.append(queries.against(KEEP, BAD))
        if wanted.said is not None:
            where.append(queries.said(wanted.said, wanted.reviewer, wanted.beside))
        if wanted.other is not None and wanted.pair is not None and scope.run_id is not None:
            ours, theirs = wanted.pair
            where.append(
                queries.parted(scope.run_id, wanted.other, passed=ours, other_passed=theirs)
            )
        if wanted.flips_at is not None:
            if wanted.outcome == "failed":
                flipped = what_if.items_newly_passed(wanted.flips_at) if what_if else []
                where.append(queries.one_of(flipped[at : at + size]))
                rows = queries.cases(session, where, limit=size)
                return CasePage(len(flipped), [_case(*row) for row in rows])
            where.append(queries.passed_below(wanted.flips_at))
        total = queries.count_cases(session, where)
        rows = queries.cases(session, where, limit=size, offset=at) if total else []
        return CasePage(total, [_case(*row) for row in rows])


def _case(
    item: RunItem, question: QuestionRow, verdict: Validation | None, action: str | None
) -> Case:
    quoted = verdict is not None and item.outcome in queries.JUDGED and verdict.evidence.strip()
    return Case(
        item_id=item.id or 0,
        run_id=item.run_id,
        line=question.line,
        question=question.question,
        outcome=item.outcome,
        reasons=reasons_of(item, verdict),
        decision=action,
        similarity=verdict.evidence_similarity if verdict and quoted else None,
    )
