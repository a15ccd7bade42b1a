"""What stands of the decisions people made: the one place of the accuracy page that knows how
they are stored.
"""

from typing import Any

from sqlalchemy import select as columns
from sqlalchemy.orm import aliased
from sqlmodel import col

from db.tables import ReviewEvent, RunItem

DECISIONS = ("keep", "fix", "drop")


def decision() -> Any:
    """The action that an item's decision is, its latest one that nobody has undone; NULL where
    there is none. To be selected beside `RunItem`.
    """
    undoing: Any = aliased(ReviewEvent)
    undone = columns(undoing.id).where(undoing.undoes_id == col(ReviewEvent.id)).exists()
    return (
        columns(col(ReviewEvent.action))
        .where(
            col(ReviewEvent.item_id) == col(RunItem.id),
            col(ReviewEvent.action).in_(DECISIONS),
            ~undone,
        )
        .order_by(col(ReviewEvent.id).desc())
        .limit(1)
        .correlate(RunItem)
        .scalar_subquery()
    )
