"""Answer loops and their attempts."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, update
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from db.tables import AnswerAttempt, AnswerLoop, now


def latest_of(session: Session, item_id: int, by: str) -> AnswerLoop | None:
    """The loop over an item that this reviewer asked for last."""
    mine = (AnswerLoop.item_id == item_id, AnswerLoop.created_by == by)
    query = select(AnswerLoop).where(*mine).order_by(col(AnswerLoop.id).desc())
    return session.exec(query.limit(1)).first()


def loops(session: Session, limit: int, offset: int, *, kind: str) -> Sequence[AnswerLoop]:
    """The newest first."""
    query = select(AnswerLoop).where(AnswerLoop.kind == kind)
    return session.exec(query.order_by(col(AnswerLoop.id).desc()).offset(offset).limit(limit)).all()


def count_loops(session: Session, *, kind: str) -> int:
    query = columns(func.count()).where(col(AnswerLoop.kind) == kind)
    return int(session.execute(query).scalar_one())


def attempts(session: Session, loop_id: int) -> Sequence[AnswerAttempt]:
    query = select(AnswerAttempt).where(AnswerAttempt.loop_id == loop_id)
    return session.exec(query.order_by(col(AnswerAttempt.epoch))).all()


def put_evidence(session: Session, loop_id: int, evidence: list[dict[str, Any]]) -> None:
    changed = update(AnswerLoop).where(col(AnswerLoop.id) == loop_id).values(evidence=evidence)
    session.execute(changed)


def put_evaluation(session: Session, loop_id: int, epoch: int, **said: Any) -> None:
    mine = (col(AnswerAttempt.loop_id) == loop_id, col(AnswerAttempt.epoch) == epoch)
    session.execute(update(AnswerAttempt).where(*mine).values(evaluated_at=now(), **said))


def leave(session: Session, loop_id: int, by: str) -> bool:
    """Whether there is one of theirs."""
    mine = (col(AnswerLoop.id) == loop_id, col(AnswerLoop.created_by) == by)
    first = func.coalesce(AnswerLoop.left_at, now())
    left = update(AnswerLoop).where(*mine).values(left_at=first).returning(col(AnswerLoop.id))
    return session.execute(left).first() is not None


def put_outcome(session: Session, loop_id: int, outcome: str, best_epoch: int) -> None:
    values = {"outcome": outcome, "best_epoch": best_epoch}
    session.execute(update(AnswerLoop).where(col(AnswerLoop.id) == loop_id).values(**values))
