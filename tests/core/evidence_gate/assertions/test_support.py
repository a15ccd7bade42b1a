"""Support of an answer's sentences by the evidence they cite."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evidence_gate.assertions.citation_marks import marked_sentences, without_marks
from core.evidence_gate.assertions.support import Support, best_sentence, sentence_support
from tests.core.evidence_gate.evidence_texts import EN, GENEALOGY, PARISH, ZH, evidence


@pytest.mark.parametrize(
    ("answer", "support"),
    [
        ("根据《严氏族谱》记载：“于明朝洪武三年自泉州迁入严田”[1]。", Support.SUPPORTED),
        ("永济桥建于乾隆年间。[1]", Support.SUPPORTED),
        ("严氏始祖自泉州迁入严田【1】。", Support.SUPPORTED),
        ("严氏始祖于1370年自泉州迁入严田。[1]", Support.SUPPORTED),
        ("严氏始祖于1371年自泉州迁入严田。[1]", Support.UNSUPPORTED),
        ("According to “Parish book”: “The mill at Harrow Ford was built” [1]", Support.SUPPORTED),
        ("Pell had two daughters and moved to Ashby. [1]", Support.SUPPORTED),
        ("严氏始祖有四个儿子。[1]", Support.UNSUPPORTED),
        ("The mill was built in 1743 [1].", Support.UNSUPPORTED),
        ("据《严氏族谱》：“于明朝洪武五年自泉州迁入严田”[1]", Support.UNSUPPORTED),
        ("始祖在京城开了一家药铺，生意兴隆。[1]", Support.UNSUPPORTED),
        ("老夫认为家训很有启发。", Support.NO_CLAIM),
        ("族谱没有记载。", Support.NO_CLAIM),
        ("您想听哪一段呢？", Support.NO_CLAIM),
        ("The parish book does not say.", Support.NO_CLAIM),
        ("I think you would like the river.", Support.NO_CLAIM),
        ("Hi, and welcome to the mill.", Support.NO_CLAIM),
        ("His sister drove the wagon.", Support.UNSUPPORTED),
    ],
)
def test_a_sentence_is_compared_with_its_citations(answer: str, support: Support) -> None:
    (sentence,) = sentence_support(answer, [ZH if "严" in answer or "桥" in answer else EN])
    assert sentence.support is support


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("始祖做过官。[1]", "negated"),
        ("The mill was rebuilt [1].", "negated"),
        ("始祖有三个儿子，另有九十亩田。[1]", "九十"),
        ("据《严氏族谱》：“于明朝洪武五年自泉州迁入严田”[1]", "五"),
        ("永济桥建于乾隆年间。[7]", "[7]"),
        ("永济桥建于乾隆年间。", "It has no citation"),
    ],
)
def test_what_is_missing_is_named(answer: str, said: str) -> None:
    (sentence,) = sentence_support(answer, [EN if "mill" in answer else ZH])
    assert not sentence.is_grounded
    assert said in " ".join(reason.translate() for reason in sentence.why)


COUNTED = (
    "嘉靖二十一年倡建敦本堂，出田三亩，铁锅一口。The parish held 312 souls in 64 houses in 1801."
)


@pytest.mark.parametrize(
    ("answer", "missing"),
    [
        ("嘉靖二十一年倡建敦本堂，铁锅一口[1]。", None),
        ("The parish held 312 souls in 64 houses [1].", None),
        ("嘉靖二十一年倡建敦本堂，铁锅三口[1]。", "三口"),
        ("The parish held 64 souls in 312 houses [1].", "64 soul"),
        ("嘉靖二十一年的次年倡建敦本堂[1]。", "次年"),
        ("The parish held 312 souls the year after 1801 [1].", "the year after"),
    ],
)
def test_numbers_must_count_the_same_thing_and_years_be_the_same(
    answer: str, missing: str | None
) -> None:
    (sentence,) = sentence_support(answer, [evidence(COUNTED, "Both books")])
    assert (sentence.support is Support.SUPPORTED) is (missing is None)
    assert missing is None or missing in " ".join(reason.translate() for reason in sentence.why)


def test_a_phrase_of_opinion_hides_no_number() -> None:
    (sentence,) = sentence_support("老夫认为始祖迁来是在公元1368年。", [ZH])
    assert sentence.is_claim
    assert not sentence.is_grounded


def test_a_number_next_to_nothing_known_is_a_claim() -> None:
    (sentence,) = sentence_support("族谱没有记载，但他是1368年来的。", [ZH])
    assert sentence.is_claim


def test_an_uncited_claim_is_compared_with_all_evidence_but_not_grounded() -> None:
    (sentence,) = sentence_support("永济桥建于乾隆年间。", [EN, evidence(GENEALOGY, "严氏族谱", 2)])
    assert (sentence.support, sentence.cited, sentence.supporting) == (Support.SUPPORTED, (), (2,))
    assert not sentence.is_grounded


def test_marks_belong_to_the_sentence_before_them() -> None:
    answer = "第一句。[1] 第二句[2][3]。第三句【1，2】"
    assert [first.cited for first in marked_sentences(answer)] == [(1,), (2, 3), (1, 2)]
    assert without_marks(answer) == "第一句。 第二句。第三句"
    first, second = marked_sentences("The first. [1] The second [2].")
    assert (first.cited, second.cited) == ((1,), (2,))


def test_the_best_sentence_has_its_span_in_the_source() -> None:
    span = best_sentence("石桥叫什么名字", evidence(GENEALOGY, "严氏族谱", at=100))
    assert GENEALOGY[span.start - 100 : span.end - 100].startswith("村中有石桥")
    span = best_sentence("How many daughters?", EN)
    assert PARISH[span.start : span.end].startswith("Pell moved")


@given(st.text(max_size=200))
def test_sentences_of_any_answer_are_in_order_with_scores_in_range(answer: str) -> None:
    sentences = sentence_support(answer, [ZH, EN])
    assert all(
        sentence.span.end <= following.span.start for sentence, following in pairwise(sentences)
    )
    assert all(0 <= sentence.score <= 1 for sentence in sentences)
