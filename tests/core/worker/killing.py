"""Kill workers with SIGKILL at random moments of a run, and compare the server's log with the
ledger.
"""

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

from sqlmodel import Session, select

from core.services.runs import progress
from db.tables import RunItem, Validation
from tests.children import terminated
from tests.core.services.runs.desk import PATIENCE_S, Desk


@contextmanager
def server_process(log: Path, *options: str) -> Iterator[str]:
    """Run a test server in its own process, logging requests to `log`; yield its URL."""
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.openai_server", "--log", str(log), *options],
        stdout=subprocess.PIPE,
        text=True,
    )
    with terminated(server):
        assert server.stdout is not None
        yield server.stdout.readline().strip()


@dataclass(frozen=True)
class Life:
    """One worker's life: when it was killed, how many results were committed by then, how many of
    its requests were in flight, and how many it had made.
    """

    killed_at: float
    committed: int
    in_flight: int
    asked: int
    repeated: int
    """Requests it made that were made again later."""


def kill_run(
    desk: Desk, run_id: int, url: str, kills: int, *, seed: int, wait_s: float
) -> list[float]:
    """Start and kill `kills` workers, then let a last one finish; return the times at which each
    was dead and the server at `url` had read what it had sent.

    Most are killed up to `wait_s` after their first new result, every fifth one while it starts.
    """
    moments: list[float] = []
    rng = random.Random(seed)
    for number in range(kills):
        before = progress(desk.engine, run_id).done
        worker = desk.spawn()
        if number % 5 != 4:
            desk.wait(run_id, lambda now, before=before: now.done > before)
            time.sleep(rng.uniform(0, wait_s))
        else:
            time.sleep(rng.uniform(0, 2))
        worker.kill()
        worker.wait()
        for _ in range(2):  # on connections of their own, read after those of the dead
            with urlopen(f"{url}/models", timeout=PATIENCE_S):
                pass
        moments.append(time.time())
    with desk.worker():
        desk.wait(run_id)
    return moments


def lives(desk: Desk, run_id: int, log: Path, moments: list[float]) -> list[Life]:
    """The life of each killed worker, from the server's log and the ledger."""
    requests = [json.loads(line) for line in log.read_text().splitlines()]
    finished = finished_by_prompt(desk, run_id)
    worker_lives, start = [], 0.0
    for end in moments:
        prompts = [a["prompt"] for a in requests if start < a["time"] <= end]
        later = {a["prompt"] for a in requests if a["time"] > end}
        committed = sum(at <= end for at in finished.values())
        unfinished = {prompt for prompt in prompts if finished[prompt] > end}
        worker_lives.append(
            Life(end, committed, len(unfinished), len(prompts), len(later & set(prompts)))
        )
        start = end
    return worker_lives


def asked_after_commit(desk: Desk, run_id: int, log: Path) -> list[str]:
    """Prompts that were sent after their answer had been committed."""
    finished = finished_by_prompt(desk, run_id)
    requests = [json.loads(line) for line in log.read_text().splitlines()]
    return [a["prompt"] for a in requests if a["time"] > finished[a["prompt"]]]


def finished_by_prompt(desk: Desk, run_id: int) -> dict[str, float]:
    """Prompt hash -> Unix time at which its item was finished."""
    with Session(desk.engine) as session:
        rows = session.exec(
            select(Validation.provenance, RunItem.finished_at)
            .join(RunItem)
            .where(RunItem.run_id == run_id)
        )
        return {provenance["prompt_hash"]: at.timestamp() for provenance, at in rows}
