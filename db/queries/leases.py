"""Work that is in one worker's hands at a time: taken up, held, given back, ended."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, func, or_, update
from sqlalchemy import select as columns
from sqlmodel import Session, col

from db.tables import AnswerLoop, CopyCheck, GateRun, now

ACTIVE = ("queued", "running")

Leased = type[CopyCheck] | type[GateRun] | type[AnswerLoop]
"""Tables with status, worker, lease_until, started_at and finished_at."""


def id_with(session: Session, table: Leased, key: str | None) -> int | None:
    """Of the row with this idempotency key."""
    if key is None:
        return None
    return session.execute(columns(col(table.id)).where(col(table.idempotency_key) == key)).scalar()


def change(
    session: Session, table: Leased, id_: int, allowed: Sequence[str], values: Mapping[str, Any]
) -> bool:
    """Whether the row was in an allowed state and is changed."""
    changed = (
        update(table)
        .where(col(table.id) == id_, col(table.status).in_(allowed))
        .values(**values)
        .returning(col(table.id))
    )
    return session.execute(changed).first() is not None


def waiting(session: Session, table: Leased, worker: str) -> list[int]:
    """What this worker may take up, oldest first."""
    query = columns(col(table.id)).where(col(table.status).in_(ACTIVE), _free(table, worker))
    return list(session.execute(query.order_by(col(table.id))).scalars())


def take(session: Session, table: Leased, id_: int, worker: str, until: datetime) -> bool:
    """Whether it is now in this worker's hands: it was in nobody's, or in theirs."""
    taken = (
        update(table)
        .where(col(table.id) == id_, col(table.status).in_(ACTIVE), _free(table, worker))
        .values(
            status="running",
            worker=worker,
            lease_until=until,
            started_at=func.coalesce(table.started_at, now()),
        )
        .returning(col(table.id))
    )
    return session.execute(taken).first() is not None


def _free(table: Leased, worker: str) -> ColumnElement[bool]:
    """In nobody's hands, or in this worker's own since before it was started again."""
    return or_(
        col(table.lease_until).is_(None),
        col(table.lease_until) < now(),
        col(table.worker) == worker,
    )


def hold(session: Session, table: Leased, id_: int, worker: str, until: datetime) -> bool:
    """Moves the lease on, False where the work was cancelled or is in other hands."""
    mine = _mine(table, id_, worker)
    held = update(table).where(*mine).values(lease_until=until).returning(col(table.id))
    return session.execute(held).first() is not None


def holders(session: Session, table: Leased) -> set[str]:
    """Of work that others have to leave to them."""
    held = (col(table.status) == "running", col(table.lease_until) >= now())
    return set(session.execute(columns(col(table.worker)).where(*held)).scalars()) - {None, ""}


def take_from(session: Session, table: Leased, worker: str) -> None:
    """Anybody may go on with what this one had in hand."""
    held = (col(table.status) == "running", col(table.worker) == worker)
    session.execute(update(table).where(*held).values(lease_until=None))


def give_back(session: Session, table: Leased, id_: int, worker: str) -> None:
    """Anybody may go on."""
    mine = (col(table.id) == id_, col(table.worker) == worker)
    session.execute(update(table).where(*mine).values(lease_until=None))


def finish(
    session: Session, table: Leased, id_: int, worker: str, *, unless: ColumnElement[bool] | None
) -> bool:
    """Whether it is done: not where it was cancelled, is in other hands, or `unless` is true."""
    conditions = _mine(table, id_, worker) + (() if unless is None else (~unless,))
    done = (
        update(table)
        .where(*conditions)
        .values(status="done", finished_at=now())
        .returning(col(table.id))
    )
    finished = session.execute(done).first() is not None
    give_back(session, table, id_, worker)
    return finished


def _mine(table: Leased, id_: int, worker: str) -> tuple[ColumnElement[bool], ...]:
    return (col(table.id) == id_, col(table.status) == "running", col(table.worker) == worker)
