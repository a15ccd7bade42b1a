"""Corrected questions as they are stored, each beside the question it corrects."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import NotFoundError, Sentence
from core.questions import Question, QuestionType
from core.questions.question import Position
from core.questions.question_changes import FieldChange, field_changes
from core.services.records import question_from_row, result_from_columns
from core.validation import ValidationResult
from db.queries import corrections as queries
from db.tables import QuestionRevision, QuestionRow
from db.tables import Revalidation as RevalidationRow


@dataclass(frozen=True, slots=True)
class RevisionEvidence:
    """The text that supports an answer, word for word: characters [start, end) of the novel, or of
    the row's own context.
    """

    start: int
    end: int
    text: str

    def to_dict(self) -> dict[str, int | str]:
        return {"start": self.start, "end": self.end, "text": self.text}


@dataclass(frozen=True, slots=True)
class RevalidationResult:
    """A corrected question asked again as its run asks.

    outcome: passed, failed (on its merits), infrastructure (`reason` and `error` say what kept it
    from being judged; it says nothing about the question), skipped (there was nothing to ask
    about). `result` is None when no reply came. `cost` is in the currency of the run's price, 0
    where nothing was billed or the price is unknown.
    """

    id: int
    outcome: str
    reason: str | None
    error: Sentence | None
    result: ValidationResult | None
    asked_by: str
    asked_at: datetime
    attempts: int
    tokens: int
    cost: float
    latency_s: float

    @property
    def judged(self) -> bool:
        """Whether it says anything about the question."""
        return self.outcome in ("passed", "failed") and self.result is not None

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it did not pass, or was not judged."""
        if self.judged and self.result is not None:
            return tuple(self.result.failure_reasons)
        return (self.reason,) if self.reason else ()


@dataclass(frozen=True, slots=True)
class Revision:
    """A corrected question beside the original, and every time it was asked again, oldest first.

    It stands while a `fix` event that carries it does. `reviewer` was the first to correct so.
    """

    id: int
    item_id: int
    original: Question
    question: Question
    evidence: RevisionEvidence | None
    reviewer: str
    at: datetime
    revalidations: tuple[RevalidationResult, ...] = ()

    @property
    def changes(self) -> tuple[FieldChange, ...]:
        """What it changes of the original; the evidence last, which an original has none of."""
        found = field_changes(self.original, self.question)
        if self.evidence is None:
            return found
        return (*found, FieldChange("evidence", None, self.evidence.text))

    @property
    def latest(self) -> RevalidationResult | None:
        return self.revalidations[-1] if self.revalidations else None


def revision(engine: Engine, revision_id: int) -> Revision:
    """Raises NotFoundError."""
    with Session(engine) as session:
        found = queries.revision(session, revision_id)
        if found is None:
            raise NotFoundError(
                "Edited question {revision_id} does not exist. Open it from its item.",
                revision_id=revision_id,
            )
        return _with_revalidations(session, [found])[0]


def revisions(engine: Engine, item_id: int) -> list[Revision]:
    """Every correction of the item's question, oldest first, those that were taken back included.

    For somebody who may yet give a blind second opinion: only their own (see `shown_history`).
    """
    with Session(engine) as session:
        return _with_revalidations(session, queries.revisions_of(session, item_id))


def corrected_question(row: QuestionRevision, original: Question) -> Question:
    """The original with what the revision says in its place; context, extra fields and key stay."""
    placed = row.start_pos is not None and row.end_pos is not None
    return replace(
        original,
        question=row.question,
        question_type=QuestionType(row.question_type),
        choice=dict(row.choice),
        answer=tuple(row.answer),
        position=Position(row.start_pos or 0, row.end_pos or 0) if placed else None,
    )


def evidence_of(row: QuestionRevision) -> RevisionEvidence | None:
    if row.evidence is None or row.evidence_start is None or row.evidence_end is None:
        return None
    return RevisionEvidence(row.evidence_start, row.evidence_end, row.evidence)


def _with_revalidations(session: Session, found: Sequence[queries.Revised]) -> list[Revision]:
    asked: dict[int, list[tuple[RevalidationRow, str]]] = {}
    ids = [row.id or 0 for row, _original, _name in found]
    for one, name in queries.revalidations_of(session, ids):
        asked.setdefault(one.revision_id, []).append((one, name))
    return [
        _revision(row, original, name, asked.get(row.id or 0, ())) for row, original, name in found
    ]


def _revision(
    row: QuestionRevision,
    original_row: QuestionRow,
    name: str,
    asked: Sequence[tuple[RevalidationRow, str]],
) -> Revision:
    original = question_from_row(original_row)
    corrected = corrected_question(row, original)
    return Revision(
        id=row.id or 0,
        item_id=row.item_id,
        original=original,
        question=corrected,
        evidence=evidence_of(row),
        reviewer=name,
        at=row.created_at,
        revalidations=tuple(revalidation_of(one, corrected, by) for one, by in asked),
    )


def revalidation_of(row: RevalidationRow, asked: Question, by: str) -> RevalidationResult:
    error = Sentence(row.error, row.error_params) if row.error else None
    verdict: Mapping[str, object] | None = row.verdict
    return RevalidationResult(
        id=row.id or 0,
        outcome=row.outcome,
        reason=row.reason,
        error=error,
        result=result_from_columns(asked, verdict, error) if verdict else None,
        asked_by=by,
        asked_at=row.asked_at,
        attempts=row.attempts,
        tokens=row.tokens,
        cost=row.cost,
        latency_s=row.latency_s,
    )
