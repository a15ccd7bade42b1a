"""Test data: validations of one set by several models, with reviews, and the expected results."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.runs import RunSpec
from db.engine import writing
from db.queries import projection
from db.tables import (
    QuestionRow,
    Reviewer,
    ReviewEvent,
    Run,
    RunItem,
    Validation,
)
from tests.stored_set import stored_set

DAY = datetime(2026, 3, 1, 22, tzinfo=UTC)
NOVEL = "".join(f"Chapter {n}\n" + "The lamp stood by the river.\n" * 12 for n in range(1, 6))
TOKENS_A_QUESTION = 6
MODELS = ("model one", "model two", "model two")
REASONS = (
    ["answer_mismatch"],
    ["evidence_reworded"],
    ["evidence_altered"],
    ["answer_mismatch", "evidence_altered"],
)


@dataclass(frozen=True)
class Known:
    """One stored result, to compare counts with."""

    item_id: int
    run_id: int
    question_id: int
    question_type: str
    start: int | None
    outcome: str
    reasons: tuple[str, ...]
    similarity: float
    content_changed: bool
    decision: str | None
    finished_at: datetime


@dataclass(frozen=True)
class _Drawn:
    """A result before it is stored."""

    item: RunItem
    question: QuestionRow
    reasons: tuple[str, ...]
    similarity: float
    changed: bool
    reviews: tuple[tuple[str, Reviewer], ...]
    is_undone: bool


def fill_accuracy(
    engine: Engine, questions: int = 60, seed: int | str = 3, models: Sequence[str] = MODELS
) -> list[Known]:
    """Store a run of each model over one set. One question in ten has no position, one result in
    twelve no verdict, and about half the results a decision, some of them undone or replaced. One
    person decides on each question, having been shown the failure reasons of all runs.

    Everything is generated first and stored in a few large inserts, since many tests use it.
    """
    chances = random.Random(seed)
    with writing(engine) as session:
        set_id = stored_set(session, "Lamp", NOVEL, key=f"lamp {seed}", rows=questions)
        reviewers = [Reviewer(name=name) for name in (f"Ann {seed}", f"王晓 {seed}")]
        rows = [_question(number, set_id) for number in range(questions)]
        runs = [_run(model, set_id, questions) for model in models]
        session.add_all([*reviewers, *rows, *runs])
        session.flush()
        drawn = [_draw(chances, run, row, reviewers) for run in runs for row in rows]
        session.add_all(result.item for result in drawn)
        session.flush()
        session.add_all(
            _validation(result) for result in drawn if result.item.outcome != "infrastructure"
        )
        _review(session, drawn, reviewers[0])
        projection.rebuild(session)
        decisions = _standing(drawn)
        return [_known(result, decisions.get(result.item.question_id)) for result in drawn]


def _question(number: int, set_id: int) -> QuestionRow:
    start = None if number % 10 == 9 else number * TOKENS_A_QUESTION
    return QuestionRow(
        set_id=set_id,
        line=number + 1,
        item_key=f"q{number}",
        question=f"Where did lamp {number} stand?",
        question_type="multi_choice" if number % 3 == 0 else "single_choice",
        choice={"a": "by the river", "b": "in the hall"},
        answer=["a"],
        start_pos=start,
        end_pos=None if start is None else start + 4,
    )


def _run(model: str, set_id: int, total: int) -> Run:
    spec = RunSpec(set_id=set_id, connection="test", model=model, template_version="1.0.0")
    return Run(
        title=f"Lamp by {model}",
        set_id=set_id,
        spec=spec.model_dump(mode="json"),
        spec_hash="x",
        status="done",
        total=total,
    )


def _draw(
    chances: random.Random, run: Run, question: QuestionRow, people: list[Reviewer]
) -> _Drawn:
    (outcome,) = chances.choices(("passed", "failed", "infrastructure"), (6, 5, 1))
    reasons = tuple(chances.choice(REASONS)) if outcome == "failed" else ()
    reworded, changed = "evidence_reworded" in reasons, chances.random() < 0.4
    similarity = chances.choice((0.6, 0.65, 0.7, 0.79) if reworded else (0.8, 0.85, 0.9, 1.0, 1.0))
    at = DAY + timedelta(hours=chances.randrange(60))
    item = RunItem(
        run_id=run.id or 0,
        question_id=question.id or 0,
        item_key=question.item_key,
        outcome=outcome,
        reason="timeout" if outcome == "infrastructure" else None,
        finished_at=at,
    )
    reviews: tuple[tuple[str, Reviewer], ...] = ()
    if chances.random() < 0.6:
        reviews = tuple(
            (chances.choice(("keep", "fix", "drop")), people[question.line % len(people)])
            for _ in range(chances.randint(1, 3))
        )
    undone = bool(reviews) and chances.random() < 0.3
    return _Drawn(item, question, reasons, similarity, changed, reviews, undone)


def _standing(drawn: list[_Drawn]) -> dict[int, str]:
    """Question id -> the latest decision on it, in any run, that was not undone."""
    return {
        result.item.question_id: result.reviews[number][0]
        for number in range(3)
        for result in drawn
        if number < len(result.reviews) - result.is_undone
    }


def _known(drawn: _Drawn, decision: str | None) -> Known:
    item = drawn.item
    return Known(
        item_id=item.id or 0,
        run_id=item.run_id,
        question_id=item.question_id,
        question_type=drawn.question.question_type,
        start=drawn.question.start_pos,
        outcome=item.outcome,
        reasons=drawn.reasons,
        similarity=drawn.similarity,
        content_changed=drawn.changed,
        decision=decision,
        finished_at=item.finished_at or DAY,
    )


def _validation(drawn: _Drawn) -> Validation:
    item, reasons = drawn.item, drawn.reasons
    is_found = not any(reason.startswith("evidence") for reason in reasons)
    return Validation(
        item_id=item.id or 0,
        run_id=item.run_id,
        question_id=item.question_id,
        is_valid=not reasons,
        model_answer=["a"],
        answer_matches="answer_mismatch" not in reasons,
        evidence="The lamp stood by the river.",
        evidence_found=is_found,
        evidence_similarity=drawn.similarity,
        evidence_verdict="normalised" if is_found else "absent",
        is_answerable=True,
        confidence="high",
        failure_reasons=list(reasons),
        differences=[
            {
                "kind": "number" if drawn.changed else "misread",
                "source": "one",
                "claimed": "two",
            }
        ],
    )


def _review(session: Session, drawn: list[_Drawn], undoing: Reviewer) -> None:
    """Store the decisions round by round, so that an item's later ones have higher ids."""
    last: dict[int, ReviewEvent] = {}
    for number in range(3):
        for result in drawn:
            if number < len(result.reviews):
                action, by = result.reviews[number]
                last[result.item.id or 0] = _event(result.item, by, action, f"{number}")
                session.add(last[result.item.id or 0])
        session.flush()
    session.add_all(
        _event(result.item, undoing, "undo", "undo", undoes=last[result.item.id or 0].id)
        for result in drawn
        if result.is_undone
    )
    session.flush()


def _event(
    item: RunItem, by: Reviewer, action: str, key: str, undoes: int | None = None
) -> ReviewEvent:
    return ReviewEvent(
        item_id=item.id or 0,
        question_id=item.question_id,
        reviewer_id=by.id,
        action=action,
        shown=f"|{'|'.join(reason for reasons in REASONS for reason in reasons)}|",
        undoes_id=undoes,
        idempotency_key=f"{item.id} {key}",
        created_at=DAY + timedelta(hours=(item.id or 0) % 100),
    )
