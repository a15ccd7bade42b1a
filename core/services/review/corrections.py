"""Correct a question: check it by the rules of the import, and store it with the fix decision."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Engine

from core.errors import InputError
from core.questions import FieldChange, Position, Question, RowIssue, field_changes, parse_row
from core.services.access import Right, demand
from core.services.review.decisions import refuse_decision, refuse_final, refuse_taken_back
from core.services.review.enums import Action, Cause, ReviewReason
from core.services.review.event_store import ItemTransaction, NewEvent, append_event
from core.services.review.events import Event
from core.services.review.revisions import RevisionEvidence
from core.services.review.source_cache import EvidenceSource, evidence_source
from core.text import Span
from db.queries import corrections as queries
from db.tables import QuestionRevision

PASSAGE_CHARS = 1000
"""Characters in the passage around new evidence of a question without a position."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A question as a reviewer wants it.

    `choice` maps letters to texts, `answer` names letters of it. `evidence`: the characters
    [start, end) of the novel, or of the row's own context, that support the answer; None for none.
    """

    question: str
    question_type: str
    choice: Mapping[str, str]
    answer: Sequence[str]
    evidence: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class CheckedCorrection:
    """A correction that can be stored; `warnings` are those that the import would give."""

    question: Question
    evidence: RevisionEvidence | None
    changes: tuple[FieldChange, ...]
    warnings: tuple[RowIssue, ...]


def checked(source: EvidenceSource, correction: Correction) -> CheckedCorrection:
    """Check a correction by the rules of the import.

    If the evidence lies outside the question's passage, the question gets a new position: a passage
    around the evidence, as long as the old one (PASSAGE_CHARS without one). Raises InputError
    (RowRefused, as the import does) with the first fault, its field and fix; also if nothing would
    change.
    """
    row = parse_row(
        {
            "question": correction.question,
            "question_type": correction.question_type,
            "choice": dict(correction.choice),
            "answer": list(correction.answer),
        }
    )
    evidence = _evidence(source, correction.evidence)
    question = replace(
        source.question,
        question=row.question.question,
        question_type=row.question.question_type,
        choice=row.question.choice,
        answer=row.question.answer,
        position=_position(source, evidence) if evidence else source.question.position,
    )
    changes = field_changes(source.question, question)
    if not changes and evidence is None:
        raise InputError("Nothing has changed. Change something, or accept the question as it is.")
    return CheckedCorrection(question, evidence, changes, row.warnings)


def correct(
    engine: Engine,
    item_id: int,
    reviewer: str,
    correction: Correction,
    comment: str = "",
    *,
    reasons: Sequence[ReviewReason] = (),
    cause: Cause | None = None,
    idempotency_key: str,
    seen_event_id: int | None = None,
    despite_claim: bool = False,
) -> Event:
    """Store the corrected question and the `fix` that carries it (`event.revision_id`) in one
    transaction; the reviewer's draft is deleted.

    An equal correction, by any reviewer in any run, reuses the same revision, so that reviewers who
    correct alike agree. With a `cause` it is a final decision, as by `settle`. Otherwise as
    `decide`: the same key again changes nothing and returns the first event. After undoing the fix
    the revision remains stored but is not in force. Raises what `checked`, `decide` and `settle`
    raise.
    """
    demand(engine, Right.REVIEW if cause is None else Right.ADJUDICATE)
    checked_correction = checked(evidence_source(engine, item_id), correction)

    def act(transaction: ItemTransaction) -> NewEvent:
        if cause is None:
            refuse_decision(transaction, Action.FIX, seen_event_id, despite_claim=despite_claim)
        else:
            refuse_final(transaction, seen_event_id)
        blind = cause is None and transaction.sees_nobody
        revision_id = _store_revision(transaction, _row(transaction, checked_correction))
        return NewEvent(Action.FIX, comment, reasons, cause, blind=blind, revision_id=revision_id)

    event = append_event(engine, item_id, reviewer, key=idempotency_key, act=act)
    assert event is not None, "a correction is always an event"
    refuse_taken_back(event, seen_event_id)
    return event


def _store_revision(transaction: ItemTransaction, row: QuestionRevision) -> int | None:
    """Return the id of the question's revision with this content; add it if there is none."""
    origin = {"id", "item_id", "reviewer_id", "created_at"}
    content = row.model_dump(exclude=origin)
    for stored, _original, _name in queries.revisions_of(transaction.session, transaction.item_id):
        is_same = stored.model_dump(exclude=origin) == content
        if is_same and list(stored.choice) == list(row.choice):
            return stored.id
    transaction.session.add(row)
    transaction.session.flush()
    return row.id


def _row(transaction: ItemTransaction, correction: CheckedCorrection) -> QuestionRevision:
    question, position, evidence = (
        correction.question,
        correction.question.position,
        correction.evidence,
    )
    return QuestionRevision(
        item_id=transaction.item_id,
        question_id=transaction.question_id,
        reviewer_id=transaction.reviewer_id,
        question=question.question,
        question_type=question.question_type.value,
        choice=dict(question.choice),
        answer=list(question.answer),
        start_pos=position.start_pos if position else None,
        end_pos=position.end_pos if position else None,
        evidence=evidence.text if evidence else None,
        evidence_start=evidence.start if evidence else None,
        evidence_end=evidence.end if evidence else None,
    )


def _evidence(source: EvidenceSource, span: tuple[int, int] | None) -> RevisionEvidence | None:
    """Read the evidence. Raises InputError if [start, end) is outside the text or blank."""
    if span is None:
        return None
    start, end = span
    text = source.text
    if not 0 <= start < end <= len(text) or not text[start:end].strip():
        raise InputError(
            "The evidence from {start} to {end} lies outside the text of {n} characters. Look it "
            "up again.",
            field="evidence",
            start=start,
            end=end,
            n=len(text),
        )
    return RevisionEvidence(start, end, text[start:end])


def _position(source: EvidenceSource, evidence: RevisionEvidence) -> Position | None:
    """Return the question's position, moved if its passage does not contain the evidence."""
    position, passage = source.question.position, source.passage
    if source.book is None:
        return position
    if passage and passage.start <= evidence.start and evidence.end <= passage.end:
        return position
    new_passage = _around(evidence, len(passage) if passage else PASSAGE_CHARS, len(source.text))
    tokens = source.book.tokens
    return Position(tokens.token_at(new_passage.start), tokens.token_at(new_passage.end - 1) + 1)


def _around(evidence: RevisionEvidence, length: int, total: int) -> Span:
    """Return about `length` characters around the evidence, within a text of `total`."""
    margin = max(0, length - (evidence.end - evidence.start)) // 2
    return Span(max(0, evidence.start - margin), min(total, evidence.end + margin))
