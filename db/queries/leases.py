"""Leases of workers on rows of work: take, renew, release and finish. See `core.queue.leases`."""

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
    """The id of the row with this idempotency key."""
    if key is None:
        return None
    return session.execute(columns(col(table.id)).where(col(table.idempotency_key) == key)).scalar()


def change(
    session: Session, table: Leased, id_: int, allowed: Sequence[str], values: Mapping[str, Any]
) -> bool:
    """Write `values` if the row's status is `allowed`; return whether."""
    changed = (
        update(table)
        .where(col(table.id) == id_, col(table.status).in_(allowed))
        .values(**values)
        .returning(col(table.id))
    )
    return session.execute(changed).first() is not None


def waiting(session: Session, table: Leased, worker: str) -> list[int]:
    """Ids of the active rows that this worker may take, oldest first."""
    query = columns(col(table.id)).where(col(table.status).in_(ACTIVE), _free(table, worker))
    return list(session.execute(query.order_by(col(table.id))).scalars())


def take(session: Session, table: Leased, id_: int, worker: str, until: datetime) -> bool:
    """Take the lease if it is free or this worker's already; return whether."""
    update_query = (
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
    return session.execute(update_query).first() is not None


def _free(table: Leased, worker: str) -> ColumnElement[bool]:
    """No other worker holds the lease. A restarted worker may take back its own at once."""
    return or_(
        col(table.lease_until).is_(None),
        col(table.lease_until) < now(),
        col(table.worker) == worker,
    )


def hold(session: Session, table: Leased, id_: int, worker: str, until: datetime) -> bool:
    """Extend the lease; False if the work was cancelled or another worker holds it."""
    mine = _mine(table, id_, worker)
    update_query = update(table).where(*mine).values(lease_until=until).returning(col(table.id))
    return session.execute(update_query).first() is not None


def holders(session: Session, table: Leased) -> set[str]:
    """Names of the workers that hold an unexpired lease."""
    held = (col(table.status) == "running", col(table.lease_until) >= now())
    return set(session.execute(columns(col(table.worker)).where(*held)).scalars()) - {None, ""}


def release_all(session: Session, table: Leased, worker: str) -> None:
    """Release every lease of a worker, so that others can take its rows."""
    held = (col(table.status) == "running", col(table.worker) == worker)
    session.execute(update(table).where(*held).values(lease_until=None))


def give_back(session: Session, table: Leased, id_: int, worker: str) -> None:
    """Release this worker's lease on the row."""
    mine = (col(table.id) == id_, col(table.worker) == worker)
    session.execute(update(table).where(*mine).values(lease_until=None))


def finish(
    session: Session, table: Leased, id_: int, worker: str, *, unless: ColumnElement[bool] | None
) -> bool:
    """Mark the row as done, unless it was cancelled, another worker holds it, or `unless` is true;
    return whether. Releases this worker's lease in any case.
    """
    conditions = _mine(table, id_, worker) + (() if unless is None else (~unless,))
    update_query = (
        update(table)
        .where(*conditions)
        .values(status="done", finished_at=now())
        .returning(col(table.id))
    )
    finished = session.execute(update_query).first() is not None
    give_back(session, table, id_, worker)
    return finished


def _mine(table: Leased, id_: int, worker: str) -> tuple[ColumnElement[bool], ...]:
    return (col(table.id) == id_, col(table.status) == "running", col(table.worker) == worker)
