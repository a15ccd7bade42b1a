"""Selection of a draft's sentences: kept, replaced by a passage's sentence, or left out."""

import pytest

from core.evidence_gate.assertions.answer_type import AnswerType
from core.evidence_gate.assertions.citations import cited_sentences
from core.evidence_gate.assertions.sentence_selection import SentenceSelector, may_answer
from core.evidence_gate.evidence import Evidence
from core.text.span import Span

SCHOOL = "The parish school was opened in 1823 by Hester Lyle in the old tithe barn."
TOWER = "The tower fell in a gale and was rebuilt in 1742 by the mason Thomas Garrow."
HALL = "嘉靖二十一年，思齐公出银倡建祠堂，三房合力，名曰敦本堂。"


def _evidence(*texts: str) -> list[Evidence]:
    return [
        Evidence(number, f"ev-{number}", "Chronicle", number, Span(0, len(text)), text, 1.0, 0.5)
        for number, text in enumerate(texts, 1)
    ]


def _select(
    query: str, draft: str, *texts: str, language: str = "en", quote: str = ""
) -> tuple[str, bool] | None:
    evidence = _evidence(*texts)
    (sentence,) = cited_sentences(draft, evidence)
    selected = SentenceSelector(query, evidence, language).select(sentence, quote)
    return selected and (selected.sentence.text, selected.answers)


LEAD_INS = [
    "据记载：“{}”[1]", "根据资料：“{}”[1]", "原文写道：“{}”[1]", "答案：“{}”[1]", "答：“{}” [1]",
    "书中说：“{}”[1]", "谱上载：“{}”[1]", "文献记载如下：“{}”[1]", "资料中提到，“{}”[1]", "{}[1]",
    "可以看到：“{}”[来源1]", "查阅族谱可知“{}”【1†source】", "回答：「{}」[^1]",
    "史料显示：“{}”（1）",
]  # fmt: skip
ENGLISH_LEAD_INS = [
    'Answer: "{}" [1]', "According to the records: “{}” [1]", "The text says: “{}” [Source 1]",
    "The chronicle states that “{}” [1]", "As the passage tells us, “{}” [1]", "“{}” (1)",
    "From the source: “{}”¹", "Yes. “{}” [1]", "The evidence is clear: “{}” [citation:1]",
    "The answer is: “{}” [[1]]",
]  # fmt: skip


@pytest.mark.parametrize("lead_in", LEAD_INS)
def test_a_lead_in_of_a_quote_is_ignored(lead_in: str) -> None:
    selected = _select("敦本堂是哪一年倡建的？", lead_in.format(HALL[:-1]), HALL, language="zh")
    assert selected is not None
    assert HALL[:-1] in selected[0]
    assert selected[1]


@pytest.mark.parametrize("lead_in", ENGLISH_LEAD_INS)
def test_an_english_lead_in_of_a_quote_is_ignored(lead_in: str) -> None:
    draft = lead_in.format(SCHOOL[:-1]).removeprefix("Yes. ")
    selected = _select("In what year was the parish school opened?", draft, SCHOOL, TOWER)
    assert selected is not None
    assert "1823" in selected[0]
    assert selected[1]


def test_an_unmarked_answer_needs_a_passage_that_answers() -> None:
    query = "In what year was the parish school opened?"
    assert _select(query, "1823", TOWER, SCHOOL) == ("1823", True)
    assert _select(query, "1742", TOWER, SCHOOL) is None


def test_a_paraphrase_is_replaced_by_the_passages_sentence() -> None:
    query = "Who opened the parish school?"
    selected = _select(
        query, "The parish school was opened by Hester Lyle, so that girls could sing.", SCHOOL
    )
    assert selected == (f"According to “Chronicle”: “{SCHOOL}” [1]", True)


@pytest.mark.parametrize(
    "draft",
    ["The parish school was opened in 1832.", "The parish school was not opened by Hester Lyle."],
)
def test_a_contradicting_number_or_negation_is_left_out(draft: str) -> None:
    assert _select("When was the parish school opened?", f"{draft} [1]", SCHOOL) is None


@pytest.mark.parametrize(
    ("query", "text", "may"),
    [
        ("In what year did Hester Lyle die?", SCHOOL, False),
        ("In what year was the parish school opened?", SCHOOL, True),
        ("Where was Thomas Garrow born?", TOWER, False),
        ("In what year was the tower first built?", TOWER, False),
        ("How much did the tower cost?", TOWER, False),
        ("思齐公是哪一年去世的？", HALL, False),
        ("敦本堂是哪一年倡建的？", HALL, True),
        ("严氏始祖是哪一年迁到严田的？", HALL, False),
        ("乾隆年间是谁倡建祠堂的？", HALL, False),
        ("思齐公的妻子是谁？", HALL, False),
        ("敦本堂有几层高？", HALL, False),
    ],
)
def test_a_passage_answers_only_with_the_event_and_people_in_question(
    query: str, text: str, may: bool
) -> None:
    assert AnswerType.from_query(query).may_be_answered_in(text) is may
    assert bool(may_answer(query, _evidence(text))) is may


WORKS = "第一任厂长是从天津调来的周培德，他原是修理织机的技工。"


@pytest.mark.parametrize(
    ("query", "draft", "quote", "text"),
    [
        ("头一个领导以前是干什么活的？", "早先是个修织布机器的工人。[1]", WORKS, WORKS),
        ("Who did the bookkeeping?", "That was Agnes Tarrant [1].", "Agnes Tarrant was chosen",
         "Agnes Tarrant was chosen to keep the accounts."),
    ],
)  # fmt: skip
def test_a_free_paraphrase_is_replaced_by_the_quote_it_names(
    query: str, draft: str, quote: str, text: str
) -> None:
    language = "en" if query.isascii() else "zh"
    assert _select(query, draft, text, language=language) is None
    selected = _select(query, draft, text, language=language, quote=quote)
    assert selected is not None
    assert (text in selected[0], selected[1]) == (True, True)


def test_a_quote_without_the_sentences_new_terms_does_not_replace_it() -> None:
    query = "What became of the old tithe barn?"
    draft = "The old tithe barn was sold to a brewer [1]."
    assert _select(query, draft, SCHOOL, quote=SCHOOL) is None


def test_a_heading_is_not_quoted_as_an_answer() -> None:
    text = f"火灾\n\n{WORKS}"
    assert (
        _select("火灾是怎么起的？", "火灾因抽烟而起。[1]", text, language="zh", quote=text) is None
    )
