"""`python -m core test` as a script uses it: a real process, files, a real endpoint."""

import asyncio
import json
import os
import re
import signal
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from core.cli.main import main
from core.depth.result_files import read_results
from core.depth.results import ResultEntry
from tests.core.cli.commands import SAMPLE, start, summary_in
from tests.core.depth.books import Shelf
from tests.core.depth.schemas import check_lines
from tests.openai_server import MODEL, Fault, OpenAIServer, in_order


@dataclass(frozen=True)
class Ended:
    code: int
    stdout: str
    stderr: str
    entries: list[ResultEntry]
    summary: dict[str, Any]


@dataclass(frozen=True)
class Desk:
    folder: Path

    @property
    def out(self) -> Path:
        return self.folder / "results.jsonl"

    async def start(self, *arguments: str | Path, **environ: str) -> asyncio.subprocess.Process:
        return await start("test", self.folder, *arguments, **environ)

    async def test(self, *arguments: str | Path, **environ: str) -> Ended:
        process = await self.start(*arguments, **environ)
        stdout, stderr = await process.communicate()
        return Ended(
            process.returncode or 0,
            stdout.decode(),
            stderr.decode(),
            read_results(self.out).entries if self.out.exists() else [],
            summary_in(self.folder),
        )


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf.of(tmp_path)


def files(shelf: Shelf) -> tuple[str | Path, ...]:
    return "--novel", shelf.novel, "--questions", shelf.set, "--padding-size", "30"


def endpoint(server: OpenAIServer) -> dict[str, str]:
    return {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "sk-secret", "OPENAI_MODEL": MODEL}


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_the_sample_is_tested_by_the_baseline(
    desk: Desk, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = await desk.test(
        *("--novel", SAMPLE / f"{language}_story.md"),
        *("--questions", SAMPLE / f"{language}_questions.jsonl"),
        *("--context-lengths", "2k,4k", "--padding-size", "50"),
    )
    assert ended.code == 0, ended.stderr
    assert "have not been validated" in ended.stderr
    assert "\nDone\n" in ended.stderr
    assert ended.summary["baseline"] is True
    assert len(ended.entries) == ended.summary["trials"] == sum(ended.summary["outcomes"].values())
    bins = Counter(entry.depth_bin for entry in ended.entries)
    assert max(bins.values()) - min(bins.values()) <= 1
    assert len(bins) == 5
    # Their evidence's place is in the file, so that a heatmap made of it clusters by that.
    assert {entry.metrics["evidence_cluster"]["unit"] for entry in ended.entries} == {"chapter"}
    assert main(["heatmap", str(desk.out), "--out", str(desk.folder / "heatmap.html")]) == 0
    table = capsys.readouterr().out
    assert "; intervals are clustered by chapter" in table
    check_lines(desk.out)


async def test_a_crossed_test_through_an_endpoint_with_all_options(
    desk: Desk, shelf: Shelf
) -> None:
    async with OpenAIServer() as server:
        ended = await desk.test(
            *files(shelf),
            *("--depth-mode", "crossed", "--context-lengths", "1000", "2k"),
            *("--connection", "openai", "--model", "other-model", "--concurrency", "20"),
            *("--controls", "closed_book", "oracle", "filler_only", "--rotate-options"),
            *("--repeats", "2", "--seed", "9", "--filler", "shared", "--language", "en"),
            "--skip-validation",
            **endpoint(server),
        )
        assert len(server.asked) == len(ended.entries) == 2 * 7 * (10 + 1 + 1 + 2)
    assert ended.code == 0, ended.stderr
    assert "validated" not in ended.stderr
    assert "sk-secret" not in ended.stderr + desk.out.read_text()
    depths = [cell for cell in ended.summary["cells"] if cell["control"] is None]
    assert {(cell["accuracy"], cell["n"]) for cell in depths} == {(1.0, 14)}
    assert {cell["depth_bin"] for cell in depths} == {"0%", "25%", "50%", "75%", "100%"}
    assert {entry.model for entry in ended.entries} == {"other-model"}
    assert ended.summary["usage"]["calls"] == len(ended.entries)
    check_lines(desk.out)


async def test_a_fixed_depth_and_recorded_replies(desk: Desk, shelf: Shelf) -> None:
    replies = desk.folder / "replies.jsonl"
    replies.write_text("".join(f'{{"item": "q{n}", "reply": "答案：B"}}\n' for n in range(1, 8)))
    ended = await desk.test(
        *files(shelf),
        *("--depth-mode", "fixed", "--fixed-depth", "0.5", "--context-lengths", "1000"),
        *("--connection", "recorded", "--replies", replies),
    )
    assert ended.code == 0, ended.stderr
    assert [entry.depth_bin for entry in ended.entries] == ["50%"] * 7
    assert {entry.outcome.value for entry in ended.entries} == {"correct"}


async def test_an_invalid_mode_prints_the_help_and_ends_with_code_2(
    desk: Desk, shelf: Shelf
) -> None:
    """Source 003, "Error Handling"."""
    ended = await desk.test(*files(shelf), "--depth-mode", "deep")
    assert ended.code == 2
    assert "usage: python -m core test" in ended.stderr
    assert "--context-lengths" in ended.stderr
    assert ended.stderr.splitlines()[-1] == (
        "error: Unknown depth mode deep. Choose one of: legacy, uniform, fixed, crossed."
    )
    assert not desk.out.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--depth-mode", "fixed"), "needs a depth"),
        (("--depth-mode", "fixed", "--fixed-depth", "3"), "from 0 to 1"),
        (("--context-lengths", "many"), "no number of tokens"),
        (("--context-lengths", "2k", "2000"), "twice"),
        (("--context-lengths", "200k"), "too few for a context of 200000"),
        (("--padding-size", "-1"), "at least 0"),
        (("--concurrency", "0"), "at least 1"),
        (("--controls", "placebo"), "invalid choice"),
        (("--connection", "nowhere"), "nowhere"),
        (("--model", "x"), "The offline baseline uses no model"),
        (("--require-validation",), "Questions that were never validated:"),
        (("--ignore-invalid",), "No validation"),
        (("--novel", "missing.txt"), "Cannot read the file"),
        (("--validation", "missing.jsonl"), "Cannot read the file"),
    ],
)
def test_wrong_use_has_code_2_and_one_sentence(
    desk: Desk,
    shelf: Shelf,
    arguments: tuple[str, ...],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DESK_CONNECTIONS", os.devnull)
    lengths = () if "--context-lengths" in arguments else ("--context-lengths", "1000")
    every = ["test", "--quiet", "--out", desk.out, *files(shelf), *lengths, *arguments]
    try:
        code = main([str(argument) for argument in every])
    except SystemExit as ended:
        code = int(ended.code or 0)
    assert code == 2
    assert said in capsys.readouterr().err.splitlines()[-1]
    assert not desk.out.exists()


async def test_a_killed_test_goes_on_with_the_same_command(desk: Desk, shelf: Shelf) -> None:
    arguments = (
        *files(shelf),
        *("--depth-mode", "crossed", "--context-lengths", "1000", "--connection", "openai"),
    )
    async with OpenAIServer(latency_s=0.1) as server:
        process = await desk.start(*arguments, **endpoint(server))
        while len(server.asked) < 15:
            assert process.returncode is None, "the command ended before it asked enough"
            await asyncio.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        await process.wait()
        kept = len(read_results(desk.out).entries)
        ended = await desk.test(*arguments, **endpoint(server))
        asked = len(server.asked)
        again = await desk.test(*arguments, **endpoint(server))
        assert len(server.asked) == asked, "a finished test asks nothing"
    assert 5 <= kept < 35
    assert ended.code == 0, ended.stderr
    assert f"{kept} of them answered before" in ended.stderr
    assert asked <= 35 + 5, "only calls in flight may be asked again"
    assert again.entries == ended.entries
    assert len(ended.entries) == 35


async def test_ctrl_c_keeps_what_was_finished(desk: Desk, shelf: Shelf) -> None:
    async with OpenAIServer(latency_s=0.1) as server:
        process = await desk.start(
            *files(shelf), *("--context-lengths", "1000", "2000", "--connection", "openai"),
            *("--concurrency", "2"), **endpoint(server),
        )  # fmt: skip
        while len(server.asked) < 6:
            assert process.returncode is None
            await asyncio.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, stderr = await process.communicate()
    assert process.returncode == 130
    assert "finished results are kept; run the same command again to continue" in stderr.decode()
    assert "Traceback" not in stderr.decode()
    assert read_results(desk.out).entries


async def test_another_tests_results_need_restart(desk: Desk, shelf: Shelf) -> None:
    first = await desk.test(*files(shelf), "--context-lengths", "1000")
    other = await desk.test(*files(shelf), "--context-lengths", "2000")
    assert other.code == 2
    assert "another test (context_lengths)" in other.stderr
    assert other.entries == first.entries
    anew = await desk.test(*files(shelf), "--context-lengths", "2000", "--restart")
    assert anew.code == 0, anew.stderr
    assert {entry.test_context_length for entry in anew.entries} == {2000}


async def test_what_is_left_out_or_unanswered_is_said_with_code_1(desk: Desk, shelf: Shelf) -> None:
    shelf.rows[0]["position"] = None
    shelf.write([*shelf.rows, {"question": "Half a row?"}])
    refused = desk.folder / "refused.jsonl"
    async with OpenAIServer(plan=in_order(Fault.REFUSAL)) as server:
        ended = await desk.test(
            *files(shelf),
            *("--context-lengths", "1000", "50k", "--connection", "openai", "--refused", refused),
            **endpoint(server),
        )
    assert ended.code == 1
    assert "left out: 1 question has no position" in ended.stderr
    assert "contexts of 50,000 do not fit" in ended.stderr
    assert "refusal: 6, for instance: The model refused" in ended.stderr
    assert (
        "\nFailed: 0 of 12 results usable\n"
        "6 of 12 trials have no answer: the model declined. Choose another model.\n" in ended.stderr
    )
    assert "6 of 12 trials have no answer: the context did not fit. Choose" in ended.stderr
    assert ended.summary["state"] == "failed"
    assert ended.summary["left_out"] == [{"item": "q1", "reason": "no_position"}]
    assert ended.summary["outcomes"] == {"refusal": 6, "did_not_fit": 6}
    assert json.loads(refused.read_text())["line"] == 8
    check_lines(desk.out)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "error: No questions left to ask: no position. Add positions, or choose other "
            "questions.\n",
        ),
        ("zh_CN", "错误: 没有可以提问的题目了：位置未知。请补充位置，或另选题目。\n"),
    ],
)
def test_why_no_question_is_left_is_said_in_words(
    language: str, sentence: str, tmp_path: Path, shelf: Shelf, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf.write([{**row, "position": None} for row in shelf.rows])
    arguments = [*map(str, files(shelf)), "--context-lengths=1000", f"--out={tmp_path}/out.jsonl"]
    assert main(["--language", language, "test", *arguments]) == 2
    assert capsys.readouterr().err.endswith(sentence)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "at 1,000 tokens 5 trials do not fit (the evidence leaves no room for other text) and "
            "will not be asked.\n",
        ),
        (
            "zh_CN",
            "长度为 1,000 个词元时有 5 次测试放不下（证据没有为其他文本留出空间），不会提问。\n",
        ),
    ],
)
def test_why_trials_do_not_fit_is_said_in_words(
    language: str, sentence: str, tmp_path: Path, shelf: Shelf, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf.write([{**shelf.rows[0], "position": {"start_pos": 100, "end_pos": 3000}}])
    arguments = [*map(str, files(shelf)), "--context-lengths=1000", f"--out={tmp_path}/out.jsonl"]
    arguments += ["--depth-mode=crossed", "--quiet"]
    main(["--language", language, "test", *arguments])
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("fault", [Fault.UNAUTHORIZED, Fault.UNKNOWN_MODEL])
async def test_an_endpoint_that_cannot_be_used_ends_with_code_2(
    desk: Desk, shelf: Shelf, fault: Fault
) -> None:
    async with OpenAIServer(plan=in_order(fault)) as server:
        ended = await desk.test(
            *files(shelf),
            *("--depth-mode", "crossed", "--context-lengths", "1000", "--connection", "openai"),
            **endpoint(server),
        )
        assert len(server.asked) < 15
    assert ended.code == 2
    assert ended.stderr.count("error: ") == 1
    assert "sk-secret" not in ended.stderr


async def test_what_does_not_fit_the_models_window_is_not_sent(desk: Desk, shelf: Shelf) -> None:
    connections = desk.folder / "connections.toml"
    async with OpenAIServer() as server:
        connections.write_text(
            f'[small]\nbase_url = "{server.url}"\nmodel = "m"\ncontext_window = 2500\n'
            "max_output_tokens = 300\n"
        )
        ended = await desk.test(
            *files(shelf),
            *("--context-lengths", "1000", "2400", "--connection", "small"),
            DESK_CONNECTIONS=str(connections),
        )
        assert len(server.asked) == 7
    assert ended.code == 1
    assert ended.summary["outcomes"] == {"correct": 7, "did_not_fit": 7}
    assert "model's window is 2500" in ended.stderr


PRICES = """
version = "3"
date = 2026-11-20
currency = "EUR"

[[price]]
provider = "127.0.0.1"
model = "test-model"
prompt = 10
completion = 40
"""


async def test_the_matrix_has_a_price_and_a_cap_pauses_it_until_it_is_raised(
    desk: Desk, shelf: Shelf
) -> None:
    prices = desk.folder / "prices.toml"
    prices.write_text(PRICES)
    arguments = (
        *files(shelf),
        *("--depth-mode", "crossed", "--context-lengths", "1000", "--connection", "openai"),
        *("--concurrency", "3"),
    )
    async with OpenAIServer() as server:
        named = endpoint(server) | {"DESK_PRICES": str(prices)}
        first = await desk.test(*arguments, "--max-cost", "0.1", **named)
        asked = len(server.asked)
        still = await desk.test(*arguments, "--max-cost", "0.1", **named)
        assert len(still.entries) == len(server.asked) < 35
        ended = await desk.test(*arguments, "--max-cost", "10", **named)
        assert len(server.asked) == 35, "nothing is asked twice"
    assert (first.code, still.code, ended.code) == (3, 3, 0), ended.stderr
    assert "35 trials; 35-70 calls, at most 140; without retries about" in first.stderr
    assert "EUR (prices.toml, 3, 2026-11-20)" in first.stderr
    assert "of the cost cap of 0.1000 EUR" in first.stderr
    costs = [
        ((one.billed_prompt_tokens or 0) * 10 + (one.completion_tokens or 0) * 40) / 1e6
        for one in first.entries
    ]
    assert 0 < sum(costs) <= 0.1
    assert len(costs) == asked < 35
    usage = ended.summary["usage"]
    assert (usage["currency"], usage["cost"] > sum(costs)) == ("EUR", True)
    estimate = ended.summary["metadata"]["estimate"]
    assert estimate["calls"] == 35
    assert estimate["price"]["version"] == "3, 2026-11-20"
    planned = sum(one.planned_prompt_tokens or 0 for one in ended.entries)
    assert abs(estimate["prompt_tokens"] - planned) <= 0.02 * planned


async def test_a_cap_on_calls_is_met_exactly_by_calls_at_once_and_their_retries(
    desk: Desk, shelf: Shelf
) -> None:
    arguments = (
        *files(shelf),
        *("--depth-mode", "crossed", "--context-lengths", "1000", "--connection", "openai"),
        *("--max-calls", "10", "--concurrency", "8"),
    )
    bad, good = in_order(Fault.SERVER_ERROR), in_order(Fault.OK)

    def plan(prompt: str, times: int) -> Fault:
        fails = int(prompt[:8], 16) % 3 == 0 and not times
        return bad(prompt, times) if fails else good("", 0)

    async with OpenAIServer(plan=plan, latency_s=0.1) as server:
        ended = await desk.test(*arguments, **endpoint(server))
        assert len(server.asked) == 10
    assert ended.code == 3, ended.stderr
    assert "paused: " in ended.stderr
    assert sum(one.metrics["attempts"] for one in ended.entries) == 10


async def test_the_estimate_says_what_a_prompt_cache_may_serve_and_the_cost_it_leaves(
    desk: Desk, shelf: Shelf
) -> None:
    prices = desk.folder / "prices.toml"
    prices.write_text(PRICES + "cached_prompt = 1\n")
    arguments = (
        *files(shelf),
        *("--context-lengths", "4000", "--connection", "openai", "--filler", "shared"),
        *("--max-calls", "1"),
    )
    async with OpenAIServer() as server:
        ended = await desk.test(*arguments, **endpoint(server) | {"DESK_PRICES": str(prices)})
    said = re.search(r"up to ([\d.]+) EUR, .*a prompt cache may serve (\d+)%", ended.stderr)
    left = re.search(r"of the prompt tokens, which leaves ([\d.]+) EUR", ended.stderr)
    assert said and left, ended.stderr
    assert 0 < int(said[2]) < 100
    assert 0 < float(left[1]) < float(said[1])


async def test_an_unknown_price_is_unknown_and_no_cap_on_it_is_taken(
    desk: Desk, shelf: Shelf
) -> None:
    arguments = (*files(shelf), "--context-lengths", "1000", "--connection", "openai")
    async with OpenAIServer() as server:
        refused = await desk.test(*arguments, "--max-cost", "1", **endpoint(server))
        assert not server.asked
        capped = (*arguments, "--max-tokens", "3000", "--concurrency", "1")
        ended = await desk.test(*capped, **endpoint(server))
    assert refused.code == 2
    assert "The price of test-model is unknown" in refused.stderr.splitlines()[-1]
    assert "cost unknown, since no price of test-model is known" in ended.stderr
    assert ended.code == 3
    assert "of the cap of 3,000 tokens are already used" in ended.stderr


@pytest.mark.parametrize("length", ["infk", "nank", "inf", "-infk", "8q"])
def test_a_length_that_is_no_number_of_tokens_is_wrong_use(
    capsys: pytest.CaptureFixture[str], length: str
) -> None:
    files = ("--novel", "n.txt", "--questions", "q.jsonl", "--out", "o.jsonl")
    with pytest.raises(SystemExit) as ended:
        main(["test", *files, f"--context-lengths={length}"])
    assert ended.value.code == 2
    assert f"--context-lengths: {length!r} is no number of tokens" in capsys.readouterr().err
