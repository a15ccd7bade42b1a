"""Delete what is kept in full for a limited time: model replies, and answers without feedback."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.access import Right, demand
from core.services.access.audit import DELETED
from core.services.access.principal import event
from db import empty_log, writing
from db.queries import retention as rows
from db.tables import AnswerLoop, AnswerTrace, LLMReply


@dataclass(frozen=True, slots=True)
class ExpiredRows:
    """Rows older than `before` by kind: replies of results, cached replies, answers, loops."""

    before: datetime
    rows: Mapping[str, int]


def delete_expired(engine: Engine, before: datetime, *, dry_run: bool = False) -> ExpiredRows:
    """Delete replies and answers older than `before`; with `dry_run` only count them.

    Outcomes, reasons, quotes, decisions and figures stay, and so does every answer that has
    feedback or that a case run counts. A prompt whose cached reply was deleted is paid for again
    when it is asked again.
    """
    demand(engine, Right.ADMINISTER)
    if dry_run:
        with Session(engine) as session:
            return ExpiredRows(before, _count_expired(session, before, drop=False))
    with writing(engine) as session:
        counts = _count_expired(session, before, drop=True)
        for table, condition in rows.replies_of_results(before):
            rows.drop_replies(session, table, condition)
        rows.drop_cached_replies(session, before)
        rows.drop_answers(session, before)
        rows.drop_loops(session, before)
        if any(counts.values()):
            detail = {"what": "older", "before": before.isoformat(timespec="seconds")}
            session.add(event(engine, DELETED, **detail, **counts))
        session.flush()
    empty_log(engine)
    return ExpiredRows(before, counts)


def _count_expired(session: Session, before: datetime, *, drop: bool) -> dict[str, int]:
    """Count the expired rows by kind. `drop`: also delete replies inside JSON records while
    counting them.
    """
    return {
        "raw_reply": sum(
            rows.count(session, table, condition)
            for table, condition in rows.replies_of_results(before)
        )
        + rows.nested_replies(session, before, drop=drop),
        "llm_reply": rows.count(session, LLMReply, rows.stored_replies(before)),
        "answer_trace": rows.count(session, AnswerTrace, rows.answers(before)),
        "answer_loop": rows.count(session, AnswerLoop, rows.loops(before)),
    }
