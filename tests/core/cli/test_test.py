"""`python -m core test` as a script uses it: a real process, files, a real endpoint."""

import asyncio
import json
import os
import signal
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from core.cli.main import main
from core.depth.result_files import read_results
from core.depth.results import ResultEntry
from tests.core.depth.books import Shelf
from tests.openai_server import MODEL, Fault, OpenAIServer, in_order

ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "core" / "library" / "sample"


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
        clean = {name: value for name, value in os.environ.items() if "OPENAI" not in name}
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "core", "test", "--quiet"),
            *("--out", self.out, "--summary", self.folder / "summary.json"),
            *arguments,
            cwd=ROOT,
            env=clean | {"DESK_CONNECTIONS": os.devnull} | environ,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )

    async def test(self, *arguments: str | Path, **environ: str) -> Ended:
        process = await self.start(*arguments, **environ)
        stdout, stderr = await process.communicate()
        summary = self.folder / "summary.json"
        return Ended(
            process.returncode or 0,
            stdout.decode(),
            stderr.decode(),
            read_results(self.out).entries if self.out.exists() else [],
            json.loads(summary.read_text()) if summary.exists() else {},
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
async def test_the_sample_is_tested_by_the_baseline(desk: Desk, language: str) -> None:
    ended = await desk.test(
        *("--novel", SAMPLE / f"{language}_story.md"),
        *("--questions", SAMPLE / f"{language}_questions.jsonl"),
        *("--context-lengths", "2k,4k", "--padding-size", "50"),
    )
    assert ended.code == 0, ended.stderr
    assert "have not been validated" in ended.stderr
    assert ended.summary["baseline"] is True
    assert len(ended.entries) == ended.summary["trials"] == sum(ended.summary["outcomes"].values())
    bins = Counter(entry.depth_bin for entry in ended.entries)
    assert max(bins.values()) - min(bins.values()) <= 1
    assert len(bins) == 5


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
        "error: There is no depth mode deep. Choose one of: legacy, uniform, fixed, crossed."
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
        (("--model", "x"), "Leave out --model"),
        (("--require-validation",), "have not been validated"),
        (("--ignore-invalid",), "no validation"),
        (("--novel", "missing.txt"), "cannot be read"),
        (("--validation", "missing.jsonl"), "cannot be read"),
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
    assert "go on with the same command" in stderr.decode()
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
    assert "left out: 1 questions have no position" in ended.stderr
    assert "contexts of 50,000 do not fit" in ended.stderr
    assert "refusal: 6, for instance: The model refused" in ended.stderr
    assert ended.summary["left_out"] == [{"item": "q1", "reason": "no_position"}]
    assert ended.summary["outcomes"] == {"refusal": 6, "did_not_fit": 6}
    assert json.loads(refused.read_text())["line"] == 8


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
    assert "the model's window is 2500" in ended.stderr
