"""Find and delete verbatim texts whose retention period has ended. Callers own the session."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlmodel import Session, SQLModel, col

from db.tables import (
    AnswerAttempt,
    AnswerLoop,
    AnswerTrace,
    ChatSession,
    DepthResult,
    GateFeedback,
    LLMReply,
    Revalidation,
    RunItem,
    RunItemPast,
    Validation,
)

_RAW = "raw_reply"
_AT_ONCE = 500


def replies_of_results(before: datetime) -> Iterator[tuple[type[SQLModel], ColumnElement[bool]]]:
    """(table, condition) for results of items that ended before then and still hold their reply."""
    ended = select(col(RunItem.id)).where(col(RunItem.finished_at) < before)
    for table in (Validation, DepthResult):
        yield table, col(table.raw_reply).is_not(None) & col(table.item_id).in_(ended)


def stored_replies(before: datetime) -> ColumnElement[bool]:
    """Stored replies (`llm_reply`) from before then."""
    return col(LLMReply.created_at) < before


def answers(before: datetime) -> ColumnElement[bool]:
    """Answers from before then without feedback; not those of case runs, whose rates need them."""
    judged = select(col(GateFeedback.trace_id))
    return (
        (col(AnswerTrace.created_at) < before)
        & col(AnswerTrace.run_id).is_(None)
        & col(AnswerTrace.id).not_in(judged)
    )


def loops(before: datetime) -> ColumnElement[bool]:
    """Loops that ended before then, except suggested fixes of questions."""
    return (
        (col(AnswerLoop.finished_at) < before)
        & col(AnswerLoop.item_id).is_(None)
        & col(AnswerLoop.status).in_(("done", "stopped", "cancelled"))
    )


def count(session: Session, table: type[SQLModel], condition: ColumnElement[bool]) -> int:
    rows: int = session.execute(
        select(func.count()).select_from(table).where(condition)
    ).scalar_one()
    return rows


def drop_replies(session: Session, table: Any, condition: ColumnElement[bool]) -> None:
    """Remove the raw replies from these rows; see `replies_of_results`."""
    session.execute(update(table).where(condition).values(raw_reply=None))


def drop_cached_replies(session: Session, before: datetime) -> None:
    session.execute(delete(LLMReply).where(stored_replies(before)))


def drop_answers(session: Session, before: datetime) -> None:
    """Delete the answers of `answers(before)`, and chat sessions left without any answer."""
    session.execute(delete(AnswerTrace).where(answers(before)))
    used_sessions = select(col(AnswerTrace.session_id)).where(
        col(AnswerTrace.session_id).is_not(None)
    )
    empty = (col(ChatSession.created_at) < before) & col(ChatSession.id).not_in(used_sessions)
    session.execute(delete(ChatSession).where(empty))


def drop_loops(session: Session, before: datetime) -> None:
    loop_ids = select(col(AnswerLoop.id)).where(loops(before))
    session.execute(delete(AnswerAttempt).where(col(AnswerAttempt.loop_id).in_(loop_ids)))
    session.execute(delete(AnswerLoop).where(loops(before)))


def nested_replies(session: Session, before: datetime, *, drop: bool) -> int:
    """Number of raw replies from before then inside the JSON records of replaced results and of
    revalidations; `drop` removes them.
    """
    past = select(RunItemPast).where(col(RunItemPast.retired_at) < before)
    revalidations = select(Revalidation).where(
        col(Revalidation.asked_at) < before, col(Revalidation.verdict).is_not(None)
    )
    count = 0
    for row in session.scalars(past.execution_options(yield_per=_AT_ONCE)):
        cleaned = {name: _without_reply(part) for name, part in row.row.items()}
        if cleaned != row.row:
            count += 1
            if drop:
                row.row = cleaned
    for revalidation in session.scalars(revalidations.execution_options(yield_per=_AT_ONCE)):
        if (cleaned := _without_reply(revalidation.verdict)) != revalidation.verdict:
            count += 1
            if drop:
                revalidation.verdict = cleaned
    return count


def _without_reply(part: Any) -> Any:
    """A record without its raw reply; anything else unchanged."""
    return part | {_RAW: None} if isinstance(part, dict) and part.get(_RAW) is not None else part
