"""What people decide about flagged questions, and what waits for them."""

from core.review.decisions import (
    Action,
    Event,
    current_decision,
    current_decisions,
    decide,
    history,
    last_decided_item,
    reviewer_id,
    undo,
)
from core.review.queue import (
    Decided,
    Line,
    Queue,
    Shown,
    Waiting,
    after_decision,
    count,
    next_item,
    page,
    previous_item,
    waiting,
)

__all__ = [
    "Action",
    "Decided",
    "Event",
    "Line",
    "Queue",
    "Shown",
    "Waiting",
    "after_decision",
    "count",
    "current_decision",
    "current_decisions",
    "decide",
    "history",
    "last_decided_item",
    "next_item",
    "page",
    "previous_item",
    "reviewer_id",
    "undo",
    "waiting",
]
