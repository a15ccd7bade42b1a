"""A heading straight above a sentence is no part of it."""

import pytest

from core.text.language.sentences import quotable_spans

LONG = "The iron bridge was built in 1871 after four years of quarrelling."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"Chapter 3\nThe bridge\n{LONG}", ["Chapter 3", "The bridge", LONG]),
        ("Chapter 4\nIt was shut.", ["Chapter 4", "It was shut."]),
        (f"# The end\n{LONG}", ["# The end", LONG]),
        (f"It was cast. He met\nMary Brown. {LONG}", ["It was cast.", "He met\nMary Brown.", LONG]),
        ("The bridge was built\nin the year 1871.", ["The bridge was built\nin the year 1871."]),
        ("第三章 桥\n铁桥建于一八七一年。", ["第三章 桥", "铁桥建于一八七一年。"]),
    ],
)
def test_headings_are_spans_of_their_own(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in quotable_spans(text)] == expected
