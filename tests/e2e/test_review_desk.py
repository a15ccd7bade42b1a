"""The review desk in a real browser: keys alone, two people, two tabs, an address that holds."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from core.review import ReviewReason, current_decision, current_decisions, history
from pages.parts.looked_at import LOOKED_AT_S
from tests.core.results.desk_data import CASES, fill

pytestmark = pytest.mark.browser

LOOK_MS = LOOKED_AT_S * 1000 + 50
SIXTY = 60


def _questions(n: int) -> tuple[object, ...]:
    return tuple(
        replace(CASES[1 + at % 4], key=f"k{at}", question=f"Question number {at:02d}")
        for at in range(n)
    )


def _run(engine: Engine, n: int, title: str) -> tuple[int, int]:
    """A run with `n` flagged questions: its id and that of its first item."""
    run = fill(engine, _questions(n), title)  # type: ignore[arg-type]
    with engine.connect() as connection:
        first = connection.exec_driver_sql(f"SELECT min(id) FROM run_item WHERE run_id = {run}")
        return run, int(first.scalar_one())


def _sign(page: Page, name: str, button: str = "Use this name") -> None:
    page.get_by_role("textbox").first.fill(name)
    page.get_by_role("button", name=button).click()
    # The bar without a name has no decisions: keys are for the one that comes after it.
    expect(page.locator("[class*=st-key-keep_] button").first).to_be_visible()


def _seen(page: Page, item: int) -> None:
    """Wait until the item and its bar are there, and for as long as a reader looks at least."""
    expect(page.locator(f".st-key-keys_{item} button")).to_be_visible()
    page.wait_for_timeout(LOOK_MS)


def _item(page: Page) -> int:
    found = re.search(r"item=(\d+)", page.url)
    assert found
    return int(found[1])


def test_sixty_questions_are_decided_by_keys_alone(page: Page, engine: Engine) -> None:
    run, first = _run(engine, SIXTY, "sixty")
    page.goto(f"/review?run={run}")
    _sign(page, "Ann")
    keys = "axe"
    for at in range(SIXTY):
        _seen(page, first + at)
        page.keyboard.press(keys[at % 3])
    expect(page.get_by_text("Choose others above.")).to_be_visible()
    decisions = current_decisions(engine, run)
    assert [str(decisions[first + at]) for at in range(SIXTY)] == ["keep", "drop", "fix"] * 20
    assert all(len(history(engine, first + at)) == 1 for at in range(SIXTY))


def test_reasons_a_note_skip_and_undo_by_keys(page: Page, engine: Engine) -> None:
    run, first = _run(engine, 4, "keys")
    page.goto(f"/review?run={run}")
    _sign(page, "Bob")
    _seen(page, first)
    page.keyboard.press("1")
    page.keyboard.press("4")
    page.keyboard.press("n")
    page.keyboard.type("axe is only text here")
    page.keyboard.press("Control+Enter")
    _seen(page, first + 1)
    kept = current_decision(engine, first)
    assert kept is not None
    assert (kept.action, kept.comment) == ("keep", "axe is only text here")
    assert kept.reasons == (ReviewReason.WRONG_LABEL, ReviewReason.AMBIGUOUS)

    page.keyboard.press("s")
    _seen(page, first + 2)
    page.keyboard.press("u")
    _seen(page, first + 1)
    assert [event.action for event in history(engine, first + 1)] == ["skip", "undo"]

    page.keyboard.press("j")
    _seen(page, first + 2)
    page.keyboard.press("k")
    _seen(page, first + 1)
    page.keyboard.press("h")
    expect(page.locator(".desk-keys")).to_be_visible()

    # Held down, a key decides one question; pressed twice at once, too.
    page.wait_for_timeout(LOOK_MS)
    page.keyboard.down("x")
    for _ in range(20):
        page.keyboard.down("x")
    page.keyboard.up("x")
    _seen(page, first + 2)
    page.keyboard.press("a")
    page.keyboard.press("a")
    _seen(page, first + 3)
    assert history(engine, first + 3) == []
    assert [event.action for event in history(engine, first + 2)] == ["keep"]


def test_two_people_get_different_questions_and_the_second_opinion_is_blind(
    page: Page, other: Page, engine: Engine
) -> None:
    run, first = _run(engine, 4, "two")
    page.goto(f"/review?run={run}")
    _sign(page, "Cleo")
    _seen(page, first)
    other.goto(f"/review?run={run}&lang=zh_CN")
    _sign(other, "戴安", "确定")
    _seen(other, first + 2)

    other.goto(f"/review?item={first}&lang=zh_CN")
    expect(other.get_by_text("Cleo 正在看这道题")).to_be_visible()
    expect(other.get_by_role("button", name="保留")).to_have_count(0)

    page.keyboard.press("x")
    _seen(page, first + 1)
    page.keyboard.press("k")
    _seen(page, first)
    page.keyboard.press("f")
    _seen(page, first + 1)
    other.goto(f"/review?run={run}&state=second&lang=zh_CN")
    _seen(other, first)
    expect(other.get_by_text("此题需要第二意见")).to_be_visible()
    expect(other.get_by_text("Cleo")).to_have_count(0)
    other.keyboard.press("a")
    expect(other.get_by_text("没有符合筛选条件的问题，请在上方另选。")).to_be_visible()
    other.goto(f"/review?item={first}&lang=zh_CN")
    expect(other.get_by_text("此题的两份意见不一致")).to_be_visible()
    expect(other.get_by_text("Cleo").first).to_be_visible()


def test_filters_and_the_question_survive_f5_and_a_second_tab_decides_nothing_twice(
    page: Page, engine: Engine
) -> None:
    run, first = _run(engine, 8, "filters")
    page.goto(f"/review?run={run}&lang=en")
    _sign(page, "Eve")
    _seen(page, first)
    page.get_by_role("button", name="Filters").click()
    page.get_by_text("Quote from elsewhere", exact=True).click()
    _seen(page, first + 3)
    page.keyboard.press("Escape")
    page.reload()
    _seen(page, first + 3)
    assert "reason=evidence_elsewhere" in page.url
    expect(page.get_by_text("filters · Quote from elsewhere")).to_be_visible()

    tab = page.context.new_page()
    tab.goto(f"/review?item={first + 3}&lang=en")
    _seen(tab, first + 3)
    page.keyboard.press("a")
    _seen(page, first + 7)
    tab.keyboard.press("x")
    expect(tab.get_by_text("Already decided: Keep, by Eve.")).to_be_visible()
    assert [event.action for event in history(engine, first + 3)] == ["keep"]
    assert _item(page) == first + 7
