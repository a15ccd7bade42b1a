"""A user's day in a real browser: upload, run, review with the keys, take the results away."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import RUN_MS, at_rest, click, open_form, stand_still, turn_to
from tests.e2e.reviewing import look_at, shown_item

pytestmark = pytest.mark.browser

NOVEL = (
    """Chapter 1. The ferry

The ferryman Tom Arkwright charged four pence for a crossing, and six pence after dark.

"""
    + "The river ran brown and slow past the mill. " * 40
    + """

Chapter 2. The ledger

In the spring of 1871 the old bridge fell, and nobody was hurt.
"""
)
HOSTILE = "<script>window.hacked = 1</script> How much after **dark**? :red[red] $x$"
QUESTIONS = [
    {
        "id": "e1",
        "question": HOSTILE,
        "question_type": "single_choice",
        "choice": {"a": "four pence", "b": "six pence", "c": "<b>nothing</b>", "d": "ten pence"},
        "answer": ["d"],
        "position": {"start_pos": 0, "end_pos": 40},
    },
    {
        "id": "e2",
        "question": "What fell in the spring of 1871?",
        "question_type": "single_choice",
        "choice": {"a": "the old bridge", "b": "the mill"},
        "answer": ["b"],
        "position": {"start_pos": 0, "end_pos": 480},
    },
    {
        "id": "e3",
        "question": "Who was the ferryman?",
        "question_type": "single_choice",
        "choice": {"a": "Tom Arkwright", "b": "Ned Poole"},
        "answer": ["b"],
        "position": None,
    },
]
PLACES = (
    *("/", "/review", "/questions", "/adjudicate", "/library", "/runs", "/depth"),
    *("/accuracy", "/copy_check", "/answers", "/settings"),
)
BROKEN = '{"question": "no options"}'


def _upload_novel(page: Page, folder: Path) -> None:
    novel = folder / "ferry.txt"
    novel.write_text(NOVEL, encoding="utf-8")
    page.goto("/library")
    open_form(page, "Add novel", "novel")
    page.locator(".st-key-upload_novel_0 input[type=file]").set_input_files(novel)
    expect(page.get_by_text("Read as utf-8")).to_be_visible()
    expect(page.get_by_text("ferry added to the library.")).to_have_count(0)
    click(page.get_by_role("button", name="Add to library"))
    expect(page.get_by_text("ferry added to the library.")).to_be_visible()


def _upload_questions(page: Page, folder: Path) -> None:
    questions = folder / "ferry_questions.jsonl"
    rows = [*map(json.dumps, QUESTIONS), BROKEN]
    questions.write_text("\n".join(rows), encoding="utf-8")
    open_form(page, "Add questions", "questions")
    page.locator(".st-key-upload_questions_0 input[type=file]").set_input_files(questions)
    expect(
        page.get_by_text("3 of 4 rows will be imported, 1 needs attention. Nothing is stored yet.")
    ).to_be_visible()
    click(page.get_by_role("button", name="Import only"))
    expect(page.get_by_text(re.compile("3 questions imported."))).to_be_visible()


def _run(page: Page) -> str:
    """The address of the finished run."""
    turn_to(page, "/runs")
    click(page.get_by_text("New validation", exact=True))
    # A set of which some have no position is asked about the whole novel unless somebody chooses.
    click(page.get_by_text("The passage at the question's position", exact=True))
    expect(page.get_by_text("1 of 3 questions has no position")).to_be_visible()
    # While the form is drawn anew its button stands twice: where it was, and below the sentence.
    stand_still(page)
    click(page.get_by_role("button", name="Start validation"))
    expect(page).to_have_url(re.compile(r"run=\d+"))
    expect(page.get_by_text("Done with problems", exact=True)).to_have_count(1, timeout=RUN_MS)
    return page.url


def test_a_newcomer_validates_reviews_and_downloads(page: Page, tmp_path: Path) -> None:
    _upload_novel(page, tmp_path)
    _upload_questions(page, tmp_path)
    run = _run(page)

    turn_to(page, f"/review?run={run.split('run=')[1].split('&')[0]}")
    expect(page.get_by_text(HOSTILE)).to_be_visible()
    expect(page.get_by_text("<b>nothing</b>")).to_be_visible()
    assert page.evaluate("window.hacked") is None
    _sign(page)
    _decide_by_keys(page)

    turn_to(page, run)
    expect(page.get_by_text("1 of 3 questions so far")).to_be_visible()
    click(page.get_by_role("button", name="Export"))
    with page.expect_download() as download:
        click(page.get_by_role("button", name="Results, "))
    lines = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["e1", "e2"]
    assert all("is_valid" in json.loads(line)["validation"] for line in lines)


def _sign(page: Page) -> None:
    page.get_by_placeholder("Your name is stored with every decision.").fill("Li Wei")
    click(page.get_by_role("button", name="Continue"))
    expect(page.get_by_role("button", name="Accept Shortcut A")).to_be_visible()
    at_rest(page)
    page.reload()
    expect(page.locator(".desk-me", has_text="Li Wei")).to_be_visible()


def _decide_by_keys(page: Page) -> None:
    first = shown_item(page)
    look_at(page, first)
    comment = page.get_by_placeholder("Note (N)")
    comment.press_sequentially("a fair question")
    expect(page.get_by_text("0 of 2 decided")).to_be_visible()
    comment.press("Enter")
    look_at(page, first)
    page.keyboard.press("a")
    expect(page.get_by_text("1 of 2 decided")).to_be_visible()
    expect(page.get_by_text("What fell in the spring of 1871?")).to_be_visible()
    look_at(page, shown_item(page, but=[first]))

    page.keyboard.press("u")
    expect(page.get_by_text("0 of 2 decided")).to_be_visible()
    expect(page).to_have_url(re.compile(rf"item={first}\b"))
    expect(page.get_by_role("cell", name="(undone)")).to_be_visible()
    expect(page.get_by_text("a fair question")).to_be_visible()
    look_at(page, first)

    # A nervous double press keeps this one question, not the next one too.
    page.keyboard.press("a")
    page.keyboard.press("a")
    expect(page.get_by_text("1 of 2 decided")).to_be_visible()
    stand_still(page)
    expect(page.get_by_text("1 of 2 decided")).to_be_visible()


def test_the_interface_speaks_chinese_to_a_chinese_browser(page: Page) -> None:
    page.goto("/?lang=zh_CN")
    click(page.get_by_role("link", name="审阅").first)
    expect(page.get_by_role("heading", name="审阅")).to_be_visible()
    expect(page).to_have_url(re.compile("lang=zh_CN"))
    click(page.get_by_text("English"))
    expect(page.get_by_role("heading", name="Review")).to_be_visible()


def test_every_page_opens_without_an_error_and_without_the_network(page: Page) -> None:
    page.goto("/")
    for place in PLACES:
        turn_to(page, place)
        expect(page.locator(".stMain h1")).to_be_visible()
        stand_still(page)
        assert page.get_by_test_id("stException").count() == 0, place
