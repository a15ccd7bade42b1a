"""Runs of test cases, on both databases."""

import threading

from sqlalchemy import Engine, func, select
from sqlmodel import Session

from core.services.answers import (
    Arm,
    answers_of,
    cancel_gate_run,
    get_gate_run,
    list_traces,
    run_gate_cases,
    trace_record,
)
from db.tables import AnswerTrace
from tests.core.services.answers.gate_cases import desk_of, done_run, start


def _stored(engine: Engine) -> int:
    with Session(engine) as session:
        return session.execute(select(func.count()).select_from(AnswerTrace)).scalar_one()


def test_every_case_is_asked_once_with_the_gate_on_and_once_off(engine: Engine) -> None:
    """Source 002, P5."""
    run_id = done_run(engine)
    answers = answers_of(engine, run_id)
    assert [(answer.case.role.value, answer.arm) for answer in answers] == [
        ("attack", Arm.ON),
        ("attack", Arm.OFF),
        ("twin", Arm.ON),
        ("twin", Arm.OFF),
    ]
    refused, off, twin, _ = answers
    assert (refused.policy_mode, refused.outcome.leaked) == ("conservative", False)
    assert off.gate_status == "skipped"
    assert (twin.policy_mode, twin.outcome.over_refused) == ("normal", False)
    assert list_traces(engine) == [], "answers to cases are not among those to people"


def test_what_was_asked_is_not_asked_again(engine: Engine) -> None:
    run_id = start(engine, (Arm.ON,))
    stop = threading.Event()
    stop.set()
    assert not run_gate_cases(desk_of(engine), run_id, stop=stop), "handed back before the first"
    assert (get_gate_run(engine, run_id).status, _stored(engine)) == ("running", 0)
    assert run_gate_cases(desk_of(engine), run_id)
    assert not run_gate_cases(desk_of(engine), run_id)
    assert (get_gate_run(engine, run_id).done, _stored(engine)) == (2, 2)


def test_the_gate_is_the_one_the_run_was_started_with(engine: Engine) -> None:
    """Reading 28: the user sets it; a worker with other settings uses those of the run."""
    run_id = start(engine, (Arm.ON,), min_citations=50, policy="1.0")
    assert run_gate_cases(desk_of(engine), run_id)
    assert [entry.policy_mode for entry in answers_of(engine, run_id)] == ["conservative"] * 2
    traces = [trace_record(engine, entry.trace_id) for entry in answers_of(engine, run_id)]
    assert [entry["gate"]["policy"] for entry in traces] == ["1.0"] * 2


def test_a_run_that_names_nobody_we_know_stops_with_the_reason(engine: Engine) -> None:
    run_id = start(engine, (Arm.ON,), npc_id="nobody")
    assert not run_gate_cases(desk_of(engine), run_id)
    run = get_gate_run(engine, run_id)
    assert run.status == "stopped"
    assert run.error is not None
    assert "nobody" in run.error.translate()
    assert _stored(engine) == 0


def test_a_cancelled_run_is_not_taken_up(engine: Engine) -> None:
    run_id = start(engine, (Arm.ON,))
    cancel_gate_run(engine, run_id)
    assert not run_gate_cases(desk_of(engine), run_id)
    assert _stored(engine) == 0
