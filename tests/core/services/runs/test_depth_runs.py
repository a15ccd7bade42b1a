"""Depth tests as durable runs: a real worker, a real database, a real HTTP server."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from sqlmodel import Session, select

from core.depth import rebuild
from core.errors import InputError
from core.services.runs import DepthSpec, start
from core.text import Span, load_tokenizer
from db.engine import writing
from db.queries.depth import Cell, cell_counts, results_in_cell
from db.tables import DepthResult, DepthTask, QuestionRow, SourceText
from tests.core.services.runs.conftest import working
from tests.core.services.runs.desk import Desk
from tests.openai_server import ChatRequest, Fault, OpenAIServer

MakeDesk = Callable[..., tuple[Desk, OpenAIServer]]
LENGTHS = (400, 600)


def depth_spec(desk: Desk, **chosen: Any) -> DepthSpec:
    fields = {"context_lengths": LENGTHS, "depth_mode": "crossed", "padding_size": 20, **chosen}
    return DepthSpec(set_id=desk.set_id, connection="test", concurrency=10, **fields)


def begin(desk: Desk, **chosen: Any) -> int:
    return start(desk.engine, depth_spec(desk, **chosen), title="depths", created_by="Ada")


def results(desk: Desk, run_id: int) -> list[DepthResult]:
    with Session(desk.engine) as session:
        return list(session.exec(select(DepthResult).where(DepthResult.run_id == run_id)))


def test_every_question_has_one_result_at_every_length_and_depth(make_desk: MakeDesk) -> None:
    desk, server = make_desk(8, lamps=60)
    run_id = begin(desk, controls=("closed_book", "oracle", "filler_only"))
    with working(desk):
        end = desk.wait(run_id)
    assert end.status == "done"
    assert end.total == end.done == 8 * (2 * 5 + 1 + 1 + 2)
    assert end.calls == len(server.asked)
    with Session(desk.engine) as session:
        counts = cell_counts(session, run_id)
        tested = [count for count in counts if not count.control]
        assert {(c.context_length, c.depth_bin) for c in tested} == {
            (length, label) for length in LENGTHS for label in ("0%", "25%", "50%", "75%", "100%")
        }
        assert sum(count.results for count in counts) == end.total
        listed = results_in_cell(session, Cell(run_id, "", 400, "25%"), limit=100)
        assert len({question.id for _, _, question in listed}) == len(listed) == 8


def test_a_context_can_be_built_again_from_what_is_stored(make_desk: MakeDesk) -> None:
    desk, _ = make_desk(20, lamps=60)
    run_id = begin(desk, context_lengths=(500,), depth_mode="uniform")
    with working(desk):
        desk.wait(run_id)
    with Session(desk.engine) as session:
        novel = session.exec(select(SourceText.text)).one()
        questions = {row.id: row for row in session.exec(select(QuestionRow))}
    tokenizer = load_tokenizer()
    for result in results(desk, run_id):
        context = rebuild(novel, [Span(*piece) for piece in result.pieces])
        assert abs(len(tokenizer.encode(context)) - 500) <= 5
        evidence = context[result.evidence_start : result.evidence_end]
        number = re.findall(r"\d+", questions[result.question_id].question)[0]
        assert f"number {number} stood" in evidence
        assert result.depth is not None
        assert result.target_depth is not None
        assert abs(result.depth - result.target_depth) <= 0.05


def test_failures_of_the_machinery_are_neither_right_nor_wrong(make_desk: MakeDesk) -> None:
    desk, _ = make_desk(
        16, lamps=40, plan=lambda prompt, _: (Fault.OK, Fault.REFUSAL)[int(prompt, 16) % 2]
    )
    run_id = begin(desk, context_lengths=(400,), depth_mode="fixed", fixed_depth=0.5)
    with working(desk):
        end = desk.wait(run_id)
    assert end.infrastructure > 0
    assert len([item for item in desk.items(run_id) if item.outcome == "answered"]) == (
        16 - end.infrastructure
    )
    refused = [result for result in results(desk, run_id) if result.outcome == "refusal"]
    assert len(refused) == end.infrastructure
    assert all(result.score is None for result in refused)


def test_a_question_without_a_position_is_there_and_says_why(make_desk: MakeDesk) -> None:
    desk, _ = make_desk(30)
    with writing(desk.engine) as session:
        row = session.exec(select(QuestionRow)).first()
        assert row is not None
        row.start_pos = row.end_pos = None
        session.add(row)
    run_id = begin(desk, context_lengths=(300,), depth_mode="fixed", fixed_depth=0.0)
    with working(desk):
        end = desk.wait(run_id)
    assert (end.total, end.skipped) == (30, 1)
    assert [item.reason for item in desk.items(run_id) if item.outcome == "skipped"] == [
        "no_position"
    ]


def test_a_question_answered_without_its_evidence_waits_for_a_reviewer(
    make_desk: MakeDesk,
) -> None:
    def right_for_odd_lamps(request: ChatRequest) -> str:
        number = int(re.findall(r"number (\d+)", request.asked)[-1])
        return json.dumps({"answer": "a" if number % 2 else "b"})

    desk, _ = make_desk(10, lamps=30, answer=right_for_odd_lamps)
    run_id = begin(desk, context_lengths=(300,), controls=("closed_book", "filler_only"))
    with working(desk):
        desk.wait(run_id)
    controls = [result for result in results(desk, run_id) if result.control]
    leaked = [result for result in controls if result.outcome == "correct"]
    assert 0 < len(leaked) < len(controls)
    waiting = [item for item in desk.items(run_id) if item.outcome == "failed"]
    assert {item.reason for item in waiting} == {"leaked"}
    assert {item.id for item in waiting} < {result.item_id for result in leaked}
    # Each question is asked without evidence in two ways, but waits for review once.
    questions = [item.question_id for item in waiting]
    assert sorted(questions) == sorted({result.question_id for result in leaked})
    further_leaks = {result.item_id for result in leaked} - {item.id for item in waiting}
    assert {item.outcome for item in desk.items(run_id) if item.id in further_leaks} == {"answered"}


def test_a_plan_that_makes_no_sense_starts_nothing(make_desk: MakeDesk) -> None:
    desk, _ = make_desk(30)
    with pytest.raises(InputError, match="validation"):
        begin(desk, ignore_invalid=True)
    with Session(desk.engine) as session:
        assert session.exec(select(DepthTask)).all() == []
