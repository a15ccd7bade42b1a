"""The final status of each question of a set after validation and review, at one moment.

Decisions count whichever run they were made in. The validation is that of one chosen run or, for a
whole set, that of the newest run that judged the question.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from core.questions import FieldChange, Question, field_changes
from core.services.review import Action, RevalidationResult, RevisionEvidence, State


class QuestionOutcome(StrEnum):
    """A cleaned set holds KEPT and CORRECTED questions only."""

    KEPT = "kept"
    """Passed and undecided, or kept by a reviewer."""
    CORRECTED = "corrected"
    DROPPED = "dropped"
    TO_FIX = "to_fix"
    """A reviewer decided to edit it, but no correction is stored yet."""
    UNDECIDED = "undecided"
    """Flagged and not decided yet."""
    DISPUTED = "disputed"
    """Two opinions differ and wait for a final decision."""
    AWAITS_SECOND = "awaits_second"
    """A second opinion was requested and is missing, whatever the first one is."""
    NOT_JUDGED = "not_judged"
    """Undecided, and the validation failed with a system error or never asked it."""


IN_A_SET = (QuestionOutcome.KEPT, QuestionOutcome.CORRECTED)


def question_outcome(
    outcome: str, state: str, decision: str | None, *, corrected: bool
) -> QuestionOutcome:
    """Derive the final status; a reviewer's decision overrides the validation.

    `outcome`: of the validation, "" if never asked; `corrected`: the decision carries a correction.
    """
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
    """The decision in force; a final one has a `cause`."""

    action: str
    reviewer: str
    at: datetime
    comment: str
    reasons: tuple[str, ...]
    cause: str | None


@dataclass(frozen=True, slots=True)
class ReviewerOpinion:
    """One of the differing opinions on a disputed question. `blind`: given without having seen
    others. `changes`: those of its correction, if it has one.
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

    `outcome`: of its validation in the run `run_id`, "" if it was never asked. `failure_reasons`:
    why it did not pass or was not judged. `original`: as imported. `question`: with the correction
    in force, if any.
    """

    line: int
    item_id: int | None
    original: Question
    question: Question
    status: QuestionOutcome
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
        """What the correction in force changes; see Revision.changes."""
        return changes_of(self.original, self.question, self.evidence)


class CountingRule(StrEnum):
    """Which validation counts: that of one chosen run, or of the newest run that judged it."""

    RUN = "run"
    NEWEST = "newest"


@dataclass(frozen=True, slots=True)
class ValidationSource:
    """A run whose validations count in an export. `questions`: how many of them it judged."""

    id: int
    title: str
    spec: Mapping[str, Any]
    questions: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The status of every question of a set, in file order, at `taken_at` (UTC).

    `run_id`, `run_title`, `spec`: of the chosen run or, for a whole set, of the newest of `runs`.
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
    """Id of the newest act of review at that moment; later acts have higher ids."""
    rows: tuple[QuestionStatus, ...] = field(repr=False)
    rule: CountingRule
    runs: tuple[ValidationSource, ...]
    """Newest first."""

    def source_of(self, row: QuestionStatus) -> ValidationSource | None:
        """Return the run whose validation counts for the question; None if there is none."""
        return next((run for run in self.runs if run.id == row.run_id), None)

    @property
    def status_counts(self) -> Counter[QuestionOutcome]:
        return Counter(row.status for row in self.rows)

    @property
    def decisions(self) -> list[CurrentDecision]:
        return [row.decision for row in self.rows if row.decision is not None]


def changes_of(
    original: Question, question: Question, evidence: RevisionEvidence | None
) -> tuple[FieldChange, ...]:
    """Return the changed fields, with new evidence last."""
    changes = field_changes(original, question)
    return changes if evidence is None else (*changes, FieldChange("evidence", None, evidence.text))
