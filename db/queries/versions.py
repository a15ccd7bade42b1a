"""Find the same question in other versions of its set: same novel and key, but another file."""

from sqlalchemy import bindparam
from sqlalchemy import select as columns
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from db.tables import QuestionRow, QuestionSet, ReviewState, RunItem

_this_question, _this_set = aliased(QuestionRow), aliased(QuestionSet)
_ELSEWHERE = (
    columns(col(ReviewState.item_id), col(ReviewState.decision_id))
    .select_from(RunItem)
    .join(_this_question, _this_question.id == col(RunItem.question_id))  # type: ignore[arg-type]
    .join(_this_set, _this_set.id == _this_question.set_id)  # type: ignore[arg-type]
    .join(QuestionSet, col(QuestionSet.source_id) == _this_set.source_id)
    .join(
        QuestionRow,
        (col(QuestionRow.set_id) == col(QuestionSet.id))
        & (col(QuestionRow.item_key) == _this_question.item_key),
    )
    .join(ReviewState, col(ReviewState.question_id) == col(QuestionRow.id))
    .where(
        col(RunItem.id) == bindparam("item_id"),
        col(QuestionSet.id) != _this_set.id,
        col(ReviewState.decision_id).is_not(None),
        col(ReviewState.state).in_(("decided", "settled")),
    )
    .order_by(col(ReviewState.decision_id).desc())
    .limit(1)
)
"""Built once: a reviewer waited longer for building this query than for running it."""


def decided_elsewhere(session: Session, item_id: int) -> tuple[int, int] | None:
    """(item id, event id) of the latest current decision on the item's question in another set of
    its novel, or None. Sets without a novel have no versions.
    """
    row = session.execute(_ELSEWHERE, {"item_id": item_id}).first()
    return (row[0], row[1]) if row else None
