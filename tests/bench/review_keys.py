"""From a key to the next question painted: `python -m tests.bench.review_keys [decisions]`."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Page, WebSocket, sync_playwright

from core.ops.preparing import prepare
from core.settings import Settings
from db.engine import make_engine
from pages.components.debounce import MINIMUM_VIEW_S
from tests.bench.pairs import table
from tests.children import terminated
from tests.core.services.results.desk_data import CAUSES, fill
from tests.e2e.conftest import (
    CHROMIUM_FLAGS,
    PATIENCE_MS,
    ROOT,
    at_rest,
    installed_chromium,
    wait_until_healthy,
)
from tests.ports import free_port

SPARE = 5
"""Questions more than are decided, so that there is always a next one."""
WARM = 20
"""Decisions after which memory is looked at first."""
LOOK_MS = MINIMUM_VIEW_S * 1000 + 150
ABOUT = f"""Questions decided one after the other by keys alone, no mouse, in headless Chromium at
1440 x 900 on a desk of its own. *Painted*: from the key press to the frame after the next question
stands in the page. *Server*: from the message the browser sends to the message that brings the
next question. Decisions a minute include the pause of {LOOK_MS:.0f} ms before each key, and so are
what the desk allows, not what people reach. Memory is that of the server's process, and of the
page's JavaScript after a collection, after {WARM} decisions and at the end.
"""
PRESSED = 'addEventListener("keydown", () => { window.pressed = performance.now(); }, true)'
"""Runs before the page's own scripts, which keep some keys to themselves."""
WATCH = """() => {
  window.painted = []; let last = null;
  new MutationObserver(() => {
    const text = document.querySelector(".desk-question")?.textContent;
    if (!text || text === last) return;
    last = text;
    requestAnimationFrame(() => setTimeout(() => window.painted.push(performance.now())));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


@dataclass(frozen=True)
class Times:
    """Milliseconds of one decision each."""

    painted: list[float]
    answered: list[float]
    minutes: float
    events: int
    server_mb: tuple[float, float]
    browser_mb: tuple[float, float]


def measure(decisions: int) -> Times:
    painted, answered = list[float](), list[float]()
    with _desk(decisions + SPARE) as desk, sync_playwright() as playwright:
        address, run = desk.address, desk.run
        chromium = installed_chromium()
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        context.set_default_timeout(PATIENCE_MS)
        context.add_cookies([{"name": "desk_reviewer", "value": "Ann", "url": address}])
        page, sent, found = context.new_page(), list[float](), list[float]()
        page.add_init_script(PRESSED)
        page.on("websocket", lambda socket: _listen(socket, sent, found))
        page.goto(f"{address}/review?run={run}")
        page.wait_for_selector(".desk-question")
        page.evaluate(WATCH)
        began, memory = time.monotonic(), list[tuple[float, float]]()
        shown = None
        for at in range(decisions + 1):
            shown = _arrived(page, shown)
            page.wait_for_timeout(LOOK_MS)
            sent.clear()
            found.clear()
            page.evaluate("window.painted.length = 0")
            page.keyboard.press("ax"[at % 2])
            if at % 2:  # the last key of the two is the one that is timed
                page.keyboard.press("Enter")
            page.wait_for_function("window.painted.length > 0")
            at_rest(page)
            if at:  # the first press also loads what the page needs later on
                painted.append(page.evaluate("window.painted[0] - window.pressed"))
                answered.append((found[0] - sent[0]) * 1000)
            if at in (min(WARM, decisions), decisions):
                memory.append((desk.memory_mb(), _heap_mb(page)))
        minutes = (time.monotonic() - began) / 60
        browser.close()
        events = desk.events()
    server, heap = zip(*memory, strict=True)
    return Times(painted, answered, minutes, events, (server[0], server[-1]), (heap[0], heap[-1]))


def _heap_mb(page: Page) -> float:
    devtools = page.context.new_cdp_session(page)
    devtools.send("HeapProfiler.collectGarbage")
    used: float = devtools.send("Runtime.getHeapUsage")["usedSize"] / 2**20
    devtools.detach()
    return used


def _arrived(page: Page, before: int | None) -> int:
    """The item that is on the screen, another one than before, its bar and keys with it."""
    page.wait_for_function("before => (window.deskKeys?.item ?? before) !== before", arg=before)
    at_rest(page)
    item: int = page.evaluate("window.deskKeys.item")
    return item


def _listen(socket: WebSocket, sent: list[float], found: list[float]) -> None:
    socket.on("framesent", lambda _: sent.append(time.perf_counter()))

    def received(frame: str | bytes) -> None:
        if isinstance(frame, bytes) and b"desk-question" in frame:
            found.append(time.perf_counter())

    socket.on("framereceived", received)


@dataclass(frozen=True)
class Desk:
    address: str
    run: int
    url: str
    process: int

    def memory_mb(self) -> float:
        status = Path(f"/proc/{self.process}/status").read_text("utf-8")
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def events(self) -> int:
        with make_engine(self.url).connect() as connection:
            return int(connection.exec_driver_sql("SELECT count(*) FROM review_event").scalar_one())


@contextmanager
def _desk(questions: int) -> Iterator[Desk]:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'desk.db'}"
        cases = [
            replace(CAUSES[at % 7], key=f"k{at}", question=f"Question number {at:04d}")
            for at in range(questions)
        ]
        run = fill(prepare(Settings(database_url=url)), tuple(cases))
        (Path(folder) / "connections.toml").touch()
        environment = {
            **os.environ,
            "DATABASE_URL": url,
            "DESK_CONNECTIONS": folder + "/connections.toml",
        }
        port = free_port()
        command = [sys.executable, "-m", "streamlit", "run", "pages/desk.py"]
        process = subprocess.Popen(
            [*command, "--server.port", str(port)],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        with terminated(process):
            wait_until_healthy(f"http://127.0.0.1:{port}", process)
            yield Desk(f"http://127.0.0.1:{port}", run, url, process.pid)


def report(decisions: int) -> str:
    """A table in markdown."""
    times = measure(decisions)
    rows = [
        ("decisions, and events stored", f"{decisions + 1} / {times.events}"),
        ("decisions a minute", f"{(decisions + 1) / times.minutes:.0f}"),
        ("key to next question painted, median / p95", _spread(times.painted)),
        ("server: message to next question, median / p95", _spread(times.answered)),
        ("memory of the server", "{:.0f} to {:.0f} MB".format(*times.server_mb)),
        ("memory of the page's JavaScript", "{:.1f} to {:.1f} MB".format(*times.browser_mb)),
    ]
    return f"{ABOUT}\n{table(('of a reviewer at the keyboard', ''), rows)}"


def _spread(times: list[float]) -> str:
    return f"{median(times):.0f} / {quantiles(times, n=20)[-1]:.0f} ms"


if __name__ == "__main__":
    print(report(int(sys.argv[1]) if len(sys.argv) > 1 else 60))
