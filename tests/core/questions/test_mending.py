"""Rows mended, left out or placed before an import; nothing else of the file changes."""

import json

import pytest

from core.questions import (
    ColumnMapping,
    IssueSeverity,
    Position,
    RowRefused,
    check_questions,
    leave_out,
    mend_rows,
    place_rows,
    read_questions,
    refused_fields,
)
from tests.core.questions.samples import read_rows, row


def test_a_mended_row_takes_the_place_of_the_refused_one() -> None:
    read = read_rows(row(id=1), row(id=2, answer="z"), row(id=1))
    mended = mend_rows(read, {2: row(id=2)})
    assert [(one.line, one.question.item_key) for one in mended.questions] == [
        (1, "1"),
        (2, "2"),
        (3, "1#2"),
    ]
    assert not mended.refused
    assert mended.content_hash != read.content_hash
    assert mend_rows(read, {}) is read
    with pytest.raises(RowRefused):
        mend_rows(read, {2: row(answer="z")})


def test_a_row_that_is_left_out_is_accounted_for_as_refused() -> None:
    read = read_rows(row(id=1), row(id=2))
    read = read.with_issues(check_questions(read.questions))
    left = leave_out(read, {2}, "duplicate")
    assert [one.line for one in left.questions] == [1]
    (refused,) = left.refused
    assert (refused.line, refused.code) == (2, "duplicate")
    assert refused.severity is IssueSeverity.REFUSED
    assert json.loads(refused.raw or "")["id"] == 2


def test_a_position_changes_no_name() -> None:
    read = read_rows(row(position=None), row(position=None))
    placed = place_rows(read, {2: Position(3, 9)})
    assert [one.question.position for one in placed.questions] == [None, Position(3, 9)]
    names = [[one.question.item_key for one in some.questions] for some in (read, placed)]
    assert names[0] == names[1]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_fields_of_a_refused_line_are_told_under_plain_names(delimiter: str) -> None:
    header = ["Frage", "a", "b", "Antwort", "Thema"]
    cells = ["Wann?", "früh", "spät", "E", "Zeit"]
    mapping = ColumnMapping.from_arguments(["question=Frage", "answer=Antwort"])
    data = "\n".join(map(delimiter.join, (header, cells))).encode()
    (issue,) = read_questions(data, file_name="f.csv", mapping=mapping).refused
    assert refused_fields(issue.raw or "", header, mapping) == {
        "question": "Wann?",
        "choice": {"a": "früh", "b": "spät"},
        "answer": "E",
        "Thema": "Zeit",
    }
    assert refused_fields("{broken", header) == refused_fields("no table", header) == {}
