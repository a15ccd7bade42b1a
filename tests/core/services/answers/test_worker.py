"""Answer loops in a worker of the desk, over the library's own index."""

import asyncio
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from sqlalchemy import Engine, update
from sqlmodel import Session, col

from core.services.answers.loops import LoopSpec, get_loop, start_loop
from core.services.library.sources import add_source
from core.settings import Settings
from core.worker.processes import environment
from db.engine import make_engine, migrate, url_of
from db.tables import AnswerLoop, now
from tests.children import terminated
from tests.core.answer_loop.looping import GOOD, QUERY
from tests.core.evidence_gate.evidence_texts import GENEALOGY
from tests.openai_server import Fault, OpenAIServer, in_order


def _worker(settings: Settings, folder: Path) -> "subprocess.Popen[bytes]":
    observed = {"DESK_OBSERVATIONAL_DATA": str(folder / "observed.json")}
    return subprocess.Popen(
        [sys.executable, "-m", "core", "worker"],
        stdin=subprocess.PIPE,
        env={**environment(settings), **observed},
    )


def _wait(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 90
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_worker_process_answers_from_a_text_of_the_library(
    engine: Engine, tmp_path: Path
) -> None:
    """Offline, with the extractive baseline and the rules."""
    add_source(engine, GENEALOGY.encode(), file_name="族谱.txt", max_bytes=1_000_000)
    loop_id = start_loop(engine, QUERY, LoopSpec())
    worker = _worker(Settings(database_url=url_of(engine)), tmp_path)
    with terminated(worker):
        _wait(lambda: get_loop(engine, loop_id).is_over)
    loop = get_loop(engine, loop_id)
    assert (loop.status, loop.outcome) == ("done", "passed")
    assert "洪武三年" in loop.attempts[-1].answer
    assert "[1]" in loop.attempts[-1].answer


async def test_a_killed_workers_loop_is_resumed_without_waiting_for_its_lease(
    tmp_path: Path,
) -> None:
    """SIGKILL during a call to a model. The lease is extended to an hour, so that the next worker
    cannot have waited for its end.
    """
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    migrate(url)
    engine = make_engine(url)
    async with OpenAIServer(lambda _: GOOD, in_order(Fault.HANG, Fault.OK)) as server:
        connections = tmp_path / "connections.toml"
        connections.write_text(f'[gen]\nmodel = "gen"\nbase_url = "{server.url}"\n')
        settings = Settings(database_url=url, connections_file=connections)
        add_source(engine, GENEALOGY.encode(), file_name="族谱.txt", max_bytes=1_000_000)
        loop_id = start_loop(engine, QUERY, LoopSpec(generator="gen"))
        killed = _worker(settings, tmp_path)
        await asyncio.to_thread(_wait, lambda: server.asked)
        killed.send_signal(signal.SIGKILL)
        assert killed.wait(60) == -signal.SIGKILL
        assert get_loop(engine, loop_id).status == "running"
        with Session(engine) as session:
            update_query = update(AnswerLoop).where(col(AnswerLoop.id) == loop_id)
            session.execute(update_query.values(lease_until=now() + timedelta(hours=1)))
            session.commit()
        second_worker = _worker(settings, tmp_path)
        try:
            await asyncio.to_thread(_wait, lambda: get_loop(engine, loop_id).is_over)
        finally:
            second_worker.terminate()
            second_worker.wait(60)
        loop = get_loop(engine, loop_id)
        assert (loop.status, loop.outcome, len(loop.attempts)) == ("done", "passed", 1)
        assert len(server.asked) == 2, "the call that was cut off, and one more"
