"""The fault-injecting server is itself checked: other tests count on its counts."""

import asyncio
import json
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

from core.llm import Connection, FailedCall, ReadReply, ask, open_client, read_validation_reply
from core.llm.errors import LLMError
from tests.children import killed
from tests.core.llm.asked import CHOICE, CONTEXT, prompt
from tests.openai_server import READABLE, Answers, Fault, OpenAIServer, embedding, in_order, seeded

REPOSITORY = Path(__file__).parents[1]


def read(completion):
    return read_validation_reply(completion.text, CHOICE, "single_choice", completion.finish_reason)


def client_of(url: str, **fields: object):
    return open_client(
        Connection.model_validate({"name": "s", "model": "m", "base_url": url, **fields}), {}
    )


def test_the_same_seed_gives_every_prompt_the_same_fate() -> None:
    shares = {Fault.RATE_LIMIT: 0.2, Fault.EMPTY: 0.1}
    first, second = seeded(shares, 7), seeded(shares, 7)
    fates = [first(f"prompt {number}", 0) for number in range(2000)]
    assert fates == [second(f"prompt {number}", 0) for number in range(2000)]
    counts = Counter(fates)
    assert 330 < counts[Fault.RATE_LIMIT] < 470
    assert 140 < counts[Fault.EMPTY] < 260


async def test_readable_faults_are_read_and_the_answer_is_right_and_verbatim() -> None:
    rows = [{"question": "Who went home (1)?", "answer": ["b"]}]
    for fault in READABLE:
        async with OpenAIServer(Answers(rows), in_order(fault)) as server:
            client = client_of(server.url)
            outcome = await ask(client, prompt(), read, retries=0)
            await client.aclose()
        assert isinstance(outcome, ReadReply), fault
        assert outcome.value.answer == ("b",)
        assert outcome.value.evidence in CONTEXT


async def test_what_is_held_is_answered_once_it_is_opened() -> None:
    opened = threading.Event()
    async with OpenAIServer(opened=opened, answered=1) as server:
        client = client_of(server.url)
        assert isinstance(await ask(client, prompt("1"), read), ReadReply)
        held = asyncio.create_task(ask(client, prompt("2"), read))
        while server.in_flight != 1:
            assert not held.done()
            await asyncio.sleep(0.01)
        assert not held.done()
        opened.set()
        assert isinstance(await held, ReadReply)
        await client.aclose()


async def test_who_asks_and_is_gone_has_nothing_in_flight() -> None:
    async with OpenAIServer(opened=asyncio.Event()) as server:
        client = client_of(server.url)
        gone = asyncio.create_task(ask(client, prompt(), read))
        while server.in_flight != 1:
            assert not gone.done()
            await asyncio.sleep(0.01)
        gone.cancel()
        await asyncio.wait([gone])
        async with asyncio.timeout(300):
            while server.in_flight:
                await asyncio.sleep(0.01)
        assert len(server.asked) == 1
        await client.aclose()


def test_texts_that_share_characters_are_embedded_near_each_other() -> None:
    one, near, far = (
        embedding(text) for text in ("秋季大促今天开始", "秋季大促明天开始", "A quiet lamp")
    )

    def product(a: list[float], b: list[float]) -> float:
        return sum(x * y for x, y in zip(a, b, strict=True))

    assert product(one, near) > product(one, far)
    assert embedding("秋季大促今天开始") == one


async def test_under_all_faults_every_item_has_one_outcome_and_the_counts_add_up() -> None:
    stopping = {Fault.OK, Fault.UNAUTHORIZED, Fault.FORBIDDEN, Fault.QUOTA}
    shares = {fault: 0.03 for fault in Fault if fault not in stopping}

    async def no_wait(_: float) -> None: ...

    async with OpenAIServer(plan=seeded(shares, 3), hang_s=5) as server:
        client = client_of(server.url, timeout_s=2, max_concurrency=20)
        outcomes = await asyncio.gather(
            *(ask(client, prompt(str(item)), read, sleep=no_wait) for item in range(120))
        )
        await client.aclose()
    assert sum(outcome.attempts for outcome in outcomes) == len(server.asked)
    assert len(server.seen) == 120
    failed = [outcome for outcome in outcomes if isinstance(outcome, FailedCall)]
    assert 5 < len(failed) < 60
    assert max(server.seen.values()) <= 4
    assert all(outcome.message for outcome in failed)


async def test_a_run_away_client_is_stopped() -> None:
    async with OpenAIServer(most_requests=2) as server:
        client = client_of(server.url)
        await client.complete(prompt())
        await client.complete(prompt())
        try:
            await client.complete(prompt())
        except LLMError as error:
            assert error.kind == "server_error"
        else:
            raise AssertionError("the third call was answered")
        await client.aclose()


def test_as_a_process_it_prints_its_url_logs_every_request_and_stops_by_itself(tmp_path) -> None:
    log = tmp_path / "log.jsonl"
    command = [sys.executable, "-m", "tests.openai_server", "--log", str(log), "--lifetime", "5"]
    command += ["--faults", "server_error=1", "--latency", "0.01"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY)
    with killed(process):
        assert process.stdout
        url = process.stdout.readline().strip()

        async def call_twice() -> None:
            client = client_of(url)
            outcome = await ask(client, prompt(), read, retries=1, sleep=lambda _: asyncio.sleep(0))
            await client.aclose()
            assert isinstance(outcome, FailedCall)

        asyncio.run(call_twice())
        assert process.wait(timeout=60) == 0
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert [line["outcome"] for line in lines] == ["server_error", "server_error"]
    assert [line["times_seen"] for line in lines] == [0, 1]
    assert {line["prompt"] for line in lines} == {prompt().content_hash}
