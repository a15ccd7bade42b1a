"""Load one item of a run with everything a reviewer needs to judge it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.depth import span_in_novel
from core.errors import NotFoundError, Sentence
from core.questions import evidence_of
from core.services.records import error_sentence, validation_result
from core.services.review.queue import reasons_of
from core.text import Span
from core.validation import ValidationResult
from db.queries import depth
from db.queries import results as queries
from db.tables import RunItem


@dataclass(frozen=True, slots=True)
class ItemDetail:
    """One item of a run with its question, verdict and novel.

    `result`: None if the question was skipped, and in a depth test. `source_title`: None without a
    novel. `evidence`: where a depth test located the evidence in the novel. `file_evidence`: the
    evidence text that the question's file gave.
    """

    id: int
    run_id: int
    run_title: str
    spec: dict[str, Any]
    line: int
    item_key: str
    question: str
    question_type: str
    choice: dict[str, str]
    labelled: tuple[str, ...]
    position: tuple[int, int] | None
    outcome: str
    reasons: tuple[str, ...]
    error: Sentence | None
    result: ValidationResult | None
    own_context: str | None
    source_id: int | None
    source_title: str | None
    source_chars: int
    evidence: Span | None = None
    file_evidence: str | None = None

    @property
    def judged(self) -> bool:
        """Whether a reply could be read and was judged."""
        return self.outcome in ("passed", "failed") and self.result is not None

    @property
    def total_chars(self) -> int:
        """Length of the item's text: the novel, or the row's own context."""
        return self.source_chars if self.own_context is None else len(self.own_context)

    @property
    def places(self) -> Sequence[tuple[int, int]]:
        """[start, end) of each part of the quote, or of its closest match; else of the evidence."""
        if self.result is not None:
            return self.result.places
        return ((self.evidence.start, self.evidence.end),) if self.evidence else ()

    @property
    def depth(self) -> float | None:
        """Relative position of the first of `places` in the text, in [0, 1]."""
        places = self.places
        return places[0][0] / self.total_chars if places and self.total_chars else None


def item(engine: Engine, item_id: int) -> ItemDetail:
    """Load an item. Raises NotFoundError for an unknown one."""
    with Session(engine) as session:
        rows = queries.item(session, item_id)
        if rows is None:
            raise NotFoundError(
                "Item {item_id} does not exist. Open one from a run.", item_id=item_id
            )
        ledger, question, validation, run = rows
        source_id = queries.source_of_set(session, run.set_id)
        title, chars = queries.source_title_and_length(session, source_id)
        bounds = (question.start_pos, question.end_pos)
        return ItemDetail(
            id=item_id,
            run_id=ledger.run_id,
            run_title=run.title,
            spec=dict(run.spec),
            line=question.line,
            item_key=question.item_key,
            question=question.question,
            question_type=question.question_type,
            choice=dict(question.choice),
            labelled=tuple(question.answer),
            position=(bounds[0], bounds[1])
            if bounds[0] is not None and bounds[1] is not None
            else None,
            outcome=ledger.outcome,
            reasons=reasons_of(ledger, validation),
            error=error_sentence(ledger),
            result=validation_result(ledger, question, validation) if validation else None,
            own_context=question.context,
            source_id=source_id,
            source_title=title,
            source_chars=chars,
            evidence=_evidence(session, ledger) if run.kind == "depth" else None,
            file_evidence=evidence_of(question.extra),
        )


def _evidence(session: Session, ledger: RunItem) -> Span | None:
    """Return the evidence's place in the novel, as a context of the same run used it; it may be
    narrower than the question's position (reading 47).
    """
    result = depth.with_evidence(session, ledger.run_id, ledger.question_id)
    if result is None or result.evidence_start is None or result.evidence_end is None:
        return None
    bounds = (result.evidence_start, result.evidence_end)
    return span_in_novel(result.pieces, bounds, result.metrics.get("joiner"))
