"""A lead, an annotator and a PM each do their work from end to end, in both languages.

`make walks` writes the keys, clicks and times that they took to a file; nothing is asserted on
them, see docs/measurements/review_walk.md.
"""

import csv
import json
import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from core.locale import wording
from core.services.review import current_decisions, revision
from core.services.review import history as events_of
from tests.core.services.reports.accuracy_data import fill_accuracy
from tests.e2e.conftest import RUN_MS, open_form, turn_to
from tests.e2e.reviewing import add_run, look_at, shown_item
from tests.e2e.walking import Hand, hand_at

pytestmark = [pytest.mark.browser, pytest.mark.long]

LOCALES = {"en-GB": "en", "zh-CN": "zh_CN"}
WINDOWS = {"en-GB": "page", "zh-CN": "other"}
ITEMS = 60 if "DESK_WALK_FIGURES" in os.environ else 20
"""Times are taken over sixty; twenty have every kind of decision."""
EDITED = tuple(at for at in (5, 10, 15, 20, 25, 30, 35, 45, 50, 55) if at < ITEMS)
SELECTED = tuple(at for at in (8, 24, 44) if at < ITEMS)
"""Items whose passage shows the words that are selected (tests/e2e/reviewing.py)."""


@pytest.fixture(params=LOCALES)
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def hand(request: pytest.FixtureRequest, desk: str, locale: str) -> Hand:
    """Somebody of that language who has given a name before."""
    window: Page = request.getfixturevalue(WINDOWS[locale])
    page = window.context.new_page()
    page.set_viewport_size({"width": 1440, "height": 900})
    name = f"Walker {locale}"
    page.context.add_cookies(
        [{"name": "desk_reviewer", "value": name.replace(" ", "%20"), "url": desk}]
    )
    return hand_at(page)


NOVELS = {
    "en-GB": "Chapter 1\n\nThe ferryman Tom charged four pence for a crossing.\n\n"
    + "The river ran brown and slow past the mill.\n" * 30
    + "\nChapter 2\n\nIn the spring of 1871 the old bridge fell, and nobody was hurt.\n",
    "zh-CN": "第一回\n\n船夫老周摆渡一次收四文钱。\n\n"
    + "江水浑黄，慢慢流过磨坊。\n" * 30
    + "\n第二回\n\n同治十年春天，旧桥塌了，没有人受伤。\n",
}
ROWS = {
    "en-GB": (
        ("Question text", "Option 1", "Option 2", "Correct", "Evidence sentence"),
        ("What did a crossing cost?", "four pence", "ten pence", "B", "charged four pence"),
        ("What fell in the spring of 1871?", "the bridge", "the mill", "B", ""),
        ("Was anybody hurt?", "nobody", "the ferryman", "A", "and nobody was hurt"),
    ),
    "zh-CN": (
        ("题目内容", "选项一", "选项二", "正确选项", "证据句"),
        ("摆渡一次多少钱？", "四文钱", "十文钱", "B", "摆渡一次收四文钱"),
        ("同治十年春天什么塌了？", "旧桥", "磨坊", "B", ""),
        ("有人受伤吗？", "没有人受伤", "船夫受伤", "A", "旧桥塌了，没有人受伤"),
    ),
}


def test_a_lead_goes_from_own_files_to_a_cleaned_set(
    hand: Hand, locale: str, tmp_path: Path
) -> None:
    page, _ = hand.page, wording(LOCALES[locale])
    novel, questions = tmp_path / f"walk {locale}.txt", tmp_path / f"walk {locale}.csv"
    novel.write_bytes(NOVELS[locale].encode("gb18030"))
    with questions.open("w", encoding="utf-8-sig", newline="") as out:
        csv.writer(out, delimiter=";").writerows(ROWS[locale])
    page.goto("/library")
    with hand.act("from files to a cleaned set"):
        open_form(page, _("Add novel"), "novel")
        hand.upload(page.locator(".st-key-upload_novel_0 input[type=file]"), novel)
        hand.click(page.locator(".st-key-add_novel button"))
        expect(page.get_by_role("link", name=novel.stem)).to_be_visible()
        open_form(page, _("Add questions"), "questions")
        hand.upload(page.locator(".st-key-upload_questions_0 input[type=file]"), questions)
        expect(page.get_by_text(re.compile(r"3 of 3 rows|3 行中的 3 行"))).to_be_visible()
        hand.click(page.locator(".st-key-add_and_validate button"))
        expect(page).to_have_url(re.compile(r"/runs\?.*set=\d+"))
        expect(page.locator(".st-key-run_start button")).to_be_enabled()
        hand.click(page.locator(".st-key-run_start button"))
        review = page.locator(".st-key-run_review button")
        expect(review).to_be_visible(timeout=RUN_MS)
        run = page.url
        hand.click(review)
        _decide_all(hand, _("Open the run to export the cleaned set"))
        turn_to(page, run)
        hand.click(page.locator(".st-key-run_export button").first)
        jsonl = page.locator(".st-key-export_menu button").filter(has_text=".jsonl").first
        with page.expect_download() as download:
            hand.click(jsonl)
    rows = [
        json.loads(line)
        for line in Path(download.value.path()).read_text("utf-8").split("\n")
        if line
    ]
    assert {row["question"] for row in rows} == {row[0] for row in ROWS[locale][1:]}
    hand.publish("lead", locale)


def _decide_all(hand: Hand, end: str) -> None:
    """Accept whatever is flagged, until the queue says that it is done."""
    done = hand.page.get_by_role("link", name=end)
    bar = hand.page.locator(".st-key-keep button")
    for _ in range(len(ROWS["en-GB"])):
        expect(done.or_(bar).first).to_be_visible()
        if done.is_visible():
            return
        look_at(hand.page, shown_item(hand.page))
        decided = hand.page.locator(".desk-progress").inner_text()
        hand.press("a")
        expect(hand.page.locator(".desk-progress")).not_to_have_text(decided)
    expect(done).to_be_visible()


def test_an_annotator_decides_many_questions_by_keys(
    hand: Hand, locale: str, engine: Engine
) -> None:
    """Answers by letters, evidence by a selection, the rest accepted or rejected."""
    page, _ = hand.page, wording(LOCALES[locale])
    run, first = add_run(engine, ITEMS, f"walk {locale}")
    page.goto(f"/review?run={run}")
    page.wait_for_selector(".desk-question")
    hand.watch_paint()
    for at in range(ITEMS):
        look_at(page, first + at)
        hand.forget_paint()
        if at in SELECTED:
            page.wait_for_function("window.deskChoices?.listens")
            with hand.act("evidence by a selection"):
                hand.select("只有三根")
                expect(page.locator(".st-key-save_change button")).to_be_visible()
                hand.press("Enter")
        elif at in EDITED:
            letter = "C" if _label(page) != "C" else "D"
            with hand.act("another answer"):
                hand.press(f"Shift+{letter}", "Enter")
        elif at % 3 == 0:
            with hand.act("reject with a reason"):
                hand.press("x", "1", "Enter")
        else:
            with hand.act("accept"):
                hand.press("a")
        if at + 1 < ITEMS:
            hand.note_paint()
    expect(
        page.get_by_role("link", name=_("Open the run to export the cleaned set"))
    ).to_be_visible()
    decisions = current_decisions(engine, run)
    acts = [str(decisions[first + at]) for at in range(ITEMS)]
    for at, act in enumerate(acts):
        fixed = at in SELECTED or at in EDITED
        assert act == ("fix" if fixed else "drop" if at % 3 == 0 else "keep"), at
        assert len(events_of(engine, first + at)) == 1
    for at in EDITED:
        (event,) = events_of(engine, first + at)
        assert event.revision_id is not None
        assert revision(engine, event.revision_id).question.answer in (("c",), ("d",))
    hand.publish("annotator", locale)


def _label(page: Page) -> str:
    """The letter of the option that is the label."""
    option = page.locator(".desk-option", has=page.locator(".desk-mark.label"))
    return (option.first.inner_text() or "")[:1]


def test_a_pm_goes_from_the_sentence_to_the_cases_behind_a_number(
    hand: Hand, locale: str, engine: Engine
) -> None:
    page = hand.page
    known = fill_accuracy(engine, questions=30, seed=f"walk {locale}", models=("one", "two"))
    with engine.connect() as connection:
        run = max(one.run_id for one in known)
        set_id = connection.exec_driver_sql(f"SELECT set_id FROM run WHERE id = {run}").scalar_one()
    page.goto(f"/accuracy?set={set_id}")
    expect(page.locator(".desk-lead")).to_contain_text("%")
    page.locator(".js-plotly-plot .point").first.wait_for(state="attached")
    expect(page.locator(".st-key-accuracy_table_models")).to_contain_text("two")
    with hand.act("cases behind a number"):
        reason = page.locator(".st-key-accuracy_table_reasons a").first
        expect(reason).to_be_visible()
        hand.click(reason)
        expect(page).to_have_url(re.compile(r"cases=1"))
        case = page.locator(".st-key-cell_list a").first
        expect(case).to_be_visible()
        hand.click(case)
        expect(page).to_have_url(re.compile(r"/review\?.*item=\d+"))
        expect(page.locator(".desk-question")).to_be_visible()
    hand.publish("pm", locale)
