"""`python -m tests.bench.kill_runs`: a 500-item run whose worker is killed ten times.

Writes what happened into docs/durability.md.
"""

import argparse
import json
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.core.services.runs.desk import Desk, open_desk
from tests.core.worker.killing import Life, asked_after_commit, kill_run, lives, server_process

ITEMS, KILLS, CONCURRENCY, LATENCY_S = 500, 10, 10, 0.2
DOCUMENT = Path(__file__).parents[2] / "docs" / "durability.md"
START, END = "<!-- measured: start -->", "<!-- measured: end -->"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.kill_runs", description=__doc__)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    seed = parser.parse_args().seed
    with tempfile.TemporaryDirectory(prefix="desk-") as folder:
        log = Path(folder) / "asked.jsonl"
        with server_process(log, "--latency", str(LATENCY_S)) as url:
            desk = open_desk(Path(folder), url, ITEMS)
            run_id = desk.start(concurrency=CONCURRENCY)
            began = time.time()
            moments = kill_run(desk, run_id, url, KILLS, seed=seed, wait_s=1.6)
            took = time.time() - began
        report = table(desk, run_id, log, lives(desk, run_id, log, moments), seed, took)
    print(report)
    before, rest = DOCUMENT.read_text(encoding="utf-8").split(START)
    after = rest.split(END)[1]
    DOCUMENT.write_text(f"{before}{START}\n{report}\n{END}{after}", encoding="utf-8")


def table(desk: Desk, run_id: int, log: Path, found: list[Life], seed: int, took: float) -> str:
    asked = [json.loads(line) for line in log.read_text().splitlines()]
    items = desk.items(run_id)
    outcomes = Counter(item.outcome for item in items)
    lines = [
        f"Seed {seed}, {ITEMS} items, {CONCURRENCY} calls at once, {LATENCY_S} s a call, "
        f"{took:.0f} s in all.",
        "",
        "| kill | requests of its worker | in the ledger then | not committed | asked again |",
        "|---|---|---|---|---|",
        *(
            f"| {number} | {life.asked} | {life.committed} | {life.in_flight} | {life.repeated} |"
            for number, life in enumerate(found, start=1)
        ),
        "",
        f"Rows in the ledger: {len(items)}, of different items: "
        f"{len({item.item_key for item in items})} ({dict(outcomes)}).  ",
        f"Requests the server saw: {len(asked)} = {ITEMS} + "
        f"{sum(life.repeated for life in found)} repeats (at most {CONCURRENCY} a kill).  ",
        f"Committed answers that were asked for again: "
        f"{len(asked_after_commit(desk, run_id, log))}.",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
