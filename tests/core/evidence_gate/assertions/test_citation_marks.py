"""Citation marks belong to their sentence, before or after the full stop (reading 37)."""

import asyncio

import pytest

from core.answer_loop.rule_evaluator import RuleEvaluator
from core.evidence_gate.assertions.citation_marks import marked_sentences, with_marks_of
from core.evidence_gate.assertions.citations import cited_sentences
from tests.core.evidence_gate.shelf import CHRONICLE, GENEALOGY, evidence

BOTH = evidence(GENEALOGY, CHRONICLE)
ENGLISH = (
    "The mill was built in 1712 by Thomas Arden",
    "The great flood carried the old bridge away",
)
CHINESE = ("严氏始祖于明朝洪武三年迁入严田", "始祖之后传至第二十三代")
STYLES = (
    "{0} [{n}]{stop}{gap}{1} [{n}]{stop}",
    "{0}{stop}[{n}]{gap}{1}{stop}[{n}]",
    "{0}{stop} [{n}]{gap}{1}{stop} [{n}]",
    "{0}{stop}【{n}】{gap}{1}{stop}【{n}】",
    "{0}[{n}]{stop}\n{gap}{1}[{n}]{stop}",
)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    ("pair", "n", "stop", "gap"), [(ENGLISH, 2, ".", " "), (CHINESE, 1, "。", "")]
)
def test_each_of_two_sentences_has_its_mark(
    style: str, pair: tuple[str, str], n: int, stop: str, gap: str
) -> None:
    answer = style.format(*pair, n=n, stop=stop, gap=gap)
    marked = marked_sentences(answer)
    assert [(sentence.text, sentence.cited) for sentence in marked] == [
        (text + stop, (n,)) for text in pair
    ]
    assert [sentence.marked for sentence in cited_sentences(answer, BOTH)] == [(n,), (n,)]


@pytest.mark.parametrize("style", STYLES)
def test_a_false_sentence_does_not_affect_its_neighbour(style: str) -> None:
    answer = style.format(ENGLISH[0], "Its bell weighs nine tons", n=2, stop=".", gap=" ")
    supported, unsupported = cited_sentences(answer, BOTH)
    assert (supported.supported_by, unsupported.supported_by) == ((2,), ())


@pytest.mark.parametrize("style", STYLES)
def test_a_correct_answer_passes_in_every_style(style: str) -> None:
    answer = style.format(*ENGLISH, n=2, stop=".", gap=" ")
    judged = asyncio.run(
        RuleEvaluator().evaluate("What of the mill and the bridge?", answer, BOTH, language="en")
    )
    assert judged.evaluation.passed, judged.evaluation.suggestions


def test_marks_in_front_of_a_line_belong_to_it() -> None:
    sentences = marked_sentences("[1] The mill stands. Nobody grinds.\n\n[2] The bridge fell.")
    assert [sentence.cited for sentence in sentences] == [(1,), (), (2,)]


def test_marks_alone_are_no_sentence() -> None:
    assert marked_sentences(" [1][2] ") == []


@pytest.mark.parametrize(
    ("answer", "stays"),
    [
        ("It stands [1]. It fell [7].", "It stands [1]. It fell."),
        ("It stands [1, 7]. It fell [7,8].", "It stands [1]. It fell."),
        ("立祠堂【1】【7】。", "立祠堂[1]。"),
        ("It has [11] bells.", "It has bells."),
    ],
)
def test_marks_of_other_numbers_are_removed(answer: str, stays: str) -> None:
    assert with_marks_of(answer, {1}) == stays
