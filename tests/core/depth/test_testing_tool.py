"""TestingTool from files to results, against the tests' own server (source 003)."""

import asyncio
import json
import logging
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from core.depth.outcomes import Outcome
from core.depth.result_files import read_results
from core.depth.testing_tool import TestingTool
from core.errors import InputError
from core.llm import AuthenticationFailed, RecordedClient
from core.llm.lexical_client import LexicalClient
from core.validation import EndpointUnusable
from tests.core.depth.asked import client_of
from tests.core.depth.books import Shelf, rows, story
from tests.openai_server import Answers, Fault, OpenAIServer, Plan, in_order, seeded

pytestmark = pytest.mark.usefixtures("no_retry_waits")

LENGTHS = [1000, 2000]
ANSWERED = {"correct", "wrong", "abstained"}


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf.of(tmp_path)


async def run_on(
    server: OpenAIServer,
    shelf: Shelf,
    mode: str = "crossed",
    lengths: list[int] | None = None,
    options: dict[str, Any] | None = None,
    **arguments: Any,
) -> list[dict[str, Any]]:
    client = client_of(server)
    tool = TestingTool(client, **(options or {}))
    arguments = {"padding_size": 30, "skip_validation": True} | arguments
    try:
        return await tool.run_depth_aware_tests(
            *shelf.paths, mode, LENGTHS if lengths is None else lengths, **arguments
        )
    finally:
        await client.aclose()


async def test_a_crossed_test_asks_every_cell_and_reports_lengths_and_depths(shelf: Shelf) -> None:
    async with OpenAIServer() as server:
        results = await run_on(server, shelf)
        assert len(server.asked) == len(results) == len(shelf.rows) * 5 * 2
    cells = Counter((row["test_context_length"], row["depth_bin"]) for row in results)
    assert set(cells.values()) == {len(shelf.rows)}
    for row in results:
        assert row["score"] == 1.0
        assert abs(row["depth"] - row["target_depth"]) <= 0.05
        assert row["actual_context_tokens"] == pytest.approx(row["test_context_length"], rel=0.01)


@pytest.mark.parametrize("mode", ["uniform", "fixed"])
async def test_every_mode_has_source_003s_fields(shelf: Shelf, mode: str) -> None:
    """Every result has the fields of source 003, property 5."""
    async with OpenAIServer() as server:
        depth = 0.75 if mode == "fixed" else None
        results = await run_on(server, shelf, mode, fixed_depth=depth)
    assert len(results) == len(shelf.rows) * 2
    for row in results:
        assert {"depth", "depth_bin", "test_context_length"} <= row.keys()
        assert {
            "parsing_status",
            "score",
            "metrics",
            "correct_answer",
            "model_answer",
        } <= row.keys()
    bins = Counter(row["depth_bin"] for row in results)
    if mode == "fixed":
        assert set(bins) == {"75%"}
    else:
        assert max(bins.values()) - min(bins.values()) <= 1


async def test_legacy_asks_on_the_first_tokens_without_a_depth(shelf: Shelf) -> None:
    async with OpenAIServer() as server:
        client = client_of(server)
        tool = TestingTool(client)
        results = await tool.run_tests(*shelf.paths, 2000, skip_validation=True)
        await client.aclose()
        contexts = {request.context for request in server.requests}
    assert len(contexts) == 1
    assert shelf.text.startswith(contexts.pop())
    outside = [row for row in results if "evidence_outside" in row["warnings"]]
    assert [row["score"] for row in results] == [0.0 if row in outside else 1.0 for row in results]
    assert 0 < len(outside) < len(results)
    assert all(row["depth"] is row["depth_bin"] is None for row in results)


async def test_results_are_stored_and_a_second_call_asks_nothing(
    shelf: Shelf,
) -> None:
    out = shelf.folder / "results.jsonl"
    async with OpenAIServer() as server:
        first = await run_on(server, shelf, output_path=str(out))
        n_asked = len(server.asked)
        again = await run_on(server, shelf, output_path=str(out))
        assert len(server.asked) == n_asked == len(first)
    assert again == first
    metadata, entries, _ = read_results(out)
    assert [entry.to_dict() for entry in entries] == first
    assert metadata is not None
    assert (metadata.depth_mode, metadata.context_lengths) == ("crossed", (1000, 2000))
    assert metadata.questions_per_bin == len(shelf.rows)
    assert metadata.tokenizer == "cl100k_base"


async def test_a_json_file_is_in_source_003s_format(shelf: Shelf) -> None:
    out = shelf.folder / "results.json"
    async with OpenAIServer() as server:
        results = await run_on(server, shelf, output_path=str(out))
        await run_on(server, shelf, output_path=str(out))
        assert len(server.asked) == len(results)
    document = json.loads(out.read_text())
    assert document["results"] == results
    assert document["metadata"]["depth_bins"] == ["0%", "25%", "50%", "75%", "100%"]


async def test_a_cancelled_test_can_be_resumed(shelf: Shelf) -> None:
    out = shelf.folder / "results.jsonl"
    async with OpenAIServer(latency_s=0.02) as server:
        task = asyncio.create_task(run_on(server, shelf, output_path=str(out), concurrency=3))
        while len(server.asked) < 20:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        n_written = len(read_results(out).entries)
        out.write_text(out.read_text() + '{"question": "Who ra')
        results = await run_on(server, shelf, output_path=str(out))
        assert 15 <= n_written < len(results)
        assert len(server.asked) <= len(results) + 3, "only calls in flight are asked again"
    assert all(row["score"] == 1.0 for row in results)
    assert not (shelf.folder / "results.jsonl.lock").exists()


async def test_failed_calls_are_asked_again_and_their_cost_is_kept(shelf: Shelf) -> None:
    out = shelf.folder / "results.jsonl"
    bad, good = in_order(Fault.BAD_REQUEST), in_order(Fault.OK)

    def plan(prompt: str, times: int) -> Fault:
        return bad(prompt, times) if int(prompt[:8], 16) % 4 == 0 and not times else good("", 0)

    async with OpenAIServer(plan=plan) as server:
        first = await run_on(server, shelf, output_path=str(out))
        failed = [row for row in first if row["outcome"] == "api_error"]
        second = await run_on(server, shelf, output_path=str(out))
        assert len(server.asked) == len(first) + len(failed)
    assert failed
    assert {row["outcome"] for row in second} == {"correct"}
    assert sum(row["metrics"]["attempts"] for row in second) == len(first) + len(failed)


async def test_every_trial_has_one_outcome_whatever_the_endpoint_does(shelf: Shelf) -> None:
    shares = {
        Fault.RATE_LIMIT: 0.1,
        Fault.SERVER_ERROR: 0.1,
        Fault.RESET: 0.05,
        Fault.MALFORMED: 0.1,
        Fault.REFUSAL: 0.1,
        Fault.EMPTY: 0.1,
        Fault.CONTENT_FILTER: 0.1,
        Fault.PROSE: 0.05,
        Fault.FENCED: 0.1,
        Fault.THINKING: 0.1,
    }
    async with OpenAIServer(plan=seeded(shares, seed=2)) as server:
        results = await run_on(server, shelf, concurrency=20)
        assert max(server.seen.values()) <= 4
        assert sum(row["metrics"]["attempts"] for row in results) == len(server.asked)
    assert len(results) == len(shelf.rows) * 10
    assert not [row for row in results if row["outcome"] == "wrong"]
    for row in results:
        assert (row["score"] is None) == (row["outcome"] not in ANSWERED)


@pytest.mark.parametrize(
    ("plan", "error"),
    [
        (in_order(Fault.UNAUTHORIZED), AuthenticationFailed),
        (in_order(Fault.UNKNOWN_MODEL), EndpointUnusable),
    ],
)
async def test_an_endpoint_that_cannot_answer_stops_the_test(
    shelf: Shelf, plan: Plan, error: type[Exception]
) -> None:
    async with OpenAIServer(plan=plan) as server:
        with pytest.raises(error):
            await run_on(server, shelf, output_path=str(shelf.folder / "r.jsonl"))
        assert len(server.asked) < 20


async def test_results_of_another_test_are_never_overwritten(shelf: Shelf) -> None:
    out = shelf.folder / "results.jsonl"
    async with OpenAIServer() as server:
        await run_on(server, shelf, output_path=str(out))
        before, n_asked = out.read_bytes(), len(server.asked)
        with pytest.raises(InputError, match="padding_size"):
            await run_on(server, shelf, output_path=str(out), padding_size=60)
        assert len(server.asked) == n_asked
    assert out.read_bytes() == before
    out.write_text("my notes\n")
    async with OpenAIServer() as server:
        with pytest.raises(InputError):
            await run_on(server, shelf, output_path=str(out))
    assert out.read_text() == "my notes\n"


async def test_questions_without_a_position_are_left_out_with_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Source 003, "Error Handling"; reading 46."""
    shelf = Shelf.of(tmp_path)
    shelf.rows[0]["position"] = None
    shelf.rows[1]["position"] = {"start_pos": 10**6, "end_pos": 10**6 + 5}
    shelf.write(shelf.rows)
    with caplog.at_level(logging.WARNING):
        async with OpenAIServer() as server:
            results = await run_on(server, shelf, "uniform", [1000])
    assert [row["item_key"] for row in results] == ["q3", "q4", "q5", "q6", "q7"]
    assert "1 questions are left out: no_position" in caplog.text
    assert "1 questions are left out: position_out_of_range" in caplog.text


async def test_lengths_beyond_the_novel_are_not_asked_and_the_others_are(
    shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    """Reading 49."""
    async with OpenAIServer() as server:
        results = await run_on(server, shelf, "uniform", [1000, 50_000])
        assert len(server.asked) == len(shelf.rows)
    outcomes = Counter((row["test_context_length"], row["outcome"]) for row in results)
    assert outcomes == {(1000, "correct"): 7, (50_000, "did_not_fit"): 7}
    assert "contexts of 50000 do not fit" in caplog.text


async def test_a_novel_too_short_for_every_length_ends_the_test_before_a_call(
    shelf: Shelf,
) -> None:
    async with OpenAIServer() as server:
        with pytest.raises(InputError, match="too few for a context of 50000, 60000"):
            await run_on(server, shelf, "crossed", [50_000, 60_000])
        assert not server.asked


async def test_evidence_longer_than_the_context_does_not_fit(tmp_path: Path) -> None:
    shelf = Shelf.of(tmp_path)
    shelf.rows[0]["position"] = {"start_pos": 100, "end_pos": 3000}
    shelf.write(shelf.rows)
    async with OpenAIServer() as server:
        results = await run_on(server, shelf, "fixed", [1000], fixed_depth=0.5)
    assert results[0]["outcome"] == Outcome.DID_NOT_FIT
    assert results[0]["metrics"]["failure"] == "evidence_too_long"
    assert [row["outcome"] for row in results[1:]] == ["correct"] * 6


async def test_a_crash_on_one_question_does_not_stop_the_others(shelf: Shelf) -> None:
    class Poisoned(LexicalClient):
        async def complete(self, prompt: Any) -> Any:
            if prompt.variables["item"] == "q4":
                raise ZeroDivisionError("by zero")
            return await super().complete(prompt)

    results = await TestingTool(Poisoned()).run_depth_aware_tests(
        *shelf.paths, "uniform", [1000], padding_size=30, skip_validation=True
    )
    failures = {row["item_key"]: row["metrics"].get("failure") for row in results}
    assert failures == {f"q{n}": "crashed" if n == 4 else None for n in range(1, 8)}


async def test_the_offline_baseline_finds_the_planted_facts(shelf: Shelf) -> None:
    tool = TestingTool(LexicalClient(), controls=["closed_book", "filler_only", "oracle"])
    results = await tool.run_depth_aware_tests(
        *shelf.paths, "crossed", LENGTHS, padding_size=30, skip_validation=True
    )
    outcomes = Counter((row["control"], row["outcome"]) for row in results)
    assert outcomes[None, "correct"] >= 0.9 * len(shelf.rows) * 10
    assert outcomes["oracle", "correct"] == len(shelf.rows)
    assert outcomes["closed_book", "abstained"] == len(shelf.rows)
    assert outcomes["filler_only", "correct"] <= len(shelf.rows)


async def test_shared_filler_is_one_text_for_all_questions_of_a_cell(shelf: Shelf) -> None:
    async with OpenAIServer() as server:
        await run_on(server, shelf, "fixed", [2000], fixed_depth=1.0, options={"filler": "shared"})
        contexts = [request.context for request in server.requests]
    beginning = contexts[0][:6000]
    assert all(context.startswith(beginning) for context in contexts)


async def test_the_same_seed_sends_the_same_prompts(shelf: Shelf) -> None:
    sent = []
    for seed in (1, 1, 2):
        async with OpenAIServer() as server:
            options = {"seed": seed, "rotate_options": True}
            await run_on(server, shelf, "uniform", options=options)
            sent.append(Counter(request.prompt for request in server.asked))
    assert sent[0] == sent[1]
    assert not sent[0] & sent[2]


async def test_recorded_replies_cannot_be_rotated(shelf: Shelf) -> None:
    tool = TestingTool(RecordedClient({"q1": "B"}), rotate_options=True)
    with pytest.raises(
        InputError, match="Recorded replies refer to the options in their original order"
    ):
        await tool.run_depth_aware_tests(*shelf.paths, "uniform", [1000], skip_validation=True)


async def test_refused_rows_are_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    shelf = Shelf.of(tmp_path)
    shelf.write([*shelf.rows, {"question": "Half a row?"}])
    async with OpenAIServer(Answers(rows(story()))) as server:
        results = await run_on(server, shelf, "uniform", [1000])
    assert len(results) == 7
    assert "1 rows of" in caplog.text


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"depth_mode": "deep"}, "Unknown depth mode deep"),
        ({"context_lengths": []}, "at least one"),
        ({"context_lengths": 32000}, r"32000 are not a list. Write a list such as \[32000\]"),
        ({"context_lengths": "32000"}, "are not a list"),
        ({"context_lengths": [32000.0]}, "is not a whole number"),
        ({"context_lengths": ["32k"]}, "is not a whole number"),
        ({"concurrency": 0}, "field concurrency: The concurrency 0 is out of range"),
        ({"novel_path": "/nowhere/novel.txt"}, "Cannot read the file"),
        ({"question_set_path": "/nowhere/q.jsonl"}, "Cannot read the file"),
        ({"output_path": "/nowhere/out.jsonl"}, "Cannot write the results"),
    ],
)
async def test_invalid_arguments_of_the_tool_are_named(
    shelf: Shelf, changes: dict[str, Any], said: str
) -> None:
    arguments = {
        "novel_path": str(shelf.novel),
        "question_set_path": str(shelf.set),
        "depth_mode": "uniform",
        "context_lengths": [1000],
        "skip_validation": True,
        **changes,
    }
    with pytest.raises(InputError, match=said):
        await TestingTool(LexicalClient()).run_depth_aware_tests(**arguments)
