"""A worker whose loop hangs ends, to be started anew: nobody would take up what it holds."""

import subprocess
import sys
from pathlib import Path

from core.worker.worker import LOST

HANGING = """
import time
from contextlib import contextmanager
from core.worker import planner, worker
from core.settings import Settings

planner._REAP_EVERY_S, worker._TURNS_S, worker._STILL = 0.1, 0.1, 3
sound = worker._event_loop

@contextmanager
def hanging():
    with sound() as loop:
        loop.call_soon_threadsafe(time.sleep, 300)
        yield loop

worker._event_loop = hanging
raise SystemExit(worker.run_worker(Settings.from_environment()))
"""


def test_a_worker_whose_loop_hangs_ends_to_be_started_anew(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", HANGING],
        env={"DATABASE_URL": f"sqlite:///{tmp_path / 'desk.db'}", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ended.returncode == LOST, ended.stderr
    assert "this worker stands still" in ended.stderr
    assert "stood still for too long" in ended.stderr
