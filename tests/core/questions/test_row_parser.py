"""Which rows are refused, and which are read with a warning."""

import json
from typing import Any

import pytest

from core.errors import InputError
from core.questions import Position, QuestionType, parse_question
from tests.core.questions.samples import read_rows, row


def test_a_sound_row_is_read_as_it_stands() -> None:
    question = parse_question(row(id="q1", context=" The text. "))
    assert question.question_type is QuestionType.SINGLE_CHOICE
    assert question.answer == ("b",)
    assert question.position == Position(10, 500)
    assert question.context == " The text. "
    assert question.extra == {"id": "q1"}


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"question": ...}, "missing_field", "question"),
        ({"question": None}, "missing_field", "question"),
        ({"question": 7}, "wrong_type", "question"),
        ({"question": " \n"}, "empty_text", "question"),
        ({"question_type": "single"}, "unknown_type", "question_type"),
        ({"choice": ...}, "missing_field", "choice"),
        ({"choice": "a, b"}, "wrong_type", "choice"),
        ({"choice": {"a": True, "b": "x"}}, "wrong_type", "choice"),
        ({"choice": {"a": "one"}}, "option_count", "choice"),
        ({"choice": ["x"] * 27}, "option_count", "choice"),
        ({"choice": {"a": "x", "1": "y"}}, "option_letter", "choice"),
        ({"choice": {"b": "x", "B": "y"}}, "option_letter", "choice"),
        ({"choice": {"a": "x", "b": " "}}, "empty_text", "choice.b"),
        ({"answer": ...}, "missing_field", "answer"),
        ({"answer": True}, "wrong_type", "answer"),
        ({"answer": 1}, "answer_number", "answer"),
        ({"answer": [0]}, "answer_number", "answer"),
        ({"answer": "2"}, "answer_number", "answer"),
        ({"answer": []}, "empty_answer", "answer"),
        ({"answer": " "}, "empty_answer", "answer"),
        ({"answer": "d"}, "answer_not_an_option", "answer"),
        ({"answer": ["a", "c"]}, "answer_count", "answer"),
        ({"answer": ["a", "A"], "question_type": "multi_choice"}, "answer_twice", "answer"),
        ({"position": [1, 2]}, "wrong_type", "position"),
        ({"position": {"start_pos": 1.5, "end_pos": 2}}, "wrong_type", "position"),
        ({"position": {"start_pos": True, "end_pos": 2}}, "wrong_type", "position"),
        ({"position": {"start_pos": 1}}, "position_half", "position"),
        ({"position": {"start_pos": -1, "end_pos": 2}}, "position_range", "position"),
        ({"position": {"start_pos": 5, "end_pos": 5}}, "position_range", "position"),
        ({"position": {"start_pos": 5, "end_pos": 2**31}}, "position_range", "position"),
        ({"context": 3}, "wrong_type", "context"),
        ({"id": "x" * 501}, "long_id", "id"),
        ({"notes": json.loads("[" * 150 + "]" * 150)}, "too_deep", None),
    ],
)
def test_a_faulty_row_is_refused_with_its_field(
    changed: dict[str, Any], code: str, field: str | None
) -> None:
    read = read_rows(row(), row(**changed))
    (issue,) = read.refused
    assert (issue.code, issue.field, issue.line) == (code, field, 2)
    assert len(read.questions) == 1
    assert issue.raw
    assert issue.translate().endswith(".")
    assert "{{" not in issue.translate()


def test_the_message_names_the_letters_and_the_options() -> None:
    with pytest.raises(InputError, match="Answer E, F is not among the options A, B, C"):
        parse_question(row(answer=["e", "F"], question_type="multi_choice"))


@pytest.mark.parametrize("answer", ["a,c", "A, C", "a、c", "a c", ["a", "C"]])
def test_answers_are_letters_in_any_case_and_common_separators(answer: object) -> None:
    question = parse_question(row(answer=answer, question_type="multi_choice"))
    assert question.answer == ("a", "c")


def test_a_list_of_options_gets_letters() -> None:
    assert parse_question(row(choice=["x", "y"])).choice == {"a": "x", "b": "y"}


def test_outer_spaces_of_texts_are_kept() -> None:
    question = parse_question(row(question="  Who? ", choice={"A": " x", "b": "y "}))
    assert question.question == "  Who? "
    assert question.choice == {"a": " x", "b": "y "}


@pytest.mark.parametrize("position", [None, ..., {}, {"start_pos": None, "end_pos": None}])
def test_a_row_may_have_no_position(position: object) -> None:
    assert parse_question(row(position=position)).position is None


@pytest.mark.parametrize(
    ("answer", "kind"),
    [("a", QuestionType.SINGLE_CHOICE), ("a,b", QuestionType.MULTI_CHOICE)],
)
def test_a_missing_type_is_derived_from_the_answers_and_said(
    answer: str, kind: QuestionType
) -> None:
    read = read_rows(row(question_type=..., answer=answer))
    assert read.questions[0].question.question_type is kind
    assert [(issue.code, issue.line) for issue in read.warnings] == [("type_derived", 1)]


def test_identical_options_are_a_warning_naming_their_letters() -> None:
    read = read_rows(row(choice={"a": "x", "b": "y", "c": " x"}))
    assert len(read.questions) == 1
    assert [issue.params["letters"] for issue in read.warnings] == ["A, C"]


def test_what_a_position_holds_besides_is_left_out_with_a_warning() -> None:
    read = read_rows(row(position={"start_pos": 1, "end_pos": 2, "chapter": 3}))
    assert [issue.params for issue in read.warnings] == [{"names": "chapter"}]


@pytest.mark.parametrize("text", ["\\u0000", "\\ud800"])
def test_a_character_no_database_takes_refuses_the_row_wherever_it_stands(text: str) -> None:
    read = read_rows(
        f'{{"question": "q", "choice": ["x", "y"], "answer": "a", "notes": [{{"n": "{text}"}}]}}',
        row(),
    )
    assert [issue.code for issue in read.refused] == ["unstorable_character"]
    assert len(read.questions) == 1


@pytest.mark.parametrize("answer", ["B.", "(b)", "B)", "Ｂ", "（Ｂ）", ["b."], "[B]"])
def test_a_letter_may_come_with_its_mark_or_in_full_width(answer: object) -> None:
    assert parse_question(row(answer=answer)).answer == ("b",)


def test_option_letters_may_be_full_width_or_marked_and_texts_numbers() -> None:
    question = parse_question(row(choice={"Ａ": 1945, "B.": 2.5, "(c)": "x"}))
    assert question.choice == {"a": "1945", "b": "2.5", "c": "x"}


def test_a_bare_number_as_answer_is_not_guessed_and_the_reason_says_why() -> None:
    with pytest.raises(InputError, match="from 0 or from 1"):
        parse_question(row(answer=1))


def test_positions_may_be_written_as_whole_decimals() -> None:
    question = parse_question(row(position={"start_pos": 25632.0, "end_pos": 25980.0}))
    assert question.position == Position(25632, 25980)


@pytest.mark.parametrize("context", ["", " \n"])
def test_an_empty_context_is_none_and_said(context: str) -> None:
    read = read_rows(row(context=context))
    assert read.questions[0].question.context is None
    assert [(issue.code, issue.field) for issue in read.warnings] == [("empty_context", "context")]
