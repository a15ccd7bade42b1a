"""CSV as people and spreadsheets write it."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.questions import Position, Question, ReadQuestions, read_questions, write_questions
from core.questions.csv_rows import delimiter_of
from core.questions.question_files import detect_format, is_jsonl
from core.questions.records import FileFormat
from core.questions.table_rows import EXECUTED, guard_formula, unguard_formula
from tests.core.questions.samples import questions


def read(text: str) -> ReadQuestions:
    return read_questions(text.encode(), file_name="set.csv")


def test_options_may_stand_in_columns_of_their_own() -> None:
    found = read("Question,A,B,C,answer,start_pos,end_pos,note\nWho?,x,y,,b,5,9,kept\n")
    question = found.questions[0].question
    assert question.choice == {"a": "x", "b": "y"}
    assert question.position == Position(5, 9)
    assert question.extra == {"note": "kept"}


@pytest.mark.parametrize(
    "columns",
    ["option_a,option_b", "Option A,Option B", "选项A,选项B", "Ａ,Ｂ", "choice_a,choice_b"],
)
def test_option_columns_have_many_names(columns: str) -> None:
    found = read(f"question,{columns},answer\nWho?,x,y,B\n")
    assert found.questions[0].question.choice == {"a": "x", "b": "y"}
    assert not found.questions[0].question.extra


def test_positions_as_pandas_writes_them_are_whole_numbers() -> None:
    found = read("question,a,b,answer,start_pos,end_pos\nWho?,x,y,a,25632.0,25980.0\n")
    assert found.questions[0].question.position == Position(25632, 25980)


def test_options_may_stand_as_json() -> None:
    cell = json.dumps({"a": "x", "b": "y"}).replace('"', '""')
    found = read(f'question,choice,answer\nWho?,"{cell}","[""a""]"\n')
    assert found.questions[0].question.choice == {"a": "x", "b": "y"}
    assert found.questions[0].question.answer == ("a",)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_delimiter_is_told_by_the_header(delimiter: str) -> None:
    found = read("question|a|b|answer\nWho?|x|y|a".replace("|", delimiter))
    assert found.questions[0].question.choice == {"a": "x", "b": "y"}


def test_the_delimiter_is_told_by_a_first_line_of_excels() -> None:
    found = read("sep=|\nquestion|a|b|answer\nWho?|x|y|a")
    assert found.questions[0].question.choice == {"a": "x", "b": "y"}
    assert found.questions[0].line == 3


@pytest.mark.parametrize(
    ("line", "code", "field"),
    [
        ("Who?,x,y,a", "cell_count", None),
        ("Who?,x,y,a,1,2,3", "cell_count", None),
        ("Who?,x,y,a,1.5,2", "wrong_type", "position"),
        ("Who?,x,y,a,1,", "position_half", "position"),
        ("Who?,x,y,e,,", "answer_not_an_option", "answer"),
        ("Who?,x,,a,,", "option_count", "choice"),
        ('"Who" is,x,y,a,,', "csv_quotes", None),
    ],
)
def test_a_faulty_line_is_refused_and_the_next_is_read(
    line: str, code: str, field: str | None
) -> None:
    found = read(f"question,a,b,answer,start_pos,end_pos\n{line}\nWhere?,x,y,b,,\n")
    (issue,) = found.refused
    assert (issue.code, issue.field, issue.line, issue.raw) == (code, field, 2, line)
    assert [(one.line, one.question.question) for one in found.questions] == [(3, "Where?")]


def test_a_quote_that_never_closes_keeps_every_line_it_swallowed() -> None:
    found = read('question,a,b,answer\nWho?,x,y,a\n"When,x,y,a\nWhere?,x,y,b\n')
    assert [one.question.question for one in found.questions] == ["Who?"]
    assert [(i.line, i.raw) for i in found.refused] == [(3, '"When,x,y,a\nWhere?,x,y,b')]


def test_a_cell_may_span_lines_and_hold_a_long_context() -> None:
    context = "A line.\n" * 50_000
    found = read(f'question,a,b,answer,context\nWho?,x,y,a,"{context}"\nWhere?,x,y,b,\n')
    assert found.questions[0].question.context == context
    assert found.questions[1].line == 50_003


def test_columns_without_a_name_are_kept_apart() -> None:
    found = read(",question,a,b,answer,\n0,Who?,x,y,a,end\n")
    assert found.questions[0].question.extra == {"column 1": "0", "column 6": "end"}


@given(st.text(st.sampled_from([*EXECUTED, "'", "a"])))
def test_a_guard_can_be_taken_off_again_and_leaves_nothing_to_execute(cell: str) -> None:
    assert unguard_formula(guard_formula(cell)) == cell
    assert guard_formula(cell)[:1] not in set(EXECUTED)


@given(questions())
def test_no_cell_of_an_export_begins_like_a_formula(question: Question) -> None:
    text = write_questions([question], "csv").decode("utf-8-sig")
    for cells in csv.reader(io.StringIO(text, newline="")):
        assert not [cell for cell in cells if cell[:1] in set(EXECUTED)]


def test_apostrophes_taken_off_are_counted_once() -> None:
    found = read("question,question_type,a,b,answer\n'=Who?,single_choice,'-1,y,a\n")
    assert found.questions[0].question.question == "=Who?"
    assert [issue.params["count"] for issue in found.warnings] == [2]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_a_table_is_told_by_its_first_line_however_that_ends(end: str) -> None:
    text = f"{end}question;answer{end}Who, then?;a{end}"
    assert delimiter_of(text) == ";"
    assert detect_format(text, "set.txt") is FileFormat.CSV
    assert delimiter_of(f'word{end}"question", answer') is None
    with pytest.raises(InputError):
        detect_format(f"word{end}question,answer", "set.txt")


@pytest.mark.parametrize("text", ["", " ", "\r", "\n\r\n"])
def test_blank_text_is_no_jsonl(text: str) -> None:
    assert not is_jsonl(text, ".json")
