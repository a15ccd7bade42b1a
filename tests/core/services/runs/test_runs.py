"""Starting, pausing, cancelling, capping and retrying runs, with a real worker, database and HTTP
server.
"""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import Session, col, select

from core.errors import InputError
from core.llm import CapReached
from core.locale import wording
from core.queue import engine as durable
from core.services.runs import (
    cancel,
    get_run,
    list_runs,
    pause,
    progress,
    resume,
    retry_failures,
    set_caps,
    start,
)
from core.services.runs.progress import RunProgress, workers_alive
from db.engine import writing
from db.tables import LLMReply, QuestionRow, Run, RunItemPast, now
from tests.core.services.runs.conftest import Turns, working
from tests.core.services.runs.desk import PATIENCE_S, Desk
from tests.openai_server import ChatRequest, Fault, OpenAIServer, in_order

MakeDesk = Callable[..., tuple[Desk, OpenAIServer]]


def settled(desk: Desk, server: OpenAIServer, run_id: int, turns: Turns) -> RunProgress:
    """Wait until the run is halted and every request is in the ledger, also some ticks later: a
    worker that does not know of the halt yet may still send one.
    """

    def is_settled(now: RunProgress) -> bool:
        return now.status in ("paused", "cancelled") and now.done == len(server.asked)

    while True:
        before = desk.wait(run_id, is_settled)
        turns.wait(5)
        if len(server.asked) == before.done:
            return before


def test_every_item_has_one_outcome_and_the_counts_add_up(make_desk: MakeDesk) -> None:
    def plan(prompt: str, _times: int) -> Fault:
        outcomes = (Fault.OK, Fault.OK, Fault.REFUSAL, Fault.CONTENT_FILTER)
        return outcomes[int(prompt, 16) % len(outcomes)]

    desk, server = make_desk(60, plan=plan)
    run_id = desk.start()
    with working(desk):
        end = desk.wait(run_id)
        assert [worker.name for worker in workers_alive(desk.engine)] == ["worker-0"]
        desk.wait(run_id, lambda _: not durable.is_live(desk.engine, run_id))
    assert end.status == "done"
    assert end.done == end.total == 60 == len(desk.items(run_id))
    assert end.passed + end.failed + end.infrastructure + end.skipped == 60
    assert end.calls == len(server.asked)
    # On a busy machine a prompt may be sent twice; the server refuses both, and it is one item.
    outcomes = Counter({call.prompt: call.outcome for call in server.asked}.values())
    refused = outcomes["refusal"], outcomes["content_filter"]
    assert (end.reasons["refusal"], end.reasons["content_filter"]) == refused
    assert end.pass_rate.n == end.passed == len(desk.replies())
    assert durable.delete_old_shards(desk.engine, now() - timedelta(hours=1)) == 0
    assert durable.delete_old_shards(desk.engine, now() + timedelta(hours=1)) == 3


def test_a_double_click_starts_one_run(make_desk: MakeDesk) -> None:
    desk, _ = make_desk(30)
    ids: list[int] = []

    def click() -> None:
        ids.append(
            start(desk.engine, desk.spec(), title="x", created_by="Ada", idempotency_key="click")
        )

    clicks = [threading.Thread(target=click) for _ in range(4)]
    for thread in clicks:
        thread.start()
    for thread in clicks:
        thread.join()
    assert len(ids) == 4
    assert len(set(ids)) == len(list_runs(desk.engine)) == 1


def test_a_set_without_questions_starts_nothing(make_desk: MakeDesk) -> None:
    desk, _ = make_desk(0)
    with pytest.raises(InputError, match="no usable questions"):
        desk.start()
    assert list_runs(desk.engine) == []


def test_a_paused_run_asks_nothing_more_and_resumes_where_it_was(make_desk: MakeDesk) -> None:
    opened = threading.Event()
    desk, server = make_desk(60, opened=opened, answered=10)
    run_id = desk.start(concurrency=5)
    with working(desk) as turns:
        desk.wait(run_id, lambda now: now.done >= 10)
        pause(desk.engine, run_id)
        opened.set()
        paused = settled(desk, server, run_id, turns)
        turns.wait(5)
        assert paused.status == "paused"
        assert paused.done == len(server.asked) < 60
        resume(desk.engine, run_id)
        resume(desk.engine, run_id)
        end = desk.wait(run_id)
    assert (end.status, end.done) == ("done", 60)
    assert max(server.seen.values()) == 1
    assert get_run(desk.engine, run_id).plan == 1


def test_a_pause_taken_back_at_once_asks_nothing_twice(make_desk: MakeDesk) -> None:
    opened = threading.Event()
    desk, server = make_desk(60, opened=opened, answered=5)
    run_id = desk.start(concurrency=5)
    with working(desk):
        desk.wait(run_id, lambda now: now.done >= 5 and server.in_flight == 5)
        pause(desk.engine, run_id)
        resume(desk.engine, run_id)
        opened.set()
        end = desk.wait(run_id)
    assert (end.done, max(server.seen.values())) == (60, 1)


def test_a_cancelled_run_keeps_its_results_and_stays_cancelled(make_desk: MakeDesk) -> None:
    opened = threading.Event()
    desk, server = make_desk(60, opened=opened, answered=5)
    run_id = desk.start(concurrency=5)
    with working(desk) as turns:
        desk.wait(run_id, lambda now: now.done >= 5)
        cancel(desk.engine, run_id)
        opened.set()
        request_count = settled(desk, server, run_id, turns).done
        assert request_count < 60
        with pytest.raises(InputError, match="cannot be resumed"):
            resume(desk.engine, run_id)
        with pytest.raises(InputError, match="The run is cancelled and cannot be paused") as said:
            pause(desk.engine, run_id)
        assert "任务状态为 已取消，不能暂停" in said.value.translate(wording("zh_CN"))
        cancel(desk.engine, run_id)
        turns.wait(10)
    assert len(server.asked) == request_count
    assert progress(desk.engine, run_id).status == "cancelled"


def test_a_refused_key_stops_the_run_at_once_and_says_why(make_desk: MakeDesk) -> None:
    desk, server = make_desk(60, key="right")
    run_id = desk.start(concurrency=5)
    with working(desk):
        end = desk.wait(run_id)
    assert end.status == "stopped"
    assert end.stop_reason
    assert "key" in end.stop_reason.translate()
    assert end.done == 0
    assert len(server.asked) <= 5


def test_a_run_whose_connection_is_gone_stops_with_the_fix(make_desk: MakeDesk) -> None:
    desk, _ = make_desk(30)
    run_id = desk.start(connection="nowhere")
    with working(desk):
        end = desk.wait(run_id)
        assert end.stop_reason
        assert "There is no connection nowhere" in end.stop_reason.translate()
        file = desk.settings.connections_file
        file.write_text(file.read_text().replace("[test]", "[nowhere]"))
        resume(desk.engine, run_id)
        assert desk.wait(run_id).done == 30


def test_a_cap_pauses_the_run_until_it_is_raised(make_desk: MakeDesk) -> None:
    desk, server = make_desk(60, latency_s=0.05)
    run_id = desk.start(concurrency=4, max_calls=20)
    with working(desk) as turns:
        paused = settled(desk, server, run_id, turns)
        assert paused.stop_reason
        assert "cap of 20 calls is reached" in paused.stop_reason.translate()
        assert paused.done == len(server.asked) == 20
        with pytest.raises(CapReached, match="cap of 20 calls"):
            resume(desk.engine, run_id)
        set_caps(desk.engine, run_id, max_calls=100)
        resume(desk.engine, run_id)
        end = desk.wait(run_id)
    assert (end.status, end.done, end.stop_reason) == ("done", 60, None)
    assert max(server.seen.values()) == 1, "nothing is asked twice"
    with pytest.raises(InputError, match="The run has ended, so its caps cannot be changed"):
        set_caps(desk.engine, run_id, max_calls=200)


def test_a_reply_that_was_read_is_never_paid_for_twice(make_desk: MakeDesk) -> None:
    desk, server = make_desk(30)
    with working(desk):
        desk.wait(desk.start())
        again = desk.wait(desk.start())
        assert (again.passed, again.reused, again.calls) == (30, 30, 0)
        assert (again.prompt_tokens, len(server.asked)) == (0, 30)
        without_reuse = desk.wait(desk.start(reuse_replies=False))
    assert (without_reuse.passed, without_reuse.reused, len(server.asked)) == (30, 0, 60)


def test_a_stored_reply_that_cannot_be_read_any_more_is_asked_again_once(
    make_desk: MakeDesk,
) -> None:
    desk, server = make_desk(5)
    with working(desk):
        desk.wait(desk.start())
        with writing(desk.engine) as session:
            for reply in session.exec(select(LLMReply)):
                reply.text = "I would rather not say."
        end = desk.wait(desk.start())
    assert (end.passed, end.reused, end.calls) == (5, 0, 5)
    assert len(server.asked) == 10


def test_failures_of_the_machinery_are_asked_again_and_their_past_is_kept(
    make_desk: MakeDesk,
) -> None:
    desk, server = make_desk(30, plan=in_order(Fault.REFUSAL, Fault.OK))
    run_id = desk.start()
    with working(desk):
        assert desk.wait(run_id).infrastructure == 30
        before = {item.item_key: item.id for item in desk.items(run_id)}
        assert retry_failures(desk.engine, run_id) == 30
        assert progress(desk.engine, run_id).done == 0
        end = desk.wait(run_id)
    assert (end.passed, end.infrastructure, end.calls) == (30, 0, 60)
    assert {item.item_key: item.id for item in desk.items(run_id)} == before
    with Session(desk.engine) as session:
        past = session.exec(select(RunItemPast)).all()
    assert {row.row["reason"] for row in past} == {"refusal"}
    assert len(past) == 30
    assert len(server.asked) == 60
    assert retry_failures(desk.engine, run_id) == 0


def test_a_poisoned_item_fails_alone(make_desk: MakeDesk) -> None:
    desk, _ = make_desk(30)
    with writing(desk.engine) as session:
        poisoned = session.exec(select(QuestionRow).where(QuestionRow.item_key == "q7")).one()
        poisoned.question_type = "essay"
    run_id = desk.start()
    with working(desk):
        end = desk.wait(run_id)
    assert (end.passed, end.infrastructure, end.reasons) == (29, 1, {"crashed": 1})
    crashed = next(item for item in desk.items(run_id) if item.outcome == "infrastructure")
    assert crashed.item_key == "q7"
    assert "ValueError" in crashed.error_params["said"]


def test_an_answer_that_cannot_be_stored_fails_alone(make_desk: MakeDesk) -> None:
    def answer(request: ChatRequest) -> str:
        lone = "\\ud800" if "lamp number 7 " in request.user else ""
        reply = {"answer": ["a"], "evidence": "", "is_answerable": True, "confidence": "high"}
        return json.dumps({**reply, "reasoning": "REASON"}).replace("REASON", lone or "so")

    desk, _ = make_desk(30, answer=answer)
    run_id = desk.start()
    with working(desk):
        end = desk.wait(run_id)
    assert end.done == 30
    assert end.failed + end.infrastructure == 30
    assert end.infrastructure <= 1


def test_questions_for_another_novel_are_noticed(make_desk: MakeDesk) -> None:
    def answer(_request: ChatRequest) -> str:
        reply = {"answer": ["a"], "is_answerable": True, "confidence": "high", "reasoning": ""}
        return json.dumps({**reply, "evidence": "Nobody in this book has ever said such a thing."})

    desk, _ = make_desk(25, answer=answer)
    run_id = desk.start()
    with working(desk):
        end = desk.wait(run_id)
    assert [notice["code"] for notice in end.notices] == ["other_novel"]
    assert end.failed == 25


def test_positions_beyond_the_novel_are_skipped_and_noticed(make_desk: MakeDesk) -> None:
    desk, server = make_desk(30)
    with writing(desk.engine) as session:
        first, *others = session.exec(select(QuestionRow).order_by(col(QuestionRow.id)))
        first_start = first.start_pos
        for row in others:
            row.start_pos, row.end_pos = 10_000_000, 10_000_500
    assert first_start == 0
    run_id = desk.start()
    with working(desk):
        end = desk.wait(run_id)
    assert (end.skipped, len(server.asked)) == (29, 1)
    assert end.reasons == {"position_out_of_range": 29}
    assert [notice["code"] for notice in end.notices] == ["positions_out_of_range"]


def test_a_database_that_is_locked_for_a_while_costs_no_answer(make_desk: MakeDesk) -> None:
    opened = threading.Event()
    desk, server = make_desk(60, opened=opened, answered=5)
    run_id = desk.start(concurrency=10)
    with working(desk):
        desk.wait(run_id, lambda now: now.done >= 5 and server.in_flight == 10)
        with writing(desk.engine) as session:
            session.exec(select(Run)).all()
            opened.set()
            while server.in_flight:
                time.sleep(0.05)
            asked_when_locked = len(server.asked)
        end = desk.wait(run_id)
    assert end.done == 60
    assert max(server.seen.values()) == 1
    assert asked_when_locked < 60, "nothing more is paid for while the database is away"


def test_a_worker_told_to_stop_records_what_is_in_flight(make_desk: MakeDesk) -> None:
    opened = threading.Event()
    desk, server = make_desk(60, latency_s=0.3, opened=opened, answered=10)
    run_id = desk.start(concurrency=10)
    with working(desk):
        desk.wait(run_id, lambda now: now.done >= 10 and server.in_flight == 10)
        opened.set()
    assert len(desk.items(run_id)) == len(server.asked) < 60
    with working(desk):
        assert desk.wait(run_id).done == 60
    assert max(server.seen.values()) == 1


def test_a_worker_without_its_parent_ends(make_desk: MakeDesk, tmp_path: Path) -> None:
    desk, _ = make_desk(1)
    worker = desk.spawn()
    desk.wait(desk.start(), lambda now: now.done == 1)
    assert worker.stdin is not None
    worker.stdin.close()
    assert worker.wait(PATIENCE_S) == 0
