"""Health figures of the desk: heartbeats of workers, and how long work has been waiting."""

from datetime import datetime

from sqlalchemy import func
from sqlalchemy import select as columns
from sqlmodel import Session, col

from db.tables import AnswerLoop, CopyCheck, GateRun, Run, Worker

_WAITING = (Run, CopyCheck, GateRun, AnswerLoop)


def heartbeats(session: Session, since: datetime) -> tuple[int, datetime | None]:
    """(number of workers with a heartbeat since then, time of the last heartbeat of any)."""
    alive = columns(func.count()).select_from(Worker).where(col(Worker.seen_at) >= since)
    newest = columns(func.max(Worker.seen_at))
    return int(session.execute(alive).scalar_one()), session.execute(newest).scalar()


def waiting(session: Session, *statuses: str) -> tuple[int, datetime | None]:
    """(number of runs, checks and loops with these statuses, creation time of the oldest)."""
    count, oldest = 0, list[datetime]()
    for table in _WAITING:
        query = columns(func.count(), func.min(table.created_at)).where(
            col(table.status).in_(statuses)
        )
        number, first = session.execute(query).one()
        count += number
        if first is not None:
            oldest.append(first)
    return count, min(oldest, default=None)
