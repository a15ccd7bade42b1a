"""Numbers of a run's page: its cleaned set, its change, and what was never judged."""

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from core.services.results import (
    change_since_last_run,
    cleaned_counts,
    count_outcomes,
    unusable_items,
)
from core.services.review import Action, decide
from db.tables import QuestionRow, Run, RunItem


def test_a_cleaned_set_tells_passed_from_accepted_and_left_out_by_why(engine: Engine) -> None:
    decide(engine, 2, "Ada", Action.KEEP, idempotency_key="1")
    decide(engine, 3, "Ada", Action.DROP, idempotency_key="2")
    counts = cleaned_counts(engine, 1)
    assert (counts.passed, counts.accepted, counts.edited) == (1, 1, 0)
    assert (counts.rejected, counts.failed, counts.skipped) == (1, 1, 1)
    assert counts.undecided == 3
    assert counts.total == count_outcomes(engine, 1).total() == 8


def _run_again(engine: Engine, outcomes: dict[str, str]) -> int:
    """Another finished run of the set, with these outcomes by item key."""
    with Session(engine) as session:
        first = session.get_one(Run, 1)
        run = Run(
            **first.model_dump(include={"title", "set_id", "spec", "spec_hash", "total"}),
            status="done",
        )
        session.add(run)
        session.flush()
        for question in session.exec(select(QuestionRow).order_by(col(QuestionRow.id))):
            if (outcome := outcomes.get(question.item_key)) is not None:
                key, of = question.item_key, question.id or 0
                session.add(
                    RunItem(run_id=run.id or 0, question_id=of, item_key=key, outcome=outcome)
                )
        session.commit()
        return run.id or 0


def test_a_run_is_compared_on_the_questions_that_both_judged(engine: Engine) -> None:
    """Before: q1 passed, q2 to q6 flagged, q7 without a reply, q8 skipped."""
    assert change_since_last_run(engine, 1) is None
    new = _run_again(engine, {"q1": "failed", "q2": "passed", "q3": "passed", "q7": "passed"})
    change = change_since_last_run(engine, new)
    assert change is not None
    assert change.before == 1
    assert (change.difference.n, change.difference.first_better) == (3, 2)
    assert round(change.difference.difference, 6) == round(1 / 3, 6)
    assert [question.line for question in change.newly_passed] == [2, 3]
    assert [question.line for question in change.newly_flagged] == [1]


def test_a_run_without_a_question_in_common_is_passed_over(engine: Engine) -> None:
    _run_again(engine, {"q7": "passed"})
    newest = _run_again(engine, {"q2": "passed"})
    change = change_since_last_run(engine, newest)
    assert change is not None
    assert change.before == 1


def test_what_was_never_judged_is_listed_with_its_cause(engine: Engine) -> None:
    (failed,) = unusable_items(engine, 1, "infrastructure", limit=5)
    assert (failed.line, failed.reason, failed.attempts) == (7, "timeout", 4)
    (skipped,) = unusable_items(engine, 1, "skipped", limit=5)
    assert (skipped.line, skipped.reason) == (8, "no_position")
