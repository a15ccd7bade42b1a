"""What stands of the decisions people made, beside results."""

from typing import Any

from sqlalchemy import and_
from sqlalchemy.orm import aliased
from sqlmodel import col

from core.review.review_state import WANTS_SECOND
from db.tables import ReviewState, RunItem

DECISIONS = ("keep", "fix", "drop")
_standing: Any = aliased(ReviewState)
decision: Any = _standing.decision
"""What is decided on an item of `with_decision`; NULL where nothing is, where two opinions are in
dispute, and where a second opinion is wanted and not there, whatever the first says.
"""


def with_decision(query: Any) -> Any:
    """The query of `RunItem`, each with its `decision`."""
    stands = and_(_standing.item_id == col(RunItem.id), _standing.state != WANTS_SECOND)
    return query.join(_standing, stands, isouter=True)
