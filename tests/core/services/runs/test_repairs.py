"""A run without usable results: its calls stay within the estimate, its cause is diagnosed, and one
changed setting starts it again.
"""

import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy import update
from sqlmodel import Session, col

from core.errors import InputError
from core.llm import LEXICAL, CallRange, Connection, load_prices
from core.services.runs import (
    DepthSpec,
    Diagnosis,
    RunRepair,
    ask_again,
    diagnose,
    estimate,
    estimated_calls,
    get_run,
    progress,
    repaired_spec,
    start,
    start_again,
    try_repair,
)
from core.services.runs.diagnosis import repairs_for
from core.services.runs.run_spec import read_spec
from core.validation import PROSE, ContextMode, Placement
from db.tables import QuestionRow, QuestionSet
from tests.core.services.runs.conftest import working
from tests.core.services.runs.desk import Desk
from tests.openai_server import Answers, ChatRequest, Fault, OpenAIServer, in_order

MakeDesk = Callable[..., tuple[Desk, OpenAIServer]]
ITEMS = 6


def connection_to(server: OpenAIServer) -> Connection:
    return Connection(name="test", model="test-model", base_url=server.url)


def started(desk: Desk, server: OpenAIServer, **chosen: object) -> int:
    spec = desk.spec(**chosen)
    estimated = estimate(desk.engine, spec, connection_to(server))
    return start(desk.engine, spec, title="a run", created_by="Ada", estimate=estimated)


def diagnosed(desk: Desk, run_id: int, connection: Connection | None) -> Diagnosis:
    run = get_run(desk.engine, run_id)
    spec = read_spec(run.spec)
    diagnosis = diagnose(desk.engine, run, progress(desk.engine, run_id), spec, connection)
    assert diagnosis is not None
    return diagnosis


@pytest.mark.parametrize("fault", [Fault.PROSE, Fault.SERVER_ERROR, Fault.RESET, Fault.EMPTY])
@pytest.mark.usefixtures("no_retry_waits")
def test_the_most_calls_of_an_estimate_are_never_passed(make_desk: MakeDesk, fault: Fault) -> None:
    desk, server = make_desk(ITEMS, plan=in_order(fault))
    run_id = started(desk, server)
    estimated = estimated_calls(get_run(desk.engine, run_id))
    assert estimated is not None
    assert estimated == CallRange(least=6, usual=12, most=24)
    # A run that stops itself ends before its other calls in flight; a worker waits for them.
    with working(desk):
        desk.wait(run_id)
    end = progress(desk.engine, run_id)
    assert end.calls == len(server.asked) <= estimated.most
    assert end.conclusion.state == "failed"
    assert (end.conclusion.state, end.conclusion.usable, end.conclusion.total) == ("failed", 0, 6)
    assert ask_again(desk.engine, run_id) == end.infrastructure
    with working(desk):
        desk.wait(run_id)
    retried = progress(desk.engine, run_id)
    estimated_with_retries = estimated_calls(get_run(desk.engine, run_id))
    assert estimated_with_retries is not None
    assert estimated.most < retried.calls == len(server.asked) <= estimated_with_retries.most


def only_in_json_mode(request: ChatRequest) -> str:
    """A model that replies in prose unless it is asked for JSON."""
    if "response_format" in request.body:
        return Answers()(request)
    return "Sure! The lamp most likely stood on the shelf, so I would say option A."


@pytest.mark.usefixtures("no_retry_waits")
def test_replies_in_prose_are_proved_by_one_and_mended_by_json_mode(make_desk: MakeDesk) -> None:
    desk, server = make_desk(ITEMS, answer=only_in_json_mode)
    connection = connection_to(server)
    run_id = started(desk, server)
    with working(desk):
        desk.wait(run_id)
        diagnosis = diagnosed(desk, run_id, connection)
        assert (diagnosis.reason, diagnosis.items, diagnosis.unusable) == (PROSE, ITEMS, ITEMS)
        assert diagnosis.repairs == (RunRepair.JSON_MODE, RunRepair.OTHER_CONNECTION)
        assert diagnosis.example is not None
        assert (diagnosis.example.line, diagnosis.example.attempts) == (1, 4)
        assert diagnosis.example.reply is not None
        assert diagnosis.example.reply.startswith("Sure!")
        spec = repaired_spec(
            read_spec(get_run(desk.engine, run_id).spec),
            RunRepair.JSON_MODE,
            connection=connection,
            prices=load_prices(desk.settings.prices_file, {}),
        )
        calls_before = len(server.asked)
        trial = asyncio.run(
            try_repair(desk.engine, desk.settings, run_id, spec, diagnosis.example.question_id)
        )
        assert (trial.usable, len(server.asked) - calls_before) == (True, 1)
        new = start_again(desk.engine, run_id, spec, connection, created_by="Ada")
        end = desk.wait(new)
    assert (end.conclusion.state, end.passed) == ("done", ITEMS)
    assert end.reused == 1, "what the trial paid for is not paid for again"
    calls = estimated_calls(get_run(desk.engine, new))
    assert calls is not None
    assert calls.least == ITEMS
    asked_twice = diagnose(desk.engine, get_run(desk.engine, new), end, spec, connection)
    assert asked_twice is None


def test_a_refused_key_is_a_failed_run_whose_cause_is_the_key(make_desk: MakeDesk) -> None:
    desk, server = make_desk(ITEMS, key="right")
    run_id = started(desk, server)
    with working(desk):
        end = desk.wait(run_id)
    assert (end.status, end.conclusion.state) == ("stopped", "failed")
    diagnosis = diagnosed(desk, run_id, connection_to(server))
    assert (diagnosis.reason, diagnosis.repairs) == ("auth", (RunRepair.OTHER_CONNECTION,))


def test_an_address_that_does_not_answer_stops_the_run_and_can_be_asked_again(
    make_desk: MakeDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.llm.retries.retry_delay", lambda *_: 0.0)
    desk, server = make_desk(ITEMS)
    file = desk.settings.connections_file
    right = file.read_text()
    file.write_text(right.replace(server.url, "http://127.0.0.1:9/v1"))
    run_id = started(desk, server, concurrency=1)
    with working(desk):
        end = desk.wait(run_id)
        assert end.conclusion.state == "failed"
        diagnosis = diagnosed(desk, run_id, connection_to(server))
        assert (diagnosis.reason, diagnosis.repairs[0]) == ("connection", RunRepair.RETRY)
        file.write_text(right)
        ask_again(desk.engine, run_id)
        assert desk.wait(run_id).conclusion.state == "done"


PLACED = Placement(own_context=0, positioned=6, unplaced=0, earliest=0)


@pytest.mark.parametrize(
    ("reason", "chosen", "first"),
    [
        ("no_position", {}, RunRepair.WHOLE_TEXT),
        ("position_out_of_range", {}, RunRepair.WHOLE_TEXT),
        ("no_text", {}, None),
        ("parse_failure", {}, RunRepair.JSON_MODE),
        ("parse_failure", {"json_mode": True}, RunRepair.OTHER_CONNECTION),
        ("context_too_long", {"context_mode": "whole"}, RunRepair.AT_POSITION),
        ("context_too_long", {}, RunRepair.OTHER_CONNECTION),
        ("timeout", {}, RunRepair.RETRY),
        ("refusal", {}, RunRepair.OTHER_CONNECTION),
    ],
)
def test_each_cause_has_its_repair(
    make_desk: MakeDesk, reason: str, chosen: dict[str, object], first: RunRepair | None
) -> None:
    desk, server = make_desk(1)
    repairs = repairs_for(reason, desk.spec(**chosen), connection_to(server), PLACED)
    assert (repairs[0] if repairs else None) is first
    plain = Connection(name="test", model="m", base_url=server.url, omit=("response_format",))
    assert RunRepair.JSON_MODE not in repairs_for("parse_failure", desk.spec(), plain, PLACED)
    assert RunRepair.JSON_MODE not in repairs_for("parse_failure", desk.spec(), LEXICAL, PLACED)


def test_a_start_that_would_skip_everything_is_refused_with_what_to_change(
    make_desk: MakeDesk,
) -> None:
    desk, _server = make_desk(ITEMS)

    def change(**values: object) -> None:
        with Session(desk.engine) as session:
            session.execute(update(QuestionRow).values(**values))
            session.commit()

    change(start_pos=1_000_000, end_pos=1_000_010)
    with pytest.raises(InputError, match="beyond the end of the novel"):
        desk.start()
    change(start_pos=None, end_pos=None)
    with pytest.raises(
        InputError, match="Every question would be skipped: none has a position in the novel"
    ):
        desk.start()
    depth = DepthSpec(set_id=desk.set_id, connection="test", context_lengths=(1000,))
    with pytest.raises(
        InputError,
        match=(
            "No question has a usable position in the novel, so none can be tested at any depth"
        ),
    ):
        start(desk.engine, depth, title="", created_by="")
    desk.start(context_mode=ContextMode.WHOLE)
    with Session(desk.engine) as session:
        session.execute(update(QuestionSet).where(col(QuestionSet.id) > 0).values(source_id=None))
        session.commit()
    with pytest.raises(
        InputError,
        match=(
            "Every question would be skipped: the set has no novel, and no question has its "
            "own text"
        ),
    ):
        desk.start(context_mode=ContextMode.WHOLE)
    change(context="A text of its own.")
    desk.start()
