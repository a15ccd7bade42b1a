"""What says how the desk is doing: heartbeats of workers and how long work waits."""

from datetime import datetime

from sqlalchemy import func
from sqlalchemy import select as columns
from sqlmodel import Session, col

from db.tables import AnswerLoop, CopyCheck, GateRun, Run, Worker

_WAITING = (Run, CopyCheck, GateRun, AnswerLoop)


def heartbeats(session: Session, since: datetime) -> tuple[int, datetime | None]:
    """How many workers gave a sign of life since then, and when the last one did at all."""
    alive = columns(func.count()).select_from(Worker).where(col(Worker.seen_at) >= since)
    newest = columns(func.max(Worker.seen_at))
    return int(session.execute(alive).scalar_one()), session.execute(newest).scalar()


def waiting(session: Session, *statuses: str) -> tuple[int, datetime | None]:
    """How much was started by people and has one of these statuses, and the oldest of it."""
    count, oldest = 0, list[datetime]()
    for table in _WAITING:
        found = columns(func.count(), func.min(table.created_at)).where(
            col(table.status).in_(statuses)
        )
        number, first = session.execute(found).one()
        count += number
        if first is not None:
            oldest.append(first)
    return count, min(oldest, default=None)
