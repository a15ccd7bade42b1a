"""`python -m tests.bench.sessions`: fifty people review at once for five minutes."""

import argparse
import asyncio
import os
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles

from tests.bench.pairs import table
from tests.load.reviewing import Reviewed, review, served
from tests.postgres import new_database, server

HEAD = (
    *("database", "thinking", "decisions", "a minute", "p50", "p95", "p99", "longest"),
    *("errors", "a page opened", "app's memory", "its processor", "the sessions'"),
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.sessions", description=__doc__)
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--think", type=float, nargs="+", default=[10.0, 3.0], metavar="SECONDS")
    parser.add_argument("--databases", nargs="+", default=["SQLite", "PostgreSQL"])
    asked = parser.parse_args()
    rows = []
    for database in asked.databases:
        for think_s in asked.think:
            found = _reviewed(database, asked.sessions, asked.minutes * 60, think_s)
            rows.append(_row(database, think_s, found))
            for wrong in found.wrong[:20]:
                print(wrong)
    print(f"{asked.sessions} sessions for {asked.minutes:g} minutes; {os.cpu_count()} cores.\n")
    print(table(HEAD, rows))


def _reviewed(database: str, sessions: int, seconds: float, think_s: float) -> Reviewed:
    questions = int(sessions * (seconds / think_s) * 1.2) + 2 * sessions
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory(prefix="desk-")))
        url = f"sqlite:///{folder / 'desk.db'}"
        if database == "PostgreSQL":
            url = new_database(ending.enter_context(server(is_durable=True)))
        desk = ending.enter_context(served(folder, questions, url))
        return asyncio.run(review(desk, sessions, seconds, think_s))


def _row(database: str, think_s: float, found: Reviewed) -> tuple[str, ...]:
    cut = quantiles(found.waits, n=100) if len(found.waits) > 1 else [float("nan")] * 99
    start, full, end, peak = found.memory_mb
    return (
        *(database, f"{think_s:g} s", f"{len(found.waits):,}"),
        f"{len(found.waits) / found.lasted_s * 60:.0f}",
        *(f"{cut[at] * 1000:.0f} ms" for at in (49, 94, 98)),
        f"{max(found.waits, default=0) * 1000:.0f} ms",
        str(len(found.wrong)),
        f"{median(found.opened_s) * 1000:.0f} ms",
        f"{start:.0f} MB, {full:.0f} with all pages open, {end:.0f} at the end, peak {peak:.0f}",
        *(f"{cores:.2f} cores" for cores in (found.app_cores, found.sessions_cores)),
    )


if __name__ == "__main__":
    main()
