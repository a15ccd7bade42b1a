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
"""For a person: it is over, nobody cancelled it, no attempt passed, and nobody has looked."""


def latest_of(session: Session, item_id: int, by: str) -> AnswerLoop | None:
    """The loop over an item that this reviewer asked for last."""
    mine = (AnswerLoop.item_id == item_id, AnswerLoop.created_by == by)
    query = select(AnswerLoop).where(*mine).order_by(col(AnswerLoop.id).desc())
    return session.exec(query.limit(1)).first()


def loops(
    session: Session, limit: int, offset: int, *, kind: str, waiting: bool = False
) -> Sequence[AnswerLoop]:
    """The newest first; `waiting`: those alone that a person should look at."""
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


def put_evaluation(session: Session, loop_id: int, epoch: int, **said: Any) -> None:
    mine = (col(AnswerAttempt.loop_id) == loop_id, col(AnswerAttempt.epoch) == epoch)
    session.execute(update(AnswerAttempt).where(*mine).values(evaluated_at=now(), **said))


def leave(session: Session, loop_id: int, by: str) -> bool:
    """Whether there is one of theirs."""
    mine = (col(AnswerLoop.id) == loop_id, col(AnswerLoop.created_by) == by)
    first = func.coalesce(AnswerLoop.left_at, now())
    left = update(AnswerLoop).where(*mine).values(left_at=first).returning(col(AnswerLoop.id))
    return session.execute(left).first() is not None


def put_outcome(
    session: Session, loop_id: int, outcome: str, best_epoch: int, **trouble: Any
) -> None:
    """`trouble`: what went wrong beside it, as error and error_params."""
    values = {"outcome": outcome, "best_epoch": best_epoch, **trouble}
    session.execute(update(AnswerLoop).where(col(AnswerLoop.id) == loop_id).values(**values))


def judge_again(session: Session, loop_id: int) -> bool:
    """Whether it was over without a judgement: then its last answer waits for one again."""
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
    """Whether it waited for somebody to look."""
    waiting = update(AnswerLoop).where(col(AnswerLoop.id) == loop_id, *_WAITS)
    looked = waiting.values(left_at=now()).returning(col(AnswerLoop.id))
    return session.execute(looked).first() is not None
