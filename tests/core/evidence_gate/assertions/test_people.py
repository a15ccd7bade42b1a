"""Forms of names, and whether a sentence mentions a person."""

import pytest

from core.evidence_gate.assertions.answer_type import AnswerType
from core.evidence_gate.assertions.people import mentions_person

BROWNS = "Samuel Brown kept the toll house. Mary Brown took the money. Mr. Brown grew leeks."
WANGS = "第一任团长王德厚原是唱老生的。账目由会计王明代记。"


@pytest.mark.parametrize(
    ("query", "documents", "said", "is_of_them"),
    [
        ("When did old Mary Brown die?", BROWNS, "Samuel Brown died in 1880.", False),
        ("When did old Mary Brown die?", BROWNS, "Mr. Brown died in 1880.", False),
        ("When did old Mary Brown die?", BROWNS, "Mary died in 1880.", True),
        ("When did old Mary Brown die?", "Mr. Brown kept bees.", "Mr. Brown died in 1880.", True),
        ("When did old Mary Brown die?", BROWNS, "Mary Ann Brown died in 1880.", True),
        ("王明是哪一年去世的？", WANGS, "一九七八年王德厚去世。", False),
        ("王明是哪一年去世的？", WANGS, "一九七八年王先生去世。", False),
        ("王明是哪一年去世的？", "账目由王明代记。", "一九七八年王会计去世。", True),
        ("王明是哪一年去世的？", WANGS, "一九七八年王明去世。", True),
    ],
)
def test_a_part_of_a_name_counts_if_nobody_else_has_it(
    query: str, documents: str, said: str, is_of_them: bool
) -> None:
    assert AnswerType.from_query(query, documents).is_answered_by(said) is is_of_them


@pytest.mark.parametrize(
    ("query", "said", "answers"),
    [
        ("Who built the iron bridge?", "The iron bridge was built in 1871.", False),
        ("Who built the iron bridge?", "It was built in 1871 by Silas Crake.", True),
        ("Who built the iron bridge?", "It was built by the monks of the abbey.", True),
        ("Who built the iron bridge?", "The engineer Silas Crake slept in a hut.", False),
        ("What was the doctor's name?", "The doctor would not ride over it.", False),
        ("木桥是谁修好的？", "一九七六年木桥修好了。", False),
        ("木桥是谁修好的？", "木桥是村民修好的。", True),
        ("木桥是谁修好的？", "山洪冲断了木桥，病人过不来。", False),
        ("木桥是谁修好的？", "木桥由罗启明修好。", True),
    ],
)
def test_a_who_question_needs_a_person_who_did_it(query: str, said: str, answers: bool) -> None:
    assert AnswerType.from_query(query).is_answered_by(said) is answers


def test_who_in_a_relative_clause_asks_for_no_person() -> None:
    assert not AnswerType.from_query("What did the men who built it eat?").who
    assert AnswerType.from_query("By whom was it built?").who


def test_a_person_of_the_question_is_no_answer() -> None:
    assert not mentions_person("The ferryman slept.", "Who paid the ferryman?")
