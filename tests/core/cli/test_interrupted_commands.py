"""What is left of a command that is interrupted, or whose disk fills, is told as it is."""

import asyncio
import os
import resource
import signal
import sys
from pathlib import Path

import pytest
from sqlmodel import Session, select

from db.engine import make_engine
from db.tables import AnswerLoop
from tests.core.cli.commands import ROOT
from tests.openai_server import OpenAIServer
from tests.prepared_desk import prepared_with_documents

INTERRUPTED = 130
QUERY = "Who rebuilt the church tower?"


async def begin(
    folder: Path, url: str, server: OpenAIServer, language: str, *arguments: str
) -> asyncio.subprocess.Process:
    """`ask` on the desk at `url`, once it has asked the server."""
    clean = {name: value for name, value in os.environ.items() if "OPENAI" not in name}
    own = {
        "DATABASE_URL": url,
        "OPENAI_BASE_URL": server.url,
        "OPENAI_API_KEY": "k",
        "DESK_CONNECTIONS": os.devnull,
        "DESK_LANGUAGE": language,
        "DESK_OBSERVATIONAL_DATA": str(folder / "observational_data.json"),
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "core", "ask", QUERY, "--connection", "openai", *arguments),
        cwd=ROOT,
        env=clean | own,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    while not server.asked:
        assert process.returncode is None, (await process.communicate())[1].decode()
        await asyncio.sleep(0.01)
    return process


async def interrupted_once_asked(folder: Path, language: str, *arguments: str) -> tuple[str, str]:
    """The desk's address, and what `ask` printed on standard error, stopped while it waits."""
    url = prepared_with_documents(folder / "desk.db")
    async with OpenAIServer(latency_s=600) as server:
        process = await begin(folder, url, server, language, *arguments)
        process.send_signal(signal.SIGINT)
        _, errors = await process.communicate()
    assert process.returncode == INTERRUPTED, errors.decode()
    assert "Traceback" not in errors.decode()
    return url, errors.decode()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "interrupted: loop 1 is cancelled; its attempts are kept, and the page Answers"),
        ("zh_CN", "循环 1 已取消；已有的尝试均已保留，可在“问答”页继续。"),
    ],
)
async def test_a_loop_that_is_interrupted_is_cancelled_so_that_no_worker_pays_for_the_rest(
    language: str, sentence: str, tmp_path: Path
) -> None:
    url, errors = await interrupted_once_asked(tmp_path, language, "--loop", "--evaluator", "")
    assert sentence in errors
    with Session(make_engine(url)) as session:
        assert session.exec(select(AnswerLoop.status)).all() == ["cancelled"]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "interrupted: the command did not finish."), ("zh_CN", "命令未完成。")],
)
async def test_a_command_without_resume_does_not_advise_it(
    language: str, sentence: str, tmp_path: Path
) -> None:
    _, errors = await interrupted_once_asked(tmp_path, language, "--no-gate")
    assert sentence in errors
    assert "--resume" not in errors


@pytest.mark.parametrize(
    ("language", "warning"), [("en", "the answer is not stored"), ("zh_CN", "回答未能保存")]
)
@pytest.mark.parametrize("form", [(), ("--json",)])
async def test_an_answer_that_the_full_disk_cannot_keep_is_printed(
    form: tuple[str, ...], language: str, warning: str, tmp_path: Path
) -> None:
    url = prepared_with_documents(tmp_path / "desk.db")
    async with OpenAIServer(latency_s=2) as server:
        process = await begin(tmp_path, url, server, language, "--no-gate", *form)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, 0))
        output, errors = await process.communicate()
    assert process.returncode == 2, errors.decode()
    assert "Traceback" not in errors.decode()
    assert warning in errors.decode()
    assert "openai" in output.decode(), "who wrote it"
