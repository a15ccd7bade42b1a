"""Quotes are compared with their source: no text lost, differences named, parts kept apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine

from core.services.results import ComparisonRow, compare, item, passages, side_by_side
from core.services.results.quote_comparison import _cut
from core.text import DifferenceKind
from tests.core.services.results.desk_data import CAUSES, fill


def changes(quote: str, source: str) -> list[tuple[str, str]]:
    return [(part.quote, part.source) for part in compare(quote, source) if part.altered]


def rows(engine: Engine, key: str, around: int = 500) -> list[ComparisonRow]:
    fill(engine, CAUSES, title="causes")
    detail = item(engine, 9 + [case.key for case in CAUSES].index(key))
    assert detail.result is not None
    return side_by_side(detail.result, passages(engine, detail, around))


def said(row: ComparisonRow) -> tuple[str, str]:
    parts = row.parts
    return "".join(part.quote for part in parts), "".join(part.source for part in parts)


@given(st.text("甲乙丙 ab1。，說'*\u200b", max_size=30), st.text("甲乙丙 ab1。，说-.", max_size=30))
def test_compared_parts_give_back_both_texts(quote: str, source: str) -> None:
    parts = compare(quote, source)
    assert "".join(part.quote for part in parts) == quote
    assert "".join(part.source for part in parts) == source


def test_words_and_numbers_differ_as_wholes_and_chinese_by_character() -> None:
    assert changes("in 1842 he came", "in 1824 he came") == [("1842", "1824")]
    assert changes("我来早了", "我来迟了") == [("早", "迟")]


def test_a_contraction_is_the_words_it_is_short_for() -> None:
    assert changes("I will not go, they have said", "I won’t go, they’ve said") == []
    assert changes("I will go", "I won’t go") == [("will", "won’t")]


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("他说：“好。”", "他说: 好"),
        ("他說好", "他说好"),
        ("He SAID “so”", "he said 'so'"),
        ("１８４２年", "1842年"),
        ("**bold** wo\u200brds", "bold words"),
    ],
)
def test_how_a_quote_is_typed_alters_nothing(quote: str, source: str) -> None:
    assert changes(quote, source) == []


def test_a_word_left_out_is_a_change_on_one_side_only() -> None:
    assert changes("he did go", "he did not go") == [("", "not")]
    assert changes("he did not go", "he did go") == [("not", "")]


def test_changes_carry_the_kind_the_validation_gave_them(engine: Engine) -> None:
    (row,) = rows(engine, "q2")
    assert [(p.quote, p.source, p.kind) for p in row.parts if p.altered] == [
        ("早", "迟", DifferenceKind.WORDING),
        ("刚好", "不曾", DifferenceKind.REWRITTEN),
        ("五", "三", DifferenceKind.NUMBER),
    ]
    assert [part.quote for part in row.parts if part.changes_content] == ["早", "刚好", "五"]


def test_an_elided_quote_has_a_row_for_each_part_and_what_it_left_out(engine: Engine) -> None:
    first, last = rows(engine, "elided")
    assert said(first) == ("“我来迟了", "我来迟了")
    assert (first.mark, first.left_out, first.distance) == ("……", "，不曾带够绳子，", 8)
    assert first.negations == ["不"]
    assert said(last) == ("只有三根。”", "只有三根。”")
    assert (last.mark, last.left_out, last.distance) == ("", None, None)


def test_what_an_elided_quote_leaves_out_is_known_whatever_is_shown_of_the_text(
    engine: Engine,
) -> None:
    first, _ = rows(engine, "elided", around=1)
    assert first.left_out == "，不曾带够绳子，"


def test_an_omission_that_is_not_marked_is_found_by_the_words(engine: Engine) -> None:
    first, last = rows(engine, "negation")
    assert said(first) == ("我来迟了，", "我来迟了")
    assert (first.mark, first.left_out) == ("", "，不曾")
    assert said(last) == ("带够绳子", "带够绳子")


def test_a_part_that_stands_before_the_one_it_follows_is_at_a_negative_distance(
    engine: Engine,
) -> None:
    first, last = rows(engine, "order")
    assert [said(first)[1], said(last)[1]] == ["阿桂没有答话", "老周把灯举高"]
    assert first.distance is not None
    assert first.distance == last.start - (first.start + len("阿桂没有答话")) < 0
    assert first.left_out is None


def test_what_lies_between_parts_far_apart_is_counted_and_not_shown(engine: Engine) -> None:
    first, last = rows(engine, "distance", around=10)
    assert first.left_out is None
    assert first.distance == last.start - (first.start + len("阿桂没有答话")) > 500


def test_without_a_place_there_is_nothing_to_lay_beside(engine: Engine) -> None:
    assert rows(engine, "q3") == []


@given(st.lists(st.text("甲乙丙丁ab ", min_size=1, max_size=6), min_size=1, max_size=4))
def test_a_quote_of_parts_is_cut_into_all_of_its_characters(parts: list[str]) -> None:
    quote = "……".join(parts)
    assert "".join(_cut(quote, parts)) == quote
    assert len(_cut(quote, parts)) == len(parts)
