"""Results of a run: counts add up and exported files follow their formats."""

import json
from pathlib import Path

import pytest
from jsonschema import validate
from sqlalchemy import Engine

from core.errors import NotFoundError
from core.ops.preparing import prepare
from core.services.library import load_sample
from core.services.results import (
    QuestionOutcome,
    cleaned_set,
    count_outcomes,
    item,
    result_lines,
    run_counts,
    summary,
)
from core.services.review import Action, Queue, count, decide
from core.services.runs import conclusions, list_runs, progress, retry_failures
from core.services.runs.starter_runs import start_sample_runs
from core.settings import Settings
from core.validation import ValidationResult
from tests.core.services.results.desk_data import CASES, CAUSES, fill

SCHEMA = Path(__file__).parents[4] / "docs" / "schemas" / "validation_summary.schema.json"


def test_every_item_is_counted_once(engine: Engine) -> None:
    counts = run_counts(engine, 1)
    assert (counts.passed, counts.failed) == (1, 5)
    assert counts.infrastructure == {"timeout": 1}
    assert counts.skipped == {"no_position": 1}
    assert counts.finished == 8


def test_an_infrastructure_failure_does_not_lower_the_pass_rate(engine: Engine) -> None:
    counts = run_counts(engine, 1)
    assert (counts.pass_rate.hits, counts.pass_rate.n) == (1, 6)
    assert (counts.infrastructure_share.hits, counts.infrastructure_share.n) == (1, 7)


def test_an_item_with_several_reasons_counts_under_each(engine: Engine) -> None:
    reasons = run_counts(engine, 1).reasons
    assert reasons["answer_mismatch"] == 2
    assert reasons["evidence_altered"] == reasons["low_confidence"] == 1
    assert "timeout" not in reasons


def test_every_cause_of_a_quote_not_found_is_counted_by_itself(engine: Engine) -> None:
    run = fill(engine, CAUSES, title="causes")
    reasons = run_counts(engine, run).reasons
    causes = ("altered", "misjoined", "reworded", "not_found", "elsewhere")
    assert [reasons[f"evidence_{cause}"] for cause in causes] == [1, 3, 1, 1, 1]
    assert summary(engine, run)["failure_reasons"]["evidence_misjoined"] == 3
    for cause, n in (("misjoined", 3), ("reworded", 1)):
        assert count(engine, Queue(run_id=run, reason=f"evidence_{cause}")) == n


def test_the_summary_agrees_with_source_000(engine: Engine) -> None:
    written = summary(engine, 1)
    assert written["passed_count"] + written["failed_count"] == written["total_count"] == 7
    assert written["infrastructure_failures"]["by_kind"] == {"timeout": 1}
    assert (written["skipped"]["count"], written["skipped"]["by_reason"]) == (
        1,
        {"no_position": 1},
    )
    assert [skipped["item"] for skipped in written["skipped"]["items"]] == ["q8"]


def test_the_state_of_a_run_is_the_same_alone_among_others_and_in_its_summary(
    engine: Engine,
) -> None:
    fill(engine, CASES[:2], title="usable")
    failed = fill(engine, CASES[6:], title="nothing")
    conclusion_by_run = conclusions(engine, list_runs(engine))
    assert {run: conclusion.state for run, conclusion in conclusion_by_run.items()} == {
        1: "done_with_problems",
        failed - 1: "done",
        failed: "failed",
    }
    for run, conclusion in conclusion_by_run.items():
        assert progress(engine, run).conclusion == conclusion
        assert summary(engine, run)["state"] == conclusion.state


def test_an_item_that_is_asked_again_is_no_longer_unusable(engine: Engine) -> None:
    assert retry_failures(engine, 1) == 1
    (run,) = list_runs(engine)
    assert conclusions(engine, [run])[1].unusable == 1, "the skipped one"
    assert progress(engine, 1).conclusion.state == "queued"


def test_the_summary_is_what_its_schema_describes(engine: Engine) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    written = json.loads(json.dumps(summary(engine, 1)))
    validate(written, schema)
    assert written["baseline"] is True
    assert written["settings"]["model"] == "lexical baseline"


def test_the_summaries_of_the_sample_runs_fit_the_schema_too(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'sample.db'}"
    engine = prepare(Settings(database_url=url))
    load_sample(engine)
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    for run_id in start_sample_runs(engine):
        validate(summary(engine, run_id), schema)


def test_an_unknown_item_is_not_found(engine: Engine) -> None:
    with pytest.raises(NotFoundError, match="Item 99 does not exist"):
        item(engine, 99)


def test_results_are_rows_in_source_000s_format(engine: Engine) -> None:
    rows = [json.loads(line) for line in result_lines(engine, 1)]
    assert [row["id"] for row in rows] == ["q1", "q2", "q3", "q4", "q5", "q6", "q7"]
    assert all(ValidationResult.from_dict(row).to_dict() == row for row in rows)
    assert rows[1]["position"] == {"start_pos": 0, "end_pos": 900}
    assert rows[1]["source"] == "hand-made"


def test_the_cleaned_set_keeps_passed_and_kept_and_says_what_it_leaves_out(engine: Engine) -> None:
    for item_id, action in ((2, Action.KEEP), (3, Action.DROP), (4, Action.FIX)):
        decide(engine, item_id, "Li", action, idempotency_key=str(item_id))
    assert [question.item_key for question in cleaned_set(engine, 1)] == ["q1", "q2"]
    assert count_outcomes(engine, 1) == {
        QuestionOutcome.KEPT: 2,
        QuestionOutcome.DROPPED: 1,
        QuestionOutcome.TO_FIX: 1,
        QuestionOutcome.UNDECIDED: 2,
        QuestionOutcome.NOT_JUDGED: 2,
    }


def test_a_passed_question_that_was_dropped_is_left_out(engine: Engine) -> None:
    decide(engine, 1, "Li", Action.DROP, idempotency_key="1")
    assert cleaned_set(engine, 1) == []
