"""Queries of gated answers: NPC profiles, refusal templates, sessions, traces and feedback."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from db.tables import (
    AnswerTrace,
    ChatSession,
    GateFeedback,
    NpcKindRow,
    NpcProfileRow,
    RefusalTemplateRow,
)


def profile(session: Session, tenant_id: str, site_id: str, npc_id: str) -> NpcProfileRow | None:
    """The latest version of an NPC's profile."""
    query = select(NpcProfileRow).where(
        NpcProfileRow.tenant_id == tenant_id,
        NpcProfileRow.site_id == site_id,
        NpcProfileRow.npc_id == npc_id,
    )
    return session.exec(query.order_by(col(NpcProfileRow.version).desc())).first()


def profiles(session: Session) -> Sequence[NpcProfileRow]:
    """The latest version of each profile, by name."""
    latest = columns(func.max(NpcProfileRow.id)).group_by(
        col(NpcProfileRow.tenant_id), col(NpcProfileRow.site_id), col(NpcProfileRow.npc_id)
    )
    query = select(NpcProfileRow).where(col(NpcProfileRow.id).in_(latest))
    return session.exec(query.order_by(col(NpcProfileRow.name), col(NpcProfileRow.id))).all()


def refusal(session: Session, name: str) -> RefusalTemplateRow | None:
    """The latest version of a refusal template."""
    query = select(RefusalTemplateRow).where(RefusalTemplateRow.name == name)
    return session.exec(query.order_by(col(RefusalTemplateRow.version).desc())).first()


def refusals(session: Session) -> Sequence[RefusalTemplateRow]:
    """The latest version of each refusal template, by name."""
    latest = columns(func.max(RefusalTemplateRow.id)).group_by(col(RefusalTemplateRow.name))
    query = select(RefusalTemplateRow).where(col(RefusalTemplateRow.id).in_(latest))
    return session.exec(query.order_by(col(RefusalTemplateRow.name))).all()


def kinds(session: Session) -> dict[str, int]:
    """Number of citations that a factual answer needs, by kind of NPC."""
    return {row.kind: row.min_citations for row in session.exec(select(NpcKindRow))}


def session_of(session: Session, session_id: str) -> ChatSession | None:
    return session.get(ChatSession, session_id)


def session_answers(session: Session, session_id: str, limit: int) -> list[AnswerTrace]:
    """The latest `limit` answers of a session, oldest first."""
    query = select(AnswerTrace).where(AnswerTrace.session_id == session_id)
    latest = session.exec(query.order_by(col(AnswerTrace.id).desc()).limit(limit)).all()
    return list(reversed(latest))


def trace(session: Session, trace_id: str) -> AnswerTrace | None:
    if "\x00" in trace_id:  # PostgreSQL rejects NUL in text
        return None
    return session.exec(select(AnswerTrace).where(AnswerTrace.trace_id == trace_id)).first()


def feedback_with(session: Session, key: str) -> GateFeedback | None:
    return session.exec(select(GateFeedback).where(GateFeedback.idempotency_key == key)).first()


def traces(session: Session, limit: int, offset: int) -> list[tuple[AnswerTrace, NpcProfileRow]]:
    """Answers outside of case runs, with their NPC's profile, newest first."""
    query = (
        select(AnswerTrace, NpcProfileRow)
        .join(NpcProfileRow, col(NpcProfileRow.id) == col(AnswerTrace.profile_id))
        .where(col(AnswerTrace.run_id).is_(None))
    )
    newest = query.order_by(col(AnswerTrace.id).desc())
    return list(session.exec(newest.offset(offset).limit(limit)))


def count_traces(session: Session) -> int:
    query = columns(func.count(col(AnswerTrace.id))).where(col(AnswerTrace.run_id).is_(None))
    return int(session.execute(query).scalar_one())


def _not_undone(query: Any) -> Any:
    """Limit a query of feedback to ratings that were not undone."""
    undone = columns(col(GateFeedback.undoes_id)).where(col(GateFeedback.undoes_id).is_not(None))
    return query.where(col(GateFeedback.undoes_id).is_(None), col(GateFeedback.id).not_in(undone))


def feedback(
    session: Session, limit: int | None, offset: int
) -> list[tuple[GateFeedback, AnswerTrace, NpcProfileRow]]:
    """Feedback that was not undone, with its answer and the NPC's profile, newest first."""
    query = (
        select(GateFeedback, AnswerTrace, NpcProfileRow)
        .join(AnswerTrace, col(AnswerTrace.id) == col(GateFeedback.trace_id))
        .join(NpcProfileRow, col(NpcProfileRow.id) == col(AnswerTrace.profile_id))
    )
    newest = _not_undone(query).order_by(col(GateFeedback.id).desc())
    return list(session.exec(newest.offset(offset).limit(limit)))


def count_feedback(session: Session) -> int:
    query = _not_undone(columns(func.count(col(GateFeedback.id))))
    return int(session.execute(query).scalar_one())
