"""Loops in the database: a resumed loop asks for no committed reply again (source 004)."""

import asyncio
import json
import os
import signal
import sys
import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, QueuePool, create_engine
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from core.errors import InputError, NotFoundError
from core.llm import Completion, LLMClient, Prompt, open_client
from core.services.answers import loop_executor
from core.services.answers.loop_executor import run_loop, work_on_loops
from core.services.answers.loops import (
    LoopSpec,
    cancel_loop,
    count_loops,
    get_loop,
    list_loops,
    mark_loop_seen,
    resume_loop,
    start_loop,
)
from core.settings import Settings
from db.engine import make_engine, migrate, url_of
from tests.core.answer_loop.looping import BARE, FAILED, GOOD, PASSED, QUERY, Script, Shelf
from tests.core.services.answers.crashing import WORKER
from tests.openai_server import OpenAIServer

pytestmark = pytest.mark.long_on_postgres

POINTS = [
    "before:retrieved",
    "after:retrieved",
    "before:generated:1",
    "after:generated:1",
    "before:evaluated:1",
    "after:evaluated:1",
    "before:generated:2",
    "after:generated:2",
    "before:evaluated:2",
    "after:evaluated:2",
    "before:outcome",
    "after:outcome",
]
ASKS_AGAIN = {
    "before:generated:1",
    "before:evaluated:1",
    "before:generated:2",
    "before:evaluated:2",
}
"""Points between a reply and its commit: only that reply may be requested again."""

SPEC = LoopSpec(generator="gen", evaluator="judge")


class ByPrompt:
    """Chooses its reply by the prompt, so that a repeated request gets the same reply."""

    def __init__(self) -> None:
        self.first = Script([BARE], [FAILED])
        self.revised = Script([GOOD], [PASSED])

    def __call__(self, request: object) -> str:
        prompt = str(request.body["messages"])  # type: ignore[attr-defined]
        is_revision = "修改意见" in prompt or GOOD in prompt
        return (self.revised if is_revision else self.first)(request)  # type: ignore[arg-type]


def connections_at(url: str, folder: Path) -> Path:
    file = folder / "connections.toml"
    file.write_text(
        "".join(f'[{name}]\nmodel = "{name}"\nbase_url = "{url}"\n' for name in ("gen", "judge"))
    )
    return file


def settings_at(engine: Engine, folder: Path, url: str) -> Settings:
    return Settings(database_url=url_of(engine), connections_file=connections_at(url, folder))


def environ_of(folder: Path) -> dict[str, str]:
    observed = str(folder / "observational_data.json")
    return {**os.environ, "DESK_OBSERVATIONAL_DATA": observed}


def _run(engine: Engine, loop_id: int, folder: Path, settings: Settings) -> bool:
    environ = environ_of(folder)
    return run_loop(engine, loop_id, Shelf(), worker=WORKER, settings=settings, environ=environ)


@pytest.mark.parametrize("point", POINTS)
async def test_a_loop_killed_at_any_commit_is_gone_on_with_and_asks_for_no_committed_reply_again(
    point: str, engine: Engine, tmp_path: Path
) -> None:
    """SIGKILL of a real process."""
    async with OpenAIServer(ByPrompt()) as server:
        settings = settings_at(engine, tmp_path, server.url)
        loop_id = start_loop(engine, QUERY, SPEC)
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.core.services.answers.crashing",
            *(url_of(engine), str(loop_id), str(settings.connections_file), point),
            env=environ_of(tmp_path),
        )
        assert await child.wait() == -signal.SIGKILL
        assert await asyncio.to_thread(_run, engine, loop_id, tmp_path, settings)
        times = Counter(Counter(request.prompt for request in server.asked).values())
    loop = get_loop(engine, loop_id)
    assert (loop.status, loop.outcome, loop.best_epoch) == ("done", "passed", 2)
    assert [attempt.answer for attempt in loop.attempts] == [BARE, GOOD]
    assert times == (Counter({1: 3, 2: 1}) if point in ASKS_AGAIN else Counter({1: 4}))


async def test_a_loop_that_cannot_go_on_is_stopped_with_the_reason_and_resumed(
    engine: Engine, tmp_path: Path
) -> None:
    loop_id = start_loop(engine, QUERY, SPEC)
    nobody = Settings(database_url=url_of(engine), connections_file=tmp_path / "none.toml")
    assert not await asyncio.to_thread(_run, engine, loop_id, tmp_path, nobody)
    loop = get_loop(engine, loop_id)
    assert loop.status == "stopped"
    assert loop.error
    assert "gen" in loop.error.translate()
    resume_loop(engine, loop_id)
    async with OpenAIServer(ByPrompt()) as server:
        settings = settings_at(engine, tmp_path, server.url)
        assert await asyncio.to_thread(_run, engine, loop_id, tmp_path, settings)


def test_a_loop_that_got_no_connection_of_the_pool_is_not_stopped(
    engine: Engine, tmp_path: Path
) -> None:
    """That is no fault of the loop: the next worker resumes it."""
    loop_id = start_loop(engine, QUERY, LoopSpec())
    small_pool = create_engine(
        engine.url,
        poolclass=QueuePool,
        pool_size=1,
        max_overflow=0,
        pool_timeout=0.05,
        connect_args={"check_same_thread": False} if engine.dialect.name == "sqlite" else {},
    )

    class Greedy(Shelf):
        def search(self, *args: Any, **kwargs: Any) -> Any:
            connections.append(small_pool.connect())
            return super().search(*args, **kwargs)

    connections: list[Connection] = []
    with pytest.raises(NoConnectionFree):
        run_loop(small_pool, loop_id, Greedy(), worker=WORKER, environ=environ_of(tmp_path))
    assert connections
    connections.pop().close()
    small_pool.dispose()
    assert get_loop(engine, loop_id).status == "running"


class _Counted:
    """A client that counts its calls."""

    def __init__(self, client: LLMClient) -> None:
        self.client, self.calls = client, 0

    def __getattr__(self, name: str) -> object:
        return getattr(self.client, name)

    async def complete(self, prompt: Prompt) -> Completion:
        self.calls += 1
        return await self.client.complete(prompt)


async def test_the_evaluator_has_a_client_of_its_own_also_over_the_generators_connection(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Source 004, "使用独立评估模型": 不与生成 LLM 共享实例 (reading 44)."""
    opened: list[_Counted] = []

    def opening(*args: Any, **kwargs: Any) -> _Counted:
        opened.append(_Counted(open_client(*args, **kwargs)))
        return opened[-1]

    monkeypatch.setattr(loop_executor, "open_client", opening)
    async with OpenAIServer(Script([GOOD, json.dumps(PASSED)])) as server:
        settings = settings_at(engine, tmp_path, server.url)
        loop_id = start_loop(engine, QUERY, LoopSpec(generator="gen", evaluator="gen"))
        assert await asyncio.to_thread(_run, engine, loop_id, tmp_path, settings)
    assert get_loop(engine, loop_id).outcome == "passed"
    assert [client.calls for client in opened] == [1, 1], "one generated, the other judged"


def test_what_another_worker_has_in_hand_is_left_alone(engine: Engine, tmp_path: Path) -> None:
    from core.queue.leases import Lease
    from db.tables import AnswerLoop

    loop_id = start_loop(engine, QUERY, LoopSpec())
    assert Lease(engine, AnswerLoop, loop_id, "another").take()
    assert not run_loop(engine, loop_id, Shelf(), worker=WORKER, environ=environ_of(tmp_path))
    assert get_loop(engine, loop_id).attempts == ()


def test_a_worker_takes_loops_up_and_does_them_offline(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DESK_OBSERVATIONAL_DATA", str(tmp_path / "observed.json"))
    ids = [start_loop(engine, QUERY, LoopSpec()) for _ in range(2)]
    stop = threading.Event()
    worker = threading.Thread(target=work_on_loops, args=(engine, Shelf(), "w", stop))
    worker.start()
    try:
        for _ in range(300):
            if all(get_loop(engine, id_).is_over for id_ in ids):
                break
            threading.Event().wait(0.1)
    finally:
        stop.set()
        worker.join()
    assert [get_loop(engine, id_).outcome for id_ in ids] == ["passed", "passed"]


def test_the_same_press_starts_one_loop(engine: Engine) -> None:
    ids = {start_loop(engine, QUERY, LoopSpec(), idempotency_key="k") for _ in range(2)}
    assert len(ids) == 1
    assert [loop.query for loop in list_loops(engine)] == [QUERY]


def test_a_cancelled_loop_is_worked_on_by_nobody(engine: Engine, tmp_path: Path) -> None:
    loop_id = start_loop(engine, QUERY, LoopSpec())
    cancel_loop(engine, loop_id)
    assert not run_loop(engine, loop_id, Shelf(), environ=environ_of(tmp_path))
    assert get_loop(engine, loop_id).status == "cancelled"
    with pytest.raises(InputError, match="has ended"):
        cancel_loop(engine, loop_id)


@pytest.mark.parametrize(
    ("query", "spec"),
    [("  ", LoopSpec()), ("x" * 5000, LoopSpec()), ("q", LoopSpec(gener_epoch=0))],
)
def test_what_makes_no_sense_is_refused(engine: Engine, query: str, spec: LoopSpec) -> None:
    with pytest.raises(InputError):
        start_loop(engine, query, spec)


def test_an_unknown_loop_is_said_to_be_unknown(engine: Engine) -> None:
    with pytest.raises(NotFoundError, match="Loop 9 does not exist"):
        get_loop(engine, 9)


def test_loops_of_two_databases_are_both_observed_in_one_file(
    engine: Engine, tmp_path: Path
) -> None:
    """The rows of both loops have the same id."""
    other = make_engine(f"sqlite:///{tmp_path / 'other.db'}")
    migrate(url_of(other))
    settings = Settings(connections_file=tmp_path / "none.toml")
    ids = {start_loop(database, QUERY, LoopSpec()) for database in (engine, other)}
    assert len(ids) == 1
    for database in (engine, other):
        assert _run(database, *ids, tmp_path, settings)
    observed = json.loads((tmp_path / "observational_data.json").read_text())
    assert len({entry["id"] for entry in observed}) == 2


def test_observations_that_cannot_be_written_leave_the_loop_passed_and_say_so(
    engine: Engine, tmp_path: Path
) -> None:
    (tmp_path / "observational_data.json").mkdir()
    loop_id = start_loop(engine, QUERY, LoopSpec())
    assert _run(engine, loop_id, tmp_path, Settings(connections_file=tmp_path / "none.toml"))
    loop = get_loop(engine, loop_id)
    assert (loop.status, loop.outcome) == ("done", "passed")
    assert loop.error
    assert "DESK_OBSERVATIONAL_DATA" in loop.error.translate()


async def test_a_loop_that_did_not_pass_waits_for_a_person_until_one_has_looked(
    engine: Engine, tmp_path: Path
) -> None:
    """Reading 43: such a loop is flagged and queued."""
    failing = Script([BARE], [{"passed": False, "suggestions": ["[证据标注] 缺少来源"]}])
    async with OpenAIServer(failing) as server:
        settings = settings_at(engine, tmp_path, server.url)
        capped = start_loop(engine, QUERY, replace(SPEC, gener_epoch=1))
        assert await asyncio.to_thread(_run, engine, capped, tmp_path, settings)
    passed = start_loop(engine, QUERY, LoopSpec())
    assert await asyncio.to_thread(_run, engine, passed, tmp_path, settings)
    assert [loop.id for loop in list_loops(engine, waiting=True)] == [capped]
    assert (count_loops(engine), count_loops(engine, waiting=True)) == (2, 1)
    mark_loop_seen(engine, capped)
    assert not get_loop(engine, capped).waits
    assert count_loops(engine, waiting=True) == 0


async def test_an_answer_that_nobody_could_judge_is_judged_again_and_not_asked_for_again(
    engine: Engine, tmp_path: Path
) -> None:
    loop_id = start_loop(engine, QUERY, SPEC)
    async with OpenAIServer(Script([GOOD], ["no judgement"])) as server:
        settings = settings_at(engine, tmp_path, server.url)
        assert await asyncio.to_thread(_run, engine, loop_id, tmp_path, settings)
    assert get_loop(engine, loop_id).outcome == "unevaluated"
    resume_loop(engine, loop_id)
    script = Script([GOOD], [PASSED])
    async with OpenAIServer(script) as server:
        settings = settings_at(engine, tmp_path, server.url)
        assert await asyncio.to_thread(_run, engine, loop_id, tmp_path, settings)
    loop = get_loop(engine, loop_id)
    assert (loop.outcome, len(loop.attempts)) == ("passed", 1)
    assert (len(script.asked["gen"]), len(script.asked["judge"])) == (0, 1)
    with pytest.raises(InputError, match="can be resumed"):
        resume_loop(engine, loop_id)
