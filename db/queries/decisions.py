"""Join results with the current decisions on them."""

from typing import Any

from sqlalchemy import and_
from sqlalchemy.orm import aliased
from sqlmodel import col

from core.review.review_state import WANTS_SECOND
from db.tables import ReviewState, RunItem

DECISIONS = ("keep", "fix", "drop")
_state: Any = aliased(ReviewState)
decision: Any = _state.decision
"""What is decided on an item of `with_decision`; NULL where nothing is, where two opinions are in
dispute, and where a second opinion is wanted and not there, whatever the first says.
"""


def with_decision(query: Any) -> Any:
    """A query of `RunItem`, joined so that it can select `decision`."""
    has_decision = and_(_state.item_id == col(RunItem.id), _state.state != WANTS_SECOND)
    return query.join(_state, has_decision, isouter=True)
