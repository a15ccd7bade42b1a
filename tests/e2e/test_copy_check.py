"""The page Copy check in a real browser: upload, check, filter, accept by key, undo, take away."""

import json
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from core.services.verification import (
    AuditFilter,
    HumanDecision,
    ScoreRange,
    acts_of,
    audit_page,
    count_audit,
)
from core.verification import Dimension
from tests.e2e.conftest import RUN_MS, at_rest, click, turn_to
from tests.e2e.contrast import texts_too_pale
from tests.e2e.pointing import Place, click_at, middle
from tests.e2e.reviewing import look_at
from tests.e2e.test_contrast import CLIPPED

pytestmark = pytest.mark.browser

VIEWS = (
    "one",
    "checks",
    "checks&check=1",
    "checks&check=1&item=1",
    "policies",
    "policies&part=changes",
    "policies&part=replay",
    "policies&part=drafts",
    "charts",
    "charts&by=policy_and_day",
)
"""Of these nothing may be cut off at 1280 x 800."""

ROWS = [
    {"id": "good", "text": "秋季大促今天开始，快来看看吧", "channel": "PUSH", "locale": "zh-CN"},
    {"id": "one", "text": "查看详情：https://a.example/1", "channel": "PUSH", "locale": "zh-CN"},
    {"id": "two", "text": "更多好物：https://a.example/2", "channel": "PUSH", "locale": "zh-CN"},
    {"text": "no channel"},
]


@pytest.fixture
def signed(page: Page, desk: str) -> Page:
    """Somebody who has given the name Cleo before."""
    page.context.add_cookies([{"name": "desk_reviewer", "value": "Cleo", "url": desk}])
    return page


def test_the_sample_is_there_at_the_first_start_and_a_bar_leads_to_its_candidates(
    page: Page, engine: Engine
) -> None:
    page.goto("/copy_check?view=checks&lang=en")
    expect(page.get_by_role("link", name="#1 sample candidates")).to_be_visible()
    click(page.get_by_role("link", name="#2 sample candidates"))
    matches = page.get_by_text("80 of 80 verdicts match the expected ones.")
    expect(matches).to_be_visible(timeout=RUN_MS)

    turn_to(page, "/copy_check?view=charts&check=2&lang=en")
    bars = page.locator(".js-plotly-plot .bars .point path")
    expect(bars.first).to_be_visible()

    def tallest() -> Place:
        heights = bars.evaluate_all("bars => bars.map((bar) => bar.getBoundingClientRect().height)")
        return middle(bars.nth(heights.index(max(heights))))

    click_at(page, tallest, r"score=\w+%3A0\.95-1\.00")
    asked = parse_qs(urlsplit(page.url).query)
    dimension = Dimension(asked["score"][0].partition(":")[0])
    held = AuditFilter(check_id=2, scored=ScoreRange(dimension, 0.95, 1.0))
    n = count_audit(engine, held)
    assert 25 < n < 79
    expect(page.get_by_text(f"{n} results")).to_be_visible()


def test_uploaded_checked_filtered_accepted_by_key_undone_and_taken_away(
    signed: Page, engine: Engine, tmp_path: Path
) -> None:
    page = signed
    file = tmp_path / "push.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in ROWS), encoding="utf-8")
    page.goto("/copy_check?view=checks&lang=en")
    page.locator('[class*="st-key-upload_copy_candidates"] input[type=file]').set_input_files(file)
    expect(page.get_by_text("3 rows read, 1 rejected,")).to_be_visible()
    expect(page.get_by_role("cell", name="4", exact=True)).to_be_visible()
    click(page.get_by_role("button", name="Import 3 rows"))
    expect(page.get_by_text("3 rows imported.")).to_be_visible()
    click(page.get_by_role("button", name="Start check"))
    expect(page.get_by_text("3 results")).to_be_visible(timeout=RUN_MS)

    click(page.get_by_role("radio", name="Reject"))
    expect(page.get_by_text("2 results")).to_be_visible()
    expect(page).to_have_url(re.compile("verdict=REJECT"))
    first, second = (line.id for line in audit_page(engine, AuditFilter(text="a.example")))
    click(page.get_by_role("link", name="查看详情"))
    look_at(page, first)
    expect(page.locator(".desk-copy mark.hard")).to_have_text("https://a.example/1")
    assert texts_too_pale(page) == []

    page.keyboard.press("a")
    look_at(page, second)
    expect(page.get_by_role("status")).to_contain_text("Saved: Accepted")
    assert [act.action for act in acts_of(engine, first)] == ["accept"]
    page.keyboard.press("u")
    look_at(page, first)
    assert count_audit(engine, AuditFilter(decided=HumanDecision.REPAIR)) == 0
    page.keyboard.press("3")
    look_at(page, second)
    page.keyboard.press("e")
    editor = page.locator(".st-key-editor textarea")
    expect(editor).to_be_focused()
    editor.fill("更多好物，进店看看新上架的秋装吧")
    expect(page.locator(".desk-verdict.green").first).to_be_visible()
    at_rest(page)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Nothing left to decide in this list.")).to_be_visible()
    assert [act.text for act in acts_of(engine, second)] == ["更多好物，进店看看新上架的秋装吧"]

    click(page.get_by_role("link", name="Back to the list"))
    with page.expect_download() as download:
        click(page.get_by_role("button", name="Results (JSONL)"))
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    taken = [json.loads(line) for line in saved.read_text("utf-8").splitlines()]
    assert [row["review"]["repair"] for row in taken] == [None, "edit"]
    assert [row["review"]["verdict"] for row in taken] == ["REJECT", None]


@pytest.mark.long
def test_every_text_of_every_view_stands_out(signed: Page) -> None:
    page = signed
    page.goto("/copy_check?view=one&lang=en")
    page.get_by_role("textbox", name="Copy to check").fill("史上最好！！！https://a.example 垃圾")
    click(page.get_by_role("button", name="Check", exact=True))
    expect(page.locator(".desk-verdict")).to_be_visible()
    found = {"one": texts_too_pale(page)}
    page.set_viewport_size({"width": 1280, "height": 800})
    clipped: dict[str, list[str]] = {}
    for view in VIEWS:
        for language in ("en", "zh_CN"):
            turn_to(page, f"/copy_check?view={view}&lang={language}")
            found[f"{view} {language}"] = texts_too_pale(page)
            clipped[f"{view} {language}"] = page.evaluate(CLIPPED)
    assert not any(found.values()), found
    assert not any(clipped.values()), clipped
