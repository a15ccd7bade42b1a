"""Editing as fast as deciding: letters set the answer, a selection the evidence, Enter saves."""

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from sqlalchemy import Engine

from core.services.review import (
    blind_answer,
    current_decision,
    history,
    revision,
    unsaved_edit,
)
from tests.e2e.conftest import click, reader
from tests.e2e.held_answers import HeldAnswers
from tests.e2e.reviewing import LOOK_MS, add_run, look_at, sign, until
from tests.e2e.walking import select_text

pytestmark = pytest.mark.browser


def test_a_letter_and_enter_edit_the_label_and_go_on(page: Page, engine: Engine) -> None:
    run, first = add_run(engine, 4, "letters")
    page.goto(f"/review?run={run}")
    sign(page, "Lea")
    look_at(page, first)
    page.keyboard.press("Shift+C")
    bar = page.locator(".st-key-desk_bar")
    expect(bar).to_contain_text("Label B → C.")
    expect(bar).to_contain_text("answers agree")
    expect(page.locator(".desk-option.selected .desk-mark.new")).to_have_text("New label")
    expect(page.locator("s.desk-mark.label")).to_have_text("Label")
    page.keyboard.press("Shift+D")  # takes the place of the first
    expect(bar).to_contain_text("Label B → D.")
    expect(page.locator(".st-key-keep button")).to_have_count(0)
    look_at(page, first)
    page.keyboard.press("Escape")
    expect(page.locator(".st-key-keep button")).to_be_visible()
    assert unsaved_edit(engine, first, "Lea") is None
    assert history(engine, first) == []

    for at, keys in enumerate((("Shift+C", "Enter"), ("Shift+A", "Enter"), ("Shift+D", "Enter"))):
        look_at(page, first + at)
        for key in keys:  # as fast as they come: Enter waits for the bar it confirms
            page.keyboard.press(key)
        look_at(page, first + at + 1)
    labels = []
    for at in range(3):
        decision = current_decision(engine, first + at)
        assert decision is not None
        assert decision.revision_id is not None
        labels.append(revision(engine, decision.revision_id).question.answer)
        assert len(history(engine, first + at)) == 1
    assert labels == [("c",), ("a",), ("d",)]


def test_selected_text_is_the_evidence_and_ctrl_enter_saves_from_a_pill(
    page: Page, engine: Engine
) -> None:
    run, first = add_run(engine, 3, "selecting")
    page.goto(f"/review?run={run}")
    sign(page, "Mia")
    look_at(page, first)
    page.wait_for_function("window.deskChoices?.listens")
    select_text(page, "只有三根")
    bar = page.locator(".st-key-desk_bar")
    expect(bar).to_contain_text("Re-checked with the new evidence (stored reply): quote found")
    page.keyboard.press("Enter")
    look_at(page, first + 1)
    decision = current_decision(engine, first)
    assert decision is not None
    assert decision.revision_id is not None
    evidence = revision(engine, decision.revision_id).evidence
    assert evidence is not None
    assert evidence.text == "只有三根"

    page.keyboard.press("e")
    expect(page.locator(".st-key-editor_hands")).to_be_visible()
    look_at(page, first + 1)
    click(page.locator('[class*="_answer_single"] button').nth(3))
    kept = lambda: (edit := unsaved_edit(engine, first + 1, "Mia")) and edit.answer == ["d"]  # noqa: E731
    until(page, kept)
    look_at(page, first + 1)
    page.keyboard.press("Control+Enter")  # the pill has the focus, and is not pressed again
    until(page, lambda: current_decision(engine, first + 1))
    decision = current_decision(engine, first + 1)
    assert decision is not None
    assert decision.revision_id is not None
    assert revision(engine, decision.revision_id).question.answer == ("d",)


def test_blind_mode_hides_the_label_until_there_is_an_answer(page: Page, engine: Engine) -> None:
    run, first = add_run(engine, 2, "blind")
    page.goto(f"/review?run={run}&blind=1")
    sign(page, "Noa")
    look_at(page, first)
    expect(page.get_by_text("Blind mode is on.")).to_be_visible()
    expect(page.locator(".desk-mark, .desk-passage mark, .desk-why, .desk-facts")).to_have_count(0)
    page.keyboard.press("a")
    page.keyboard.press("x")
    expect(page.locator(".st-key-keep button")).to_be_disabled()
    assert history(engine, first) == []
    page.keyboard.press("Shift+B")
    expect(page.locator(".desk-mark.label")).to_be_visible()
    assert blind_answer(history(engine, first), "Noa") == ("b",)
    look_at(page, first)
    page.keyboard.press("a")
    look_at(page, first + 1)
    expect(page.get_by_text("Blind mode is on.")).to_be_visible()
    assert [event.action for event in history(engine, first)] == ["answer", "keep"]


def test_a_letter_and_enter_wait_for_a_page_that_is_still_loading(
    page: Page, desk: str, engine: Engine
) -> None:
    run, first = add_run(engine, 2, "loading")
    page.context.add_cookies([{"name": "desk_reviewer", "value": "Lou", "url": desk}])
    tab = page.context.new_page()
    loading: list[Route] = []

    def hold(route: Route) -> None:
        loading.append(route)

    tab.route("**/BidiComponent*", hold)
    tab.goto(f"/review?run={run}")
    tab.wait_for_function(f"window.deskKeys?.item === {first}")
    tab.locator(".st-key-reject_now button").wait_for(state="attached")
    tab.wait_for_timeout(LOOK_MS)
    tab.keyboard.press("Shift+C")
    tab.keyboard.press("Enter")
    assert loading
    for part in loading:
        part.continue_()
    look_at(tab, first + 1)
    assert [event.action for event in history(engine, first)] == ["fix"]


def test_enter_waits_for_its_bar_as_long_as_the_server_takes(
    browser: Browser, desk: str, engine: Engine
) -> None:
    run, first = add_run(engine, 2, "slow server")
    for tab in reader(browser, desk, "en-GB", 1440, 860):
        answers = HeldAnswers(tab)
        tab.clock.install()
        tab.goto(f"/review?run={run}")
        sign(tab, "Sol")
        look_at(tab, first)
        answers.hold()
        tab.keyboard.press("Shift+C")
        tab.keyboard.press("Enter")
        tab.clock.fast_forward(20_000)
        assert tab.locator(".st-key-save_change").count() == 0
        answers.release()
        look_at(tab, first + 1)
        assert [event.action for event in history(engine, first)] == ["fix"]
