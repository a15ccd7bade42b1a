"""Join results with the current decisions on them."""

from typing import Any

from sqlalchemy import and_
from sqlalchemy.orm import aliased
from sqlmodel import col

from core.review import WANTS_SECOND
from db.tables import ReviewState, RunItem

DECISIONS = ("keep", "fix", "drop")
_state: Any = aliased(ReviewState)
decision: Any = _state.decision
"""The decision on an item in a query `with_decision`; NULL if there is none, if two opinions are in
dispute, and while a second review is pending, whatever the first opinion is.
"""


def with_decision(query: Any) -> Any:
    """A query of `RunItem`, joined so that it can select `decision`."""
    has_decision = and_(_state.item_id == col(RunItem.id), _state.state != WANTS_SECOND)
    return query.join(_state, has_decision, isouter=True)
