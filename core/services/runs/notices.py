"""Signs that a run's questions belong to another novel or tokeniser, kept with the run."""

from sqlalchemy import Engine, Text, case, cast, func
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from core.validation import NOTICE_TEXT, FailureReason, Outcomes, SkipReason, notices
from db.engine import writing
from db.tables import Run, RunItem, Validation

_FIRST = 100
"""Only the first items are looked at: a run is not scanned every second."""


def note(engine: Engine, run_id: int) -> None:
    """Adds what the first results say; a notice once given stays."""
    with Session(engine) as session:
        said = notices(_outcomes(session, run_id))
        known = session.exec(select(Run.notices).where(Run.id == run_id)).one()
    codes = {notice["code"] for notice in known}
    new = [notice for notice in said if notice.value not in codes]
    if not new:
        return
    with writing(engine) as session:
        run = session.get_one(Run, run_id)
        run.notices = [
            *known,
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
    quoted, found, moved, out_of_range, seen = row
    return Outcomes(
        quoted=quoted, found=found, elsewhere=moved, out_of_range=out_of_range, seen=seen
    )
