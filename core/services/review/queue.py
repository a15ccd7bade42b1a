"""Queues of items: filters, orders, pages and neighbours."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from sqlalchemy import ColumnElement, Engine
from sqlmodel import Session

from core.services.review.enums import Cause, OpinionFilter, State
from core.validation import INFRASTRUCTURE
from db.queries import queue as queries
from db.queries.review import last_undoable_item
from db.tables import QuestionRow, ReviewState, RunItem, Validation


class QueueView(StrEnum):
    """Which validation outcomes a queue has. flagged: failed on their merits."""

    FLAGGED = "flagged"
    PASSED = "passed"
    NOT_JUDGED = "not_judged"
    ALL = "all"


class DecisionFilter(StrEnum):
    """Which states a queue has. A disputed item is neither decided nor undecided: it waits for a
    final decision.
    """

    UNDECIDED = "undecided"
    DECIDED = "decided"
    EITHER = "either"


class Order(StrEnum):
    """Order of a queue.

    file: newest run first, then by line. disputed: most contested first. threshold: quotes whose
    similarity is nearest to their run's threshold first, above or below. oldest: longest untouched
    first. latest: latest decision first.
    """

    FILE = "file"
    DISPUTED = "disputed"
    THRESHOLD = "threshold"
    OLDEST = "oldest"
    LATEST = "latest"


NOBODY = ""
"""Value of `Queue.assigned_to` for items assigned to nobody; no reviewer has an empty name."""

OUTCOMES: dict[QueueView, tuple[str, ...]] = {
    QueueView.FLAGGED: ("failed",),
    QueueView.PASSED: ("passed",),
    QueueView.NOT_JUDGED: ("infrastructure", "skipped"),
    QueueView.ALL: ("passed", "failed", "infrastructure", "skipped"),
}
STATES: dict[DecisionFilter, tuple[State, ...]] = {
    DecisionFilter.UNDECIDED: (State.OPEN, State.SECOND),
    DecisionFilter.DECIDED: (State.DECIDED, State.SETTLED),
    DecisionFilter.EITHER: (),
}


@dataclass(frozen=True, slots=True)
class Queue:
    """A filter over items, and their order. Equal values select the same items.

    `shown`: by validation outcome. `states`: if any, replace `decided`, such as (State.SECOND,) for
    requested second opinions and (State.DISPUTED,) for items to be settled. `reason`: failure
    reason of the validation. `reviewer`: has given an opinion. `text`: every word occurs, in any
    case, in the question, its key, an option, the quote, a reviewer's note or the correction in
    force; corrections are not searched while a second opinion is requested. `whose`: items in that
    reviewer's own queue: assigned to them or to nobody, not skipped by them, not waiting for the
    opinion of another. `assigned_to`: a reviewer, NOBODY, or None for any. `said`: which
    opinions there are, of `reviewer` and `beside` where given. `cause`: of the final decision.

    Sample runs are included only if `run_id`, `set_id` or `samples` is set. Leaked questions of a
    depth test (answered without their evidence) count as flagged only if its run or that reason is
    chosen.
    """

    run_id: int | None = None
    shown: QueueView = QueueView.FLAGGED
    reason: str | None = None
    decided: DecisionFilter = DecisionFilter.UNDECIDED
    states: tuple[State, ...] = ()
    verdict: str | None = None
    confidence: str | None = None
    model: str | None = None
    language: str | None = None
    reviewer: str | None = None
    text: str = ""
    assigned_to: str | None = None
    whose: str | None = None
    said: OpinionFilter | None = None
    beside: str | None = None
    cause: Cause | None = None
    order: Order = Order.FILE
    set_id: int | None = None
    samples: bool = False

    def conditions(self) -> list[ColumnElement[bool]]:
        """Return the filter as SQL conditions."""
        states = tuple(state.value for state in self.states or STATES[self.decided])
        has_run = self.run_id is not None
        filters = queries.conditions(
            self.run_id,
            OUTCOMES[self.shown],
            states,
            reason=self.reason,
            verdict=self.verdict,
            confidence=self.confidence,
            model=self.model,
            language=self.language,
            reviewer=self.reviewer,
            text=self.text,
            assigned_to=self.assigned_to,
            whose=self.whose,
            said=self.said,
            beside=self.beside,
            cause=self.cause,
            set_id=self.set_id,
            samples=has_run or self.set_id is not None or self.samples,
            leaks=has_run or self.reason is not None or self.shown is not QueueView.FLAGGED,
        )
        return list(filters)

    def of(self, reviewer: str) -> "Queue":
        """Return the part of it in the reviewer's own queue; disputed items are in everybody's."""
        return self if self.states == (State.DISPUTED,) else replace(self, whose=reviewer)


@dataclass(frozen=True, slots=True)
class QueueLine:
    """One item in a list. `similarity` in [0, 1], None without a quote."""

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
    state: State = State.OPEN


@dataclass(frozen=True, slots=True)
class WaitingCounts:
    """A run's undecided flagged items; one item may have several reasons."""

    run_id: int
    title: str
    items: int
    reasons: Counter[str]


@dataclass(frozen=True, slots=True)
class QueueChoices:
    """The values that occur, for a filter to offer."""

    verdicts: tuple[str, ...]
    confidences: tuple[str, ...]
    models: tuple[str, ...]
    languages: tuple[str, ...]


def count(engine: Engine, queue: Queue) -> int:
    """Count the items of a queue."""
    with Session(engine) as session:
        return queries.count_items(session, queue.conditions())


def count_each(engine: Engine, queues: Mapping[str, Queue]) -> dict[str, int]:
    """Count the items of several queues by name, in one session."""
    with Session(engine) as session:
        return {
            name: queries.count_items(session, queue.conditions()) for name, queue in queues.items()
        }


def count_states(engine: Engine, queue: Queue) -> Counter[State]:
    """Count the queue's items by state, ignoring its own filter by state."""
    all_states = replace(queue, decided=DecisionFilter.EITHER, states=())
    with Session(engine) as session:
        counts = queries.counts_by_state(session, all_states.conditions())
    return Counter({State(state): n for state, n in counts.items()})


def choices(engine: Engine) -> QueueChoices:
    """Read the values that filters offer."""
    with Session(engine) as session:
        fields = ("verdict", "confidence", "model", "language")
        return QueueChoices(*(tuple(queries.values(session, name)) for name in fields))


def page(engine: Engine, queue: Queue, number: int = 1, size: int = 50) -> list[QueueLine]:
    """Return page `number` (from 1) of the queue."""
    with Session(engine) as session:
        rows = queries.page_of_items(
            session, queue.conditions(), queue.order, (number - 1) * size, size
        )
        return [line_of(*row) for row in rows]


def next_item(engine: Engine, queue: Queue, item_id: int | None = None) -> int | None:
    """Return the queue's item after `item_id`, or the first for None; None at the end.

    `item_id` need not be in the queue itself.
    """
    with Session(engine) as session:
        return queries.neighbour(session, queue.conditions(), queue.order, item_id, forward=True)


def previous_item(engine: Engine, queue: Queue, item_id: int) -> int | None:
    """Return the queue's item before `item_id`; None at the beginning."""
    with Session(engine) as session:
        return queries.neighbour(session, queue.conditions(), queue.order, item_id, forward=False)


def return_path(engine: Engine, queue: Queue, item_id: int, reviewer: str) -> int | None:
    """Return the item to go back to: the one before, decided or not, since an item leaves the queue
    when it is decided. At the beginning, the item that the reviewer decided last.
    """
    any_state = replace(queue, decided=DecisionFilter.EITHER, states=())
    before = previous_item(engine, any_state, item_id)
    if before is not None:
        return before
    with Session(engine) as session:
        latest = last_undoable_item(session, reviewer, final=False)
    return latest if latest != item_id else None


def after_decision(engine: Engine, queue: Queue, item_id: int) -> int | None:
    """Return the item to go to after deciding this one: the next, else the first that waits."""
    following = next_item(engine, queue, item_id)
    if following is not None:
        return following
    first = next_item(engine, queue)
    return first if first != item_id else None


def waiting(
    engine: Engine, reviewer: str | None = None, *, assigned: bool = False
) -> list[WaitingCounts]:
    """Count undecided flagged items by run, newest first; for a reviewer only those in their queue,
    with `assigned` only those assigned to them.
    """
    counts_by_run: dict[int, WaitingCounts] = {}
    queue = Queue(whose=reviewer, assigned_to=reviewer if assigned else None)
    with Session(engine) as session:
        rows = queries.waiting(session, queue.conditions())
    for run_id, title, reasons, n in rows:
        so_far = counts_by_run.get(run_id) or WaitingCounts(run_id, title, 0, Counter())
        counts = so_far.reasons + Counter(dict.fromkeys(reasons, n))
        counts_by_run[run_id] = WaitingCounts(run_id, title, so_far.items + n, counts)
    return list(counts_by_run.values())


def line_of(
    item: RunItem, question: QuestionRow, validation: Validation | None, state: ReviewState
) -> QueueLine:
    """Build a QueueLine from the rows of an item."""
    judged = validation if validation and item.outcome in ("passed", "failed") else None
    return QueueLine(
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
        state=State(state.state),
    )


def reasons_of(item: RunItem, validation: Validation | None) -> tuple[str, ...]:
    """Return why the item did not pass: its failure reasons, else why it was not judged."""
    failure_reasons: Sequence[str] = validation.failure_reasons if validation else ()
    merit_reasons = tuple(reason for reason in failure_reasons if reason not in INFRASTRUCTURE)
    return merit_reasons or ((item.reason,) if item.reason else ())
