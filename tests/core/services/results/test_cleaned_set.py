"""Files of a cleaned set add up, say what they leave out, and can be imported again."""

import csv
import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from sqlalchemy import Engine
from sqlmodel import Session, col, delete, update

from core.errors import InputError
from core.questions import Question, read_questions
from core.services.library import add_question_set, preview_questions
from core.services.results import (
    REVIEW_FIELD,
    CleanedScope,
    QuestionOutcome,
    act_lines,
    archive,
    change_lines,
    changes_text,
    cleaned_set,
    count_outcomes,
    count_revalidated,
    export_metadata,
    left_out_lines,
    questions_file,
    take_snapshot,
)
from core.services.review import Action, Correction, ask_second, correct, decide, revalidate, undo
from core.settings import Settings
from db.tables import ReviewState, ReviewText, Run, RunItem, Validation
from tests.core.services.results.desk_data import NOVEL, OPTIONS, fill

pytestmark = pytest.mark.long_on_postgres

SCHEMAS = Path(__file__).parents[4] / "docs" / "schemas"
BOTH = CleanedScope.KEPT_AND_CORRECTED
FORMULA = '=HYPERLINK("http://evil","x")'
HEARD = "等船的人先听见了橹声"


def _schema(name: str) -> Draft202012Validator:
    read = {path.name: json.loads(path.read_text()) for path in SCHEMAS.glob("*.json")}
    registry = Registry().with_resources(
        (file, Resource.from_contents(content)) for file, content in read.items()
    )
    return Draft202012Validator(read[name], registry=registry)


def _lines(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def _back(data: bytes) -> Question:
    (row,) = read_questions(data, file_name="set").questions
    return row.question


@pytest.fixture
def decided(engine: Engine) -> Engine:
    """q2 corrected, q3 dropped, q4 in dispute, q5 waits for a second opinion, q6 to be fixed."""
    start = NOVEL.index(HEARD)
    correction = Correction(
        FORMULA, "multi_choice", {**OPTIONS, "d": "\t六根"}, ["b", "d"], (start, start + 10)
    )
    correct(engine, 2, "Li", correction, "@see", idempotency_key="1")
    decide(engine, 3, "Wang", Action.DROP, "copy", idempotency_key="2")
    decide(engine, 4, "Li", Action.KEEP, idempotency_key="3")
    ask_second(engine, 4, "Li", idempotency_key="4")
    decide(engine, 4, "Wang", Action.DROP, idempotency_key="5")
    decide(engine, 5, "Li", Action.KEEP, idempotency_key="6")
    ask_second(engine, 5, "Li", idempotency_key="7")
    decide(engine, 6, "Li", Action.FIX, idempotency_key="8")
    return engine


def test_every_question_has_one_fate_and_both_ways_of_counting_agree(decided: Engine) -> None:
    counted = count_outcomes(decided, 1)
    assert counted == take_snapshot(decided, 1).status_counts
    assert counted == {
        QuestionOutcome.KEPT: 1,
        QuestionOutcome.CORRECTED: 1,
        QuestionOutcome.DROPPED: 1,
        QuestionOutcome.DISPUTED: 1,
        QuestionOutcome.AWAITS_SECOND: 1,
        QuestionOutcome.TO_FIX: 1,
        QuestionOutcome.NOT_JUDGED: 2,
    }


def test_only_kept_leaves_the_corrected_ones_out(decided: Engine) -> None:
    assert [question.item_key for question in cleaned_set(decided, 1, CleanedScope.KEPT)] == ["q1"]
    both = cleaned_set(decided, 1)
    assert [question.item_key for question in both] == ["q1", "q2"]
    assert (both[1].question, both[1].answer) == (FORMULA, ("b", "d"))


def test_a_passed_question_in_dispute_is_not_kept_silently(engine: Engine) -> None:
    ask_second(engine, 1, "Li", idempotency_key="1")
    assert count_outcomes(engine, 1)[QuestionOutcome.KEPT] == 0
    assert count_outcomes(engine, 1)[QuestionOutcome.AWAITS_SECOND] == 1


def test_an_undone_correction_is_undecided_again(decided: Engine) -> None:
    undo(decided, 2, "Li", idempotency_key="u")
    assert count_outcomes(decided, 1)[QuestionOutcome.CORRECTED] == 0
    assert count_outcomes(decided, 1)[QuestionOutcome.UNDECIDED] == 1
    assert _lines(questions_file(take_snapshot(decided, 1), BOTH, "jsonl"))[0]["id"] == "q1"


def test_a_question_the_run_has_not_reached_is_counted(decided: Engine) -> None:
    with Session(decided) as session:
        session.execute(update(RunItem).where(col(RunItem.id) == 7).values(retry=True))
        for table in (ReviewState, ReviewText, Validation):
            session.execute(delete(table).where(col(table.item_id) == 8))
        session.execute(delete(RunItem).where(col(RunItem.id) == 8))
        session.commit()
    assert count_outcomes(decided, 1)[QuestionOutcome.NOT_JUDGED] == 2
    assert count_outcomes(decided, 1) == take_snapshot(decided, 1).status_counts


def test_set_and_left_out_are_together_the_file(decided: Engine) -> None:
    ruled = take_snapshot(decided, 1)
    for scope in CleanedScope:
        kept = _lines(questions_file(ruled, scope, "jsonl"))
        left_out = _lines(b"".join(left_out_lines(ruled, scope)))
        assert sorted(row["id"] for row in kept + left_out) == [f"q{n}" for n in range(1, 9)]
        assert all(row[REVIEW_FIELD]["fate"] not in scope.statuses for row in left_out)
        for row in kept + left_out:
            _schema("desk_review.schema.json").validate(row[REVIEW_FIELD])
    assert left_out[0]["answer"] == ["b"], "what is left out is as it was"


def test_each_row_says_who_decided_and_what_was_changed(decided: Engine) -> None:
    record = _lines(questions_file(take_snapshot(decided, 1), BOTH, "jsonl"))[1][REVIEW_FIELD]
    assert (record["decision"], record["by"], record["comment"]) == ("fix", "Li", "@see")
    assert record["failure_reasons"] == ["answer_mismatch", "evidence_altered"]
    assert record["changed"] == ["question", "question_type", "choice.d", "answer", "evidence"]
    assert record["evidence"]["text"] == HEARD
    assert record["revalidation"] is None


def test_the_diff_lists_what_is_not_in_the_set_as_it_was(decided: Engine) -> None:
    ruled = take_snapshot(decided, 1)
    lines = _lines(b"".join(change_lines(ruled, BOTH)))
    assert [line["item"] for line in lines] == ["q2", "q3", "q4", "q5", "q6", "q7", "q8"]
    for line in lines:
        _schema("change.schema.json").validate(line)
    assert lines[0]["changes"][3] == {"field": "answer", "before": ["b"], "after": ["b", "d"]}
    diff = changes_text(ruled, BOTH)
    assert 'line 2, item "q2": corrected, Li, ' in diff
    assert '  answer\n    - ["b"]\n    + ["b", "d"]\n' in diff
    assert 'left out: "谁把灯举高？"' in diff


def test_a_question_in_dispute_names_every_opinion_with_author_time_and_note(
    decided: Engine,
) -> None:
    undo(decided, 4, "Wang", idempotency_key="u")
    fix = Correction("谁把灯举得高？", "single_choice", OPTIONS, ["b"])
    correct(decided, 4, "Wang", fix, "the wording", idempotency_key="u2")
    ruled = take_snapshot(decided, 1)
    (left_out,) = (
        row[REVIEW_FIELD]
        for row in _lines(b"".join(left_out_lines(ruled, BOTH)))
        if row[REVIEW_FIELD]["fate"] == "disputed"
    )
    _schema("desk_review.schema.json").validate(left_out)
    assert (left_out["decision"], left_out["by"]) == (None, None)
    opinions = [
        (entry["decision"], entry["by"], entry["comment"]) for entry in left_out["opinions"]
    ]
    assert opinions == [("keep", "Li", ""), ("fix", "Wang", "the wording")]
    assert all(entry["at"] for entry in left_out["opinions"])
    assert "question" in [change["field"] for change in left_out["opinions"][1]["changes"]]
    (line,) = (
        entry
        for entry in _lines(b"".join(change_lines(ruled, BOTH)))
        if entry["fate"] == "disputed"
    )
    assert line["opinions"] == left_out["opinions"]
    text = changes_text(ruled, BOTH)
    assert "  opinion: keep, Li, " in text
    assert '"the wording"' in text
    assert all(not row.opinions for row in ruled.rows if row.status is not QuestionOutcome.DISPUTED)


def test_a_row_that_is_read_alone_says_which_run_judged_it(decided: Engine) -> None:
    ruled = take_snapshot(decided, 1)
    record = _lines(questions_file(ruled, BOTH, "jsonl"))[0][REVIEW_FIELD]
    assert (record["run"], record["run_title"]) == (1, ruled.run_title)
    assert record["model"] == (ruled.spec.get("model") or ruled.spec["connection"])
    assert record["similarity_threshold"] == ruled.spec["similarity_threshold"]
    assert str(ruled.spec["template_hash"]) in record["prompt"]
    (row, *_) = csv.DictReader(io.StringIO(questions_file(ruled, BOTH, "csv").decode("utf-8-sig")))
    assert row["desk_review.run_title"] == ruled.run_title


def test_the_header_counts_what_the_files_hold(decided: Engine) -> None:
    ruled = take_snapshot(decided, 1)
    header = export_metadata(ruled, BOTH)
    _schema("export_about.schema.json").validate(header)
    assert (header["in_the_set"], header["of"]) == (2, 8)
    assert sum(header["fates"].values()) == 8
    assert header["decisions"]["reviewers"] == {"Li": 3, "Wang": 1}
    assert header["revalidated"] == {"not_asked": 1} == count_revalidated(decided, 1)
    assert header["run"]["settings"]["connection"] == "lexical"


def test_the_last_revalidation_is_told(decided: Engine) -> None:
    revalidate(decided, 1, "Li", settings=Settings(), environ={})
    ruled = take_snapshot(decided, 1)
    again = ruled.rows[1].revalidation
    assert again is not None
    record = _lines(questions_file(ruled, BOTH, "jsonl"))[1][REVIEW_FIELD]
    assert record["revalidation"] == again.outcome
    assert record["revalidation_reasons"] == list(again.reasons)
    assert export_metadata(ruled, BOTH)["revalidated"] == {again.outcome: 1}
    assert count_revalidated(decided, 1) == {again.outcome: 1}


@pytest.mark.parametrize("file_format", ["jsonl", "csv"])
def test_an_exported_set_is_imported_again_as_it_was(decided: Engine, file_format: Any) -> None:
    data = questions_file(take_snapshot(decided, 1), BOTH, file_format)
    read = preview_questions(data, file_name=f"cleaned.{file_format}", max_bytes=10**6)
    assert read.refused == ()
    back = [row.question for row in read.questions]
    for question, exported in zip(back, cleaned_set(decided, 1), strict=True):
        assert {**question.to_dict(), **exported.to_dict()} == question.to_dict()
        added = set(question.extra) - set(exported.extra)
        assert all(name.startswith(REVIEW_FIELD) for name in added)
    added_set = add_question_set(
        decided, read, source_id=1, title=None, tokenizer="cl100k_base", file_name="cleaned"
    )
    assert not added_set.already_there


@pytest.mark.parametrize("first", ["jsonl", "csv"])
@pytest.mark.parametrize("then", ["jsonl", "csv"])
def test_what_an_earlier_export_said_is_kept(engine: Engine, first: Any, then: Any) -> None:
    ruled = take_snapshot(engine, 1)
    row = _back(questions_file(ruled, BOTH, first))
    again = replace(ruled, rows=(replace(ruled.rows[0], original=row, question=row),))
    extra = _back(questions_file(again, BOTH, then)).extra
    earlier = (
        extra[REVIEW_FIELD]["earlier"]
        if then == "jsonl"
        else json.loads(extra[f"{REVIEW_FIELD}.earlier"])
    )
    assert earlier["fate" if first == "jsonl" else f"{REVIEW_FIELD}.fate"] == "kept"
    assert extra["source"] == "hand-made"


def test_no_cell_of_the_csv_can_be_executed(decided: Engine) -> None:
    data = questions_file(take_snapshot(decided, 1), BOTH, "csv").decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(data)) for cell in row]
    assert f"'{FORMULA}" in cells
    assert "'\t六根" in cells
    assert "'@see" in cells
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t", "\r")]


def test_all_files_of_an_archive_are_of_one_moment(decided: Engine) -> None:
    with zipfile.ZipFile(io.BytesIO(archive(decided, take_snapshot(decided, 1), BOTH))) as files:
        assert files.testzip() is None
        assert files.namelist() == [
            "about.json",
            "questions.jsonl",
            "questions.csv",
            "changes.jsonl",
            "changes.txt",
            "left_out.jsonl",
            "acts.jsonl",
        ]
        header = json.loads(files.read("about.json"))
        assert len(_lines(files.read("questions.jsonl"))) == header["in_the_set"]


def test_every_act_is_exported_as_it_was_made(decided: Engine) -> None:
    undo(decided, 3, "Wang", idempotency_key="undone")
    ruled = take_snapshot(decided, 1)
    decide(decided, 3, "Wang", Action.KEEP, idempotency_key="after the moment")
    lines = _lines(b"".join(act_lines(decided, ruled)))
    for line in lines:
        _schema("act.schema.json").validate(line)
    acts = [(line["item"], line["by"], line["action"]) for line in lines]
    assert acts[:5] == [
        ("q2", "Li", "fix"),
        ("q3", "Wang", "drop"),
        ("q4", "Li", "keep"),
        ("q4", "Li", "second"),
        ("q4", "Wang", "drop"),
    ]
    assert acts[-1] == ("q3", "Wang", "undo")
    (dropped,) = [line for line in lines if line["item"] == "q3" and line["action"] == "drop"]
    assert dropped["undone"]
    assert lines[-1]["undoes"] == dropped["act"]
    assert lines[0]["corrects"]


def test_a_depth_test_cleans_nothing(engine: Engine) -> None:
    with Session(engine) as session:
        session.get_one(Run, fill(engine, title="depth")).kind = "depth"
        session.get_one(Run, 1).kind = "depth"
        session.commit()
    with pytest.raises(InputError, match="A depth test has no cleaned set"):
        take_snapshot(engine, 1)
