"""Every text of the pages to work on can be read, in either language: WCAG 2.1 AA, 4.5 to 1 and
for large text 3 to 1; and none is cut off on a small screen. The other pages, and both themes, are
in `test_accessibility.py`.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from tests.e2e.conftest import click, turn_to
from tests.e2e.contrast import texts_too_pale
from tests.e2e.reviewing import add_run, look_at, sign

pytestmark = pytest.mark.browser

CLIPPED = Path(__file__).with_name("clipped.js").read_text("utf-8")
DESK = ("/", "/review", "/questions", "/adjudicate", "/accuracy", "/copy_check")
"""Of these nothing may be cut off at 1280 x 800."""


@pytest.mark.long
def test_every_text_stands_out_and_none_is_cut_off(page: Page, engine: Engine) -> None:
    run, first = add_run(engine, 60, "contrast")  # more than one page of questions
    page.goto(f"/review?run={run}")
    sign(page, "Ivy")
    look_at(page, first)
    page.keyboard.press("h")
    expect(page.locator(".desk-keys")).to_be_visible()
    click(page.get_by_text("Reviewer guidelines"))
    expect(page.locator(".desk-guide")).to_be_visible()
    faint = {"/review": texts_too_pale(page)}
    page.keyboard.press("e")
    expect(page.locator(".st-key-editor")).to_be_visible()
    faint["/review?edit"] = texts_too_pale(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    clipped: dict[str, list[str]] = {}
    for place in (*DESK, *(f"{place}?lang=zh_CN" for place in DESK)):
        turn_to(page, place)
        faint[place] = texts_too_pale(page)
        clipped[place] = page.evaluate(CLIPPED)
    assert not any(faint.values()), faint
    assert not any(clipped.values()), clipped
