"""Every text of every page can be read: WCAG 2.1 AA, 4.5 to 1 and for large text 3 to 1."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from tests.e2e.reviewing import add_run, look_at, sign

pytestmark = pytest.mark.browser

CONTRAST = Path(__file__).with_name("contrast.js").read_text("utf-8")
PLACES = ("/", "/library", "/runs", "/depth", "/accuracy", "/settings")


def test_every_text_stands_out_from_what_is_behind_it(page: Page, engine: Engine) -> None:
    run, first = add_run(engine, 3, "contrast")
    page.goto(f"/review?run={run}")
    sign(page, "Ivy")
    look_at(page, first)
    page.keyboard.press("h")
    page.get_by_text("Reviewer guidelines").click()
    expect(page.locator(".desk-guide")).to_be_visible()
    faint = {"/review": page.evaluate(CONTRAST)}
    page.keyboard.press("e")
    expect(page.locator(".st-key-editor")).to_be_visible()
    faint["/review?edit"] = page.evaluate(CONTRAST)
    for place in PLACES:
        page.goto(place)
        expect(page.get_by_test_id("stApp")).to_have_attribute(
            "data-test-script-state", "notRunning"
        )
        faint[place] = page.evaluate(CONTRAST)
    assert not any(faint.values()), faint
