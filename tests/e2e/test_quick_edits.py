"""Editing as fast as deciding: letters set the answer, a selection the evidence, Enter saves."""

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from core.services.review import (
    blind_answer,
    current_decision,
    history,
    revision,
    unsaved_edit,
)
from tests.e2e.reviewing import add_run, look_at, sign, until
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
    page.locator('[class*="_answer_single"] button').nth(3).click()
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
