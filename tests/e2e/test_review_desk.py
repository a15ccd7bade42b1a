"""The review desk in a real browser: keys alone, two people, two tabs, an address that holds."""

import re

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from core.services.review import (
    ReviewReason,
    current_decision,
    current_decisions,
    history,
    my_claims,
    unsaved_edit,
)
from tests.e2e.conftest import click, turn_to
from tests.e2e.held_answers import HeldAnswers
from tests.e2e.reviewing import LOOK_MS, add_run, look_at, sign, until

pytestmark = pytest.mark.browser

MANY = 24


def _item(page: Page) -> int:
    found = re.search(r"item=(\d+)", page.url)
    assert found
    return int(found[1])


@pytest.mark.usefixtures("judged")
def test_two_dozen_questions_are_decided_by_keys_alone(page: Page, engine: Engine) -> None:
    run, first = add_run(engine, MANY, "many")
    page.goto(f"/review?run={run}")
    sign(page, "Ann")
    keys = "ax"
    look_at(page, first)
    waiting = page.locator(".st-key-pages a", has_text="Review")
    expect(waiting).to_have_text(re.compile(r"\d"))
    before = int(re.sub(r"\D", "", waiting.inner_text()))
    for at in range(MANY):
        look_at(page, first + at)
        page.keyboard.press(keys[at % 2])
        if keys[at % 2] == "x":
            page.keyboard.press("Enter")
        left = before - at - 1
        expect(waiting).to_have_text(f"Review {left}" if left else "Review", use_inner_text=True)
    expect(page.get_by_text(f"All {MANY} questions of this queue are decided.")).to_be_visible()
    decisions = current_decisions(engine, run)
    assert [str(decisions[first + at]) for at in range(MANY)] == ["keep", "drop"] * (MANY // 2)
    assert all(len(history(engine, first + at)) == 1 for at in range(MANY))


def test_reasons_a_note_skip_and_undo_by_keys(page: Page, engine: Engine) -> None:
    run, first = add_run(engine, 4, "keys")
    page.goto(f"/review?run={run}")
    sign(page, "Bob")
    look_at(page, first)
    page.keyboard.press("1")  # a reason belongs to an act that needs one
    page.keyboard.press("x")
    expect(page.get_by_text("Reject because")).to_be_visible()
    # The reasons take two lines of the bar at most: the passage stays in sight above them.
    rows = page.locator(".st-key-reject_row").bounding_box()
    assert rows is not None
    assert rows["height"] < 100
    page.keyboard.press("1")
    page.keyboard.press("4")
    chosen = ("wrong_label", "ambiguous")
    until(page, lambda: (kept := unsaved_edit(engine, first, "Bob")) and kept.reasons == chosen)
    page.reload()  # what was chosen is kept
    look_at(page, first)
    page.keyboard.press("n")
    page.keyboard.type("axe is only text here")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Accept anyway?")).to_be_visible()
    expect(page.locator(".st-key-keep button")).to_have_count(0)
    look_at(page, first)
    page.keyboard.press("Control+Enter")  # the default is Cancel
    expect(page.locator(".st-key-keep button")).to_be_visible()
    look_at(page, first)
    assert history(engine, first) == []
    page.keyboard.press("x")
    page.keyboard.press("Control+Enter")
    look_at(page, first + 1)
    kept = current_decision(engine, first)
    assert kept is not None
    assert (kept.action, kept.comment) == ("drop", "axe is only text here")
    assert kept.reasons == (ReviewReason.WRONG_LABEL, ReviewReason.AMBIGUOUS)

    bar = page.locator(".st-key-desk_bar").bounding_box()
    page.keyboard.press("s")
    look_at(page, first + 2)
    expect(page.get_by_role("status")).to_contain_text("Skipped: run")
    page.keyboard.press("u")
    look_at(page, first + 1)
    expect(page.get_by_role("status")).to_contain_text("Undone: your skip")
    assert [event.action for event in history(engine, first + 1)] == ["skip", "undo"]
    assert bar == pytest.approx(page.locator(".st-key-desk_bar").bounding_box(), abs=1)

    page.keyboard.press("j")
    look_at(page, first + 2)
    page.keyboard.press("k")
    look_at(page, first + 1)
    page.keyboard.press("h")
    expect(page.locator(".desk-keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".desk-keys")).to_have_count(0)

    # Held down, a key decides one question; pressed twice at once, too.
    look_at(page, first + 1)
    page.keyboard.down("x")
    for _ in range(20):
        page.keyboard.down("x")
    page.keyboard.up("x")
    page.keyboard.press("Enter")
    look_at(page, first + 2)
    page.keyboard.press("a")
    page.keyboard.press("a")
    look_at(page, first + 3)
    assert history(engine, first + 3) == []
    assert [event.action for event in history(engine, first + 2)] == ["keep"]


@pytest.mark.parametrize("by", ["key", "mouse"])
def test_reject_waits_for_its_reasons_while_the_bar_is_drawn(
    page: Page, desk: str, engine: Engine, by: str
) -> None:
    run, first = add_run(engine, 2, f"reasons to come, {by}")
    page.context.add_cookies([{"name": "desk_reviewer", "value": "Rex", "url": desk}])
    tab = page.context.new_page()
    answers = HeldAnswers(tab)
    answers.hold(b"Reject because")  # and the button after it
    tab.goto(f"/review?run={run}&lang=en")
    tab.wait_for_function(f"window.deskKeys?.item === {first}")
    tab.wait_for_timeout(LOOK_MS)
    if by == "key":
        tab.keyboard.press("x")
    else:
        tab.locator(".st-key-drop button").click()
    assert tab.locator(".st-key-reject_now").count() == 0
    answers.release()
    expect(tab.get_by_text("Reject because")).to_be_visible()
    look_at(tab, first)
    tab.keyboard.press("Enter")
    look_at(tab, first + 1)
    assert [event.action for event in history(engine, first)] == ["drop"]


def test_a_second_press_never_leads_back_to_what_was_decided(page: Page, engine: Engine) -> None:
    gaps_ms = range(30, 120, 10)
    run, first = add_run(engine, len(gaps_ms) + 1, "twice")
    page.goto(f"/review?run={run}")
    sign(page, "Eli")
    for at, gap in enumerate(gaps_ms):
        look_at(page, first + at)
        page.keyboard.press("a")
        page.wait_for_timeout(gap)
        page.keyboard.press("a")
    look_at(page, first + len(gaps_ms))
    assert _item(page) == first + len(gaps_ms)
    assert all(len(history(engine, first + at)) == 1 for at in range(len(gaps_ms)))


def test_two_people_get_different_questions_and_the_second_opinion_is_blind(
    page: Page, other: Page, engine: Engine
) -> None:
    run, first = add_run(engine, 4, "two")
    page.goto(f"/review?run={run}")
    sign(page, "Cleo")
    look_at(page, first)
    other.goto(f"/review?run={run}&lang=zh_CN")
    sign(other, "戴安", "继续")
    look_at(other, first + 2)

    turn_to(other, f"/review?item={first}&lang=zh_CN")
    expect(other.get_by_text("此题已由 Cleo 领取，")).to_be_visible()
    expect(other.get_by_role("button", name="通过")).to_have_count(0)

    page.keyboard.press("x")
    page.keyboard.press("Enter")
    look_at(page, first + 1)
    page.keyboard.press("k")
    look_at(page, first)
    page.keyboard.press("f")
    look_at(page, first + 1)
    turn_to(other, f"/review?run={run}&state=second&lang=zh_CN")
    look_at(other, first)
    expect(other.get_by_text("此题需要复核")).to_be_visible()
    expect(other.get_by_text("Cleo")).to_have_count(0)
    other.keyboard.press("a")
    expect(other.get_by_text("没有待审的题目，但有 1 题的审核结论不一致。")).to_be_visible()
    other.goto(f"/review?item={first}&lang=zh_CN")
    expect(other.get_by_text("此题的两份审核结论不一致")).to_be_visible()
    expect(other.get_by_text("Cleo").first).to_be_visible()


def test_filters_and_the_question_survive_f5_and_a_second_tab_decides_nothing_twice(
    page: Page, engine: Engine
) -> None:
    run, first = add_run(engine, 8, "filters")
    page.goto(f"/review?run={run}&lang=en")
    sign(page, "Eve")
    look_at(page, first)
    click(page.get_by_role("button", name="Filters"))
    click(page.get_by_text("Quote from elsewhere", exact=True))
    look_at(page, first + 3)
    page.keyboard.press("Escape")
    page.reload()
    look_at(page, first + 3)
    assert "reason=evidence_elsewhere" in page.url
    expect(page.get_by_text("filters · Quote from elsewhere")).to_be_visible()

    tab = page.context.new_page()
    tab.goto(f"/review?item={first + 3}&lang=en")
    look_at(tab, first + 3)
    page.keyboard.press("a")
    look_at(page, first + 7)
    tab.keyboard.press("x")
    tab.keyboard.press("Enter")
    expect(tab.get_by_text("Eve already decided: accepted.")).to_be_visible()
    assert [event.action for event in history(engine, first + 3)] == ["keep"]
    assert _item(page) == first + 7


def test_a_tab_that_is_left_does_not_give_away_what_another_tab_shows(
    page: Page, engine: Engine
) -> None:
    run, first = add_run(engine, 3, "tabs")
    page.goto(f"/review?run={run}&lang=en")
    sign(page, "Tess")
    look_at(page, first)
    tab = page.context.new_page()
    tab.goto(f"/review?item={first}&lang=en")
    look_at(tab, first)
    click(tab.get_by_role("link", name="Home"))
    expect(tab.get_by_role("heading", name="Home")).to_be_visible()
    tab.close()
    assert first in {one.item_id for one in my_claims(engine, "Tess")}
    click(page.get_by_role("link", name="Home"))
    expect(page.get_by_role("heading", name="Home")).to_be_visible()
    assert my_claims(engine, "Tess") == []
