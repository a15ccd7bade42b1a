"""The final status of each question of a set after validation and review, at one moment.

Decisions are those on the questions, in whichever run they were made. The validation is that of one
run, or, of the set as a whole, that of the newest run that judged the question.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from core.questions import FieldChange, Question, field_changes
from core.services.review import Action, State
from core.services.review.revisions import RevalidationResult, RevisionEvidence


class QuestionOutcome(StrEnum):
    """A cleaned set holds KEPT and CORRECTED questions only."""

    KEPT = "kept"
    """Passed, or kept by a reviewer."""
    CORRECTED = "corrected"
    DROPPED = "dropped"
    TO_FIX = "to_fix"
    """A reviewer wants it corrected, and it is not yet."""
    UNDECIDED = "undecided"
    """Flagged and not decided yet."""
    DISPUTED = "disputed"
    """Two opinions differ and wait for a final decision."""
    AWAITS_SECOND = "awaits_second"
    """A second opinion was asked for and is not there, whatever the first says."""
    NOT_JUDGED = "not_judged"
    """A system failure or not asked, and without a decision."""


IN_A_SET = (QuestionOutcome.KEPT, QuestionOutcome.CORRECTED)


def question_outcome(
    outcome: str, state: str, decision: str | None, *, corrected: bool
) -> QuestionOutcome:
    """A reviewer's decision overrides the validation."""
    if state == State.DISPUTED:
        return QuestionOutcome.DISPUTED
    if state == State.SECOND:
        return QuestionOutcome.AWAITS_SECOND
    match decision:
        case Action.KEEP:
            return QuestionOutcome.KEPT
        case Action.DROP:
            return QuestionOutcome.DROPPED
        case Action.FIX:
            return QuestionOutcome.CORRECTED if corrected else QuestionOutcome.TO_FIX
    return {"passed": QuestionOutcome.KEPT, "failed": QuestionOutcome.UNDECIDED}.get(
        outcome, QuestionOutcome.NOT_JUDGED
    )


@dataclass(frozen=True, slots=True)
class CurrentDecision:
    """The decision in force; with a `cause` a final one."""

    action: str
    reviewer: str
    at: datetime
    comment: str
    reasons: tuple[str, ...]
    cause: str | None


@dataclass(frozen=True, slots=True)
class ReviewerOpinion:
    """One of those that differ and wait for a final decision. `blind`: given without having seen
    another. `changes` are those of a fix that corrects.
    """

    action: str
    reviewer: str
    at: datetime
    comment: str
    reasons: tuple[str, ...]
    blind: bool
    changes: tuple[FieldChange, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionStatus:
    """A question of the set with its final status.

    `outcome`: the validation's ("" where it was never asked), of the run `run_id`;
    `failure_reasons`: why it did not pass or was not judged. `question`: with the correction in
    force, if any.
    """

    line: int
    item_id: int | None
    original: Question
    question: Question
    fate: QuestionOutcome
    outcome: str
    failure_reasons: tuple[str, ...]
    decision: CurrentDecision | None
    evidence: RevisionEvidence | None = None
    revalidation: RevalidationResult | None = None
    opinions: tuple[ReviewerOpinion, ...] = ()
    """The differing opinions on a disputed question, oldest first; empty where it is decided."""
    run_id: int | None = None
    question_id: int = 0

    @property
    def changes(self) -> tuple[FieldChange, ...]:
        """The changes of the correction in force; see Revision.changes."""
        return changes_of(self.original, self.question, self.evidence)


class CountingRule(StrEnum):
    """Which validation counts for a question: that of one run, or of the newest that judged it."""

    RUN = "run"
    NEWEST = "newest"


@dataclass(frozen=True, slots=True)
class ValidationSource:
    """A run that an export rests on: `questions` are those whose validation is its."""

    id: int
    title: str
    spec: Mapping[str, Any]
    questions: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Every question of a set, in the file's order, as it was ruled at `taken_at` (UTC).

    `run_id`, `run_title` and `spec` are the run's, or of a whole set those of the newest of `runs`,
    whose validations it rests on.
    """

    run_id: int
    run_title: str
    spec: Mapping[str, Any]
    set_id: int
    set_title: str
    file_name: str
    source_title: str | None
    refused_at_import: int
    taken_at: datetime
    last_act: int
    """The newest act of review there was; each later one has a higher number."""
    rows: tuple[QuestionStatus, ...] = field(repr=False)
    rule: CountingRule
    runs: tuple[ValidationSource, ...]
    """Newest first."""

    def source_of(self, row: QuestionStatus) -> ValidationSource | None:
        """The run whose validation counts for the question; None where none has it."""
        return next((run for run in self.runs if run.id == row.run_id), None)

    @property
    def fates(self) -> Counter[QuestionOutcome]:
        return Counter(row.fate for row in self.rows)

    @property
    def decisions(self) -> list[CurrentDecision]:
        return [row.decision for row in self.rows if row.decision is not None]


def changes_of(
    original: Question, question: Question, evidence: RevisionEvidence | None
) -> tuple[FieldChange, ...]:
    changes = field_changes(original, question)
    return changes if evidence is None else (*changes, FieldChange("evidence", None, evidence.text))
