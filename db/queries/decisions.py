"""What stands of the decisions people made, beside results."""

from typing import Any

from sqlalchemy import select as columns
from sqlmodel import col

from db.tables import ReviewState, RunItem

DECISIONS = ("keep", "fix", "drop")


def decision() -> Any:
    """What is decided on an item; NULL where nothing is, or where two opinions are in dispute.

    To be selected beside `RunItem`.
    """
    return (
        columns(col(ReviewState.decision))
        .where(col(ReviewState.item_id) == col(RunItem.id))
        .correlate(RunItem)
        .scalar_subquery()
    )
