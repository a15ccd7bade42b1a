"""Keeping `review_state` true: which items may be decided on, and what their events amount to."""

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import bindparam, delete, insert, update
from sqlalchemy import select as columns
from sqlmodel import Session, SQLModel, col

from core.review.review_state import FIX, WANTS_SECOND, ItemState, ReviewAct, fold_acts
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
"""Outcomes that a person may decide on; an answer in a depth test is none."""
NO_MARGIN = 2.0
_AT_ONCE = 1000


def folded(text: str) -> str:
    """How words are compared in a search: full and half width, large and small are one."""
    return unicodedata.normalize("NFKC", text).casefold()


def enter(session: Session, item_ids: Sequence[int]) -> None:
    """Adds the items, or takes their new results; what people decided on them stays."""
    found = session.execute(_results(item_ids)).all()
    if not found:
        return
    runs = columns(col(Run.id), col(Run.spec)).where(col(Run.id).in_({row.run_id for row in found}))
    specs = dict(session.execute(runs).all())
    results = [_result(row, specs[row.run_id]) for row in found]
    texts = [{"item_id": row.id, "text": _text(row)} for row in found]
    _put(session, ReviewState, results, ItemState().columns)
    _put(session, ReviewText, texts, {})


def leave(session: Session, item_id: int, *, unless: str) -> None:
    """Takes an item out unless it came out, asked again, as one a person may decide on."""
    if unless not in REVIEWABLE:
        for table in (ReviewAside, ReviewOpinion, ReviewText, ReviewState):
            session.execute(delete(table).where(col(table.item_id) == item_id))


def leave_run(session: Session, run_id: int) -> None:
    """Takes the run's items out of review; the events on them stay."""
    ids = columns(col(RunItem.id)).where(col(RunItem.run_id) == run_id)
    for table in (ReviewClaim, ReviewAside, ReviewOpinion, ReviewText, ReviewState):
        session.execute(
            delete(table).where(col(table.item_id).in_(ids)),
            execution_options={"synchronize_session": False},
        )


def _put(
    session: Session,
    table: type[SQLModel],
    rows: Sequence[dict[str, Any]],
    at_first: dict[str, Any],
) -> None:
    """Inserts the rows with what they begin with, or takes the rows' own columns anew."""
    own = tuple(name for name in rows[0] if name != "item_id")
    add_rows(session, table, [row | at_first for row in rows], key=("item_id",), anew=own)


def acts(session: Session, item_id: int) -> list[ReviewAct]:
    """Every act on the item, oldest first."""
    return _acts(session, [item_id])[item_id]


def portions(ids: Iterable[int]) -> Iterator[list[int]]:
    """The ids a thousand at a time, in one order, so that two acts never wait for each other."""
    rest = iter(sorted(ids))
    while portion := list(islice(rest, _AT_ONCE)):
        yield portion


def acts_on(session: Session, item_ids: Sequence[int]) -> Mapping[int, list[ReviewAct]]:
    """item id -> every act on it, oldest first; of at most a thousand items."""
    return _acts(session, item_ids)


def lock_all(session: Session, item_ids: Sequence[int]) -> dict[int, int]:
    """item id -> question id, the rows locked until the transaction ends; unknown items are left
    out. At most a thousand, of `portions`.
    """
    wanted = columns(col(ReviewState.item_id), col(ReviewState.question_id))
    locked = wanted.where(col(ReviewState.item_id).in_(item_ids)).order_by(col(ReviewState.item_id))
    return dict(session.execute(locked.with_for_update()).all())


def lock(session: Session, item_id: int) -> int | None:
    """The item's question, and its row locked until the transaction ends, so that of two acts at
    once the later sees the other; None for an unknown item.
    """
    wanted = columns(col(ReviewState.question_id)).where(col(ReviewState.item_id) == item_id)
    return session.execute(wanted.with_for_update()).scalar()


def keep(session: Session, item_id: int, before: ItemState, after: ItemState) -> None:
    """Stores what one more act has made of an item, whose row is locked."""
    session.execute(
        update(ReviewState).where(col(ReviewState.item_id) == item_id).values(after.columns),
        execution_options={"synchronize_session": False},
    )
    for table, rows in _LISTS:
        old, new = rows(before), rows(after)
        if old != new:
            session.execute(delete(table).where(col(table.item_id) == item_id))
            if new:
                session.execute(insert(table), _of(item_id, new))
    _keep_corrected(session, {item_id: after})


def keep_all(session: Session, made: Mapping[int, tuple[ItemState | None, ItemState]]) -> None:
    """Stores what acts have made of these items, whose rows are locked: item id -> (standing as it
    is stored, None where that is not known, and as it is now).
    """
    if not made:
        return
    session.connection().execute(
        update(ReviewState).where(col(ReviewState.item_id) == bindparam("of_item")),
        [{"of_item": item_id, **after.columns} for item_id, (_before, after) in made.items()],
    )
    for table, listed in _LISTS:
        old = {id_: before and listed(before) for id_, (before, _after) in made.items()}
        new = {id_: listed(after) for id_, (_before, after) in made.items()}
        stale = [item_id for item_id in made if old[item_id] != new[item_id]]
        if gone := [item_id for item_id in stale if old[item_id] != []]:
            session.execute(delete(table).where(col(table.item_id).in_(gone)))
        if rows := [row for item_id in stale for row in _of(item_id, new[item_id])]:
            session.connection().execute(insert(table), rows)
    _keep_corrected(session, {item_id: after for item_id, (_before, after) in made.items()})


def project(session: Session, item_ids: Iterable[int]) -> None:
    """Stores what the items' events amount to; the caller holds their rows locked."""
    for ids in portions(item_ids):
        keep_all(
            session, {id_: (None, fold_acts(found)) for id_, found in _acts(session, ids).items()}
        )


def note(session: Session, item_ids: Sequence[int], comment: str) -> None:
    """What a search goes through has one more comment, on each of at most a thousand items."""
    added = col(ReviewText.notes) + f"{folded(comment)}\n"
    session.execute(
        update(ReviewText).where(col(ReviewText.item_id).in_(item_ids)).values(notes=added),
        execution_options={"synchronize_session": False},
    )


def _note_anew(session: Session, item_ids: Sequence[int]) -> None:
    event = ReviewEvent.__table__.c  # type: ignore[attr-defined]
    said = columns(event.item_id, event.comment).where(
        event.item_id.in_(item_ids), event.comment != ""
    )
    notes = defaultdict[int, str](str)
    for item_id, comment in session.execute(said.order_by(event.item_id, event.id)):
        notes[item_id] += f"{folded(comment)}\n"
    if notes:
        session.connection().execute(
            update(ReviewText).where(col(ReviewText.item_id) == bindparam("of_item")),
            [{"of_item": item_id, "notes": said} for item_id, said in notes.items()],
        )


def rebuild(session: Session) -> None:
    """Makes the projection again from the results and events alone."""
    for table in (ReviewAside, ReviewOpinion, ReviewText, ReviewState):
        session.execute(delete(table))
    found = columns(col(RunItem.id)).where(col(RunItem.outcome).in_(REVIEWABLE))
    for ids in portions(session.execute(found).scalars()):
        enter(session, ids)
        project(session, ids)
        _note_anew(session, ids)


def _keep_corrected(session: Session, stands: Mapping[int, ItemState]) -> None:
    """Stores the words of these items' corrections that stand, where they are others than before;
    none while a second opinion is wanted, which is blind.
    """
    shown = {
        item_id: one.decision.id
        for item_id, one in stands.items()
        if one.decision and one.decision.action == FIX and one.state != WANTS_SECOND
    }
    event, made = ReviewEvent.__table__.c, QuestionRevision.__table__.c  # type: ignore[attr-defined]
    query = (
        columns(event.item_id, made.question, made.choice, made.evidence)
        .join(QuestionRevision, made.id == event.revision_id)
        .where(event.id.in_(shown.values()))
    )
    words = {
        item_id: folded("\n".join((question, *choice.values(), evidence or "")))
        for item_id, question, choice, evidence in (session.execute(query) if shown else ())
    }
    text = ReviewText.__table__.c  # type: ignore[attr-defined]
    kept = columns(text.item_id).where(text.item_id.in_(stands), text.corrected != "")
    changed = {*session.execute(kept).scalars(), *words}
    if changed:
        session.connection().execute(
            update(ReviewText).where(text.item_id == bindparam("of_item")),
            [{"of_item": item_id, "corrected": words.get(item_id, "")} for item_id in changed],
        )


def _aside(one: ItemState) -> list[dict[str, Any]]:
    return [{"reviewer_id": by} for by in sorted(one.aside)]


def _opinions(one: ItemState) -> list[dict[str, Any]]:
    return one.opinion_rows


def _of(item_id: int, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"item_id": item_id, **row} for row in rows]


_LISTS: tuple[tuple[Any, Callable[[ItemState], list[dict[str, Any]]]], ...] = (
    (ReviewAside, _aside),
    (ReviewOpinion, _opinions),
)
"""Tables with as many rows for an item as its standing makes of them."""


def _acts(session: Session, item_ids: Sequence[int]) -> defaultdict[int, list[ReviewAct]]:
    event = ReviewEvent.__table__.c  # type: ignore[attr-defined]
    found = defaultdict[int, list[ReviewAct]](list)
    query = columns(
        event.item_id,
        event.id,
        event.reviewer_id,
        event.action,
        event.undoes_id,
        event.cause,
        event.blind,
        event.assignee_id,
        event.revision_id,
    ).where(event.item_id.in_(item_ids))
    rows = session.execute(query.order_by(event.item_id, event.id)).all()  # faster than one by one
    for item_id, *act in rows:
        found[item_id].append(ReviewAct(*act))
    return found


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
    judged = row.outcome in ("passed", "failed") and row.evidence_verdict is not None
    reasons = [*(row.failure_reasons or ()), *([row.reason] if row.reason else ())]
    made = row.provenance or {}
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
        "model": made.get("model") or spec.get("model") or spec.get("connection") or "",
        "language": row.language or spec.get("language") or "",
    }


def _text(row: Any) -> str:
    said = (row.item_key, row.question, *row.choice.values(), row.evidence or "")
    return folded("\n".join(said))
