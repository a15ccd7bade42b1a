"""List settled items with their final decisions, and why opinions had differed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.review.enums import Action, Cause
from core.services.review.queue import Queue
from db.queries import opinions as queries


@dataclass(frozen=True, slots=True)
class AdjudicatedItem:
    """An item in a list, with the final decision on it."""

    item_id: int
    run_id: int
    line: int
    question: str
    action: Action
    cause: Cause
    comment: str
    reviewer: str
    at: datetime


def adjudicated_items(
    engine: Engine, queue: Queue, number: int = 1, size: int = 20
) -> Sequence[AdjudicatedItem]:
    """Return page `number` (from 1) of the queue's settled items, the latest decision first."""
    with Session(engine) as session:
        rows = queries.settled(session, queue.conditions(), offset=(number - 1) * size, limit=size)
    return [
        AdjudicatedItem(*row[:4], Action(row.action), Cause(row.cause), *row[6:]) for row in rows
    ]


def count_causes(engine: Engine, queue: Queue) -> Counter[Cause]:
    """Count the queue's settled items by cause, ignoring the queue's own filter by cause."""
    with Session(engine) as session:
        counts = queries.causes(session, replace(queue, cause=None).conditions())
    return Counter({Cause(cause): n for cause, n in counts.items()})
