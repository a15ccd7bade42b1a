"""Where no file takes what was paid for, it is printed: on standard output or, where that is full,
closed or leads nowhere, on standard error. It can be put back, whatever the stream's encoding.
"""

import asyncio
import json
import os
import resource
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.core.cli.commands import ROOT, SAMPLE
from tests.openai_server import OpenAIServer

QUESTIONS = 12
ANSWERED, CONCURRENCY = 4, 2
UNFINISHED = 3
SENTENCES = {
    "en": ("is printed on standard output", "is printed above, on standard error"),
    "zh_CN": ("已输出到标准输出", "已输出到上方的标准错误"),
}


@pytest.fixture
def files(tmp_path: Path) -> tuple[str | Path, ...]:
    rows = (SAMPLE / "zh_questions.jsonl").read_text("utf-8").splitlines()[:QUESTIONS]
    (tmp_path / "questions.jsonl").write_text("\n".join(rows), "utf-8")
    return (
        *("--novel", SAMPLE / "zh_story.md", "--questions", tmp_path / "questions.jsonl"),
        *("--out", tmp_path / "results.jsonl", "--summary", tmp_path / "summary.json"),
        *("--connection", "openai", "--concurrency", str(CONCURRENCY), "--quiet"),
    )


async def begin(
    server: OpenAIServer, files: tuple[str | Path, ...], output: int, *more: str, **environ: str
) -> asyncio.subprocess.Process:
    clean = {name: value for name, value in os.environ.items() if "OPENAI" not in name}
    endpoint = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "k"}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "core", "validate", *map(str, files), *more),
        cwd=ROOT,
        env=clean | {"DESK_CONNECTIONS": os.devnull} | endpoint | environ,
        stdout=output,
        stderr=asyncio.subprocess.PIPE,
    )


@asynccontextmanager
async def answering_some() -> AsyncIterator[tuple[OpenAIServer, threading.Event]]:
    """The first ANSWERED questions at once, and the others once the event is set."""
    opened = threading.Event()
    async with OpenAIServer(answered=ANSWERED, opened=opened) as server:
        yield server, opened


async def fill_disk(
    server: OpenAIServer, process: asyncio.subprocess.Process, opened: threading.Event
) -> None:
    """Once no more is answered: from then on no file of the process grows, wherever it is."""
    while len(server.asked) < ANSWERED + CONCURRENCY:
        assert process.returncode is None, "the command ended before it asked enough"
        await asyncio.sleep(0.01)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, 0))
    opened.set()


def results_in(printed: str) -> list[str]:
    """The journal in what was printed: its header and a line for each result."""
    lines = printed.splitlines(keepends=True)
    return [line for line in lines if line.startswith('{"') and json.loads(line)]


async def goes_on(server: OpenAIServer, files: tuple[str | Path, ...], journal: list[str]) -> None:
    """To its end, without asking anything again that is in the journal."""
    out = Path(files[files.index("--out") + 1])
    assert len(journal) == 1 + len(server.asked) < 1 + QUESTIONS
    out.with_name(f"{out.name}.part").write_text("".join(journal), "utf-8")
    process = await begin(server, files, asyncio.subprocess.DEVNULL, "--resume")
    _, errors = await process.communicate()
    assert process.returncode in (0, 1), errors.decode()
    assert len(server.asked) == QUESTIONS


@pytest.mark.parametrize("language", SENTENCES)
@pytest.mark.parametrize("place", [os.devnull, "/dev/full", "output.txt"])
async def test_what_was_paid_for_is_on_standard_error_where_output_takes_nothing(
    place: str, language: str, files: tuple[str | Path, ...], tmp_path: Path
) -> None:
    """`output.txt` is on the disk that is full, as with `> output.txt`."""
    with (tmp_path / place).open("w") as output:
        async with answering_some() as (server, opened):
            process = await begin(server, files, output.fileno(), DESK_LANGUAGE=language)
            await fill_disk(server, process, opened)
            _, printed = await process.communicate()
            errors = printed.decode()
            assert process.returncode == UNFINISHED, errors
            assert "Traceback" not in errors
            assert SENTENCES[language][1] in errors.splitlines()[-1]
            await goes_on(server, files, results_in(errors))


@pytest.mark.parametrize(
    "encoding",
    [
        "gbk",
        pytest.param("ascii", marks=pytest.mark.long),
        pytest.param("utf-16", marks=pytest.mark.long),
    ],
)
async def test_it_is_printed_as_utf_8_whatever_the_terminal_takes(
    encoding: str, files: tuple[str | Path, ...]
) -> None:
    async with answering_some() as (server, opened):
        pipe = asyncio.subprocess.PIPE
        process = await begin(server, files, pipe, PYTHONIOENCODING=f"{encoding}:strict")
        await fill_disk(server, process, opened)
        printed, errors = await process.communicate()
        assert process.returncode == UNFINISHED, errors
        await goes_on(server, files, results_in(printed.decode("utf-8")))
