"""The page Questions in a real browser: find, select, look first, do, take back."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from core.services.review import Action, Queue, count, current_decisions
from tests.core.services.results.desk_data import CASES, fill
from tests.e2e.conftest import at_rest, click, stand_still
from tests.e2e.held_answers import HeldAnswers

pytestmark = pytest.mark.browser

_PRESS_WHEN_THERE = """selector => {
  const watch = new MutationObserver(() => {
    const button = document.querySelector(selector);
    if (button) { watch.disconnect(); button.click(); }
  });
  watch.observe(document.body, {childList: true, subtree: true});
}"""
"""Presses sooner than a person could: while the page is still being drawn."""


def test_found_selected_dropped_taken_back_and_all_assigned(page: Page, engine: Engine) -> None:
    cases = (replace(CASES[1 + n % 4], key=f"f{n}", question=f"Lantern {n:02}") for n in range(60))
    run = fill(engine, tuple(cases), "lanterns")
    page.goto(f"/questions?run={run}&lang=en")
    name = page.get_by_role("textbox", name="Your name")
    expect(name).to_be_visible()
    at_rest(page)
    name.fill("Fay")
    click(page.get_by_role("button", name="Continue"))
    expect(page.get_by_text("Select questions to edit them in bulk.")).to_be_visible()

    at_rest(page)
    page.get_by_role("textbox", name="Words in the question").fill("lantern 4")
    page.keyboard.press("Enter")
    expect(page.get_by_text("15 questions")).to_be_visible()
    page.reload()
    expect(page.get_by_text("15 questions")).to_be_visible()
    stand_still(page)
    # One after the other, as fast as they come: neither is lost.
    for line in (41, 42):
        box = page.get_by_role("checkbox", name=f"Select line {line} of run {run}", exact=True)
        page.locator("label", has=box).click()
    expect(page.get_by_text("2 selected")).to_be_visible()
    page.keyboard.press("x")
    expect(page.get_by_text("2 of 2 selected questions will change.")).to_be_visible()
    assert current_decisions(engine, run) == {}
    at_rest(page)
    page.get_by_role("textbox", name="Note", exact=True).fill("too dark")
    stand_still(page)
    page.get_by_role("button", name="Reject 2 questions").dblclick()
    expect(page.get_by_text("2 questions rejected.")).to_be_visible()
    assert list(current_decisions(engine, run).values()) == [Action.DROP, Action.DROP]
    click(page.get_by_role("button", name="Undo"))
    expect(page.get_by_text("Undone on 2 questions.")).to_be_visible()
    assert current_decisions(engine, run) == {}

    stand_still(page)
    page.evaluate(_PRESS_WHEN_THERE, ".st-key-bulk_assign button")
    page.get_by_role("button", name="Select all 15 matching").click()
    expect(page.get_by_role("button", name="Assign 15 questions")).to_be_visible()
    at_rest(page)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("15 questions assigned to Fay.")).to_be_visible()
    assert count(engine, Queue(run_id=run, assigned_to="Fay")) == 15
    click(page.get_by_role("link", name="Lantern 40"))
    expect(page.locator(".st-key-keep button")).to_be_visible()


def test_a_key_waits_for_the_buttons_that_the_first_box_brings(
    page: Page, desk: str, engine: Engine
) -> None:
    run = fill(engine, CASES[1:3], "first box")
    page.context.add_cookies([{"name": "desk_reviewer", "value": "Fay", "url": desk}])
    tab = page.context.new_page()
    answers = HeldAnswers(tab)
    tab.goto(f"/questions?run={run}&lang=en")
    box = tab.get_by_role("checkbox", name=f"Select line 1 of run {run}", exact=True)
    expect(box).to_be_attached()
    stand_still(tab)
    answers.hold()
    tab.locator("label", has=box).click()
    tab.keyboard.press("x")
    answers.release()
    expect(tab.get_by_text("1 of 1 selected questions will change.")).to_be_visible()
    assert current_decisions(engine, run) == {}
