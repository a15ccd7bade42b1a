"""What an answer rests on (source 002, "citations"; readings 27 and 28)."""

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
def test_a_sentence_is_held_against_what_it_marks(answer: str, by: tuple[int, ...]) -> None:
    (held,) = cited_sentences(answer, BOTH)
    assert held.supported_by == by
    assert held.span.of(answer) == held.text == answer
    assert bool(held.why) is (not by)


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
def test_a_cyclic_year_of_another_reign_bears_nothing_out(
    answer: str, text: str, borne_out: bool
) -> None:
    (held,) = cited_sentences(answer, evidence(text))
    assert held.supported is borne_out


def test_a_mark_belongs_to_the_sentence_before_it() -> None:
    answer = "严氏始祖迁入严田。[1] The mill was built in 1712. [2]"
    first, second = cited_sentences(answer, BOTH)
    assert (first.marked, second.marked) == ((1,), (2,))
    assert second.text == "The mill was built in 1712. [2]"


def test_a_made_up_quote_is_told_whoever_says_it() -> None:
    (held,) = cited_sentences("老夫以为“严氏先祖严德昌是大将军”乃是实话。", BOTH)
    assert not held.quotes_found
    (term,) = cited_sentences("老夫以为“孝悌”最要紧。", BOTH)
    assert term.quotes_found


def test_a_citation_quotes_the_sentence_nearest_to_the_answer_where_it_stands() -> None:
    answer = "始祖之后传至第二十三代，族人立祠堂[1]。严氏始祖迁入严田[1]。"
    (citation,) = citations_of(cited_sentences(answer, BOTH), BOTH)
    assert citation.evidence_id == "ev-1"
    assert citation.span.of(GENEALOGY) == citation.quote
    assert citation.confidence == 1.0, "the coverage of the question"
    assert 0 < citation.support <= 1


def test_the_support_of_a_citation_is_its_own_passages() -> None:
    """Of two passages that bear a sentence out each has what stands in it."""
    two = evidence(GENEALOGY, "严氏始祖于洪武三年来，迁入严田之后以农为业。")
    (held,) = cited_sentences("严氏始祖于明朝洪武三年迁入严田，在溪边[1][2]。", two)
    assert held.supported_by == (1, 2)
    whole, part = citations_of([held], two)
    assert whole.support == 1 > part.support >= 0.6


def test_a_low_coverage_is_told_beside_a_sentence_that_stands_there_word_for_word() -> None:
    """Source 002, "confidence": a true sentence beside the point is not told with 1.0."""
    beside = evidence(GENEALOGY, coverage=0.46)
    (citation,) = citations_of(cited_sentences("始祖之后传至第二十三代[1]。", beside), beside)
    assert (citation.confidence, citation.support) == (0.46, 1.0)


def test_what_is_not_marked_is_given_to_the_passage_that_bears_it_out() -> None:
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
def test_sentences_stand_in_order_and_none_is_lost(answer: str) -> None:
    held = cited_sentences(answer, BOTH)
    done = 0
    for each in held:
        assert each.span.start >= done
        assert not answer[done : each.span.start].strip()
        assert each.span.of(answer) == each.text
        done = each.span.end
    assert not answer[done:].strip()
