"""Correcting a question: checked by the import's rules, stored with the fix that carries it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Engine

from core.errors import InputError
from core.questions import FieldChange, Position, Question, RowIssue, field_changes
from core.questions.row_parser import parse_row
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
"""How long the passage around a newly found evidence is where the question had none."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What a reviewer wants a question to be.

    `choice` maps letters to texts, `answer` names letters of it. `evidence`: half-open characters
    of the novel, or of the row's own context, that support the answer; None points at none.
    """

    question: str
    question_type: str
    choice: Mapping[str, str]
    answer: Sequence[str]
    evidence: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class CheckedCorrection:
    """A correction that can be stored; `warnings` as the import would give them."""

    question: Question
    evidence: RevisionEvidence | None
    changes: tuple[FieldChange, ...]
    warnings: tuple[RowIssue, ...]


def checked(ground: EvidenceSource, correction: Correction) -> CheckedCorrection:
    """Raises InputError (RowRefused, as the import does) with the first fault, its field and fix;
    also when the correction changes nothing.

    A question whose evidence lies outside its passage gets a new position: a passage as long as
    the old one (PASSAGE_CHARS where it had none) around the evidence.
    """
    row = parse_row(
        {
            "question": correction.question,
            "question_type": correction.question_type,
            "choice": dict(correction.choice),
            "answer": list(correction.answer),
        }
    )
    evidence = _evidence(ground, correction.evidence)
    question = replace(
        ground.question,
        question=row.question.question,
        question_type=row.question.question_type,
        choice=row.question.choice,
        answer=row.question.answer,
        position=_position(ground, evidence) if evidence else ground.question.position,
    )
    found = field_changes(ground.question, question)
    if not found and evidence is None:
        raise InputError("Nothing has changed. Change something, or accept the question as it is.")
    return CheckedCorrection(question, evidence, found, row.warnings)


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
    """Stores the corrected question and the `fix` that carries it (`event.revision_id`), both or
    neither; the reviewer's draft is gone then.

    A question that was corrected exactly so before, by whomever and in whichever run, has that
    revision again: two who correct alike agree. With a `cause` it is the final decision, as
    `settle` makes it. The rest as in `decide`: the same key again changes nothing and returns the
    first event. Undoing the fix leaves the revision on record, but it stands no more. Raises what
    `checked`, `decide` and `settle` raise.
    """
    demand(engine, Right.REVIEW if cause is None else Right.ADJUDICATE)
    made = checked(evidence_source(engine, item_id), correction)

    def act(scene: ItemTransaction) -> NewEvent:
        if cause is None:
            refuse_decision(scene, Action.FIX, seen_event_id, despite_claim=despite_claim)
        else:
            refuse_final(scene, seen_event_id)
        blind = cause is None and scene.sees_nobody
        revision_id = _stored(scene, _row(scene, made))
        return NewEvent(Action.FIX, comment, reasons, cause, blind=blind, revision_id=revision_id)

    event = append_event(engine, item_id, reviewer, key=idempotency_key, act=act)
    assert event is not None, "a correction is always an event"
    refuse_taken_back(event, seen_event_id)
    return event


def _stored(scene: ItemTransaction, row: QuestionRevision) -> int | None:
    """The id of the question's revision with this content, which is added where there is none."""
    origin = {"id", "item_id", "reviewer_id", "created_at"}
    content = row.model_dump(exclude=origin)
    for known, _original, _name in queries.revisions_of(scene.session, scene.item_id):
        same = known.model_dump(exclude=origin) == content
        if same and list(known.choice) == list(row.choice):
            return known.id
    scene.session.add(row)
    scene.session.flush()
    return row.id


def _row(scene: ItemTransaction, made: CheckedCorrection) -> QuestionRevision:
    asked, position, evidence = made.question, made.question.position, made.evidence
    return QuestionRevision(
        item_id=scene.item_id,
        question_id=scene.question_id,
        reviewer_id=scene.reviewer_id,
        question=asked.question,
        question_type=asked.question_type.value,
        choice=dict(asked.choice),
        answer=list(asked.answer),
        start_pos=position.start_pos if position else None,
        end_pos=position.end_pos if position else None,
        evidence=evidence.text if evidence else None,
        evidence_start=evidence.start if evidence else None,
        evidence_end=evidence.end if evidence else None,
    )


def _evidence(ground: EvidenceSource, given: tuple[int, int] | None) -> RevisionEvidence | None:
    if given is None:
        return None
    start, end = given
    text = ground.text
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


def _position(ground: EvidenceSource, evidence: RevisionEvidence) -> Position | None:
    position, passage = ground.question.position, ground.passage
    if ground.book is None:
        return position
    if passage and passage.start <= evidence.start and evidence.end <= passage.end:
        return position
    around = _around(evidence, len(passage) if passage else PASSAGE_CHARS, len(ground.text))
    tokens = ground.book.tokens
    return Position(tokens.token_at(around.start), tokens.token_at(around.end - 1) + 1)


def _around(evidence: RevisionEvidence, length: int, total: int) -> Span:
    margin = max(0, length - (evidence.end - evidence.start)) // 2
    return Span(max(0, evidence.start - margin), min(total, evidence.end + margin))
