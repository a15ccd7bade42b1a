"""What stands of the decisions people made, beside results."""

from typing import Any

from sqlalchemy import select as columns
from sqlmodel import col

from db.standing import WANTS_SECOND
from db.tables import ReviewState, RunItem

DECISIONS = ("keep", "fix", "drop")


def decision() -> Any:
    """What is decided on an item; NULL where nothing is, where two opinions are in dispute, and
    where a second opinion is wanted and not there, whatever the first says.

    To be selected beside `RunItem`.
    """
    return (
        columns(col(ReviewState.decision))
        .where(col(ReviewState.item_id) == col(RunItem.id), col(ReviewState.state) != WANTS_SECOND)
        .correlate(RunItem)
        .scalar_subquery()
    )
