"""What was paid for is kept, whatever happens to the place that it is written to: a folder that is
gone, a disk that is full; the exit code says unfinished, and nothing is asked twice afterwards.
"""

import asyncio
import os
import re
import resource
import shutil
import signal
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.core.cli.commands import SAMPLE, start
from tests.openai_server import OpenAIServer

QUESTIONS = 66
UNFINISHED, INTERRUPTED = 3, 130
FILES = (
    *("--novel", SAMPLE / "en_story.md"),
    *("--questions", SAMPLE / "en_questions.jsonl"),
)
KEPT = re.compile(r"What was paid for is kept in (\S+)\. ")


@dataclass(frozen=True)
class Paid:
    """A command that pays for an answer to each question, its file of them as they come, and what
    goes on with that.
    """

    name: str
    arguments: tuple[str | Path, ...]
    grows: str
    go_on: tuple[str, ...] = ()
    server: OpenAIServer = field(default_factory=lambda: OpenAIServer(latency_s=0.05))

    async def begin(self, folder: Path, *more: str) -> asyncio.subprocess.Process:
        asked = ("--connection", "openai", "--concurrency", "3")
        endpoint = {"OPENAI_BASE_URL": self.server.url, "OPENAI_API_KEY": "k"}
        return await start(self.name, folder, *self.arguments, *asked, *more, **endpoint)

    async def has_asked(self, count: int, process: asyncio.subprocess.Process) -> None:
        while len(self.server.asked) < count:
            assert process.returncode is None, "the command ended before it asked enough"
            await asyncio.sleep(0.01)


@pytest.fixture(params=["validate", "test"])
def paid(request: pytest.FixtureRequest) -> Paid:
    if request.param == "validate":
        return Paid("validate", FILES, "results.jsonl.part", ("--resume",))
    lengths = ("--context-lengths", "1000")
    return Paid("test", (*FILES, *lengths), "results.jsonl")


async def goes_on(paid: Paid, folder: Path) -> None:
    """To its end, and without asking anything again."""
    process = await paid.begin(folder, *paid.go_on)
    _, said = await process.communicate()
    assert process.returncode in (0, 1), said.decode()
    assert "Traceback" not in said.decode()
    assert (folder / "summary.json").exists()
    assert len(paid.server.asked) == QUESTIONS


def unfinished(code: int | None, said: bytes) -> str:
    """The sentence that such a command ends with."""
    assert code == UNFINISHED, said.decode()
    assert "Traceback" not in said.decode()
    sentence = said.decode().splitlines()[-1]
    assert sentence.startswith("error: The results cannot be written")
    return sentence


async def test_a_folder_that_is_gone_costs_no_answer(paid: Paid, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    async with paid.server:
        process = await paid.begin(folder)
        await paid.has_asked(10, process)
        shutil.rmtree(folder)
        _, said = await process.communicate()
        asked = len(paid.server.asked)
        assert asked < QUESTIONS, "it stops asking"
        found = KEPT.search(unfinished(process.returncode, said))
        assert found
        kept = Path(found[1])
        assert kept.parent == tmp_path, "next to where it was"
        assert len(kept.read_text("utf-8").splitlines()) == 1 + asked
        folder.mkdir()
        kept.rename(folder / paid.grows)
        await goes_on(paid, folder)


async def test_a_full_disk_costs_no_answer(paid: Paid, tmp_path: Path) -> None:
    """No file may grow anywhere, so that standard output is the last resort."""
    async with paid.server:
        process = await paid.begin(tmp_path)
        await paid.has_asked(10, process)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, 0))
        printed, said = await process.communicate()
        assert "is printed on standard output" in unfinished(process.returncode, said)
        assert len(printed.decode().splitlines()) == 1 + len(paid.server.asked)
        (tmp_path / paid.grows).write_bytes(printed)
        await goes_on(paid, tmp_path)


async def test_a_summary_that_cannot_be_written_costs_no_answer(paid: Paid, tmp_path: Path) -> None:
    async with paid.server:
        process = await paid.begin(tmp_path)
        await paid.has_asked(10, process)
        (tmp_path / "summary.json").mkdir()  # as wrong a place as any
        _, said = await process.communicate()
        assert process.returncode == UNFINISHED, said.decode()
        assert "Traceback" not in said.decode()
        assert str(tmp_path / paid.grows) in said.decode().splitlines()[-1]
        (tmp_path / "summary.json").rmdir()
        await goes_on(paid, tmp_path)


async def test_a_second_ctrl_c_ends_it_at_once(paid: Paid, tmp_path: Path) -> None:
    async with paid.server:
        process = await paid.begin(tmp_path)
        await paid.has_asked(10, process)
        while process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGINT)
            await asyncio.sleep(0)
        said = (await process.communicate())[1].decode()
    assert process.returncode == INTERRUPTED
    assert "Traceback" not in said
    assert (tmp_path / paid.grows).exists()
