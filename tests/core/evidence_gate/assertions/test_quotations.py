"""Invented quotes are found in all kinds of quotation marks (reading 27)."""

import pytest

from core.answer_loop.rule_evaluator import RuleEvaluator
from core.evidence_gate.assertions.citations import cited_sentences
from core.evidence_gate.assertions.quotations import quoted
from tests.core.evidence_gate.shelf import CHRONICLE, GENEALOGY, evidence

BOTH = evidence(GENEALOGY, CHRONICLE)
PAIRS = ["“”", "「」", "『』", "‘’", "〝〞", "〝〟", "＂＂", '""', "''"]
INVENTED = {
    "族谱有云：{}": "耕读传家不读书者不得入祠",
    "The chronicle says {}": "no man shall fish",
}


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize(("told", "quote"), INVENTED.items())
def test_an_invented_quote_is_found_in_all_quotation_marks(
    pair: str, told: str, quote: str
) -> None:
    quote = f"{quote} here, nor any child" if quote.isascii() else quote
    (sentence,) = cited_sentences(told.format(f"{pair[0]}{quote}{pair[1]}"), BOTH)
    assert not sentence.quotes_found


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize(
    "told",
    [
        "族谱有云：{}族人立祠堂，刻家训于壁{}[1]",
        "The chronicle says: {}The great flood carried the old bridge away{} [2].",
    ],
)
def test_a_true_quote_supports_its_sentence_in_all_quotation_marks(pair: str, told: str) -> None:
    (sentence,) = cited_sentences(told.format(*pair), BOTH)
    assert (sentence.quotes_found, sentence.supported) == (True, True), sentence.why


@pytest.mark.parametrize(
    ("said", "quotes"),
    [
        ("I don't think the villagers' mill and the millers' house won't stand", []),
        ("in the '90s the villagers' mill, rock 'n' roll, 'tis the kings' way", []),
        ("I don’t think the villagers’ mill won’t stand", []),
        ("the 'villagers' and the 'millers'", ["villagers", "millers"]),
        ("'the villagers' mill shall burn', it says", ["the villagers' mill shall burn"]),
        ("‘The villagers’ mill shall burn’, it says", ["The villagers’ mill shall burn"]),
        ("He said: 'don't fish here.'", ["don't fish here."]),
        ("族谱云：'耕读传家'，又云：'勤俭'", ["耕读传家", "勤俭"]),
        (
            "“he said ‘no man’ here”, ‘she said “no” too’",
            ["he said ‘no man’ here", "she said “no” too"],
        ),
        ("「甲『乙丙』丁」『戊「己庚」辛』", ["甲『乙丙』丁", "戊「己庚」辛"]),
    ],
)
def test_quoted_texts(said: str, quotes: list[str]) -> None:
    assert quoted(said) == quotes


def test_a_sentence_does_not_end_inside_a_quote_in_single_marks() -> None:
    for answer in ("他说：‘不去。明日再来。’", "He said, ‘I go. Nobody stays.’"):
        assert [sentence.text for sentence in cited_sentences(answer, BOTH)] == [answer]


@pytest.mark.parametrize("pair", ["‘’", "''"])
async def test_the_rule_evaluator_finds_an_invented_quote_in_single_marks(pair: str) -> None:
    answer = f"The mill of Millbrook was built {pair[0]}by two brothers from York{pair[1]} [2]."
    judged = await RuleEvaluator().evaluate("Who built the mill?", answer, BOTH, language="en")
    assert any("quote" in suggestion for suggestion in judged.evaluation.suggestions)
