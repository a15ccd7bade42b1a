"""What stands for the words at the edges of a quote, and what is added there."""

import pytest

from core.text import EvidenceMatch, EvidenceMatcher
from core.text.matching.content import DifferenceKind

MATCHER = EvidenceMatcher()
SENTENCE = "The ropewalk was a shed one thousand feet long and twenty-six feet wide."
EN = f"It was April. So he said, and meant to go on. {SENTENCE} Josiah Pettifer had built it."
CHINESE = "启宁三十八年九月初九，官邮局的告示贴到了石柱镇的东门上。"
ZH = f"告示\n\n{CHINESE}告示说，从明年正月起不再送信。"


def told(found: EvidenceMatch) -> list[tuple[str, str, DifferenceKind]]:
    return [(one.claimed, one.source, one.kind) for one in found.differences]


@pytest.mark.parametrize(
    ("before", "after", "added"),
    [
        ("1. ", "", ["1"]),
        ("Certainly: ", "", ["certainly"]),
        ("", " (see below)", ["see below"]),
        ("(1) ", " (he lied)", ["he lied"]),
    ],
)
def test_words_added_around_a_sentence_are_told_as_added(
    before: str, after: str, added: list[str]
) -> None:
    found = MATCHER.match(before + SENTENCE + after, EN)
    assert [(claimed, source) for claimed, source, _ in told(found)] == [(one, "") for one in added]
    assert found.matched_text == SENTENCE.rstrip(".")


@pytest.mark.parametrize(
    ("before", "after", "added"),
    [
        ("当然：", "", ["当然"]),
        ("①", "", ["1"]),
        ("（1）", "（此处存疑）", ["此处存疑"]),
    ],
)
def test_in_chinese_too(before: str, after: str, added: list[str]) -> None:
    found = MATCHER.match(before + CHINESE + after, ZH)
    assert [(claimed, source) for claimed, source, _ in told(found)] == [(one, "") for one in added]
    assert found.matched_text == CHINESE.rstrip("。")


def test_a_number_changed_inside_is_told_beside_a_label() -> None:
    quote = "1. " + SENTENCE.replace("twenty-six", "twenty-seven")
    kinds = [kind for _, _, kind in told(MATCHER.match(quote, EN))]
    assert kinds == [DifferenceKind.NUMBER, DifferenceKind.NUMBER]


@pytest.mark.parametrize(
    ("quote", "text", "change"),
    [
        ("Was he old? Yes.", "Was he old? No.", ("yes", "no", "negation")),
        ("He asked who came. Tom.", "He asked who came. Ann. It was.", ("tom", "ann", "wording")),
        (
            "It was said by Mr. Thomas",
            "It was said by Mr. Pettifer",
            ("thomas", "pettifer", "name"),
        ),
        ("and meant to go no. The ropewalk was", EN, ("no", "on", "negation")),
    ],
)
def test_what_is_replaced_at_an_edge_is_paired_with_what_it_replaces(
    quote: str, text: str, change: tuple[str, str, str]
) -> None:
    found = MATCHER.match(quote, text)
    assert told(found) == [(change[0], change[1], DifferenceKind(change[2]))]


def test_a_misspelt_word_beside_the_end_of_a_sentence_is_a_slip() -> None:
    text = "It gave her a fright. No, I do not think so. He went on to the garden."
    found = MATCHER.match("frigzt. No, I do not think so", text)
    assert found.found
    assert told(found) == [("frigzt", "fright", DifferenceKind.MISREAD)]


def test_a_short_quote_does_not_reach_back_into_the_sentence_before() -> None:
    text = "It never knew what to say when it meant to go on. She was nineteen. She left."
    found = MATCHER.match("She was ninety.", text)
    assert found.matched_text == "She was nineteen"
    assert told(found) == [("ninety", "nineteen", DifferenceKind.NUMBER)]
