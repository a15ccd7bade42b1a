"""Three workers on one PostgreSQL: one is killed, one suspended, and the server restarted."""

import json
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from core.services.runs import progress
from tests.core.services.runs.conftest import serving
from tests.core.services.runs.desk import PATIENCE_S, Desk, open_desk
from tests.core.worker.killing import asked_after_commit
from tests.postgres import new_database, restartable_server

MINUTE_S = 60.0


@dataclass(frozen=True)
class Story:
    """Figures of the run from the server's log and the ledger; times are Unix times."""

    items: int
    rows: int
    different: int
    outcomes: Counter[str]
    asked: int
    asked_after_commit: int
    in_a_fixed_minute: tuple[int, ...]
    in_the_worst_minute: int
    in_the_worst_second: int
    most_at_once: int
    took_s: float
    by_worker: Counter[str]


def three_workers(
    folder: Path,
    items: int,
    *,
    per_minute: int,
    at_once: int,
    latency_s: float,
    held_s: float,
    concurrency: int = 16,
) -> Story:
    log, opened = folder / "asked.jsonl", threading.Event()
    with ExitStack() as open_things:
        url, restart = open_things.enter_context(restartable_server(is_durable=True))
        server = open_things.enter_context(serving(latency_s=latency_s, log=log, opened=opened))
        desk = open_desk(folder, server.url, items, database_url=new_database(url))
        limits = f"requests_per_minute = {per_minute}\n"
        connections = folder / "connections.toml"
        text = connections.read_text("utf-8")
        text = text.replace("max_concurrency = 50", f"max_concurrency = {at_once}")
        connections.write_text(text + limits, "utf-8")
        run_id = desk.start(concurrency=concurrency)
        began = time.time()
        killed, held, _ = workers = [desk.spawn() for _ in range(3)]
        for worker in workers:
            open_things.callback(_end, worker)
        # More than one of them has calls in flight before any is answered.
        desk.wait(run_id, lambda _: server.in_flight == at_once)
        opened.set()
        _disturb(desk, run_id, items, killed, held, held_s, restart)
        desk.wait(run_id, timeout_s=items * 60 / per_minute + 300)
        return _story(desk, run_id, items, log, time.time() - began)


def _disturb(
    desk: Desk,
    run_id: int,
    items: int,
    killed: "subprocess.Popen[bytes]",
    held: "subprocess.Popen[bytes]",
    held_s: float,
    restart: Callable[[], None],
) -> None:
    """Kill, suspend and restart at fixed shares of the run."""

    def share(of_all: float) -> None:
        desk.wait(run_id, lambda now: now.done >= of_all * items, timeout_s=900)

    share(0.23)  # no multiple of a minute's limit, so that the workers have calls in flight
    killed.kill()
    share(0.43)
    held.send_signal(signal.SIGSTOP)
    time.sleep(held_s)
    held.send_signal(signal.SIGCONT)
    share(0.7)
    assert not progress(desk.engine, run_id).is_over
    restart()


def _end(worker: "subprocess.Popen[bytes]") -> None:
    if worker.poll() is None:
        worker.terminate()
        worker.wait(PATIENCE_S)


def _story(desk: Desk, run_id: int, items: int, log: Path, took_s: float) -> Story:
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    request_times = [line["time"] for line in lines]
    rows = desk.items(run_id)
    return Story(
        items=items,
        rows=len(rows),
        different=len({row.item_key for row in rows}),
        outcomes=Counter(row.outcome for row in rows),
        asked=len(request_times),
        asked_after_commit=len(asked_after_commit(desk, run_id, log)),
        in_a_fixed_minute=tuple(
            n for _, n in sorted(Counter(int(at // MINUTE_S) for at in request_times).items())
        ),
        in_the_worst_minute=_worst(request_times, MINUTE_S),
        in_the_worst_second=_worst(request_times, 1.0),
        most_at_once=max(line["in_flight"] for line in lines),
        took_s=took_s,
        by_worker=Counter(row.worker for row in rows),
    )


def _worst(times: Sequence[float], window_s: float) -> int:
    """The largest number of `times` (ascending) within any window of `window_s` seconds."""
    assert all(a <= b for a, b in pairwise(times))
    most = first = 0
    for last, at in enumerate(times):
        while at - times[first] >= window_s:
            first += 1
        most = max(most, last - first + 1)
    return most
