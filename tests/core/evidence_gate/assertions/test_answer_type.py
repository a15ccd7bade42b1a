"""The type of answer: a question for a time or a count needs a sentence with one."""

import pytest

from core.evidence_gate.assertions.answer_type import AnswerType


@pytest.mark.parametrize(
    ("query", "sentence", "may"),
    [
        ("祠堂是哪一年建的？", "嘉靖二十一年，思齐公出银倡建祠堂。", True),
        ("祠堂是哪一年建的？", "而子孙日众，长幼或不相识。", False),
        ("桥是什么时候建的？", "建于乾隆年间。", True),
        ("村子是哪一年建的？", "严田在县治东四十里。", False),
        ("市集在哪几天？", "村口有市，逢三、逢八为集。", True),
        ("When was the bell cast?", "There is one bell, called Old Patience.", False),
        ("When was the tower rebuilt?", "It was rebuilt in 1742.", True),
        ("When is the supper?", "At Michaelmas there is a supper in the barn.", True),
        ("村里有多少人？", "男女九百四十二口。", True),
        ("村里有多少人？", "村中有石桥一座。", False),
        ("How many people live there?", "The parish held 312 souls.", True),
        ("How many daughters had Pell?", "His two daughters kept the mill.", True),
        ("How many daughters had Pell?", "His daughters kept the mill.", False),
        ("How many daughters had Pell?", "He left the county with his daughters.", False),
        ("How many daughters had Pell?", "He had twenty daughters, and a forty-first.", True),
        ("谁修的桥？", "里人募建。", True),
    ],
)
def test_a_sentence_may_answer_only_with_what_is_asked_for(
    query: str, sentence: str, may: bool
) -> None:
    assert AnswerType.from_query(query).is_possible_in(sentence) is may


def test_names_are_no_events() -> None:
    answer_type = AnswerType.from_query("When did Hannah Price die?")
    assert answer_type.events == {"death"}
    assert not answer_type.is_answered_by("She was paid a good price in 1815.", "Hannah Price")


def test_a_length_is_answered_by_a_length() -> None:
    answer_type = AnswerType.from_query("板桥有多长？")
    assert not answer_type.is_answered_by("板桥在镇东，木造，无栏杆。")
    assert answer_type.is_answered_by("板桥长十二丈。")


def test_a_when_clause_before_a_question_asks_for_no_time() -> None:
    """A subordinate clause with "when" asks for no time."""
    assert not AnswerType.from_query("When the bridge shut, what became of its iron?").time
    assert AnswerType.from_query("When the bridge shut?").time
    assert AnswerType.from_query("When did the bridge shut, and why?").time
