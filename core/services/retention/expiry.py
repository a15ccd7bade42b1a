"""What is kept word for word only for a time: replies of models, and answers nobody judged."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.access import Right, demand
from core.services.access.audit import DELETED
from core.services.access.principal import event
from db.engine import empty_log, writing
from db.queries import retention as rows
from db.tables import AnswerLoop, AnswerTrace, LLMReply


@dataclass(frozen=True, slots=True)
class ExpiredRows:
    """How many replies of results, replies kept against paying twice, answers and loops."""

    before: datetime
    rows: Mapping[str, int]


def delete_expired(engine: Engine, before: datetime, *, dry_run: bool = False) -> ExpiredRows:
    """Deletes replies and answers from before then; with `dry_run` it counts them.

    Outcomes, reasons, quotes, decisions and figures stay, and so does every answer that somebody
    gave feedback on or that a run of cases counts. What is asked again then is paid for again.
    """
    demand(engine, Right.ADMINISTER)
    if dry_run:
        with Session(engine) as session:
            return ExpiredRows(before, _counted(session, before, drop=False))
    with writing(engine) as session:
        found = _counted(session, before, drop=True)
        for table, which in rows.replies_of_results(before):
            rows.drop_replies(session, table, which)
        rows.drop_cached_replies(session, before)
        rows.drop_answers(session, before)
        rows.drop_loops(session, before)
        if any(found.values()):
            said = {"what": "older", "before": before.isoformat(timespec="seconds")}
            session.add(event(engine, DELETED, **said, **found))
        session.flush()
    empty_log(engine)
    return ExpiredRows(before, found)


def _counted(session: Session, before: datetime, *, drop: bool) -> dict[str, int]:
    """`drop`: replies inside of records are dropped as they are found."""
    return {
        "raw_reply": sum(
            rows.count(session, table, which) for table, which in rows.replies_of_results(before)
        )
        + rows.past_replies(session, before, drop=drop),
        "llm_reply": rows.count(session, LLMReply, rows.kept_replies(before)),
        "answer_trace": rows.count(session, AnswerTrace, rows.answers(before)),
        "answer_loop": rows.count(session, AnswerLoop, rows.loops(before)),
    }
