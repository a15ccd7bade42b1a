"""Test data: a second run over the set of the small finished one."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Engine
from sqlmodel import Session, select

from db.engine import writing
from db.queries.projection import enter
from db.tables import QuestionRow, Run, RunItem, Validation

SAME = ("answer_mismatch", "evidence_altered")
"""Failure reasons of item 2's question in the first run."""


def run_again(
    engine: Engine,
    found: Mapping[str, Sequence[str] | None],
    title: str = "a second look",
) -> dict[str, int]:
    """Store a finished run of the same set; return its items by key. `found`: item key -> failure
    reasons (empty: passed; None: infrastructure failure).
    """
    with writing(engine) as session:
        first = session.exec(select(Run).order_by(Run.id)).first()
        assert first is not None
        run = Run(**first.model_dump(exclude={"id", "title"}), title=title)
        session.add(run)
        session.flush()
        items = {key: _add(session, run, key, reasons) for key, reasons in found.items()}
        enter(session, list(items.values()))
    return items


def _add(session: Session, run: Run, key: str, reasons: Sequence[str] | None) -> int:
    question = session.exec(
        select(QuestionRow).where(QuestionRow.item_key == key, QuestionRow.set_id == run.set_id)
    ).one()
    outcome = "infrastructure" if reasons is None else "failed" if reasons else "passed"
    item = RunItem(
        run_id=run.id or 0,
        question_id=question.id or 0,
        item_key=key,
        outcome=outcome,
        reason="timeout" if reasons is None else None,
    )
    session.add(item)
    session.flush()
    session.add(
        Validation(
            item_id=item.id or 0,
            run_id=run.id or 0,
            question_id=question.id or 0,
            is_valid=outcome == "passed",
            model_answer=["b"],
            answer_matches=True,
            evidence="",
            evidence_found=False,
            evidence_similarity=0.0,
            evidence_verdict="absent",
            is_answerable=True,
            confidence="high",
            failure_reasons=list(reasons or ()),
            differences=[],
        )
    )
    session.flush()
    return item.id or 0
