"""A desk of many flagged questions, and people who decide on them at the same time."""

import asyncio
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlmodel import Session as Database
from sqlmodel import select

from core.ops.preparing import prepare
from core.settings import Settings
from db.engine import make_engine
from db.tables import Reviewer, ReviewEvent
from tests.children import terminated
from tests.core.services.results.desk_data import CAUSES, fill
from tests.e2e.conftest import ROOT, wait_until_healthy
from tests.load.session import Session
from tests.ports import free_port

FLAGGED = 7
"""Of the causes, as many as wait for a reviewer."""


@dataclass(frozen=True)
class Served:
    address: str
    database: str
    run: int
    process: int

    def memory_mb(self, of: str = "VmRSS") -> float:
        status = Path(f"/proc/{self.process}/status").read_text("utf-8")
        return int(status.split(f"{of}:")[1].split()[0]) / 1024

    def processor_s(self) -> float:
        parts = Path(f"/proc/{self.process}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def served(folder: Path, questions: int, database: str) -> Iterator[Served]:
    """The desk by the README's command, with a finished run whose questions wait."""
    cases = [
        replace(CAUSES[at % FLAGGED], key=f"k{at}", question=f"Question number {at:05d}")
        for at in range(questions)
    ]
    run = fill(prepare(Settings(database_url=database)), tuple(cases))
    connections = folder / "connections.toml"
    connections.touch()
    environment = {**os.environ, "DATABASE_URL": database, "DESK_CONNECTIONS": str(connections)}
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    with (folder / "desk.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        with terminated(process):
            wait_until_healthy(f"http://127.0.0.1:{port}", process)
            yield Served(f"http://127.0.0.1:{port}", database, run, process.pid)


@dataclass(frozen=True)
class Reviewed:
    """Seconds of each decision's round trip; what went wrong; the app's memory before the first
    session, with all of them open, at the end and at its peak, MB; shares of one core.
    """

    waits: Sequence[float]
    opened_s: Sequence[float]
    wrong: Sequence[str]
    lasted_s: float
    memory_mb: tuple[float, float, float, float]
    app_cores: float
    sessions_cores: float


async def review(desk: Served, sessions: int, seconds: float, think_s: float) -> Reviewed:
    """So many people, each with a name, decide until the time is over; each thinks for `think_s`
    seconds, give or take a half, before every press.
    """
    wrong: list[str] = []
    memory = [desk.memory_mb()]
    async with AsyncExitStack() as ending:
        people = [Session(desk.address, f"Reader {n:02d}", desk.run) for n in range(sessions)]
        opened = [await _opened(ending, one, wrong) for one in people]
        people = [one for one in people if one.is_open]
        memory.append(desk.memory_mb())
        began, spent, own = time.monotonic(), desk.processor_s(), time.process_time()
        until = began + seconds
        await asyncio.gather(*(_decide(one, until, think_s, wrong) for one in people))
        lasted = time.monotonic() - began
        cores = (desk.processor_s() - spent) / lasted, (time.process_time() - own) / lasted
        memory += [desk.memory_mb(), desk.memory_mb("VmHWM")]
    wrong += _not_stored(desk, people)
    waits = [wait for one in people for wait in one.waits]
    start, full, end, peak = memory
    return Reviewed(waits, opened, wrong, lasted, (start, full, end, peak), *cores)


async def _opened(ending: AsyncExitStack, one: Session, wrong: list[str]) -> float:
    began = time.perf_counter()
    try:
        await ending.enter_async_context(one)
        await one.open()
    except Exception as error:  # noqa: BLE001 - each is counted, whatever it is
        wrong.append(f"{one.reviewer} could not open the page: {error!r}")
    return time.perf_counter() - began


async def _decide(one: Session, until: float, think_s: float, wrong: list[str]) -> None:
    chance = random.Random(one.reviewer)
    await asyncio.sleep(chance.uniform(0, think_s))
    while time.monotonic() < until:
        await asyncio.sleep(max(0.5, think_s * chance.uniform(0.5, 1.5)))
        try:
            await one.decide(chance.choice(("keep", "drop")))
        except Exception as error:  # noqa: BLE001 - each is counted, whatever it is
            wrong.append(f"{one.reviewer}: {error!r}")
            return


def _not_stored(desk: Served, people: Sequence[Session]) -> list[str]:
    """Decisions whose next page came and that are not in the database once, by who made them."""
    query: Any = select(Reviewer.name, ReviewEvent.item_id, ReviewEvent.action).join(
        Reviewer, Reviewer.id == ReviewEvent.reviewer_id
    )
    with Database(make_engine(desk.database)) as session:
        stored = Counter(tuple(row) for row in session.exec(query))
    made = Counter((one.reviewer, item, act) for one in people for item, act in one.decided)
    twice = [item for item, n in Counter(item for _, item, _ in stored.elements()).items() if n > 1]
    return [
        *(f"not stored once: {what}" for what in made if stored[what] != 1),
        *(f"stored and not made: {what}" for what in stored if what not in made),
        *(f"decided twice: item {item}" for item in twice),
    ]
