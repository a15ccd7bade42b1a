"""The offline baseline quotes word for word, or says that nothing is known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evidence_gate.assertions.claim_sentences import quotes_in
from core.evidence_gate.assertions.support import sentence_support
from core.evidence_gate.extractive import ExtractiveWriter
from tests.core.evidence_gate.evidence_texts import EN, GENEALOGY, PARISH, ZH, evidence


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("严氏始祖是哪一年迁到严田的？", "于明朝洪武三年自泉州迁入严田"),
        ("永济桥建于什么时候？", "建于乾隆年间"),
        ("Who built the mill?", "built by Thomas Pell in 1742"),
        ("How many daughters had Pell?", "his two daughters"),
    ],
)
async def test_it_quotes_the_sentence_that_answers(query: str, said: str) -> None:
    text, title = (GENEALOGY, "严氏族谱") if "？" in query else (PARISH, "Parish book")
    passage = evidence(text, title)
    language = "zh" if "？" in query else "en"
    draft = await ExtractiveWriter().write(query, [passage], language=language)
    (quote,) = quotes_in(draft.text)
    assert said in quote
    assert quote in text
    assert all(sentence.is_grounded for sentence in sentence_support(draft.text, [passage]))


GAZETTEER = """形势
严田在县治东四十里，三面皆山。山多竹，田多沙。村人依溪筑屋，石墙青瓦。

桥梁
通济桥在村西，道光六年里人募建。先是以木为桥。旱桥一座，在祠堂前。

市集
村口有市，逢三、逢八为集。近村之民负竹器而来。"""


async def test_a_heading_counts_for_the_text_below_it_and_is_not_quoted() -> None:
    draft = await ExtractiveWriter().write(
        "县志里记载严田的市集在哪几天？", [evidence(GAZETTEER, "县志")], language="zh"
    )
    assert quotes_in(draft.text) == ["村口有市，逢三、逢八为集。"]
    heading = await ExtractiveWriter().write("市集？", [evidence("市集", "县志")], language="zh")
    assert heading.abstained


ORAL_HISTORY = """严田老人口述记录

访谈于2003年秋天在她家堂屋进行，由村小学教师程立群记录。

祠堂办过学堂。我上学的时候是1948年，先生姓方。"""
QUARRY = """The slate quarry at Harrowmere was opened in 1811 by Elias Tranter. It closed in 1907.

Margaret Dole opened a dame school in 1839. The school was moved to the vestry in 1851."""


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("严田的学堂是哪一年开的？", ""),
        ("When was the library opened?", ""),
        ("In what year did the school close?", ""),
        ("When did the quarry close?", "It closed in 1907."),
        ("When was the school moved?", "The school was moved to the vestry in 1851."),
    ],
)
async def test_it_does_not_answer_another_question(query: str, said: str) -> None:
    text, language = (ORAL_HISTORY, "zh") if "？" in query else (QUARRY, "en")
    draft = await ExtractiveWriter().write(query, [evidence(text, "严田")], language=language)
    assert draft.abstained is not bool(said)
    assert said in draft.text


@pytest.mark.parametrize(("query", "language"), [("村里有多少人？", "zh"), ("Who was king?", "en")])
async def test_it_abstains_where_nothing_fits(query: str, language: str) -> None:
    draft = await ExtractiveWriter().write(query, [ZH, EN], language=language)
    assert draft.abstained
    assert not any(sentence.is_claim for sentence in sentence_support(draft.text, [ZH, EN]))
    assert await ExtractiveWriter().write(query, [], language=language) == draft


@given(query=st.text(max_size=60), text=st.text(max_size=300))
async def test_every_quote_is_in_its_evidence(query: str, text: str) -> None:
    passage = evidence(text, "T")
    draft = await ExtractiveWriter().write(query, [passage], language="en")
    assert draft.abstained or all(quote in text for quote in quotes_in(draft.text))
