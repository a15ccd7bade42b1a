"""Chapters by the headings of a novel, in English and Chinese."""

import pytest

from core.services.library.sample_library import FOLDER
from core.text.language.chapters import find_chapters

BODY = "\n\nIt rained. Nobody came up the road that day.\n\n"


@pytest.mark.parametrize(
    "headings",
    [
        ("Chapter 1", "Chapter 2"),
        ("CHAPTER I. Down the River", "CHAPTER II. The Lamp"),
        ("Chapter the First", "Chapter the Second"),
        ("第一回 灵根育孕源流出", "第二回 悟彻菩提真妙理"),
        ("第十二章　桃花", "第一百零三章　雪"),
        ("## One", "## Two"),
    ],
)
def test_headings_divide_a_book(headings: tuple[str, str]) -> None:
    text = "A title" + BODY + "".join(heading + BODY for heading in headings)
    found = find_chapters(text)
    assert [text[one.start :].splitlines()[0].strip("# ") for one in found] == [
        heading.strip("# ") for heading in headings
    ]
    assert [one.title for one in found] == [" ".join(h.strip("# ").split()) for h in headings]


@pytest.mark.parametrize(
    "line",
    [
        "第二回他来的时候，天已经黑了。",
        "Chapter houses stood along the road.",
        "chapter 3 of the book that he had lent her was the one she liked best of all the others",
    ],
)
def test_a_sentence_is_no_heading(line: str) -> None:
    assert [one.title for one in find_chapters(f"Chapter 1{BODY}{line}{BODY}Chapter 2{BODY}")] == [
        "Chapter 1",
        "Chapter 2",
    ]


def test_a_table_of_contents_is_not_counted() -> None:
    text = f"Chapter 1\nChapter 2\n{BODY}Chapter 1{BODY}Chapter 2{BODY}"
    assert [one.start for one in find_chapters(text)] == [
        text.rindex("Chapter 1"),
        text.rindex("Chapter 2"),
    ]


def test_markdown_is_divided_at_the_level_used_most() -> None:
    text = f"# The Book{BODY}## One{BODY}### aside{BODY}## Two{BODY}"
    assert [one.title for one in find_chapters(text)] == ["One", "Two"]


@pytest.mark.parametrize("text", ["", BODY, f"Chapter 1{BODY}"])
def test_fewer_than_two_headings_divide_nothing(text: str) -> None:
    assert find_chapters(text) == []


@pytest.mark.parametrize(("story", "n"), [("en_story.md", 18), ("zh_story.md", 17)])
def test_the_samples_chapters_are_found(story: str, n: int) -> None:
    assert len(find_chapters((FOLDER / story).read_text(encoding="utf-8"))) == n
