"""From a key to the next question painted: `python -m tests.bench.review_keys [decisions]`.

A desk of its own with 400 flagged questions, in headless Chromium at 1440 x 900. Browser time: from
the key press to the frame after the next question stands in the page. Server time: from the message
the browser sends to the message that brings the next question.
"""

import json
import os
import shutil
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

from core.runs.worker import prepare
from core.settings import Settings
from pages.parts.looked_at import LOOKED_AT_S
from tests.core.results.desk_data import CAUSES, fill
from tests.e2e.conftest import CHROMIUM_FLAGS, ROOT, free_port, wait_until_healthy

QUESTIONS = 400
LOOK_MS = LOOKED_AT_S * 1000 + 150
WATCH = """() => {
  window.painted = []; window.pressed = 0; let last = null;
  addEventListener("keydown", () => { window.pressed = performance.now(); }, true);
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


def measure(decisions: int) -> Times:
    painted, answered = list[float](), list[float]()
    with _desk() as (address, run), sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        context.add_cookies([{"name": "desk_reviewer", "value": "Ann", "url": address}])
        page, sent, found = context.new_page(), list[float](), list[float]()
        page.on("websocket", lambda socket: _listen(socket, sent, found))
        page.goto(f"{address}/review?run={run}")
        page.wait_for_selector(".desk-question")
        page.evaluate(WATCH)
        for at in range(decisions + 1):
            page.wait_for_timeout(LOOK_MS)
            _settled(page)
            sent.clear()
            found.clear()
            page.evaluate("window.painted.length = 0")
            page.keyboard.press("ax"[at % 2])
            page.wait_for_function("window.painted.length > 0")
            _settled(page)
            if at:  # the first press also loads what the page needs later on
                painted.append(page.evaluate("window.painted[0] - window.pressed"))
                answered.append((found[0] - sent[0]) * 1000)
        browser.close()
    return Times(painted, answered)


def _settled(page: Page) -> None:
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')


def _listen(socket: WebSocket, sent: list[float], found: list[float]) -> None:
    socket.on("framesent", lambda _: sent.append(time.perf_counter()))

    def received(frame: str | bytes) -> None:
        if isinstance(frame, bytes) and b"desk-question" in frame:
            found.append(time.perf_counter())

    socket.on("framereceived", received)


@contextmanager
def _desk() -> Iterator[tuple[str, int]]:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'desk.db'}"
        cases = [
            replace(CAUSES[at % 7], key=f"k{at}", question=f"Question number {at:04d}")
            for at in range(QUESTIONS)
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
        with subprocess.Popen(
            [*command, "--server.port", str(port)],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            try:
                wait_until_healthy(f"http://127.0.0.1:{port}", process)
                yield f"http://127.0.0.1:{port}", run
            finally:
                process.terminate()
                process.wait(timeout=20)


def _said(name: str, times: list[float]) -> dict[str, object]:
    return {
        "what": name,
        "n": len(times),
        "median_ms": round(median(times)),
        "p95_ms": round(quantiles(times, n=20)[-1]),
    }


if __name__ == "__main__":
    times = measure(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
    print(json.dumps(_said("key to next question painted", times.painted)))
    print(json.dumps(_said("server: message to next question", times.answered)))
