"""Files as people keep them: own column names, merged headers, formulas, nested lists."""

import csv
import io
import json

import pytest
from openpyxl import Workbook

from core.errors import InputError
from core.questions import ColumnField, file_columns, read_questions
from core.questions.columns import chapter_of, evidence_of, recognise


def _workbook(*rows: tuple[object, ...], merged: str | None = None) -> bytes:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for cells in rows:
        sheet.append(cells)
    if merged:
        sheet.merge_cells(merged)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (
            ["Nr", "Question text", "Option 1", "Option 2", "Correct", "Evidence sentence", "Chap"],
            [["Question text"], ["Option 1", "Option 2"], ["Correct"], ["Evidence sentence"]],
        ),
        (
            ["题号", "题目内容", "选项一", "选项二", "正确选项", "证据句", "章节"],
            [["题目内容"], ["选项一", "选项二"], ["正确选项"], ["证据句"]],
        ),
        (["q", "choices", "Correct Answer"], [["q"], ["choices"], ["Correct Answer"], []]),
        (
            ["The question", "question type", "question number", "options", "answer explanation"],
            [["The question"], ["options"], [], []],
        ),
    ],
)
def test_columns_are_recognised_by_what_their_names_speak_of(
    names: list[str], expected: list[list[str]]
) -> None:
    found = recognise(names)
    fields = (
        ColumnField.QUESTION,
        ColumnField.OPTIONS,
        ColumnField.ANSWER,
        ColumnField.EVIDENCE,
    )
    assert [list(found.get(field) or ()) for field in fields] == expected
    assert found.get(ColumnField.CHAPTER) == ((names[-1],) if len(names) == 7 else ())


@pytest.mark.parametrize("answer", ["correct_answer", "answer", "Answer"])
@pytest.mark.parametrize("options", ["choices", "options", "Options", "choice", "candidates"])
@pytest.mark.parametrize("asked", ["question", "q"])
@pytest.mark.parametrize("suffix", ["xlsx", "csv", "tsv"])
def test_options_in_one_cell_are_read_from_every_table(
    asked: str, options: str, answer: str, suffix: str
) -> None:
    """`choices` and `options` are no option s, `q` is no option q."""
    rows = [(asked, options, answer), ("Who?", "A. Ann\nB. Bob", "Bob"), ("When?", "Now|Then", "A")]
    if suffix == "xlsx":
        data = _workbook(*rows)
    else:
        text = io.StringIO(newline="")
        csv.writer(text, delimiter="," if suffix == "csv" else "\t").writerows(rows)
        data = text.getvalue().encode()
    read = read_questions(data, file_name=f"own.{suffix}")
    assert not read.refused
    assert [(dict(row.question.choice), row.question.answer) for row in read.questions] == [
        ({"a": "Ann", "b": "Bob"}, ("b",)),
        ({"a": "Now", "b": "Then"}, ("a",)),
    ]


def test_a_cell_with_one_option_is_refused_for_being_one() -> None:
    data = _workbook(("question", "choices", "answer"), ("Who?", "A. Ann", "Ann"))
    (issue,) = read_questions(data, file_name="one.xlsx").refused
    assert (issue.line, issue.code, issue.params) == (2, "option_count", {"count": 1})


def test_the_seventeenth_and_nineteenth_options_are_still_options() -> None:
    letters = "ABCDEFGHIJKLMNOPQRS"
    data = _workbook(("question", *letters, "answer"), ("Who?", *letters.lower(), "Q"))
    (row,) = read_questions(data, file_name="many.xlsx").questions
    assert (len(row.question.choice), row.question.answer) == (19, ("q",))


def test_evidence_and_chapter_of_own_columns_keep_their_names_and_are_found() -> None:
    data = _workbook(
        ("Question text", "A", "B", "Correct", "Evidence sentence", "Chapter"),
        ("Who?", "Ann", "Bob", "A", "Ann came in.", 3),
    )
    (row,) = read_questions(data, file_name="own.xlsx").questions
    extra = row.question.extra
    assert (extra["Evidence sentence"], extra["Chapter"]) == ("Ann came in.", "3")
    assert (evidence_of(extra), chapter_of(extra)) == ("Ann came in.", "3")


def test_a_formula_without_a_result_is_refused_with_its_cell_and_the_fix() -> None:
    data = _workbook(
        ("question", "A", "B", "answer"),
        ("Who?", "Ann", "Bob", '=IF(1=1,"B","A")'),
        ("When?", "Now", "Then", "B"),
    )
    read = read_questions(data, file_name="formulas.xlsx")
    assert [row.line for row in read.questions] == [3]
    (issue,) = read.refused
    assert (issue.line, issue.field, issue.code) == (2, "answer", "formula")
    assert '=IF(1=1,"B","A")' in issue.translate()
    assert "save the file" in issue.translate()


def test_a_header_merged_over_the_options_is_read_with_the_row_below_it() -> None:
    data = _workbook(
        ("Nr", "Question", "Options", None, "Correct"),
        (None, None, "A", "B", None),
        (1, "Who?", "Ann", "Bob", "B"),
        merged="C1:D1",
    )
    (row,) = read_questions(data, file_name="merged.xlsx").questions
    assert (row.line, dict(row.question.choice)) == (3, {"a": "Ann", "b": "Bob"})


def test_columns_without_a_name_can_be_mapped() -> None:
    data = _workbook(("Question", "Options", None, "Correct"), ("Who?", "Ann", "Bob", "B"))
    columns = file_columns(data, file_name="unnamed.xlsx").columns
    assert dict(columns)["column 3"] == "Bob"


QUESTION = {"question": "Who?", "choices": ["Ann", "Bob"], "answer": "Bob"}


@pytest.mark.parametrize("indent", [None, 2])
def test_a_list_inside_another_object_is_found(indent: int | None) -> None:
    text = json.dumps({"v": 1, "data": {"title": "x", "questions": [QUESTION]}}, indent=indent)
    read = read_questions(text.encode(), file_name="nested.json")
    assert [row.question.answer for row in read.questions] == [("b",)]
    assert not read.refused


def test_one_text_with_its_questions_keeps_the_text() -> None:
    text = json.dumps({"article": "Bob came.", "questions": [QUESTION, QUESTION]}, indent=2)
    read = read_questions(text.encode(), file_name="article.json")
    assert [row.question.context for row in read.questions] == ["Bob came."] * 2


def test_an_answer_that_is_no_option_is_named_as_it_was_written() -> None:
    text = json.dumps({**QUESTION, "answer": "Bob Cratchit"})
    (issue,) = read_questions(text.encode(), file_name="full.jsonl").refused
    assert "Answer Bob Cratchit is not among" in issue.translate()


def test_questions_of_chapters_keep_their_chapter() -> None:
    chapters = [{"chapter": n, "questions": [QUESTION]} for n in (1, 2)]
    read = read_questions(json.dumps({"chapters": chapters}).encode(), file_name="chapters.json")
    assert [chapter_of(row.question.extra) for row in read.questions] == ["1", "2"]
    assert not read.refused


def test_a_column_that_is_there_twice_is_named_as_in_the_file() -> None:
    data = _workbook(("question", "A", "A", "answer"), ("Who?", "Ann", "Bob", "A"))
    with pytest.raises(InputError) as refused:
        read_questions(data, file_name="twice.xlsx")
    assert "Two columns are named A." in refused.value.translate()


def test_a_question_of_a_list_with_half_a_character_is_refused_as_it_can_be_kept() -> None:
    row = '{{"title": "A", "questions": [{{"id": "{}", "question": "Who?{}", "answer": ["a"]}}]}}'
    data = "\n".join([row.format("q1", "\\ud800"), row.format("q2", "")]).encode()
    (refused, *_) = read_questions(data, file_name="x").refused
    assert refused.raw is not None
    assert "\\ud800" in refused.raw.encode("utf-8").decode()
