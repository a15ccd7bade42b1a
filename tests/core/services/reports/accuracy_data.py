"""Validations of one set by several models, with reviews, and what was put in."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

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
    """One result as it was put in."""

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


def fill_accuracy(
    engine: Engine, questions: int = 60, seed: int | str = 3, models: Sequence[str] = MODELS
) -> list[Known]:
    """A run of each model over one set; a question in ten has no position, one result in twelve no
    verdict, and about half the results a decision, some of them taken back or made again.
    """
    chances = random.Random(seed)
    known = []
    with writing(engine) as session:
        set_id = stored_set(session, "Lamp", NOVEL, key=f"lamp {seed}", rows=questions)
        reviewers = [Reviewer(name=name) for name in (f"Ann {seed}", f"王晓 {seed}")]
        session.add_all(reviewers)
        session.flush()
        rows = [_question(number, set_id) for number in range(questions)]
        session.add_all(rows)
        session.flush()
        for model in models:
            run = _run(model, set_id, questions)
            session.add(run)
            session.flush()
            known += [_result(session, chances, run, row, reviewers) for row in rows]
        projection.rebuild(session)
    return known


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


def _result(
    session: Session, chances: random.Random, run: Run, question: QuestionRow, people: list[Any]
) -> Known:
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
    session.add(item)
    session.flush()
    if outcome != "infrastructure":
        session.add(_validation(item, reasons, similarity, changed=changed))
    decision = _reviewed(session, chances, item, people) if chances.random() < 0.6 else None
    return Known(
        item_id=item.id or 0,
        run_id=item.run_id,
        question_id=item.question_id,
        question_type=question.question_type,
        start=question.start_pos,
        outcome=outcome,
        reasons=reasons,
        similarity=similarity,
        content_changed=changed,
        decision=decision,
        finished_at=at,
    )


def _validation(
    item: RunItem, reasons: tuple[str, ...], similarity: float, *, changed: bool
) -> Validation:
    found = not any(reason.startswith("evidence") for reason in reasons)
    return Validation(
        item_id=item.id or 0,
        run_id=item.run_id,
        question_id=item.question_id,
        is_valid=not reasons,
        model_answer=["a"],
        answer_matches="answer_mismatch" not in reasons,
        evidence="The lamp stood by the river.",
        evidence_found=found,
        evidence_similarity=similarity,
        evidence_verdict="normalised" if found else "absent",
        is_answerable=True,
        confidence="high",
        failure_reasons=list(reasons),
        differences=[
            {"kind": "number" if changed else "wording", "source": "one", "claimed": "two"}
        ],
    )


def _reviewed(
    session: Session, chances: random.Random, item: RunItem, people: list[Any]
) -> str | None:
    """Puts in one to three decisions and may take back the last; what stands."""
    standing: list[str] = []
    for number in range(chances.randint(1, 3)):
        standing.append(chances.choice(("keep", "fix", "drop")))
        event = _event(item, chances.choice(people), standing[-1], f"{number}")
        session.add(event)
        session.flush()
    if chances.random() < 0.3:
        session.add(_event(item, people[0], "undo", "undo", undoes=event.id))
        standing.pop()
    return standing[-1] if standing else None


def _event(item: RunItem, by: Any, action: str, key: str, undoes: int | None = None) -> ReviewEvent:
    return ReviewEvent(
        item_id=item.id or 0,
        question_id=item.question_id,
        reviewer_id=by.id,
        action=action,
        undoes_id=undoes,
        idempotency_key=f"{item.id} {key}",
        created_at=DAY + timedelta(hours=(item.id or 0) % 100),
    )
