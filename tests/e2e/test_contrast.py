"""Every text of every page can be read: WCAG 2.1 AA, 4.5 to 1 and for large text 3 to 1."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from tests.e2e.reviewing import add_run, look_at, sign

pytestmark = pytest.mark.browser

CONTRAST = Path(__file__).with_name("contrast.js").read_text("utf-8")
PLACES = ("/", "/library", "/runs", "/depth", "/accuracy", "/settings")

FADED_MS = 400
"""Colours of a button change this fast, and so does what is drawn anew."""


def test_every_text_stands_out_from_what_is_behind_it(page: Page, engine: Engine) -> None:
    run, first = add_run(engine, 3, "contrast")
    page.goto(f"/review?run={run}")
    sign(page, "Ivy")
    look_at(page, first)
    page.keyboard.press("h")
    page.get_by_text("Reviewer guidelines").click()
    expect(page.locator(".desk-guide")).to_be_visible()
    faint = {"/review": _faint(page)}
    page.keyboard.press("e")
    expect(page.locator(".st-key-editor")).to_be_visible()
    faint["/review?edit"] = _faint(page)
    for place in PLACES:
        page.goto(place)
        faint[place] = _faint(page)
    assert not any(faint.values()), faint


def _faint(page: Page) -> list[str]:
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning", timeout=30_000)
    page.wait_for_timeout(FADED_MS)
    expect(app).to_have_attribute("data-test-script-state", "notRunning", timeout=30_000)
    found: list[str] = page.evaluate(CONTRAST)
    return found
