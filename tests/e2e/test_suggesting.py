"""A suggested fix by key in a real browser: asked for, read, opened, stored by hand."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from core.services.review import current_decision, history, unsaved_edit
from db.engine import for_writing
from tests.core.services.results.desk_data import CASES, fill
from tests.e2e.conftest import RUN_MS, click
from tests.e2e.contrast import texts_too_pale
from tests.e2e.reviewing import look_at, sign

pytestmark = pytest.mark.browser

OPTIONS = '{"a": "十两", "b": "八两", "c": "四十二两", "d": "九两"}'


def test_g_suggests_and_nothing_is_stored_until_a_person_does(page: Page, engine: Engine) -> None:
    run = fill(engine, (replace(CASES[1], question="账簿上写着收货银多少两？"),), "suggesting")
    with for_writing(engine).begin() as connection:
        asked = "SELECT id, question_id FROM run_item WHERE run_id = ?"
        first, question = connection.exec_driver_sql(asked, (run,)).one()
        changed = "UPDATE question SET choice = ? WHERE id = ?"
        connection.exec_driver_sql(changed, (OPTIONS, question))
    page.goto(f"/review?run={run}&lang=en")
    sign(page, "Ida")
    look_at(page, first)
    page.keyboard.press("g")
    strip = page.locator(".st-key-suggestion")
    expect(strip.get_by_text("baseline (no model)")).to_be_visible(timeout=RUN_MS)
    expect(strip.locator("mark").first).to_contain_text("四十二两")
    assert texts_too_pale(page) == []
    assert unsaved_edit(engine, first, "Ida") is None

    page.keyboard.press("g")  # asks, and means nothing else
    expect(page.locator(".st-key-editor")).to_have_count(0)
    look_at(page, first)
    page.keyboard.press("o")
    expect(page.locator(".st-key-editor")).to_be_visible()
    assert history(engine, first) == []
    click(page.get_by_role("button", name="Save changes"))
    expect(page.get_by_text("Re-validated by Ida")).to_be_visible(timeout=RUN_MS)
    decision = current_decision(engine, first)
    assert decision is not None
    assert len(history(engine, first)) == 1
