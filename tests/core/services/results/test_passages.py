"""The text around a quote: cut where it should be, every part of the quote marked."""

import pytest
from sqlalchemy import Engine, update
from sqlmodel import col, select

from core.services.results import (
    AnchorKind,
    Mark,
    PassageAnchor,
    TextWindow,
    item,
    passages,
    side_by_side,
)
from core.text import load_tokenizer
from db.engine import writing
from db.tables import QuestionRow, Run, RunItem
from tests.core.services.results.desk_data import CAUSES, NOVEL, QUOTE, Case, fill

WORDS = "我来迟了，不曾带够绳子，只有三根"


def marked(windows: list[TextWindow]) -> list[tuple[int, str]]:
    """The marked texts with their numbers, in the order of the text."""
    pieces = [piece for window in windows for piece in window.pieces()]
    return [(mark.number, text) for text, mark in pieces if mark]


def cause(engine: Engine, key: str) -> list[TextWindow]:
    fill(engine, CAUSES, title="causes")
    at = [case.key for case in CAUSES].index(key)
    return passages(engine, item(engine, 9 + at), around=10)


def test_exactly_the_matched_span_is_marked(engine: Engine) -> None:
    (window,) = passages(engine, item(engine, 2), around=10)
    assert marked([window]) == [(1, QUOTE)]
    assert window.text == NOVEL[window.start : window.end]
    assert len(window.text) == len(QUOTE) + 20
    assert item(engine, 2).depth == pytest.approx(NOVEL.index(QUOTE) / len(NOVEL))


def test_a_window_wider_than_the_book_is_the_book(engine: Engine) -> None:
    (window,) = passages(engine, item(engine, 2), around=100_000)
    assert (window.start, window.end, window.text) == (0, len(NOVEL), NOVEL)


def changed(engine: Engine, item_id: int, **columns: object) -> None:
    """Change columns of the item's question."""
    with writing(engine) as session:
        row = session.get(RunItem, item_id)
        assert row is not None
        where = col(QuestionRow.id) == row.question_id
        session.execute(update(QuestionRow).where(where).values(**columns))


def whole_novel(engine: Engine) -> None:
    """Change the runs' spec as if they had read the whole novel."""
    with writing(engine) as session:
        for run in session.exec(select(Run)):
            run.spec = {**run.spec, "context_mode": "whole"}


def test_without_a_match_the_window_begins_at_the_position_of_the_context(engine: Engine) -> None:
    (window,) = passages(engine, item(engine, 3), around=10)
    assert (window.start, window.text, window.marks) == (0, NOVEL[:10], ())
    assert window.anchor == PassageAnchor(AnchorKind.POSITION, 0, 900)
    assert item(engine, 3).depth is None


def test_without_a_match_the_evidence_of_the_file_is_marked(engine: Engine) -> None:
    changed(engine, 3, extra={"evidence": "账簿上写着：腊月初八，收货银四十二两"})
    (window,) = passages(engine, item(engine, 3), around=10)
    assert marked([window]) == [(1, "账簿上写着：腊月初八，收货银四十二两")]
    assert window.start == NOVEL.index("账簿上写着") - 10
    assert window.anchor is not None
    assert window.anchor.kind is AnchorKind.EVIDENCE
    result = item(engine, 3).result
    assert result is not None
    assert side_by_side(result, [window]) == []


def test_without_a_match_in_the_whole_novel_the_position_of_the_question_is_shown(
    engine: Engine,
) -> None:
    whole_novel(engine)
    start = len(load_tokenizer("cl100k_base").encode(NOVEL[: NOVEL.index("第二章")]))
    changed(engine, 3, start_pos=start, end_pos=start + 20)
    (window,) = passages(engine, item(engine, 3), around=10)
    assert window.text == NOVEL[NOVEL.index("第二章") :][:10]
    assert window.anchor is not None
    assert (window.anchor.kind, window.marks) == (AnchorKind.POSITION, ())


@pytest.mark.parametrize("extra", [{}, {"evidence": "这句话书里没有。"}])
@pytest.mark.parametrize("position", [(None, None), (9000, 9100), (5, 5)])
def test_without_evidence_in_the_text_and_a_position_in_it_the_context_begins(
    engine: Engine, extra: dict[str, str], position: tuple[int | None, int | None]
) -> None:
    whole_novel(engine)
    changed(engine, 3, extra=extra, start_pos=position[0], end_pos=position[1])
    (window,) = passages(engine, item(engine, 3), around=10)
    assert (window.text, window.marks) == (NOVEL[:10], ())
    assert window.anchor == PassageAnchor(AnchorKind.CONTEXT, 0, 0)


def test_the_passage_of_a_question_that_was_not_judged_is_its_own(engine: Engine) -> None:
    changed(engine, 8, start_pos=None, end_pos=None, extra={"evidence": "石阶一级一级地没有了"})
    (window,) = passages(engine, item(engine, 8), around=10)
    assert marked([window]) == [(1, "石阶一级一级地没有了")]


def test_parts_of_an_elided_quote_are_marked_and_not_what_is_between(engine: Engine) -> None:
    (window,) = cause(engine, "elided")
    assert marked([window]) == [(1, "我来迟了"), (2, "只有三根。”")]
    assert [text for text, mark in window.pieces() if not mark][1] == "，不曾带够绳子，"


def test_parts_in_another_order_keep_the_numbers_they_have_in_the_quote(engine: Engine) -> None:
    assert marked(cause(engine, "order")) == [(2, "老周把灯举高"), (1, "阿桂没有答话")]


def test_parts_far_apart_have_windows_of_their_own(engine: Engine) -> None:
    near, far = cause(engine, "distance")
    assert near.end < far.start
    assert all(window.text == NOVEL[window.start : window.end] for window in (near, far))
    assert marked([near, far]) == [(1, "阿桂没有答话"), (2, "账簿上写着：腊月初八")]


def test_an_old_result_without_fragments_is_marked_as_a_whole(engine: Engine) -> None:
    detail = item(engine, 1)
    assert detail.result is not None
    detail.result.fragments.clear()
    assert marked(passages(engine, detail)) == [(1, QUOTE)]


@pytest.mark.parametrize(
    ("marks", "pieces"),
    [
        ([Mark(12, 15, 1), Mark(13, 18, 2)], ["ab", "cde", "", "fgh", "ij"]),
        ([Mark(10, 20, 2), Mark(12, 14, 1)], ["", "abcdefghij", ""]),
    ],
)
def test_marks_that_overlap_show_no_character_twice(marks: list[Mark], pieces: list[str]) -> None:
    window = TextWindow(10, 100, "abcdefghij", tuple(marks))
    assert [text for text, _ in window.pieces()] == pieces


@pytest.mark.parametrize(
    ("quote", "shown"),
    [
        (f"“{WORDS}。”", f"{WORDS}。”"),
        (f"{WORDS}。", f"{WORDS}。"),
        (WORDS, WORDS),
        (f"{WORDS}？！……”", f"{WORDS}。”"),
    ],
)
def test_the_match_goes_on_over_the_closing_marks_the_quote_has(
    engine: Engine, quote: str, shown: str
) -> None:
    fill(engine, (Case("q1", "？", evidence=quote, matched=WORDS),), title="marks")
    assert marked(passages(engine, item(engine, 9))) == [(1, shown)]


def test_marks_that_do_not_close_the_source_are_not_added(engine: Engine) -> None:
    words = "不曾带够绳"
    fill(engine, (Case("q1", "？", evidence=f"{words}。", matched=words),), title="marks")
    assert marked(passages(engine, item(engine, 9))) == [(1, words)]
