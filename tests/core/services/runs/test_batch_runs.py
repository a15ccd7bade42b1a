"""Batch runs, and runs that pause because none of their first replies is readable."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlmodel import Session, select

from core.errors import InputError
from core.llm import Connection, Price
from core.llm.reply_formats import ReplyFormat
from core.services.runs import (
    BatchDesk,
    DepthSpec,
    get_run,
    remember_format,
    remembered_format,
    resume,
    start,
)
from core.validation.outage import FIRST_REPLIES
from db.tables import DepthResult, Validation
from tests.batch_service import answered
from tests.core.services.runs.conftest import working
from tests.core.services.runs.desk import Desk
from tests.openai_server import Fault, OpenAIServer, in_order

MakeDesk = Callable[..., tuple[Desk, OpenAIServer]]
PRICE = Price(prompt=2.0, completion=4.0, currency="USD")


def fault_by_prompt(prompt: str, _times: int) -> Fault:
    """A fault that depends on the prompt only, so that a batch gets the same as a live run."""
    faults = dict.fromkeys("01", Fault.CONTENT_FILTER) | dict.fromkeys(
        "234", Fault.CONTEXT_TOO_LONG
    )
    return faults.get(prompt[0], Fault.OK)


def verdicts(desk: Desk, run_id: int) -> list[tuple[object, ...]]:
    items = {item.id: item for item in desk.items(run_id)}
    with Session(desk.engine) as session:
        results = {
            row.item_id: (row.is_valid, tuple(row.model_answer), row.evidence, row.span_start)
            for row in session.exec(select(Validation).where(Validation.run_id == run_id))
        } | {
            row.item_id: (row.outcome, tuple(row.model_answer))
            for row in session.exec(select(DepthResult).where(DepthResult.run_id == run_id))
        }
    return sorted(
        (item.item_key, item.outcome, str(item.reason), str(results.get(id_)))
        for id_, item in items.items()
    )


@pytest.mark.parametrize("kind", ["validation", "depth"])
def test_a_run_made_as_a_batch_ends_as_a_live_one(
    kind: str, make_desk: MakeDesk, tmp_path: Path
) -> None:
    desk, server = make_desk(12, plan=fault_by_prompt)
    spec = desk.spec(model="test-model", price=PRICE)
    if kind == "depth":
        spec = DepthSpec(
            set_id=desk.set_id, connection="test", model="test-model", price=PRICE,
            context_lengths=(120,), padding_size=5,
        )  # fmt: skip
    live = start(desk.engine, spec, title="live", created_by="Ada")
    batch = start(desk.engine, spec.as_batch(), title="batch", created_by="Ada")
    assert get_run(desk.engine, batch).status == "paused"
    with pytest.raises(InputError, match="batch"):
        resume(desk.engine, batch)
    batch_desk = BatchDesk(desk.engine, desk.settings, os.environ)
    with working(desk):
        desk.wait(live)
        calls = len(server.asked)
        (folder := tmp_path / "files").mkdir()
        files = batch_desk.write(batch, folder)
        assert len(server.asked) == calls
        output, errors = answered(files, server.url, tmp_path)
        calls = len(server.asked)
        first = batch_desk.read(batch, output.read_bytes(), output.name)
        last = batch_desk.read(batch, errors.read_bytes(), errors.name)
        assert (first.missing > 0, last.missing) == (True, 0)
        assert first.replies + last.replies == 12
        assert all(issue.file == errors.name for issue in last.issues)
        resume(desk.engine, batch)
        end = desk.wait(batch)
    assert len(server.asked) == calls, "no call is made by a batch's run"
    assert (end.status, end.done) == ("done", 12)
    assert verdicts(desk, batch) == verdicts(desk, live)
    costs = [get_run(desk.engine, run).cost for run in (live, batch)]
    assert costs[1] == pytest.approx(costs[0] / 2)
    with pytest.raises(InputError, match="None of the file"):
        other_run = output.read_text().replace('"custom_id": "', '"custom_id": "x')
        batch_desk.read(batch, other_run.encode(), "other.jsonl")


@pytest.mark.usefixtures("no_retry_waits")
def test_a_run_whose_first_replies_nobody_can_read_pauses_with_a_sample(
    make_desk: MakeDesk,
) -> None:
    desk, _ = make_desk(40, plan=in_order(Fault.PROSE))
    run_id = desk.start(concurrency=2)
    with working(desk):
        paused = desk.wait(run_id, lambda now: now.status == "paused" and now.done >= FIRST_REPLIES)
        assert paused.stop_reason is not None
        assert f"None of the first {FIRST_REPLIES} questions" in paused.stop_reason.translate()
        assert str(paused.stop_reason.params["sample"]).startswith("It must be the first one")
        resume(desk.engine, run_id)
        end = desk.wait(run_id)
    assert (end.status, end.infrastructure) == ("done", 40), "who goes on is not stopped again"


def test_what_a_test_found_is_remembered_for_the_address_and_model(make_desk: MakeDesk) -> None:
    desk, server = make_desk(1)
    connection = Connection(name="test", model="m", base_url=server.url)
    assert remembered_format(desk.engine, connection) is None
    remember_format(desk.engine, connection, ReplyFormat.JSON_OBJECT)
    remember_format(desk.engine, connection, ReplyFormat.JSON_SCHEMA)
    assert remembered_format(desk.engine, connection) is ReplyFormat.JSON_SCHEMA
    assert remembered_format(desk.engine, connection.asking("other")) is None
    run_id = desk.start(reply_format="json_schema")
    with working(desk):
        desk.wait(run_id)
    assert server.requests[-1].format == "json_schema"
