"""What is cut where a passage begins or ends."""

import pytest

from core.text import EvidenceMatcher, EvidenceWarning
from core.text.matching.boundaries import cuts_number, cuts_word


@pytest.mark.parametrize(
    "text",
    [
        "two hundred | and fifty men",
        "twenty | three men",
        "twen|ty men",
        "half a | dozen",
        "five | million",
        "5 | million",
        "1.8|万人",
        "50|%",
        "50 per | cent",
        "on the 5|th of may",
        "第|三个人",
        "三分|之一",
        "百分之|五十",
        "−|5度",
        "a loss of −|$5",
        "十|几年前",
        "几|十年前",
        "十|来天",
        "零下|20度",
        "公元前|221年",
        "三点|五元",
        "minus| five degrees",
        "two| and a half",
        "two and| a half",
        "44| bc",
        "下午|三点见面",
    ],
)
def test_a_number_of_several_words_or_signs_is_cut_on_both_sides(text: str) -> None:
    before, after = text.split("|")
    whole = before + after
    assert cuts_number(whole, 0, len(before))
    assert cuts_number(whole, len(before), len(whole))
    assert cuts_word(whole, len(before))


@pytest.mark.parametrize(
    "text",
    [
        "a | hundred men",
        "公元|一三六八年",
        "the first | two",
        "five | minutes",
        "三|个五",
        "三点|十五分",
        "三十人|来了",
        "初十|来到",
        "他十|时来",
        "下午|三人来了",
        "two | and a man",
        "one | am i",
        "in 1268 | the king",
        "二十三|人",
        "|23 men",
        "men 23|",
    ],
)
def test_a_whole_number_is_not_cut(text: str) -> None:
    at = text.index("|")
    whole = text.replace("|", "")
    assert not cuts_number(whole, 0, at)
    assert not cuts_number(whole, at, len(whole))
    assert not cuts_word(whole, at)


@pytest.mark.parametrize(("text", "cut"), [("some|body", True), ("some| body", False)])
def test_a_word_is_cut_inside_it(text: str, cut: bool) -> None:
    assert cuts_word(text.replace("|", ""), text.index("|")) is cut


def test_a_quote_that_ends_inside_a_number_in_words_is_found_with_a_warning() -> None:
    text = "He said that he had lost two hundred and fifty sheep in the snow."
    for quote in ("he had lost two hundred", "fifty sheep in the snow"):
        found = EvidenceMatcher().match(quote, text)
        assert found.found
        assert found.warnings == (EvidenceWarning.CUT_NUMBER,)
