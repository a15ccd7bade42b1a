"""The subject of a question and its event, which an answer must name."""

import pytest

from core.evidence_gate.assertions.question_subject import QuestionSubject


@pytest.mark.parametrize(
    ("query", "text", "named"),
    [
        ("严田的学堂是哪一年开的？", "由村小学教师程立群在她家堂屋记录。", False),
        ("严田的学堂是哪一年开的？", "严田祠堂办过学堂。", True),
        ("柳溪镇的祠堂是谁建的？", "思齐公出银倡建祠堂。", False),
        ("石虹桥是什么时候造的？", "石虹桥在镇南，乾隆四十年造。", True),
        ("板桥是什么时候造的？", "石虹桥在镇南，乾隆四十年造。", False),
        ("严秉德是哪年开办义塾的？", "义塾由沈秉德捐田开办。", False),
        ("刚才说到通济桥，它是哪一朝募建的？", "道光六年里人募建。", True),
        ("您好！村里有多少户？", "共有八十户。", True),
        ("When was the post office opened?", "The quarry was opened in 1811.", False),
        ("When was the slate quarry opened?", "The quarry was opened in 1811.", True),
        ("In what year did the brewery open?", "The school was opened in 1839.", False),
        ("Good day. When was the school moved to the vestry?", "The school moved in 1851.", True),
        ("How much did the school cost?", "The bridge cost 4,200 pounds.", False),
    ],
)
def test_the_subject_of_a_question_must_be_named(query: str, text: str, *, named: bool) -> None:
    assert QuestionSubject.from_query(query).is_named_in(text, text) is named


@pytest.mark.parametrize(
    ("query", "sentence", "happens"),
    [
        ("义塾是哪一年烧掉的？", "义塾于光绪三十一年开办。", False),
        ("学堂是哪一年开的？", "学堂于光绪三十一年创办。", True),
        ("桂枝是哪一年在祠堂上学的？", "我上学的时候是1948年。", True),
        ("When was the quarry sold?", "The quarry was opened in 1811.", False),
        ("In what year did the school close?", "The school was opened in 1839.", False),
        ("When was the bridge built?", "The bridge was raised in 1872.", True),
    ],
)
def test_the_event_in_question_must_be_told(query: str, sentence: str, *, happens: bool) -> None:
    assert QuestionSubject.from_query(query).mentions_event(sentence) is happens
