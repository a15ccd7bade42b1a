"""The passage a quote is held against ends where the quote does."""

import pytest
from sqlalchemy import Engine

from core.results import compare, item, passage
from tests.core.results.desk_data import NOVEL, Case, fill

WORDS = "我来迟了，不曾带够绳子，只有三根"


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
    found = passage(engine, item(engine, 9))
    assert found is not None
    assert found.marked == shown
    assert found.before + found.marked + found.after == NOVEL[found.start : found.end]


def test_marks_that_do_not_close_the_source_are_not_added(engine: Engine) -> None:
    words = "不曾带够绳"
    fill(engine, (Case("q1", "？", evidence=f"{words}。", matched=words),), title="marks")
    found = passage(engine, item(engine, 9))
    assert found is not None
    assert found.marked == words
    assert [part.quote for part in compare(f"{words}。", found.marked)] == [words, "。"]
