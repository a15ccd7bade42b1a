"""What final decisions have settled, and why opinions had differed."""

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
    """An item as a list shows it, with the final decision on it."""

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
    """Page `number` (from 1) of the queue's settled items, the latest decision first."""
    with Session(engine) as session:
        rows = queries.settled(session, queue.conditions(), offset=(number - 1) * size, limit=size)
    return [
        AdjudicatedItem(*row[:4], Action(row.action), Cause(row.cause), *row[6:]) for row in rows
    ]


def count_causes(engine: Engine, queue: Queue) -> Counter[Cause]:
    """How many of the queue's items were settled for each cause, whichever the queue asks for."""
    with Session(engine) as session:
        found = queries.causes(session, replace(queue, cause=None).conditions())
    return Counter({Cause(cause): n for cause, n in found.items()})
