"""The browser's Back: one act of the reader is one step, and every step was a place."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import Engine

from tests.e2e.conftest import at_rest, click
from tests.e2e.reviewing import LOOK_MS, add_run, look_at, sign

pytestmark = pytest.mark.browser


@pytest.fixture
def page(page: Page) -> Page:
    """A tab of its own, with its own history: one keeps 50 steps at most."""
    return page.context.new_page()


def _length(page: Page) -> int:
    return int(page.evaluate("history.length"))


def _step(page: Page, target: Locator, to: str, then: Locator) -> None:
    """One click leads to the address and adds one entry; Back returns, Forward goes there again."""
    expect(target).to_be_visible()
    at_rest(page)
    before, length = page.url, _length(page)
    click(target)
    expect(page).to_have_url(re.compile(to))
    then.wait_for()
    at_rest(page)
    there = page.url
    assert _length(page) == length + 1, there
    page.wait_for_timeout(LOOK_MS)  # sooner it would be a press that was still on its way
    at_rest(page)
    page.go_back()
    expect(page).to_have_url(before)
    page.go_forward()
    expect(page).to_have_url(there)
    then.wait_for()


def test_a_link_to_another_page_is_one_step(page: Page, engine: Engine) -> None:
    run, _ = add_run(engine, 3, "One step each")
    page.goto("/questions?text=Question+number")
    first = page.locator(".st-key-found_list a").first
    evidence = page.locator(".st-key-guidelines").first
    _step(page, first, r"/review\?.*item=\d+", evidence)
    page.goto(f"/runs?run={run}")
    reason = page.get_by_role("link", name=re.compile("Answers differ")).first
    _step(page, reason, r"/review\?.*reason=answer_mismatch", evidence)


def test_a_filter_and_a_decision_are_one_step_each(page: Page, engine: Engine) -> None:
    run, first = add_run(engine, 4, "Steps of a decision")
    page.goto(f"/review?run={run}")
    sign(page, "Stepper")
    look_at(page, first)
    keep = page.locator(".st-key-keep button")
    drawn = page.locator(".desk-question").filter(has_text="Question number 01")
    _step(page, keep, rf"item={first + 1}", drawn)
    page.goto(f"/questions?run={run}")
    box = page.get_by_role("button", name="Clear", exact=True)
    found = page.locator(".st-key-found_list a").first
    _step(page, box, r"/questions\??$", found)


def test_a_button_that_goes_elsewhere_is_one_step(page: Page, engine: Engine, desk: str) -> None:
    add_run(engine, 2, "Steps from home")
    page.context.add_cookies([{"name": "desk_reviewer", "value": "Stepper", "url": desk}])
    page.goto("/")
    begin = page.locator(".st-key-resume button")
    _step(page, begin, r"/review\?", page.locator(".st-key-guidelines").first)
