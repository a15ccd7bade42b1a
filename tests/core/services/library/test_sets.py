"""Question sets are imported completely or not at all."""

import json
from typing import Any

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.exc import OperationalError

from core.errors import InputError, NotFoundError
from core.questions import IssueSeverity, ReadQuestions
from core.services.library import (
    SetAdded,
    add_question_set,
    add_source,
    correct_set,
    count_issues,
    count_questions,
    get_set,
    library_counts,
    list_sets,
    preview_questions,
    set_issues,
    set_placement,
    set_questions,
)
from core.validation import Placement
from tests.core.questions.samples import row
from tests.core.services.library.rows import rows

MIXED = [
    row(id="q1"),
    row(id="q1", question="100% of what?", answer="a"),
    row(answer="z"),
    row(id="q3", context="Its own text.", extra_note={"deep": [1, None]}, position=None),
]


def preview(*given: dict[str, Any], name: str = "set.jsonl", **kwargs: Any) -> ReadQuestions:
    data = "\n".join(map(json.dumps, given)).encode()
    return preview_questions(data, file_name=name, max_bytes=10**6, **kwargs)


def add(engine: Engine, read: ReadQuestions, source_id: int | None, **kwargs: Any) -> SetAdded:
    options = {"title": None, "tokenizer": "cl100k_base", "file_name": "set.jsonl", **kwargs}
    return add_question_set(engine, read, source_id=source_id, **options)


@pytest.fixture
def novel(engine: Engine) -> int:
    data = b"The letter lay under the clock."
    return add_source(engine, data, file_name="novel.txt", max_bytes=100).source_id


def test_a_preview_shows_rows_and_checks_by_line_and_stores_nothing(engine: Engine) -> None:
    read = preview(*MIXED, n_tokens=100)
    assert [question.line for question in read.questions] == [1, 2, 4]
    assert [(issue.line, issue.code) for issue in read.issues] == [
        (None, "positions_elsewhere"),
        (1, "position_out_of_range"),
        (2, "duplicate_id"),
        (2, "position_out_of_range"),
        (3, "answer_not_an_option"),
    ]
    assert set(rows(engine).values()) == {0}


def test_the_database_counts_where_texts_come_from_as_the_rows_do(
    engine: Engine, novel: int
) -> None:
    placed = {"position": {"start_pos": 7, "end_pos": 9}}
    read = preview(
        *(row(id="a", **placed), row(id="b", position=None), row(id="c", position=None)),
        row(id="d", context="Its own text.", position={"start_pos": 1, "end_pos": 2}),
        row(id="e", context="Its own text.", position=None),
    )
    placement = set_placement(engine, add(engine, read, novel).set_id)
    assert placement == Placement.from_questions(question.question for question in read.questions)
    assert placement == Placement(own_context=2, positioned=1, unplaced=2, earliest=7)


def test_a_set_is_kept_with_every_row_and_every_issue(engine: Engine, novel: int) -> None:
    read = preview(*MIXED)
    added = add(engine, read, novel, title="Mine")
    summary = get_set(engine, added.set_id)
    assert (summary.title, summary.source_title, summary.format) == ("Mine", "novel", "jsonl")
    assert (summary.row_count, summary.refused_count, summary.warning_count) == (3, 1, 1)
    stored = set_questions(engine, added.set_id)
    assert [question.question for question in stored] == [
        question.question for question in read.questions
    ]
    assert [question.item_key for question in stored] == ["q1", "q1#2", "q3"]
    assert set_issues(engine, added.set_id) == read.issues
    assert set_issues(engine, added.set_id, severity=IssueSeverity.REFUSED) == read.refused
    assert count_issues(engine, added.set_id, severity=IssueSeverity.WARNING) == 1
    assert library_counts(engine).questions == 3


def test_the_same_file_is_recognised_per_novel(engine: Engine, novel: int) -> None:
    first = add(engine, preview(*MIXED), novel)
    again = add(engine, preview(*MIXED, name="renamed.jsonl"), novel)
    assert again == SetAdded(first.set_id, already_there=True)
    other_source = add_source(engine, b"Another novel.", file_name="b.txt", max_bytes=100).source_id
    assert not add(engine, preview(*MIXED), other_source).already_there
    assert [summary.source_id for summary in list_sets(engine)] == [other_source, novel]


def test_a_set_needs_a_novel_unless_every_row_has_a_context(engine: Engine) -> None:
    bare = preview(row(context="Its own."), row())
    with pytest.raises(InputError, match="line 2") as error:
        add(engine, bare, None)
    assert error.value.field == "context"
    assert set(rows(engine).values()) == {0}
    with_context = preview(row(context="Its own."))
    first = add(engine, with_context, None)
    assert add(engine, with_context, None) == SetAdded(first.set_id, already_there=True)
    assert get_set(engine, first.set_id).source_title is None


def test_a_set_without_a_readable_question_is_not_kept(engine: Engine, novel: int) -> None:
    before = rows(engine)
    with pytest.raises(InputError, match="No question could be read: 2 rows were rejected"):
        add(engine, preview(row(answer="z"), row(question="")), novel)
    with pytest.raises(NotFoundError):
        add(engine, preview(row()), 99)
    assert rows(engine) == before


def test_a_database_error_in_the_middle_leaves_nothing_behind(engine: Engine, novel: int) -> None:
    before = rows(engine)

    def fail(*arguments: Any) -> None:
        if "import_issue" in arguments[2]:
            raise OperationalError(arguments[2], None, Exception("disk full"))

    event.listen(engine, "before_cursor_execute", fail)
    try:
        with pytest.raises(OperationalError):
            add(engine, preview(*MIXED), novel)
    finally:
        event.remove(engine, "before_cursor_execute", fail)
    assert rows(engine) == before
    assert not add(engine, preview(*MIXED), novel).already_there


def test_a_file_over_the_limit_is_refused_before_it_is_read() -> None:
    with pytest.raises(InputError, match="DESK_MAX_UPLOAD_MB"):
        preview_questions(b"x" * 11, file_name="set.jsonl", max_bytes=10)


def test_questions_are_paged_and_found_by_text_or_key(engine: Engine, novel: int) -> None:
    set_id = add(engine, preview(*MIXED), novel).set_id
    assert [question.line for question in set_questions(engine, set_id, limit=1, offset=1)] == [2]
    assert [question.line for question in set_questions(engine, set_id, search="0% OF")] == [2]
    assert [question.line for question in set_questions(engine, set_id, search="Q3")] == [4]
    assert set_questions(engine, set_id, search="%_%") == ()
    assert count_questions(engine, set_id, search="q1") == 2
    assert len(set_questions(engine, set_id, limit=None)) == 3


def test_title_and_tokeniser_of_a_set_can_be_corrected(engine: Engine, novel: int) -> None:
    set_id = add(engine, preview(row()), novel).set_id
    correct_set(engine, set_id, tokenizer="o200k_base")
    correct_set(engine, set_id, title="New")
    summary = get_set(engine, set_id)
    assert (summary.title, summary.tokenizer) == ("New", "o200k_base")
    with pytest.raises(NotFoundError):
        correct_set(engine, 99, title="x")
    with pytest.raises(NotFoundError):
        get_set(engine, 99)
