import pytest

from core.text import EvidenceMatcher, EvidenceWarning, PreparedText
from tests.core.text.samples import EN, ZH

WARNING = EvidenceWarning.WHOLE_PASSAGE
CASES = [
    pytest.param(text * times, id=name) for text, times, name in [(EN, 1, "en"), (ZH, 2, "zh")]
]


def warned(quote: str, text: str | PreparedText) -> bool:
    match = EvidenceMatcher().match(quote, text)
    assert match.found
    return WARNING in match.warnings


@pytest.mark.parametrize("text", CASES)
def test_a_quote_of_the_whole_passage_or_most_of_it_is_found_with_a_warning(text: str) -> None:
    assert warned(text, text)
    assert warned(f"“{text.upper()}”", text)
    assert warned(text[: len(text) * 9 // 10], text)
    assert not warned(text[: len(text) * 7 // 10], text)


@pytest.mark.parametrize("text", CASES)
def test_a_quote_that_leaves_the_middle_out_is_measured_by_what_it_quotes(text: str) -> None:
    third = len(text) // 4
    assert not warned(f"{text[:third]} … {text[-third:]}", text)


def test_a_short_passage_may_be_quoted_whole() -> None:
    assert not warned("The lamp stood in the hall.", "The lamp stood in the hall.")
    assert not warned(EN[:190], EN[:190])


def test_a_part_of_a_book_is_the_passage() -> None:
    book = PreparedText.from_text(f"Before it. {EN} " + "After it nothing happened. " * 90)
    part = book.part(0, len(EN) + 12)
    assert warned(EN, part)
    assert not warned(EN, book)
