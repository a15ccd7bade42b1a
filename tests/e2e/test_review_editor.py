"""Correcting a question by keys alone, in a real browser."""

import csv
import io
import json
import zipfile
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from core.services.review import current_decision, history, revision, unsaved_edit
from tests.e2e.conftest import RUN_MS, at_rest, click, turn_to
from tests.e2e.reviewing import add_run, look_at, sign, until

pytestmark = pytest.mark.browser


def test_a_question_is_corrected_where_it_stands_and_nothing_typed_is_lost(
    page: Page, engine: Engine
) -> None:
    run, first = add_run(engine, 3, "editor")
    page.goto(f"/review?run={run}")
    sign(page, "Fay")
    look_at(page, first)
    field = page.locator(".st-key-editor textarea").first
    page.keyboard.press("e")
    expect(field).to_be_focused()
    expect(page.locator(".desk-question")).to_have_count(0)
    expect(page.get_by_role("button", name="Accept Shortcut A")).to_have_count(0)

    # It is kept a moment after the last stroke; the cursor stays, and letters are only letters.
    page.keyboard.type(" axe", delay=20)
    _kept(page, engine, first, "Question number 00 axe")
    expect(field).to_be_focused()
    page.keyboard.type(" and more", delay=20)
    _kept(page, engine, first, "Question number 00 axe and more")
    page.reload()
    expect(field).to_have_value("Question number 00 axe and more")
    expect(field).to_be_focused()

    page.keyboard.press("Escape")
    expect(page.locator(".desk-question")).to_have_text("Question number 00")
    expect(field).to_have_count(0)
    expect(page.locator(".st-key-save_change button")).to_be_visible()
    assert history(engine, first) == []
    look_at(page, first)
    page.keyboard.press("e")
    expect(field).to_be_focused()
    page.keyboard.type("?")
    expect(page.locator(".st-key-editor_hands")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Re-validated by Fay")).to_be_visible(timeout=RUN_MS)
    decision = current_decision(engine, first)
    assert decision is not None
    assert decision.revision_id is not None
    made = revision(engine, decision.revision_id)
    assert made.question.question == "Question number 00 axe and more?"
    assert len(history(engine, first)) == 1
    click(page.get_by_text("Changed: Question"))
    expect(page.locator(".desk-history ins").first).to_be_visible()
    expect(page.get_by_text(f"Edited: run #{run}, line 1. Undo (U)")).to_be_visible()
    look_at(page, first)
    page.keyboard.press("Control+Enter")  # read, and on: nothing more is stored
    look_at(page, first + 1)
    assert len(history(engine, first)) == 1
    page.keyboard.press("x")
    page.keyboard.press("Enter")
    look_at(page, first + 2)
    _taken_away(page, run, "Question number 00 axe and more?")


def _taken_away(page: Page, run: int, corrected: str) -> None:
    """The export, opened: the corrected question is in it, the other two are left out and why."""
    turn_to(page, f"/runs?run={run}")
    expect(page.get_by_text("1 of 3 questions so far")).to_be_visible()
    click(page.get_by_role("button", name="Export"))
    with page.expect_download() as download:
        click(page.get_by_role("button", name="All files .zip"))
    with zipfile.ZipFile(download.value.path()) as files:
        rows = {name: _rows(files.read(name)) for name in files.namelist() if "json" in name}
        cells = list(csv.reader(io.StringIO(files.read("questions.csv").decode("utf-8-sig"))))
        told = files.read("changes.txt").decode()
    assert [row["question"] for row in rows["questions.jsonl"]] == [corrected]
    assert rows["questions.jsonl"][0]["desk_review"]["fate"] == "corrected"
    assert corrected in cells[1]
    assert corrected in told
    assert {row["desk_review"]["fate"] for row in rows["left_out.jsonl"]} == {
        "dropped",
        "undecided",
    }
    assert len(rows["changes.jsonl"]) >= 1


def _rows(content: bytes) -> list[dict[str, Any]]:
    lines = content.decode().splitlines()
    return [json.loads(line) for line in lines] if lines and lines[0].endswith("}") else []


def test_a_note_is_there_after_f5_and_enter_leaves_it(page: Page, engine: Engine) -> None:
    run, first = add_run(engine, 2, "note")
    page.goto(f"/review?run={run}")
    sign(page, "Gil")
    look_at(page, first)
    page.keyboard.press("n")
    page.keyboard.type("half a thought")
    expect(page.locator(".st-key-comment input")).to_be_focused()
    until(page, lambda: (kept := unsaved_edit(engine, first, "Gil")) and kept.comment)
    page.reload()
    look_at(page, first)
    expect(page.locator(".st-key-comment input")).to_have_value("half a thought")
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    page.keyboard.press("x")
    page.keyboard.press("Enter")
    look_at(page, first + 1)
    expect(page.locator(".st-key-comment input")).to_have_value("")
    decision = current_decision(engine, first)
    assert decision is not None
    assert (decision.action, decision.comment) == ("drop", "half a thought")


def _kept(page: Page, engine: Engine, item: int, question: str) -> None:
    until(page, lambda: (edit := unsaved_edit(engine, item, "Fay")) and edit.question == question)


def test_digits_type_into_the_editors_text_and_toggle_reasons_once_it_is_left(
    page: Page, engine: Engine
) -> None:
    run, first = add_run(engine, 1, "digits")
    page.goto(f"/review?run={run}")
    sign(page, "Gus")
    look_at(page, first)
    page.keyboard.press("h")
    help_line = page.get_by_text("in the editor once Tab has left its text")
    expect(help_line).to_be_visible()
    page.keyboard.press("h")
    expect(help_line).to_have_count(0)
    look_at(page, first)
    page.keyboard.press("e")
    field = page.locator(".st-key-editor textarea").first
    chosen = page.locator('.st-key-reasons button[data-selected="true"]')
    expect(field).to_be_focused()
    expect(page.locator(".st-key-editor_hands")).to_be_visible()
    at_rest(page)
    expect(field).to_be_focused()
    page.keyboard.type(" 12")
    expect(field).to_have_value("Question number 00 12")
    expect(chosen).to_have_count(0)
    while page.evaluate("document.activeElement.matches('input, textarea')"):
        page.keyboard.press("Tab")
    page.keyboard.press("1")
    expect(chosen).to_have_count(1)
    expect(field).to_have_value("Question number 00 12")
