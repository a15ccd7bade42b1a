"""An edited question is checked against the text and the stored reply."""

import pytest

from core.review import AnswerCheck, QuoteCheck, recheck


@pytest.mark.parametrize(
    ("answered", "asks_the_same", "expected"),
    [
        (("c",), True, AnswerCheck.AGREE),
        (("b",), True, AnswerCheck.DIFFER),
        (("b", "c"), True, AnswerCheck.DIFFER),
        (None, True, AnswerCheck.NO_REPLY),
        (("c",), False, AnswerCheck.OTHER_QUESTION),
    ],
)
def test_the_label_is_compared_with_the_stored_answer_to_the_same_question(
    answered: tuple[str, ...] | None, asks_the_same: bool, expected: AnswerCheck
) -> None:
    found = recheck(["c"], answered, asks_the_same=asks_the_same, quote_found=True)
    assert (found.quote, found.answers) == (QuoteCheck.FOUND, expected)


def test_nothing_is_clean_that_was_not_checked() -> None:
    assert recheck(["c"], ["c"], asks_the_same=True, quote_found=True).is_clean
    for quote in (None, False):
        assert not recheck(["c"], ["c"], asks_the_same=True, quote_found=quote).is_clean
    assert not recheck(["c"], None, asks_the_same=True, quote_found=True).is_clean
