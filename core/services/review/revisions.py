"""Read corrected questions, each with its original and its revalidations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import NotFoundError, Sentence
from core.questions import FieldChange, Position, Question, QuestionType, field_changes
from core.services.records import question_from_row, result_from_columns
from core.validation import ValidationResult
from db.queries import corrections as queries
from db.tables import QuestionRevision, QuestionRow
from db.tables import Revalidation as RevalidationRow


@dataclass(frozen=True, slots=True)
class RevisionEvidence:
    """The exact text that supports an answer: characters [start, end) of the novel, or of the row's
    own context.
    """

    start: int
    end: int
    text: str

    def to_dict(self) -> dict[str, int | str]:
        return {"start": self.start, "end": self.end, "text": self.text}


@dataclass(frozen=True, slots=True)
class RevalidationResult:
    """Result of asking a corrected question again as its run asks.

    `outcome`: passed, failed (on its merits), infrastructure (not judged: `reason` and `error` say
    why; it says nothing about the question) or skipped (no text to ask about). `result`: None
    without a reply. `cost`: in the currency of the run's price, 0 if nothing was billed or the
    price is unknown.
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
        """Whether it has a verdict on the question."""
        return self.outcome in ("passed", "failed") and self.result is not None

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it did not pass or was not judged."""
        if self.judged and self.result is not None:
            return tuple(self.result.failure_reasons)
        return (self.reason,) if self.reason else ()


@dataclass(frozen=True, slots=True)
class Revision:
    """A corrected question with its original and all revalidations, oldest first.

    It is in force while a `fix` event that carries it is. `reviewer`: the first to correct it so.
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
        """The fields that differ from the original; new evidence last, as originals have none."""
        field_diffs = field_changes(self.original, self.question)
        if self.evidence is None:
            return field_diffs
        return (*field_diffs, FieldChange("evidence", None, self.evidence.text))

    @property
    def latest(self) -> RevalidationResult | None:
        return self.revalidations[-1] if self.revalidations else None


def revision(engine: Engine, revision_id: int) -> Revision:
    """Return a revision. Raises NotFoundError."""
    with Session(engine) as session:
        row = queries.revision(session, revision_id)
        if row is None:
            raise NotFoundError(
                "Edited question {revision_id} does not exist. Open it from its item.",
                revision_id=revision_id,
            )
        return _with_revalidations(session, [row])[0]


def revisions(engine: Engine, item_id: int) -> list[Revision]:
    """Return every correction of the item's question, oldest first, undone ones included.

    A reviewer who may still give a blind second opinion must be shown only their own (see
    `shown_history`).
    """
    with Session(engine) as session:
        return _with_revalidations(session, queries.revisions_of(session, item_id))


def corrected_question(row: QuestionRevision, original: Question) -> Question:
    """Apply a revision to the original; context, extra fields and key stay."""
    has_position = row.start_pos is not None and row.end_pos is not None
    return replace(
        original,
        question=row.question,
        question_type=QuestionType(row.question_type),
        choice=dict(row.choice),
        answer=tuple(row.answer),
        position=Position(row.start_pos or 0, row.end_pos or 0) if has_position else None,
    )


def evidence_of(row: QuestionRevision) -> RevisionEvidence | None:
    """Read a revision's evidence; None without any."""
    if row.evidence is None or row.evidence_start is None or row.evidence_end is None:
        return None
    return RevisionEvidence(row.evidence_start, row.evidence_end, row.evidence)


def _with_revalidations(session: Session, revised: Sequence[queries.Revised]) -> list[Revision]:
    by_revision: dict[int, list[tuple[RevalidationRow, str]]] = {}
    ids = [row.id or 0 for row, _original, _name in revised]
    for revalidation, name in queries.revalidations_of(session, ids):
        by_revision.setdefault(revalidation.revision_id, []).append((revalidation, name))
    return [
        _revision(row, original, name, by_revision.get(row.id or 0, ()))
        for row, original, name in revised
    ]


def _revision(
    row: QuestionRevision,
    original_row: QuestionRow,
    name: str,
    revalidations: Sequence[tuple[RevalidationRow, str]],
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
        revalidations=tuple(
            revalidation_of(revalidation, corrected, by) for revalidation, by in revalidations
        ),
    )


def revalidation_of(row: RevalidationRow, asked: Question, by: str) -> RevalidationResult:
    """Read a stored revalidation of the question `asked`, requested by the reviewer `by`."""
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
