"""What the browser tests of the review page share: a run to review, and looking before pressing."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from pages.components.debounce import MINIMUM_VIEW_S
from tests.core.services.results.desk_data import CASES, fill
from tests.e2e.conftest import PATIENCE_MS, at_rest, click

LOOK_MS = MINIMUM_VIEW_S * 1000 + 50


def add_run(engine: Engine, n: int, title: str) -> tuple[int, int]:
    """A run with `n` flagged questions: its id and that of its first item."""
    cases = tuple(
        replace(CASES[1 + at % 4], key=f"k{at}", question=f"Question number {at:02d}")
        for at in range(n)
    )
    run = fill(engine, cases, title)
    with engine.connect() as connection:
        first = connection.exec_driver_sql(f"SELECT min(id) FROM run_item WHERE run_id = {run}")
        return run, int(first.scalar_one())


def sign(page: Page, name: str, button: str = "Continue") -> None:
    field = page.get_by_role("textbox").first
    expect(field).to_be_visible()
    at_rest(page)
    field.fill(name)
    click(page.get_by_role("button", name=button))
    # The bar without a name has no decisions: keys are for the one that comes after it.
    expect(page.locator(".st-key-keep button")).to_be_visible()


def shown_item(page: Page, but: Sequence[int] = ()) -> int:
    """The item that the address asks for, once the keys decide it and it is none of `but`."""
    asked = "new URLSearchParams(location.search).get('item')"
    page.wait_for_function(
        f"""but => window.deskKeys?.item && String(window.deskKeys.item) === {asked}
                && !but.includes(window.deskKeys.item)""",
        arg=list(but),
    )
    return int(page.evaluate("window.deskKeys.item"))


def look_at(page: Page, item: int) -> None:
    """Wait until the item and its bar are there and nothing is on its way, and for as long as a
    reader looks at least.
    """
    page.wait_for_function(f"window.deskKeys?.item === {item}")
    at_rest(page)
    page.wait_for_timeout(LOOK_MS)


def until(page: Page, holds: Callable[[], object], within_ms: float = PATIENCE_MS) -> None:
    """Wait for what no locator can tell, such as what the server stores after a press that changes
    nothing on the page.
    """
    deadline = time.monotonic() + within_ms / 1000
    while not holds():
        assert time.monotonic() < deadline, f"it did not come to be in {within_ms / 1000:.0f} s"
        page.wait_for_timeout(100)
