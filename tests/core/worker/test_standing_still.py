"""A hanging process is killed from outside and restarted: otherwise nobody would take over its
work, and none of its own threads can run while a regular expression blocks the interpreter.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from core.services.runs.stored_runs import get_run
from core.worker.processes import environment, start_child
from tests.children import killed
from tests.core.services.runs.desk import PATIENCE_S, Desk
from tests.openai_server import OpenAIServer

LIMIT_S = 5

HANGING = """
import re
from core.validation import QuestionValidator

async def validate_item(self, question, *rest):
    re.match("(a+)+$", "a" * 60 + "b")

QuestionValidator.validate_item = validate_item
"""


@pytest.fixture
def hanging(
    make_desk: Callable[..., tuple[Desk, OpenAIServer]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Desk:
    """A desk whose items block the interpreter of the process that runs them for years."""
    (tmp_path / "sitecustomize.py").write_text(HANGING)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    desk, _ = make_desk(3)
    return replace(desk, settings=replace(desk.settings, worker_hang_s=LIMIT_S))


def test_a_worker_that_an_item_keeps_from_running_is_killed(hanging: Desk) -> None:
    worker = subprocess.Popen(
        [sys.executable, "-m", "core", "worker"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(hanging.settings),
    )
    hanging.start()
    with killed(worker):
        assert worker.stderr is not None
        log = worker.stderr.read()
    assert worker.returncode == -signal.SIGKILL
    assert f"gave no sign of life for {LIMIT_S} s and is killed" in log
    assert "in validate_item" in log, "where it hung"


def test_a_worker_that_is_held_as_a_whole_is_killed_by_a_watchdog_that_took_anothers_place(
    hanging: Desk,
) -> None:
    """Neither the worker nor the second watchdog is left."""
    until = time.monotonic() + PATIENCE_S
    worker = hanging.spawn()
    try:
        first = _watchdog_of(worker.pid, until)
        os.kill(first, signal.SIGKILL)
        second = _watchdog_of(worker.pid, until, other_than=first)
        os.kill(worker.pid, signal.SIGSTOP)
        assert worker.wait(PATIENCE_S) == -signal.SIGKILL
        while _is_alive(second):
            assert time.monotonic() < until
            time.sleep(0.1)
    finally:
        worker.kill()
        worker.wait()


def test_a_suspect_that_hangs_alone_is_killed_too(hanging: Desk) -> None:
    """Its worker, which would otherwise wait forever, then records that the item crashed."""
    run_id = hanging.start()
    plan = get_run(hanging.engine, run_id).plan
    numbers = map(str, (run_id, plan, 1))
    alone = start_child(hanging.settings, "-m", "core.worker.isolation", *numbers)
    with killed(alone):
        assert alone.wait(PATIENCE_S) == -signal.SIGKILL


def _watchdog_of(pid: int, until: float, *, other_than: int = 0) -> int:
    command = ["ps", "-o", "pid=,args=", "--ppid", str(pid)]
    while True:
        listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        for line in listed.splitlines():
            child_pid = int(line.split()[0])
            if "core.worker.watchdog" in line and child_pid != other_than:
                return child_pid
        assert time.monotonic() < until
        time.sleep(0.1)


def _is_alive(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rsplit(")", 1)[1].split()[0] != "Z"
