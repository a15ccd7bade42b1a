"""Old replies and answers are deleted; figures and decisions stay."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, col, select, update

from core.errors import ForbiddenError
from core.services.access import Principal, Role, acting_as, list_audit
from core.services.reports import ReportScope, overall, validations
from core.services.results import summary
from core.services.retention import delete_expired
from core.services.review import Action, current_decisions, decide, history
from db.tables import (
    AnswerAttempt,
    AnswerLoop,
    AnswerTrace,
    ChatSession,
    GateFeedback,
    LLMReply,
    RunItem,
    RunItemPast,
    Validation,
    now,
)
from tests.core.services.results.desk_data import fill

OLD, NEW = now() - timedelta(days=100), now() - timedelta(days=1)
BEFORE = now() - timedelta(days=90)


@pytest.fixture
def aged(engine: Engine) -> Engine:
    """Two runs, one old, with replies; answers and loops of both ages, one of them judged."""
    for title, at in (("old", OLD), ("new", NEW)):
        run_id = fill(engine, title=title)
        with Session(engine) as session:
            of_run = col(RunItem.run_id) == run_id
            session.execute(update(RunItem).where(of_run).values(finished_at=at))
            session.execute(
                update(Validation)
                .where(col(Validation.run_id) == run_id)
                .values(raw_reply=f"{title} reply")
            )
            first = session.exec(select(RunItem.id).where(of_run)).first()
            past = {"item_key": "q1", "verdict": {"raw_reply": "once", "is_valid": False}}
            session.add(RunItemPast(item_id=first or 0, row=past, retired_at=at))
            session.add(
                LLMReply(
                    key=title,
                    connection="c",
                    model="m",
                    prompt_hash=title,
                    text="t",
                    finish_reason="stop",
                    created_at=at,
                )
            )
            session.commit()
    decide(engine, 3, "Li", Action.DROP, "said", idempotency_key="1")
    return engine


def _figures(engine: Engine) -> object:
    return overall(engine, validations(engine), ReportScope())


def _answers(engine: Engine) -> None:
    from core.services.answers import load_sample_documents

    load_sample_documents(engine)
    with Session(engine) as session:
        for name, at in (("old", OLD), ("judged", OLD), ("new", NEW)):
            visit = {"tenant_id": "t", "site_id": "s", "npc_id": "n"}
            session.add(ChatSession(id=name, created_at=at, **visit))
            session.flush()
            said: dict[str, Any] = {
                "query": "q",
                "answer_text": "a",
                "intent": "fact_seeking",
                "policy_mode": "normal",
                "gate_status": "passed",
                "record": {},
            }
            trace = AnswerTrace(trace_id=name, session_id=name, profile_id=1, created_at=at, **said)
            loop = AnswerLoop(
                query="q", language="en", spec={}, status="done", created_at=at, finished_at=at
            )
            session.add_all((trace, loop))
            session.flush()
            session.add(AnswerAttempt(loop_id=loop.id or 0, epoch=1, draft={}))
            if name == "judged":
                feedback = {"judged": "right", "idempotency_key": "k"}
                session.add(GateFeedback(trace_id=trace.id or 0, **feedback))
        session.commit()


def test_replies_older_than_that_go_and_figures_and_decisions_stay(aged: Engine) -> None:
    before = summary(aged, 1), _figures(aged), current_decisions(aged, 1), history(aged, 3)
    counted = delete_expired(aged, BEFORE, dry_run=True)
    with Session(aged) as session:
        assert session.exec(select(Validation).where(Validation.raw_reply == "old reply")).all()
    expired = delete_expired(aged, BEFORE)
    assert expired.rows == counted.rows
    assert expired.rows == {"raw_reply": 8, "llm_reply": 1, "answer_trace": 0, "answer_loop": 0}
    assert before == (
        *(summary(aged, 1), _figures(aged), current_decisions(aged, 1), history(aged, 3)),
    )
    with Session(aged) as session:
        replies = set(session.exec(select(Validation.run_id, Validation.raw_reply)))
        assert replies == {(1, None), (2, "new reply")}
        assert session.exec(select(LLMReply.key)).all() == ["new"]
        pasts = {row.item_id: row.row["verdict"] for row in session.exec(select(RunItemPast))}
        assert sorted(pasts.values(), key=str) == sorted(
            [
                {"raw_reply": None, "is_valid": False},
                {"raw_reply": "once", "is_valid": False},
            ],
            key=str,
        )
    assert delete_expired(aged, BEFORE).rows == dict.fromkeys(expired.rows, 0)
    assert [entry.kind for entry in list_audit(aged)] == ["deleted"], "nothing done is not recorded"


def test_answers_that_nobody_judged_and_loops_go(engine: Engine) -> None:
    _answers(engine)
    expired = delete_expired(engine, BEFORE)
    assert (expired.rows["answer_trace"], expired.rows["answer_loop"]) == (1, 2)
    with Session(engine) as session:
        assert set(session.exec(select(AnswerTrace.trace_id))) == {"judged", "new"}
        assert set(session.exec(select(ChatSession.id))) == {"judged", "new"}
        assert len(session.exec(select(AnswerAttempt)).all()) == 1


def test_nobody_but_an_admin_forgets(aged: Engine) -> None:
    with pytest.raises(ForbiddenError):
        delete_expired(acting_as(aged, Principal("Lee", Role.LEAD, "x|1")), BEFORE)
