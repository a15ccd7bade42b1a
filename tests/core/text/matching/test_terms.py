import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import PreparedText, normalise
from core.text.matching.terms import Terms, TermVocabulary


def names(text: str) -> list[str]:
    return Terms.from_text(normalise(text).text, TermVocabulary()).names()


@pytest.mark.parametrize(
    "alike",
    [
        ("公元一三六八", "西元1368", "1368"),
        ("公元前二二一", "公元前221"),
        ("百分之八十", "80%", "80 percent", "80 per cent", "eighty per cent", "80 %"),
        ("百分之三点五", "3.5%"),
        ("千分之三", "3‰"),
        ("三点一四", "3点14", "3.14"),
        ("一点八万", "1.8万", "18000"),
        ("零下二十", "零下20", "-20", "minus twenty"),
        ("minus five per cent", "-5%"),
    ],
)
def test_a_number_with_what_belongs_to_it_is_one_letter(alike: tuple[str, ...]) -> None:
    assert len({tuple(names(text)) for text in alike}) == 1
    assert len(names(alike[0])) == 1


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        ("公元的书", ["公", "元", "的", "书"]),
        ("三点五十分", ["#3", "点", "#50", "分"]),
        ("三点半", ["#3", "点", "半"]),
        ("一点一点地", ["#1", "点", "#1", "点", "地"]),
        ("快一点了", ["快", "#1", "点", "了"]),
        ("十分之好", ["#10", "分", "之", "好"]),
        ("零下的事", ["#0", "下", "的", "事"]),
        ("five percentages", ["#5", "percentages"]),
        ("per cent", ["per", "cent"]),
        ("5 % per cent", ["#5%", "per", "cent"]),
        ("minus the five", ["minus", "the", "#5"]),
    ],
)
def test_the_same_words_elsewhere_are_words(text: str, apart: list[str]) -> None:
    assert [name if name != "#半" else "半" for name in names(text)] == apart


@given(st.lists(st.sampled_from([*"公元前零下百分之点三五十万8%", " minus ", " per cent "])))
def test_the_terms_of_a_part_are_those_of_the_whole(parts: list[str]) -> None:
    prepared = PreparedText.from_text("".join(parts))
    whole = Terms.from_text(prepared.normal.text, TermVocabulary())
    for first in range(len(whole)):
        rest = prepared.normal.text[whole.starts[first] :]
        assert Terms.from_text(rest, TermVocabulary()).names() == whole.names()[first:]


@pytest.mark.parametrize(
    "text",
    [
        "那年百分之八十的人都没有回来",
        "那是公元前一三六八年的事情了",
        "那天零下二十度三点五公里以外",
        "it was minus eighty per cent of all men",
    ],
)
def test_every_part_of_a_number_is_found(text: str) -> None:
    prepared = PreparedText.from_text(f"{text}。{'春去秋来' * 9}。{text}")
    for start in range(len(text)):
        for end in range(start + 1, len(text) + 1):
            part = normalise(text[start:end]).text
            if part and part in prepared.normal.text:
                assert len(prepared.occurrences(prepared.sought(part), 9)) >= 2
