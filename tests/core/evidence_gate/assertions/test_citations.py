"""Sentences compared with their citations (source 002, "citations"; readings 27 and 28)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evidence_gate.assertions.citations import citations_of, cited_sentences
from tests.core.evidence_gate.shelf import CHRONICLE, GENEALOGY, evidence

BOTH = evidence(GENEALOGY, CHRONICLE)


@pytest.mark.parametrize(
    ("answer", "by"),
    [
        ("严氏始祖于明朝洪武三年迁入严田[1]。", (1,)),
        ("严氏始祖于明朝洪武三年迁入严田。【1】", (1,)),
        ("严氏始祖于公元1370年迁入严田[1]。", (1,)),
        ("严氏始祖于明朝洪武三年迁入严田。", (1,)),
        ("严氏始祖于明朝洪武三年迁入严田[2]。", ()),
        ("严氏始祖于明朝洪武四年迁入严田[1]。", ()),
        ("严氏始祖于明朝洪武三年迁入严田[7]。", ()),
        ("族谱记载：“在溪边开荒。始祖之后传至第二十三代”[1]", (1,)),
        ("族谱记载：“在溪边开荒。始祖之后传至第二十四代”[1]", ()),
        ("The mill was built in 1712 by Thomas Arden [2].", (2,)),
        ("The mill was built in 1713 by Thomas Arden [2].", ()),
        ("The chronicle says: “The great flood carried the old bridge away” [2].", (2,)),
        ("The chronicle says: “The great fire carried the old bridge away” [2].", ()),
    ],
)
def test_a_sentence_is_compared_with_the_passages_it_marks(
    answer: str, by: tuple[int, ...]
) -> None:
    (sentence,) = cited_sentences(answer, BOTH)
    assert sentence.supported_by == by
    assert sentence.span.of(answer) == sentence.text == answer
    assert bool(sentence.why) is (not by)


@pytest.mark.parametrize(
    ("answer", "text", "borne_out"),
    [
        ("祠堂建于光绪乙未年。[1]", "祠堂建于乾隆乙未年。", False),
        ("祠堂建于光绪乙未年。[1]", "祠堂建于光绪乙未年。", True),
        ("祠堂建于光绪乙未年。[1]", "祠堂建于光绪二十一年。", True),
        (
            "The hall was built in the yiwei year of Guangxu. [1]",
            "The hall was built in 1895.",
            True,
        ),
        (
            "The hall was built in the yiwei year of Guangxu. [1]",
            "The hall was built in 1775.",
            False,
        ),
    ],
)
def test_a_cyclic_year_of_another_reign_is_no_support(
    answer: str, text: str, borne_out: bool
) -> None:
    (sentence,) = cited_sentences(answer, evidence(text))
    assert sentence.supported is borne_out


def test_a_mark_belongs_to_the_sentence_before_it() -> None:
    answer = "严氏始祖迁入严田。[1] The mill was built in 1712. [2]"
    first, second = cited_sentences(answer, BOTH)
    assert (first.marked, second.marked) == ((1,), (2,))
    assert second.text == "The mill was built in 1712. [2]"


def test_an_invented_quote_is_found_in_an_opinion_too() -> None:
    (sentence,) = cited_sentences("老夫以为“严氏先祖严德昌是大将军”乃是实话。", BOTH)
    assert not sentence.quotes_found
    (term,) = cited_sentences("老夫以为“孝悌”最要紧。", BOTH)
    assert term.quotes_found


def test_a_citation_quotes_the_most_similar_sentence_with_its_span() -> None:
    answer = "始祖之后传至第二十三代，族人立祠堂[1]。严氏始祖迁入严田[1]。"
    (citation,) = citations_of(cited_sentences(answer, BOTH), BOTH)
    assert citation.evidence_id == "ev-1"
    assert citation.span.of(GENEALOGY) == citation.quote
    assert citation.confidence == 1.0, "the coverage of the question"
    assert 0 < citation.support <= 1


def test_the_support_of_a_citation_is_that_of_its_passage() -> None:
    """Each of two supporting passages has its own share of the sentence."""
    two_passages = evidence(GENEALOGY, "严氏始祖于洪武三年来，迁入严田之后以农为业。")
    (sentence,) = cited_sentences("严氏始祖于明朝洪武三年迁入严田，在溪边[1][2]。", two_passages)
    assert sentence.supported_by == (1, 2)
    full, part = citations_of([sentence], two_passages)
    assert full.support == 1 > part.support >= 0.6


def test_the_confidence_is_the_coverage_even_of_a_verbatim_sentence() -> None:
    """Source 002, "confidence": a true but off-topic sentence does not get 1.0."""
    off_topic = evidence(GENEALOGY, coverage=0.46)
    (citation,) = citations_of(cited_sentences("始祖之后传至第二十三代[1]。", off_topic), off_topic)
    assert (citation.confidence, citation.support) == (0.46, 1.0)


def test_an_unmarked_sentence_cites_the_passage_that_supports_it() -> None:
    (citation,) = citations_of(cited_sentences("严氏始祖于洪武三年迁入严田。", BOTH), BOTH)
    assert citation.number == 1


PIECES = [
    "严氏始祖迁入严田",
    "。",
    "“",
    "”",
    "[1]",
    "[2]",
    " ",
    "1712",
    "built. ",
    "「",
    "」",
    '"',
    "\n",
]


@given(st.lists(st.sampled_from(PIECES), max_size=15).map("".join) | st.text(max_size=60))
def test_sentences_are_in_order_and_complete(answer: str) -> None:
    sentences = cited_sentences(answer, BOTH)
    end_of_last = 0
    for sentence in sentences:
        assert sentence.span.start >= end_of_last
        assert not answer[end_of_last : sentence.span.start].strip()
        assert sentence.span.of(answer) == sentence.text
        end_of_last = sentence.span.end
    assert not answer[end_of_last:].strip()
