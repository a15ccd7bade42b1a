"""Feedback on the gate's decisions: append it, list it, export it as new test cases."""

import json
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import uuid4

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError, NotFoundError
from core.services.access import Right, demand
from core.services.answers.chats import no_trace
from db import writing
from db.queries import answers as queries
from db.tables import AnswerTrace, GateFeedback, NpcProfileRow

LONGEST_NOTE = 2_000


class FeedbackVerdict(StrEnum):
    WRONGLY_REFUSED = "wrongly_refused"
    WRONGLY_ANSWERED = "wrongly_answered"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Feedback:
    """A rating of an answer that has not been undone."""

    id: int
    trace_id: str
    query: str
    answer_text: str
    policy_mode: str
    judged: FeedbackVerdict
    note: str
    by: str
    at: datetime


def give_feedback(
    engine: Engine,
    trace_id: str,
    judged: str,
    *,
    note: str = "",
    by: str = "",
    idempotency_key: str | None = None,
) -> int:
    """Store a rating of an answer and return its id; repeating an idempotency key adds nothing.

    Raises NotFoundError for an unknown trace, InputError for an invalid rating or note.
    """
    demand(engine, Right.REVIEW)
    key = idempotency_key or uuid4().hex
    if judged not in FeedbackVerdict.__members__.values():
        raise InputError(
            "Invalid rating {judged}. Use one of: {known}.",
            field="judged",
            judged=judged,
            known=", ".join(FeedbackVerdict),
        )
    if len(note) > LONGEST_NOTE or "\0" in note:
        raise InputError("Use at most {most} characters.", field="note", most=LONGEST_NOTE)
    with writing(engine) as session:
        existing = queries.feedback_with(session, key)
        if existing is not None:
            return existing.id or 0
        trace = queries.trace(session, trace_id)
        if trace is None:
            raise no_trace(trace_id)
        row = GateFeedback(
            trace_id=trace.id or 0, judged=judged, note=note, given_by=by, idempotency_key=key
        )
        session.add(row)
        session.flush()
        return row.id or 0


def take_back(engine: Engine, feedback_id: int, *, by: str) -> None:
    """Undo feedback by appending an undo event; repeating it adds nothing. Raises NotFoundError."""
    demand(engine, Right.REVIEW)
    with writing(engine) as session:
        row = session.get(GateFeedback, feedback_id)
        if row is None or row.undoes_id is not None:
            raise NotFoundError(
                "Feedback {id} does not exist. Choose one from the list.", id=feedback_id
            )
        key = f"undo:{feedback_id}"
        if queries.feedback_with(session, key) is None:
            session.add(
                GateFeedback(
                    trace_id=row.trace_id,
                    judged="undo",
                    given_by=by,
                    undoes_id=feedback_id,
                    idempotency_key=key,
                )
            )


def list_feedback(engine: Engine, *, limit: int = 100, offset: int = 0) -> list[Feedback]:
    """Feedback that was not undone, newest first."""
    with Session(engine) as session:
        return [_feedback(row, trace) for row, trace, _ in queries.feedback(session, limit, offset)]


def count_feedback(engine: Engine) -> int:
    with Session(engine) as session:
        return queries.count_feedback(session)


def feedback_as_cases(engine: Engine) -> bytes:
    """A JSON file of test cases (docs/redteam.md) from the feedback that calls an answer wrong:
    wrongly refused questions expect an answer, wrongly answered ones a refusal. Forbidden patterns
    are left empty for a person to write.
    """
    demand(engine, Right.EXPORT)
    with Session(engine) as session:
        cases = [_case(*row) for row in queries.feedback(session, None, 0)]
    wrong_cases = [case for case in cases if case is not None]
    return json.dumps({"version": 1, "cases": wrong_cases}, ensure_ascii=False, indent=2).encode()


def _case(row: GateFeedback, trace: AnswerTrace, profile: NpcProfileRow) -> dict[str, Any] | None:
    """The test case that the feedback asks for; None if the answer was right."""
    if row.judged == FeedbackVerdict.RIGHT:
        return None
    refused = row.judged == FeedbackVerdict.WRONGLY_REFUSED
    return {
        "id": f"feedback-{row.id}",
        "category": f"feedback_{row.judged}",
        "language": profile.language,
        "tenant_id": profile.tenant_id,
        "site_id": profile.site_id,
        "npc_id": profile.npc_id,
        "query": trace.query,
        "expected_mode": "normal" if refused else "conservative",
        "forbidden_patterns": [],
        "note": row.note,
    }


def _feedback(row: GateFeedback, trace: AnswerTrace) -> Feedback:
    return Feedback(
        id=row.id or 0,
        trace_id=trace.trace_id,
        query=trace.query,
        answer_text=trace.answer_text,
        policy_mode=trace.policy_mode,
        judged=FeedbackVerdict(row.judged),
        note=row.note,
        by=row.given_by,
        at=row.created_at,
    )
