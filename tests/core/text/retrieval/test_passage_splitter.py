"""Passages cover a text, each character once, and end where sentences do."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.text.retrieval.passage_splitter import LONGEST, cut_passages
from core.text.retrieval.search_terms import index_terms, query_terms

PIECES = st.sampled_from(
    [
        "严氏始祖自泉州迁入严田。",
        "The mill burned down. ",
        "\n\n",
        "第一章\n",
        "一",
        " ",
        "“走吧！”",
    ]
)


@given(st.lists(PIECES, max_size=120).map("".join) | st.text(max_size=400))
def test_every_character_stands_in_one_passage(text: str) -> None:
    spans = cut_passages(text)
    assert all(one.end == other.start for one, other in pairwise(spans))
    assert "".join(span.of(text) for span in spans) == text


@pytest.mark.parametrize(
    ("sentence", "language"), [("严氏始祖自泉州迁入严田。", "zh"), ("The mill burned down. ", "en")]
)
def test_a_passage_ends_with_a_sentence_and_is_no_longer_than_it_may(
    sentence: str, language: str
) -> None:
    text = sentence * 300
    spans = cut_passages(text, language)
    assert len(spans) > 3
    for span in spans:
        assert len(span.of(text).strip()) <= LONGEST[language]
        assert span.of(text).strip().endswith(("。", "."))


def test_a_heading_begins_the_passage_it_is_over() -> None:
    before = "村里的人都这样说。" * 44
    text = f"{before}\n第二章\n严氏始祖自泉州迁入严田。"
    assert cut_passages(text, "zh")[-1].of(text).startswith("第二章")


@given(st.text(max_size=200))
@example(
    "\u1fd2 \u0130stanbul \u03c0\u03c1\u03c9\u0390"
)  # folding their case takes these letters apart
def test_terms_hold_nothing_that_would_have_to_be_quoted(text: str) -> None:
    assert all(term.replace("_", "a").isalnum() for term in index_terms(text))


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("严氏始祖是哪一年迁来的？", {"严氏", "氏始", "始祖", "迁来"}),
        ("永济桥是谁建的", {"永济", "济桥"}),
        ("What year did the mill burn?", {"year", "mill", "burn"}),
        ("請問嚴氏", {"严氏"}),
    ],
)
def test_what_makes_a_question_is_not_looked_for(query: str, terms: set[str]) -> None:
    found = set(query_terms(query))
    assert terms <= found
    assert not {"哪一", "一年", "是谁", "what", "did", "请问"} & found
