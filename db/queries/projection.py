"""Maintain `review_state`, the projection of results and review events: reviewable items, the
current item of each question, and the state folded from its events.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, insert, update
from sqlalchemy import select as columns
from sqlmodel import Session, SQLModel, col

from core.review import FIX, WANTS_SECOND, ItemState, fold_acts
from db.queries.question_locks import (
    LockedQuestion,
    acts_on,
    lock_questions,
    locked_questions,
    portions,
)
from db.queries.upsert import add_rows
from db.tables import (
    QuestionRevision,
    QuestionRow,
    QuestionSet,
    ReviewAside,
    ReviewClaim,
    ReviewEvent,
    ReviewOpinion,
    ReviewState,
    ReviewText,
    Run,
    RunItem,
    SourceText,
    Validation,
)

REVIEWABLE = ("passed", "failed", "infrastructure", "skipped")
"""Outcomes that a reviewer may decide on; "answered" of depth tests is not among them."""
JUDGED = ("passed", "failed")
NO_MARGIN = 2.0
_UNKNOWN = {"is_current": False, "is_listed": False}


def fold_for_search(text: str) -> str:
    """Normalise a text for search, so that width and case do not matter."""
    return unicodedata.normalize("NFKC", text).casefold()


def enter(session: Session, item_ids: Sequence[int]) -> None:
    """Add items or update their results. Decisions stay, but a question is reopened if the result
    has a failure reason that its reviewers did not see.
    """
    questions = _add(session, item_ids)
    refresh(session, questions)


def _add(session: Session, item_ids: Sequence[int]) -> set[int]:
    """Add items, or update their results, without computing states; return the ids of their
    questions, which are then locked.
    """
    rows = session.execute(_results(item_ids)).all()
    if not rows:
        return set()
    questions = {row.question_id for row in rows}
    lock_questions(session, questions)
    runs = columns(col(Run.id), col(Run.spec)).where(col(Run.id).in_({row.run_id for row in rows}))
    specs = dict(session.execute(runs).all())
    results = [_result(row, specs[row.run_id]) for row in rows]
    texts = [{"item_id": row.id, "text": _text(row)} for row in rows]
    _upsert(session, ReviewState, results, ItemState().columns | _UNKNOWN)
    _upsert(session, ReviewText, texts, {})
    return questions


def leave(session: Session, item_id: int, *, unless: str) -> None:
    """Remove an item unless its new outcome is reviewable."""
    if unless not in REVIEWABLE:
        _remove(session, columns(col(RunItem.id)).where(col(RunItem.id) == item_id))


def leave_run(session: Session, run_id: int) -> None:
    """Remove the run's items from review; their events stay."""
    ids = columns(col(RunItem.id)).where(col(RunItem.run_id) == run_id)
    session.execute(
        delete(ReviewClaim).where(col(ReviewClaim.item_id).in_(ids)),
        execution_options={"synchronize_session": False},
    )
    _remove(session, ids)


def _remove(session: Session, ids: Any) -> None:
    """Remove items, selected by id, and refresh their questions."""
    query = columns(col(ReviewState.question_id)).where(col(ReviewState.item_id).in_(ids))
    questions = set(session.execute(query).scalars())
    lock_questions(session, questions)
    for table in (ReviewText, ReviewState):
        session.execute(
            delete(table).where(col(table.item_id).in_(ids)),
            execution_options={"synchronize_session": False},
        )
    refresh(session, questions)


def _upsert(
    session: Session,
    table: type[SQLModel],
    rows: Sequence[dict[str, Any]],
    defaults: dict[str, Any],
) -> None:
    """Insert rows, with `defaults` for further columns; of existing rows update only their columns
    in `rows`.
    """
    updated = tuple(name for name in rows[0] if name != "item_id")
    add_rows(session, table, [row | defaults for row in rows], key=("item_id",), anew=updated)


def keep(session: Session, question: LockedQuestion, before: ItemState, after: ItemState) -> None:
    """Store the new state of a question."""
    keep_all(session, {question.id: (before, after)})


def keep_all(session: Session, states: Mapping[int, tuple[ItemState | None, ItemState]]) -> None:
    """Store new states of locked questions: question id -> (stored state or None if unknown, new
    state).
    """
    if not states:
        return
    session.connection().execute(
        update(ReviewState).where(col(ReviewState.question_id) == bindparam("of_question")),
        [{"of_question": id_, **after.columns} for id_, (_before, after) in states.items()],
    )
    for table, rows_of in _LISTS:
        old = {id_: before and rows_of(before) for id_, (before, _after) in states.items()}
        new = {id_: rows_of(after) for id_, (_before, after) in states.items()}
        stale = [id_ for id_ in states if old[id_] != new[id_]]
        if cleared := [id_ for id_ in stale if old[id_] != []]:
            session.execute(delete(table).where(col(table.question_id).in_(cleared)))
        if rows := [{"question_id": id_, **row} for id_ in stale for row in new[id_]]:
            session.connection().execute(insert(table), rows)
    _store_corrected_texts(session, {id_: after for id_, (_before, after) in states.items()})


def refresh(session: Session, question_ids: Collection[int]) -> None:
    """Recompute the current items and the states of these questions, which must be locked."""
    for ids in portions(question_ids):
        _choose_current(session, ids)
        acted = columns(col(ReviewEvent.question_id)).where(col(ReviewEvent.question_id).in_(ids))
        if with_events := set(session.execute(acted.distinct()).scalars()):
            _project(session, with_events)


def _choose_current(session: Session, question_ids: Sequence[int]) -> None:
    """Mark the current item of each question: that of the newest validation that judged it, else
    its newest item. Mark as listed also the newest item that failed in a depth test.
    """
    state, run = ReviewState.__table__.c, Run.__table__.c  # type: ignore[attr-defined]
    rows = session.execute(
        columns(state.question_id, state.item_id, state.run_id, state.outcome)
        .add_columns(state.is_current, state.is_listed, run.kind)
        .join(Run, run.id == state.run_id)
        .where(state.question_id.in_(question_ids))
    ).all()
    best, leaked = dict[int, tuple[bool, int, int]](), dict[int, tuple[int, int]]()
    for row in rows:
        question_id, is_validation = row.question_id, row.kind == "validation"
        rank = (is_validation and row.outcome in JUDGED, row.run_id, row.item_id)
        best[question_id] = max(rank, best.get(question_id, rank))
        if row.outcome == "failed" and not is_validation:
            leaked[question_id] = max(rank[1:], leaked.get(question_id, rank[1:]))
    changed = []
    for row in rows:
        is_current = row.item_id == best[row.question_id][2]
        is_listed = is_current or row.item_id == leaked.get(row.question_id, (0, 0))[1]
        if (is_current, is_listed) != (row.is_current, row.is_listed):
            changed.append(
                {"of_item": row.item_id, "is_current": is_current, "is_listed": is_listed}
            )
    if changed:
        session.connection().execute(
            update(ReviewState).where(col(ReviewState.item_id) == bindparam("of_item")), changed
        )


def _project(session: Session, question_ids: Collection[int]) -> None:
    """Recompute and store the states of these questions from their events."""
    questions = locked_questions(session, question_ids)
    if without_items := set(question_ids) - set(questions):
        for table, _listed in _LISTS:
            session.execute(delete(table).where(col(table.question_id).in_(without_items)))
    acts = acts_on(session, list(questions))
    states = {
        id_: (None, fold_acts(acts[id_], question.finding)) for id_, question in questions.items()
    }
    keep_all(session, states)
    _rebuild_notes(session, questions)


def add_comment(session: Session, item_ids: Collection[int], comment: str) -> None:
    """Add a comment to the search text of these items."""
    added = col(ReviewText.notes) + f"{fold_for_search(comment)}\n"
    for ids in portions(item_ids):
        session.execute(
            update(ReviewText).where(col(ReviewText.item_id).in_(ids)).values(notes=added),
            execution_options={"synchronize_session": False},
        )


def _rebuild_notes(session: Session, questions: Mapping[int, LockedQuestion]) -> None:
    event = ReviewEvent.__table__.c  # type: ignore[attr-defined]
    query = columns(event.question_id, event.comment).where(
        event.question_id.in_(questions), event.comment != ""
    )
    notes = defaultdict[int, str](str)
    for question_id, comment in session.execute(query.order_by(event.question_id, event.id)):
        notes[question_id] += f"{fold_for_search(comment)}\n"
    if notes:
        session.connection().execute(
            update(ReviewText).where(col(ReviewText.item_id) == bindparam("of_item")),
            [
                {"of_item": item_id, "notes": text}
                for question_id, text in notes.items()
                for item_id in questions[question_id].items
            ],
        )


def rebuild(session: Session) -> None:
    """Rebuild the projection from the results and events."""
    for table in (ReviewAside, ReviewOpinion, ReviewText, ReviewState):
        session.execute(delete(table))
    query = columns(col(RunItem.id)).where(col(RunItem.outcome).in_(REVIEWABLE))
    questions = set[int]()
    for ids in portions(session.execute(query).scalars()):
        questions |= _add(session, ids)
    refresh(session, questions)


def _store_corrected_texts(session: Session, states: Mapping[int, ItemState]) -> None:
    """Update the search text with the corrections in force; empty while a blind second review is
    pending.
    """
    decision_ids = {
        item_state.decision.id
        for item_state in states.values()
        if item_state.decision
        and item_state.decision.action == FIX
        and item_state.state != WANTS_SECOND
    }
    words = _corrected_words(session, decision_ids) if decision_ids else {}
    text, states_table = ReviewText.__table__.c, ReviewState.__table__.c  # type: ignore[attr-defined]
    stored = (
        columns(text.item_id, text.corrected, states_table.question_id)
        .join(ReviewState, states_table.item_id == text.item_id)
        .where(states_table.question_id.in_(states))
    )
    if not words:
        stored = stored.where(text.corrected != "")
    changed = [
        {"of_item": item_id, "corrected": words.get(question_id, "")}
        for item_id, corrected, question_id in session.execute(stored)
        if corrected != words.get(question_id, "")
    ]
    if changed:
        session.connection().execute(
            update(ReviewText).where(text.item_id == bindparam("of_item")), changed
        )


def _corrected_words(session: Session, decision_ids: Collection[int]) -> dict[int, str]:
    """question id -> search text of the correction that its decision refers to."""
    event, revision = ReviewEvent.__table__.c, QuestionRevision.__table__.c  # type: ignore[attr-defined]
    query = (
        columns(event.question_id, revision.question, revision.choice, revision.evidence)
        .join(QuestionRevision, revision.id == event.revision_id)
        .where(event.id.in_(decision_ids))
    )
    return {
        question_id: fold_for_search("\n".join((question, *choice.values(), evidence or "")))
        for question_id, question, choice, evidence in session.execute(query)
    }


def _aside_rows(state: ItemState) -> list[dict[str, Any]]:
    return [{"reviewer_id": reviewer_id} for reviewer_id in sorted(state.aside)]


def _opinion_rows(state: ItemState) -> list[dict[str, Any]]:
    return state.opinion_rows


_LISTS: tuple[tuple[Any, Callable[[ItemState], list[dict[str, Any]]]], ...] = (
    (ReviewAside, _aside_rows),
    (ReviewOpinion, _opinion_rows),
)
"""Tables with several rows for each question, and the function that makes them from its state."""


def _results(item_ids: Sequence[int]) -> Any:
    tables: Any = (RunItem, QuestionRow, Validation)
    item, question, verdict = (table.__table__.c for table in tables)
    return (
        columns(item.id, item.run_id, item.question_id, item.item_key, item.outcome, item.reason)
        .add_columns(question.line, question.question, question.choice)
        .add_columns(verdict.evidence, verdict.evidence_verdict, verdict.evidence_similarity)
        .add_columns(verdict.confidence, verdict.failure_reasons, verdict.provenance)
        .add_columns(col(SourceText.language))
        .join(QuestionRow, question.id == item.question_id)
        .join(QuestionSet, col(QuestionSet.id) == question.set_id)
        .join(SourceText, col(SourceText.id) == col(QuestionSet.source_id), isouter=True)
        .join(Validation, verdict.item_id == item.id, isouter=True)
        .where(item.id.in_(item_ids), item.outcome.in_(REVIEWABLE))
        .order_by(item.id)
    )


def _result(row: Any, spec: dict[str, Any]) -> dict[str, Any]:
    """The columns of `review_state` that come from an item's result."""
    judged = row.outcome in ("passed", "failed") and row.evidence_verdict is not None
    reasons = [*(row.failure_reasons or ()), *([row.reason] if row.reason else ())]
    provenance = row.provenance or {}
    quoted = judged and row.evidence.strip() and "similarity_threshold" in spec
    margin = abs(row.evidence_similarity - spec["similarity_threshold"]) if quoted else NO_MARGIN
    return {
        "item_id": row.id,
        "run_id": row.run_id,
        "newest_first": -row.run_id,
        "question_id": row.question_id,
        "line": row.line,
        "outcome": row.outcome,
        "reasons": f"|{'|'.join(dict.fromkeys(reasons))}|" if reasons else "",
        "verdict": row.evidence_verdict if judged else "",
        "confidence": row.confidence if judged else "",
        "margin": round(margin, 6),
        "model": provenance.get("model") or spec.get("model") or spec.get("connection") or "",
        "language": row.language or spec.get("language") or "",
    }


def _text(row: Any) -> str:
    """The search text of an item: key, question, options and quote."""
    parts = (row.item_key, row.question, *row.choice.values(), row.evidence or "")
    return fold_for_search("\n".join(parts))
