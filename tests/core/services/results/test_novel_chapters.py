"""The chapter of a passage, and passages extended to their whole chapter."""

from sqlalchemy import Engine

from core.services.results import chapter_at, item, passages
from tests.core.services.results.desk_data import NOVEL


def test_a_place_lies_in_the_chapter_whose_heading_comes_before_it(engine: Engine) -> None:
    detail, second = item(engine, 2), NOVEL.index("第二章")
    first = chapter_at(engine, detail, detail.places[0][0])
    assert first is not None
    assert (first.title, first.start, first.end) == ("第一章 渡口", 0, second)
    last = chapter_at(engine, detail, second)
    assert last is not None
    assert (last.title, last.end) == ("第二章 账簿", len(NOVEL))


def test_the_whole_chapter_is_shown_with_the_quote_still_marked(engine: Engine) -> None:
    detail = item(engine, 2)
    (narrow,) = passages(engine, detail)
    (window,) = passages(engine, detail, whole_chapter=True)
    assert narrow.start > 0
    assert window.text == NOVEL[: NOVEL.index("第二章")]
    assert window.marks == narrow.marks
