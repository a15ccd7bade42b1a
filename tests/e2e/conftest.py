"""The desk as people start it, and a real Chromium that may talk to nothing else."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Request,
    expect,
    sync_playwright,
)
from sqlalchemy import Engine

from core.services.runs import get_run
from db.engine import make_engine
from tests.children import terminated
from tests.ports import free_port

ROOT = Path(__file__).parents[2]
STARTED_WITHIN_S = 120
RUN_MS = 240_000
"""How long what the worker does may take, on a busy machine and with other work before it."""
PATIENCE_MS = 60_000
"""How long anything may take to show: the first look at a page of figures, on a busy machine."""

CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
"""By the last, no name is an address: nothing is reached but this machine."""
_AT_REST = """() => !document.querySelector("[data-testid=stSkeleton]") &&
    !!document.querySelector("[data-testid=stApp][data-test-script-state=notRunning]")"""
_PAINTED = "() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))"
"""By then what is drawn has run its scripts and hears its keys."""
_STANDS_STILL = f"""() => new Promise((resolve) => {{
    const isAtRest = {_AT_REST};
    const places = () => [...document.querySelectorAll("button, a, summary, label, .point")]
        .map((one) => Object.values(one.getBoundingClientRect().toJSON())).join();
    let before = places();
    let calm = 0;
    const look = () => {{
        const now = places();
        calm = isAtRest() && now === before ? calm + 1 : 0;
        before = now;
        calm === 5 ? resolve(true) : setTimeout(look, 60);
    }};
    setTimeout(look, 60);
}})"""

_TURN = """(place) => {
    history.replaceState({}, "", place);
    dispatchEvent(new PopStateEvent("popstate"));
}"""
"""What Back does to the window."""

LOCAL = ("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:")


CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first one needs less than half of the processor: it draws no window of its own."""


def installed_chromium() -> str | None:
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


@pytest.fixture(scope="package")
def chromium() -> str:
    found = installed_chromium()
    if found is None:
        missing = "no Chromium is installed; install chromium to run the browser tests"
        if os.environ.get("DESK_REQUIRE_BROWSER") == "1":
            pytest.fail(missing)
        pytest.skip(missing)
    return found


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("desk")


@pytest.fixture
def engine(desk: str, folder: Path) -> Engine:
    """The running desk's own database."""
    return make_engine(database_in(folder))


def database_in(folder: Path) -> str:
    return f"sqlite:///{folder / 'desk.db'}"


@pytest.fixture(scope="package")
def desk(chromium: str, folder: Path) -> Iterator[str]:
    """The address of a desk with an empty database, its worker running beside it."""
    with serving(folder) as address:
        yield address


@pytest.fixture(scope="package")
def judged(desk: str, folder: Path) -> None:
    """The sample's runs are over: no count of the desk changes by itself any more."""
    engine = make_engine(database_in(folder))
    deadline = time.monotonic() + RUN_MS / 1000
    while any(get_run(engine, run).status != "done" for run in (1, 2)):
        assert time.monotonic() < deadline, "the sample's runs are not over"
        time.sleep(0.2)
    engine.dispose()


@contextmanager
def serving(
    folder: Path,
    name: str = "desk",
    database: str | None = None,
    options: Sequence[str] = (),
    **environ: str,
) -> Iterator[str]:
    """An app, with everything it keeps in the folder, which it may share, but for its log; or with
    another database than the folder's.
    """
    port = free_port()
    environment = {
        **os.environ,
        "DATABASE_URL": database or database_in(folder),
        "DESK_CONNECTIONS": str(folder / "connections.toml"),
        **environ,
    }
    (folder / "connections.toml").touch()
    log = (folder / f"{name}.log").open("wb")
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    command += options
    with log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        with terminated(process):
            wait_until_healthy(f"http://127.0.0.1:{port}", process)
            yield f"http://127.0.0.1:{port}"


def wait_until_healthy(address: str, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + STARTED_WITHIN_S
    while time.monotonic() < deadline:
        assert process.poll() is None, "the desk ended while it was starting"
        try:
            with urlopen(f"{address}/_stcore/health", timeout=10):
                return
        except (URLError, OSError):
            time.sleep(0.2)
    pytest.fail(f"the desk did not answer within {STARTED_WITHIN_S} s")


@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def window(browser: Browser, desk: str) -> Iterator[Page]:
    """One window for all tests of `page`: the scripts of the desk are compiled in it once, which is
    half of what a page costs. Who installs a script or a listener takes a `reader` of their own.
    """
    yield from reader(browser, desk, "en-GB", 1440, 860)


@pytest.fixture(scope="package")
def other_window(browser: Browser, desk: str) -> Iterator[Page]:
    yield from reader(browser, desk, "zh-CN", 1280, 800)


@pytest.fixture
def page(window: Page) -> Iterator[Page]:
    """A reader whom the desk does not know, at 1440 x 860; a request to any other host fails."""
    yield from forgetful(window, 1440, 860)


@pytest.fixture
def other(other_window: Page) -> Iterator[Page]:
    """Another person's browser, which may fetch as little."""
    yield from forgetful(other_window, 1280, 800)


def forgetful(window: Page, width: int, height: int) -> Iterator[Page]:
    """The window, for somebody who leaves nothing in it."""
    window.set_viewport_size({"width": width, "height": height})
    with staying_here(window.context):
        yield window
    for tab in window.context.pages:
        if tab.url != "about:blank":
            tab.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        if tab is not window:
            tab.close()
    window.emulate_media(media="null", color_scheme="null")
    window.goto("about:blank")
    window.context.clear_cookies()  # of a page that is open, the name could be written once more


def reader(browser: Browser, desk: str, locale: str, width: int, height: int) -> Iterator[Page]:
    """A browser that knows nothing; a request to any other host fails the test that ends it."""
    context = browser.new_context(
        base_url=desk,
        locale=locale,
        viewport={"width": width, "height": height},
        reduced_motion="reduce",  # what moves is drawn sixty times a second, a tenth of all work
    )
    context.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    with staying_here(context):
        yield context.new_page()
        context.close()


@contextmanager
def staying_here(context: BrowserContext) -> Iterator[None]:
    """No request goes to another host meanwhile."""
    outside: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith(LOCAL):
            outside.append(request.url)

    context.on("request", note)
    yield
    context.remove_listener("request", note)
    assert outside == []


def turn_to(page: Page, place: str) -> None:
    """As Back leads to another address of the desk: it runs anew in the window that is open, whose
    loading would be two thirds of what a page costs.
    """
    page.locator(".st-key-pages").wait_for(state="attached")
    at_rest(page)
    page.evaluate(_TURN, f"{place}{'&' if '?' in place else '?&'}")
    # As soon as it runs it writes its address, without what no desk writes at an end.
    page.wait_for_function("!location.search.endsWith('&')")
    page.evaluate(_PAINTED)  # that it runs is shown a moment after its address
    at_rest(page)


def at_rest(page: Page) -> None:
    """Wait until all of the page is drawn and works. Wait for what an act shows before: a page
    that has not heard of it yet is at rest too.
    """
    page.wait_for_function(_AT_REST, polling=50)  # each frame would cost a drawing
    page.evaluate(_PAINTED)


def stand_still(page: Page) -> None:
    """Wait until nothing moves, as a hand does: what opens or loads above a button pushes it down,
    and a press that began on it would end beside it.
    """
    page.wait_for_function(_STANDS_STILL)


def click(target: Locator) -> None:
    """Click it as a hand does: once it is there and nothing moves any more."""
    expect(target).to_be_visible()
    stand_still(target.page)
    target.click()


def open_form(page: Page, title: str, what: str) -> None:
    """Open the form for a file; it is open by itself until there is an own text or set."""
    summary = page.locator("summary", has_text=title)
    expect(summary).to_be_visible()
    stand_still(page)
    if summary.locator("xpath=..").get_attribute("open") is None:
        summary.click()
    expect(page.locator(f".st-key-upload_{what}_0")).to_be_visible()
