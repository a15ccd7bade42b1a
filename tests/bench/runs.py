"""Validations of many samples against a server that answers at once, beside another framework.

The other is inspect_ai, whose pins are not the desk's, so that it has an interpreter of its own,
which INSPECT_PYTHON names. Both ask the same server the same prompt, numbered, keep every result
(the desk in its database, the other in its log) and score it.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from core.services.runs import get_run
from tests.bench.pairs import table
from tests.children import terminated
from tests.core.services.runs.desk import Desk, open_desk
from tests.ports import free_port
from tests.postgres import new_database, server

PYTHON = "INSPECT_PYTHON"
PINNED = "inspect_ai==0.3.285"
AT_ONCE = 200
LAMPS = 1_000
SAMPLES = (1_000, 20_000)
WORKERS = (1, 3)
DATABASES = ("SQLite", "PostgreSQL")

ABOUT = """Every sample is asked, its reply read, its quote looked up in the text, and its result
committed; {at_once} calls at once. Server, workers and database share {cores} cores. A worker's
memory is its peak; the other framework's is that of its one process.
"""
NOT_THERE = f"""The other framework was not measured: {PYTHON} names no interpreter that has it
(`python3 -m venv FOLDER && FOLDER/bin/pip install {PINNED} openai`, then
`{PYTHON}=FOLDER/bin/python make bench`).
"""


@dataclass(frozen=True)
class Measured:
    took_s: float
    mb: float
    """Of the largest process."""


def report(samples: Sequence[int] = SAMPLES) -> str:
    with answering() as address, server(is_durable=True) as postgres:
        rows, version = [], None
        for n in samples:
            ours = {
                (database, workers): _desk(address, n, workers, database, postgres)
                for database in DATABASES
                for workers in WORKERS
            }
            peer = _peer(address, n)
            version = peer and peer[0]
            rows += [_row(n, *kind, one, peer and peer[1]) for kind, one in ours.items()]
    head = ("samples", "database", "workers", "samples/s", "a worker's memory")
    beside = (f"inspect_ai {version}", "its memory", "ratio") if version else ()
    said = ABOUT.format(at_once=AT_ONCE, cores=os.cpu_count())
    return "\n".join((said, table((*head, *beside), rows), *(() if version else (NOT_THERE,))))


def _row(
    n: int, database: str, workers: int, ours: Measured, peer: Measured | None
) -> tuple[str, ...]:
    cells = (f"{n:,}", database, str(workers), f"{n / ours.took_s:.0f}", f"{ours.mb:.0f} MB")
    if peer is None:
        return cells
    ratio = f"{peer.took_s / ours.took_s:.1f}"
    return (*cells, f"{n / peer.took_s:.0f} samples/s", f"{peer.mb:.0f} MB", ratio)


@contextmanager
def answering() -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "tests.bench.zero_server", str(port)]
    with terminated(subprocess.Popen(command)):
        _until_it_answers(port)
        yield f"http://127.0.0.1:{port}"


def _until_it_answers(port: int) -> None:
    for _ in range(200):
        try:
            with urlopen(f"http://127.0.0.1:{port}/last"):
                return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the server did not start")


def _desk(address: str, n: int, workers: int, database: str, postgres: str) -> Measured:
    url = new_database(postgres) if database == "PostgreSQL" else None
    with tempfile.TemporaryDirectory(prefix="desk-") as folder, ExitStack() as ending:
        desk = open_desk(Path(folder), f"{address}/v1", n, url, lamps=LAMPS)
        connections = desk.settings.connections_file
        said = connections.read_text().replace("max_concurrency = 50", "max_concurrency = 1000")
        connections.write_text(said)
        at_work = [desk.spawn() for _ in range(workers)]
        for worker in at_work:
            ending.callback(worker.wait, 30)
            ending.callback(worker.terminate)
        time.sleep(5)  # until they look for work: a worker lives long, and starts once
        run_id = desk.start(concurrency=AT_ONCE)
        return _until_over(desk, run_id, [worker.pid for worker in at_work])


def _until_over(desk: Desk, run_id: int, pids: Sequence[int]) -> Measured:
    end = desk.wait(run_id, timeout_s=1800)
    mb = max(_peak_mb(pid) for pid in pids)
    run = get_run(desk.engine, run_id)
    assert run.started_at
    assert run.finished_at
    assert end.passed == end.total, end
    return Measured((run.finished_at - run.started_at).total_seconds(), mb)


def _peak_mb(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("no peak in /proc")


def _peer(address: str, n: int) -> tuple[str, Measured] | None:
    python = os.environ.get(PYTHON)
    if not python:
        return None
    with urlopen(f"{address}/last") as answer:
        prompt = answer.read()
    command = [python, str(Path(__file__).with_name("run_peer_side.py"))]
    done = subprocess.run(
        [*command, f"{address}/v1", str(n), str(AT_ONCE)],
        input=prompt,
        capture_output=True,
        check=True,
    )
    said: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert (said["status"], said["right"]) == ("success", 1.0), said
    return said["version"], Measured(said["took_s"], said["mb"])
