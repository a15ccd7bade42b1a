"""Which items wait for a person, and in which order: newest run first, then the file's order."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from sqlalchemy import ColumnElement, Engine
from sqlmodel import Session

from core.review.decisions import last_decided_item
from core.validation.reasons import INFRASTRUCTURE
from db.queries import review as queries
from db.tables import QuestionRow, RunItem, Validation


class Shown(StrEnum):
    """Which results to look at. `flagged` failed on their merits and wait for a decision."""

    FLAGGED = "flagged"
    PASSED = "passed"
    NOT_JUDGED = "not_judged"
    ALL = "all"


class Decided(StrEnum):
    UNDECIDED = "undecided"
    DECIDED = "decided"
    EITHER = "either"


OUTCOMES: dict[Shown, tuple[str, ...]] = {
    Shown.FLAGGED: ("failed",),
    Shown.PASSED: ("passed",),
    Shown.NOT_JUDGED: ("infrastructure", "skipped"),
    Shown.ALL: ("passed", "failed", "infrastructure", "skipped"),
}


@dataclass(frozen=True, slots=True)
class Queue:
    """A filter over items; the same value always means the same items in the same order."""

    run_id: int | None = None
    shown: Shown = Shown.FLAGGED
    reason: str | None = None
    decided: Decided = Decided.UNDECIDED

    def conditions(self) -> list[ColumnElement[bool]]:
        decided = None if self.decided is Decided.EITHER else self.decided is Decided.DECIDED
        return queries.conditions(self.run_id, OUTCOMES[self.shown], self.reason, decided=decided)


@dataclass(frozen=True, slots=True)
class Line:
    """One item as a list shows it. Similarity in [0, 1]; None when nothing was quoted."""

    item_id: int
    run_id: int
    line: int
    item_key: str
    question: str
    outcome: str
    reasons: tuple[str, ...]
    labelled: tuple[str, ...]
    answered: tuple[str, ...]
    similarity: float | None
    confidence: str | None


@dataclass(frozen=True, slots=True)
class Waiting:
    """A run's undecided flagged items; one item may have several reasons."""

    run_id: int
    title: str
    items: int
    reasons: Counter[str]


def count(engine: Engine, queue: Queue) -> int:
    with Session(engine) as session:
        return queries.count_items(session, queue.conditions())


def page(engine: Engine, queue: Queue, number: int = 1, size: int = 50) -> list[Line]:
    """Page `number` (from 1) of the queue."""
    with Session(engine) as session:
        rows = queries.page_of_items(session, queue.conditions(), (number - 1) * size, size)
        return [_line(*row) for row in rows]


def next_item(engine: Engine, queue: Queue, item_id: int | None = None) -> int | None:
    """The queue's item after this one, which need not be in the queue itself; from None the first.

    None at the end.
    """
    with Session(engine) as session:
        return queries.neighbour(session, queue.conditions(), item_id, forward=True)


def previous_item(engine: Engine, queue: Queue, item_id: int) -> int | None:
    with Session(engine) as session:
        return queries.neighbour(session, queue.conditions(), item_id, forward=False)


def way_back(engine: Engine, queue: Queue, item_id: int, reviewer: str) -> int | None:
    """The item before this one, decided or not, since what was just decided has left the queue;
    before the first one, what the reviewer decided last.
    """
    before = previous_item(engine, replace(queue, decided=Decided.EITHER), item_id)
    if before is not None:
        return before
    latest = last_decided_item(engine, reviewer)
    return latest if latest != item_id else None


def after_decision(engine: Engine, queue: Queue, item_id: int) -> int | None:
    """Where to go once this item is decided: the next one, else the first one still waiting."""
    following = next_item(engine, queue, item_id)
    if following is not None:
        return following
    first = next_item(engine, queue)
    return first if first != item_id else None


def waiting(engine: Engine) -> list[Waiting]:
    """Every run with undecided flagged items, newest first."""
    found: dict[int, Waiting] = {}
    with Session(engine) as session:
        rows = queries.waiting(session)
    for run_id, title, reasons, n in rows:
        so_far = found.get(run_id) or Waiting(run_id, title, 0, Counter())
        counts = so_far.reasons + Counter(dict.fromkeys(reasons, n))
        found[run_id] = Waiting(run_id, title, so_far.items + n, counts)
    return list(found.values())


def _line(item: RunItem, question: QuestionRow, validation: Validation | None) -> Line:
    judged = validation if validation and item.outcome in ("passed", "failed") else None
    return Line(
        item_id=item.id or 0,
        run_id=item.run_id,
        line=question.line,
        item_key=item.item_key,
        question=question.question,
        outcome=item.outcome,
        reasons=reasons_of(item, validation),
        labelled=tuple(question.answer),
        answered=tuple(judged.model_answer) if judged else (),
        similarity=judged.evidence_similarity if judged and judged.evidence.strip() else None,
        confidence=judged.confidence if judged else None,
    )


def reasons_of(item: RunItem, validation: Validation | None) -> tuple[str, ...]:
    """Why the item did not pass: its failure reasons, else what kept it from being judged."""
    listed: Sequence[str] = validation.failure_reasons if validation else ()
    merits = tuple(reason for reason in listed if reason not in INFRASTRUCTURE)
    return merits or ((item.reason,) if item.reason else ())
