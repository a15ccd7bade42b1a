"""Faults that the offline evaluator detects (source 004, 合理性; readings 28 and 37)."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from core.answer_loop.contradictions import (
    MOST_CHARACTERS,
    MOST_COMPARED,
    contradictions,
    uncompared,
)
from core.answer_loop.rule_evaluator import RuleEvaluator
from core.evidence_gate.evidence import Evidence
from core.text import Span
from core.text.retrieval.passage_splitter import cut_passages
from tests.core.evidence_gate.evidence_texts import EN, ZH
from tests.core.linear.adversarial import DISTINCT

SAMPLE = Path(__file__).parents[3] / "core/services/answers/sample"
QUERY = "严氏始祖是哪一年迁到严田的？"
OFF_TOPIC = "康熙十二年，溪水大涨，下门屋舍多坏，懋成公携眷迁居上坞，是为上坞支祖。[1]"


def _document(name: str) -> tuple[Evidence, ...]:
    manifest = json.loads((SAMPLE / "manifest.json").read_text("utf-8"))["documents"]
    (entry,) = (item for item in manifest if item["id"] == name)
    text = (SAMPLE / entry["file"]).read_text("utf-8")
    spans: list[Span] = list(cut_passages(text, entry["language"]))
    return tuple(
        Evidence(number, f"ev-{number}", entry["title"], 1, span, span.of(text), 1.0, 0.9)
        for number, span in enumerate(spans, 1)
    )


async def _suggestions_on(query: str, answer: str, *evidence: Evidence) -> str:
    language = "en" if query.isascii() else "zh"
    judged = await RuleEvaluator().evaluate(query, answer, evidence, language=language)
    return " ".join(judged.evaluation.suggestions)


async def test_a_true_but_off_topic_sentence_does_not_pass() -> None:
    """The question is from source 002; the answer is about a different move in the document."""
    suggestions = await _suggestions_on(QUERY, OFF_TOPIC, *_document("yan-genealogy"))
    assert suggestions.startswith("[合理性]")
    assert "只涉及提问的" in suggestions


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("懋成公迁居到了什么地方，因为什么？", OFF_TOPIC),
        ("敦本堂是哪一年倡建的？", "嘉靖二十一年，思齐公出银倡建祠堂，三房合力，名曰敦本堂。[1]"),
        (QUERY, "族谱没有记载始祖哪一年迁到严田。"),
    ],
)
async def test_a_sentence_to_the_point_passes(query: str, answer: str) -> None:
    assert await _suggestions_on(query, answer, *_document("yan-genealogy")) == ""


@pytest.mark.parametrize(
    ("query", "answer", "passes"),
    [
        ("When was the mill at Harrow Ford built?", "Thomas Pell built the mill. [1]", False),
        ("When was the mill at Harrow Ford built?", "The mill was built in 1742. [1]", True),
        ("Who built the mill at Harrow Ford?", "Thomas Pell built the mill. [1]", True),
        ("How many daughters had Pell?", "Pell moved to Ashby with daughters. [1]", False),
        ("How many daughters had Pell?", "Pell moved to Ashby with two daughters. [1]", True),
    ],
)
async def test_an_answer_must_have_the_type_asked_for(
    query: str, answer: str, passes: bool
) -> None:
    suggestions = await _suggestions_on(query, answer, EN)
    assert ("asks for a time or a number" in suggestions) is not passes
    assert bool(suggestions) is not passes


async def test_evidence_that_covers_too_little_of_the_question_is_not_enough() -> None:
    """Reading 28."""
    answer = "严氏始祖于明朝洪武三年自泉州迁入严田。[1]"
    assert "只覆盖提问的 44%" in await _suggestions_on(QUERY, answer, replace(ZH, coverage=0.44))
    assert await _suggestions_on(QUERY, answer, replace(ZH, coverage=0.46)) == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The mill was built in 1712.", "The mill was built in 1715."),
        ("The mill was never rebuilt.", "The mill was rebuilt."),
        ("永济桥建于乾隆三年。", "永济桥建于乾隆五年。"),
        ("始祖做过官，很有名。", "始祖没做过官，很有名。"),
    ],
)
def test_a_plain_contradiction_is_found(one: str, other: str) -> None:
    assert [tuple(pair) for pair in contradictions([one, "石桥在村西。", other])] == [(other, one)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The first son was born in 1712.", "The second son was born in 1715."),
        ("The mill was built in 1712.", "The bridge was built in 1715."),
        ("The mill was built in 1712.", "In 1712 the mill was built."),
        ("永济桥建于乾隆三年。", "永济桥建于乾隆三年。"),
        ("据《甲谱》，桥建于1712年。", "据《乙志》，桥建于1715年。"),
        ("长子名守耕。", "次子名守读。"),
    ],
)
def test_sentences_about_different_things_do_not_contradict(one: str, other: str) -> None:
    assert list(contradictions([one, other])) == []


@pytest.mark.parametrize(
    ("others", "one", "other"),
    [
        (
            [f"Son number {n} was born in {1700 + n} at Ashby." for n in range(60)],
            "The mill was never rebuilt.",
            "The mill was rebuilt.",
        ),
        (
            [f"第{n}代守耕生于{1700 + n}年。" for n in range(60)],
            "永济桥建于乾隆三年。",
            "永济桥建于乾隆五年。",
        ),
    ],
)
def test_a_contradiction_is_told_among_many_sentences(
    others: list[str], one: str, other: str
) -> None:
    assert (other, one) in [tuple(each) for each in contradictions([one, *others, other])]
    assert uncompared([one, *others, other]) == []


def test_sentences_beyond_the_limits_are_uncompared() -> None:
    sentences = [f"Pell bought {n} mills." for n in range(MOST_COMPARED + 2)]
    assert uncompared(sentences) == sentences[-2:]
    assert uncompared(["a" * MOST_CHARACTERS, "b"]) == ["b"]
    assert uncompared(["a" * 2 * MOST_CHARACTERS]) == []


@pytest.mark.parametrize(
    ("query", "sentence", "evidence", "message"),
    [
        ("When was the mill built?", "The {name} mill was built in 1742.[1] ", EN, "not checked"),
        (QUERY, "严氏始祖{name}于洪武三年迁到严田。[1]", ZH, "未经核对"),
    ],
)
async def test_an_answer_too_long_to_be_compared_does_not_pass(
    query: str, sentence: str, evidence: Evidence, message: str
) -> None:
    names = next(run.unit for run in DISTINCT if run.kind == "names")
    many = "".join(sentence.format(name=names(n).strip()) for n in range(MOST_COMPARED + 2))
    assert message in await _suggestions_on(query, many, evidence)


async def test_an_answer_that_contradicts_itself_does_not_pass() -> None:
    answer = (
        "The mill at Harrow Ford was built in 1742. [1] The mill at Harrow Ford was built in 1745."
    )
    suggestions = await _suggestions_on("When was the mill at Harrow Ford built?", answer, EN)
    assert "[reasonableness]" in suggestions
    assert "says otherwise than" in suggestions
