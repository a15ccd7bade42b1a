"""Store notices with a run when its first results suggest a wrong novel or tokeniser."""

from sqlalchemy import Engine, Text, case, cast, func
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from core.validation import NOTICE_TEXT, FailureReason, Outcomes, SkipReason, notices
from db import writing
from db.tables import Run, RunItem, Validation

_FIRST = 100
"""Number of first items that are counted: few, since this runs every second."""


def add_notices(engine: Engine, run_id: int) -> None:
    """Add notices that the first results give rise to; existing notices stay."""
    with Session(engine) as session:
        current = notices(_outcomes(session, run_id))
        stored = session.exec(select(Run.notices).where(Run.id == run_id)).one()
    codes = {notice["code"] for notice in stored}
    new = [notice for notice in current if notice.value not in codes]
    if not new:
        return
    with writing(engine) as session:
        run = session.get_one(Run, run_id)
        run.notices = [
            *stored,
            *({"code": n.value, "message": NOTICE_TEXT[n], "params": {}} for n in new),
        ]


def _outcomes(session: Session, run_id: int) -> Outcomes:
    first = (
        select(RunItem.id, RunItem.outcome, RunItem.reason)
        .where(RunItem.run_id == run_id)
        .order_by(col(RunItem.id))
        .limit(_FIRST)
        .subquery()
    )
    judged = first.c.outcome.in_(("passed", "failed"))
    elsewhere = cast(col(Validation.failure_reasons), Text).contains(
        FailureReason.EVIDENCE_ELSEWHERE.value
    )

    conditions = (
        judged & (col(Validation.evidence) != ""),
        judged & col(Validation.evidence_found),
        judged & elsewhere,
        first.c.reason == SkipReason.POSITION_OUT_OF_RANGE.value,
        judged | (first.c.outcome == "skipped"),
    )
    row = session.execute(
        columns(*(func.count(case((condition, 1))) for condition in conditions))
        .select_from(first)
        .outerjoin(Validation, col(Validation.item_id) == first.c.id)
    ).one()
    quoted, evidence_found, moved, out_of_range, asked = row
    return Outcomes(
        quoted=quoted, found=evidence_found, elsewhere=moved, out_of_range=out_of_range, seen=asked
    )
