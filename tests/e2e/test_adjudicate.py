"""Two people disagree, a third settles it by keys, and the number says so: in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from core.services.review import Action, Cause, ask_second, current_decision, decide, history
from tests.e2e.conftest import click
from tests.e2e.reviewing import add_run, look_at, sign

pytestmark = pytest.mark.browser


def test_a_disagreement_is_settled_with_a_cause_and_counted(
    page: Page, other: Page, engine: Engine
) -> None:
    run, first = add_run(engine, 2, "adjudicated")
    decide(engine, first, "Fay", Action.DROP, "no sense", idempotency_key=f"fay {first}")
    ask_second(engine, first, "Fay", idempotency_key=f"ask {first}")
    other.goto(f"/review?run={run}&state=second&lang=zh_CN")
    sign(other, "戈", "继续")
    look_at(other, first)
    expect(other.get_by_text("Fay")).to_have_count(0)
    other.keyboard.press("a")
    expect(other.get_by_text("但有 1 题的审核结论不一致")).to_be_visible()

    page.goto(f"/adjudicate?run={run}&lang=en")
    sign(page, "Lead")
    expect(page.locator(".st-key-opinion_1")).to_contain_text("Fay")
    expect(page.locator(".st-key-opinion_1")).to_contain_text("no sense")
    expect(page.locator(".st-key-opinion_2")).to_contain_text("戈")
    look_at(page, first)
    page.keyboard.press("a")
    expect(page.get_by_text("Choose why the reviews differ first")).to_be_visible()
    assert current_decision(engine, first) is None
    look_at(page, first)
    page.keyboard.press("2")
    expect(
        page.get_by_text("Reviewer 1 overlooked something or pressed the wrong key")
    ).to_be_visible()
    look_at(page, first)
    page.keyboard.down("a")
    page.keyboard.down("a")
    page.keyboard.up("a")
    expect(page.get_by_text("No questions match these filters.")).to_be_visible()
    finals = [event for event in history(engine, first) if event.is_final]
    assert [(one.action, one.cause) for one in finals] == [("keep", Cause.FIRST_SLIPPED)]

    click(page.get_by_text("Agreement", exact=True))
    expect(page.get_by_text("n = 1 · 95% CI").first).to_be_visible()
    expect(
        page.get_by_text("Not enough data: agreement on fewer than 25 questions is unreliable.")
    ).to_be_visible()
    click(page.get_by_role("link", name="1 differs"))
    expect(page).to_have_url(re.compile(rf"/review\?.*said=differ.*item={first}"))
    expect(page.get_by_text("This question has a final decision.")).to_be_visible()
