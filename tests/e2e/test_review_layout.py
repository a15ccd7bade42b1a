"""What Review opens beside and over the question can be read whole at 1280 x 800."""

import pytest
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import Engine

from core.services.review import Action, ask_second, decide
from tests.e2e.conftest import stand_still
from tests.e2e.reviewing import add_run, look_at, sign

pytestmark = pytest.mark.browser

WIDE = "(box) => box.scrollWidth > box.clientWidth + 1"
HIGH = "(box) => box.scrollHeight > box.clientHeight + 1"


def test_history_keys_and_the_field_for_a_name_are_not_cut_off(page: Page, engine: Engine) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    run, first = add_run(engine, 3, "Not cut off")
    decide(
        engine,
        first,
        "Ada",
        Action.KEEP,
        "the quote is only a paraphrase",
        idempotency_key="layout 1",
    )
    ask_second(engine, first, "Ada", idempotency_key="layout 2")
    decide(engine, first, "Ben", Action.DROP, "it is nonsense", idempotency_key="layout 3")
    page.goto(f"/review?item={first}&run={run}&show=all&state=either")
    history = page.locator(".desk-scroll:has(.desk-history)")
    expect(history.locator("tbody tr")).to_have_count(3)
    assert not history.evaluate(WIDE)

    page.goto(f"/review?run={run}")
    sign(page, "Cleo")
    look_at(page, first + 1)
    page.keyboard.press("h")
    keys = page.locator(".st-key-help_overlay")
    expect(keys).to_be_visible()
    sidebar = page.get_by_test_id("stSidebar")
    assert _right(sidebar) <= _left(keys)
    page.keyboard.press("h")
    expect(keys).to_have_count(0)

    page.get_by_role("button", name="Switch reviewer").click()
    field = page.get_by_test_id("stPopoverBody")
    expect(field.get_by_role("button", name="Continue")).to_be_visible()
    stand_still(page)
    assert not field.evaluate(HIGH)


def _left(shown: Locator) -> float:
    box = shown.bounding_box()
    assert box is not None
    return box["x"]


def _right(shown: Locator) -> float:
    box = shown.bounding_box()
    assert box is not None
    return box["x"] + box["width"]
