"""Where a quote stands letter for letter is found by its rarest part (source 000, property 2)."""

import re

from hypothesis import example, given
from hypothesis import strategies as st

from core.text import PreparedText, normal_form
from core.text.matching.anchors import find_anchor

# Words that are terms of their own, and such as may be part of a number or written as one word.
PIECES = re.findall(
    r"\S+",
    "the sun and moon rose two hundred fifty per cent minus five dont cannot im percent 80% "
    "1.8万 公元 一三六八 二十三 分之 西 百分之八十 零下 点 春风 又绿 江南岸 月亮 半 前 half a of",
)
english = st.lists(st.sampled_from([*PIECES, "，", "\n", "’s"]), max_size=40).map(" ".join)
chinese = st.lists(st.sampled_from([*PIECES, "。"]), max_size=40).map("".join)


@given(english | chinese, st.data())
@example("two hundred and fifty men and the moon", None)
@example("公元一三六八年春风又绿江南岸百分之八十", None)
def test_every_part_of_a_text_is_found_wherever_it_stands(
    text: str, data: st.DataObject | None
) -> None:
    prepared = PreparedText.from_text(text)
    normal = prepared.normal.text
    if not normal:
        return
    every = [(a, b) for a in range(len(normal)) for b in range(a + 1, len(normal) + 1)]
    parts = every[::7] if data is None else [data.draw(st.sampled_from(every)) for _ in range(5)]
    for start, end in parts:
        part = normal_form(normal[start:end])
        if not part:
            continue
        found, at = [], normal.find(part)
        while at >= 0:
            found.append(at)
            at = normal.find(part, at + len(part))
        assert prepared.occurrences(prepared.sought(part), 2_000) == found


def test_a_quote_with_a_word_or_pair_the_text_lacks_is_looked_for_in_a_few_places_at_most() -> None:
    prepared = PreparedText.from_text("The sun rose over the hills of the south. 春风又绿江南岸。")
    for quote in ("the sun went over", "he saw hills rose over", "春风不绿江南"):
        found = find_anchor(quote, prepared.sought(quote).postings)
        assert found is not None
        assert len(found.terms) <= 3
        assert not prepared.occurrences(prepared.sought(quote), 9)
    lacking = prepared.sought("he saw hills rose over")
    assert len(find_anchor(lacking.text, lacking.postings).terms) == 0


def test_a_number_of_several_words_is_no_landmark() -> None:
    prepared = PreparedText.from_text("It cost two hundred and fifty pounds.")
    assert find_anchor("hundred and fifty", prepared.sought("hundred and fifty").postings) is None
    assert prepared.occurrences(prepared.sought("hundred and fifty pounds"), 9) == [12]


def test_percentages_in_a_row_are_cut_into_numbers_by_where_they_begin() -> None:
    """Of such a quote no pair with 分 or 之 in it is a term of the text for certain."""
    text = "the 百分之八十 百分之八十 百分之八十 the the the the the"
    prepared = PreparedText.from_text(text)
    for part in ("分之八十百分之八十百分之八十the t", "之八十百分之八十百分之八十the the"):
        assert prepared.occurrences(prepared.sought(part), 9) == [prepared.normal.text.find(part)]
