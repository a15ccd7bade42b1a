"""Answer loops and their attempts."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, update
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from db.tables import AnswerAttempt, AnswerLoop, now

_WAITS = (
    col(AnswerLoop.status).in_(("done", "stopped")),
    func.coalesce(AnswerLoop.outcome, "") != "passed",
    col(AnswerLoop.left_at).is_(None),
)
"""Conditions on a loop that waits for a person: ended, not cancelled, not passed, not seen yet."""


def latest_of(session: Session, item_id: int, by: str) -> AnswerLoop | None:
    """The latest loop that this reviewer started for an item."""
    mine = (AnswerLoop.item_id == item_id, AnswerLoop.created_by == by)
    query = select(AnswerLoop).where(*mine).order_by(col(AnswerLoop.id).desc())
    return session.exec(query.limit(1)).first()


def loops(
    session: Session, limit: int, offset: int, *, kind: str, waiting: bool = False
) -> Sequence[AnswerLoop]:
    """Loops, newest first; `waiting`: only those that wait for a person."""
    query = select(AnswerLoop).where(AnswerLoop.kind == kind, *(_WAITS if waiting else ()))
    return session.exec(query.order_by(col(AnswerLoop.id).desc()).offset(offset).limit(limit)).all()


def count_loops(session: Session, *, kind: str, waiting: bool = False) -> int:
    of_kind = col(AnswerLoop.kind) == kind
    query = columns(func.count()).where(of_kind, *(_WAITS if waiting else ()))
    return int(session.execute(query).scalar_one())


def attempts(session: Session, loop_id: int) -> Sequence[AnswerAttempt]:
    query = select(AnswerAttempt).where(AnswerAttempt.loop_id == loop_id)
    return session.exec(query.order_by(col(AnswerAttempt.epoch))).all()


def put_evidence(session: Session, loop_id: int, evidence: list[dict[str, Any]]) -> None:
    changed = update(AnswerLoop).where(col(AnswerLoop.id) == loop_id).values(evidence=evidence)
    session.execute(changed)


def put_evaluation(session: Session, loop_id: int, epoch: int, **values: Any) -> None:
    """Store `values` (judged or unevaluated) of an attempt."""
    mine = (col(AnswerAttempt.loop_id) == loop_id, col(AnswerAttempt.epoch) == epoch)
    session.execute(update(AnswerAttempt).where(*mine).values(evaluated_at=now(), **values))


def leave(session: Session, loop_id: int, by: str) -> bool:
    """Mark a loop of `by` as left; return whether there is such a loop."""
    mine = (col(AnswerLoop.id) == loop_id, col(AnswerLoop.created_by) == by)
    first = func.coalesce(AnswerLoop.left_at, now())
    update_query = (
        update(AnswerLoop).where(*mine).values(left_at=first).returning(col(AnswerLoop.id))
    )
    return session.execute(update_query).first() is not None


def put_outcome(
    session: Session, loop_id: int, outcome: str, best_epoch: int, **error_columns: Any
) -> None:
    """Store the outcome of a loop; `error_columns`: `error` and `error_params`, if any."""
    values = {"outcome": outcome, "best_epoch": best_epoch, **error_columns}
    session.execute(update(AnswerLoop).where(col(AnswerLoop.id) == loop_id).values(**values))


def judge_again(session: Session, loop_id: int) -> bool:
    """Queue a loop that ended because an evaluation failed, to evaluate again; return whether it
    did.
    """
    mine = (
        col(AnswerLoop.id) == loop_id,
        col(AnswerLoop.status) == "done",
        col(AnswerLoop.outcome) == "unevaluated",
    )
    values = {"status": "queued", "outcome": None, "best_epoch": None, "finished_at": None}
    queued = update(AnswerLoop).where(*mine).values(**values).returning(col(AnswerLoop.id))
    if session.execute(queued).first() is None:
        return False
    of_loop = col(AnswerAttempt.loop_id) == loop_id
    unjudged = update(AnswerAttempt).where(of_loop, col(AnswerAttempt.judged).is_(None))
    session.execute(unjudged.values(unevaluated=None, evaluated_at=None))
    return True


def look_at(session: Session, loop_id: int) -> bool:
    """Record that a person looked at a loop; return whether it waited for that."""
    waiting = update(AnswerLoop).where(col(AnswerLoop.id) == loop_id, *_WAITS)
    update_query = waiting.values(left_at=now()).returning(col(AnswerLoop.id))
    return session.execute(update_query).first() is not None
