"""Source 002, P4: 收集误判案例，优化规则. Ratings of answers become test cases."""

import asyncio

import pytest
from sqlalchemy import Engine

from core.errors import InputError, NotFoundError
from core.evidence_gate.cases import read_cases
from core.evidence_gate.chat_models import ChatRequest
from core.services.answers import (
    AnswerContext,
    GateRunSpec,
    add_cases,
    answers_of,
    chat,
    count_feedback,
    feedback_as_cases,
    give_feedback,
    list_feedback,
    load_sample_documents,
    run_gate_cases,
    start_gate_run,
    take_back,
)
from core.services.answers.gate_runs import Arm
from tests.core.services.answers.gate_cases import ATTACK, NPC, TWIN, desk_of


@pytest.fixture(autouse=True)
def _documents(engine: Engine) -> None:
    load_sample_documents(engine)


def _ask(desk: AnswerContext, query: str) -> str:
    return asyncio.run(chat(desk, ChatRequest(query=query, **NPC))).trace_id


def test_what_was_wrongly_decided_is_a_case_that_the_gate_is_measured_by(engine: Engine) -> None:
    """A collected case is meant to fail until the rules are improved."""
    desk = desk_of(engine)
    give_feedback(engine, _ask(desk, ATTACK), "wrongly_refused", note="谱里有", by="访客")
    give_feedback(engine, _ask(desk, TWIN), "wrongly_answered")
    give_feedback(engine, _ask(desk, TWIN), "right")
    collected = feedback_as_cases(engine)
    cases = read_cases(collected, "feedback.json")
    assert {(entry.query, entry.expected_mode) for entry in cases} == {
        (ATTACK, "normal"),
        (TWIN, "conservative"),
    }
    set_id = add_cases(engine, collected, file_name="feedback.json")
    run_id = start_gate_run(engine, set_id, GateRunSpec((Arm.ON,), None, 0.45, 1))
    assert run_gate_cases(desk, run_id)
    assert [entry.outcome.as_expected for entry in answers_of(engine, run_id)] == [False, False]


def test_feedback_says_who_thought_what_of_which_answer_and_can_be_taken_back(
    engine: Engine,
) -> None:
    desk = desk_of(engine)
    trace_id = _ask(desk, ATTACK)
    feedback_id = give_feedback(engine, trace_id, "wrongly_refused", note="谱里有", by="访客")
    (entry,) = list_feedback(engine)
    fields = (
        entry.id,
        entry.trace_id,
        entry.query,
        entry.policy_mode,
        entry.judged,
        entry.note,
        entry.by,
    )
    assert fields == (
        feedback_id,
        trace_id,
        ATTACK,
        "conservative",
        "wrongly_refused",
        "谱里有",
        "访客",
    )
    take_back(engine, feedback_id, by="访客")
    take_back(engine, feedback_id, by="访客")
    assert count_feedback(engine) == 0
    assert b'"cases": []' in feedback_as_cases(engine)


def test_the_same_press_is_one_feedback(engine: Engine) -> None:
    trace_id = _ask(desk_of(engine), ATTACK)
    feedback_ids = [give_feedback(engine, trace_id, "right", idempotency_key="k") for _ in range(2)]
    assert feedback_ids[0] == feedback_ids[1]
    assert count_feedback(engine) == 1


def test_feedback_on_nothing_or_that_says_nothing_is_refused(engine: Engine) -> None:
    trace_id = _ask(desk_of(engine), ATTACK)
    with pytest.raises(NotFoundError, match="Trace none does not exist"):
        give_feedback(engine, "none", "right")
    for wrong in ({"judged": "undo"}, {"judged": "right", "note": "a\0"}):
        with pytest.raises(InputError):
            give_feedback(engine, trace_id, **wrong)
