"""Which items wait for a person, and in which order they come."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from sqlalchemy import ColumnElement, Engine
from sqlmodel import Session

from core.services.review.enums import Cause, OpinionFilter, State
from core.validation.reasons import INFRASTRUCTURE
from db.queries import queue as queries
from db.queries.review import last_undoable_item
from db.tables import QuestionRow, ReviewState, RunItem, Validation


class QueueView(StrEnum):
    """Which results to look at. `flagged` failed on their merits and wait for a decision."""

    FLAGGED = "flagged"
    PASSED = "passed"
    NOT_JUDGED = "not_judged"
    ALL = "all"


class DecisionFilter(StrEnum):
    """An item in dispute is neither: it waits for a final decision, not for reviewers."""

    UNDECIDED = "undecided"
    DECIDED = "decided"
    EITHER = "either"


class Order(StrEnum):
    """file: newest run first, then line by line. disputed: the most contested first. threshold:
    the quotes first whose similarity is nearest to their run's threshold, on either side of it.
    oldest: whatever nobody has touched for longest. latest: of decided ones, the latest decision
    first.
    """

    FILE = "file"
    DISPUTED = "disputed"
    THRESHOLD = "threshold"
    OLDEST = "oldest"
    LATEST = "latest"


NOBODY = ""
"""In `Queue.assigned_to`: no reviewer has this name."""

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
    """A filter over items and their order; the same value always means the same items.

    `states`, where there are any, take the place of `decided`: (State.SECOND,) are those a second
    opinion is wanted on, (State.DISPUTED,) those to be settled. `reason` is the validation's.
    `reviewer` has given an opinion on them. Every word of `text` stands in the question, its key,
    an option, the quote, a reviewer's note or the correction that stands, in small or large
    letters; what is corrected is not searched while a second opinion is wanted. `whose`: assigned
    to that reviewer or to nobody, not skipped by them, and not waiting for an opinion of somebody
    else. `assigned_to`: to that reviewer, to NOBODY, or, where it is None, to anybody or nobody.
    `said`: of `reviewer` and of `beside`, where they are given. `cause`: of the final decision.

    Sample runs are in a queue that names their run or set, or asks for `samples`. What a depth test
    found answered without its evidence is among the flagged where its run or that reason is named.
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
        states = tuple(state.value for state in self.states or STATES[self.decided])
        chosen = self.run_id is not None
        found = queries.conditions(
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
            samples=chosen or self.set_id is not None or self.samples,
            leaks=chosen or self.reason is not None or self.shown is not QueueView.FLAGGED,
        )
        return list(found)

    def of(self, reviewer: str) -> "Queue":
        """What of it is in that reviewer's own queue; what is in dispute is in everybody's."""
        return self if self.states == (State.DISPUTED,) else replace(self, whose=reviewer)


@dataclass(frozen=True, slots=True)
class QueueLine:
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
    """The values a filter offers, those that occur."""

    verdicts: tuple[str, ...]
    confidences: tuple[str, ...]
    models: tuple[str, ...]
    languages: tuple[str, ...]


def count(engine: Engine, queue: Queue) -> int:
    with Session(engine) as session:
        return queries.count_items(session, queue.conditions())


def count_each(engine: Engine, queues: Mapping[str, Queue]) -> dict[str, int]:
    """The items of several queues, by the names given to them, as one moment has them."""
    with Session(engine) as session:
        return {
            name: queries.count_items(session, queue.conditions()) for name, queue in queues.items()
        }


def count_states(engine: Engine, queue: Queue) -> Counter[State]:
    """The filter's items by state, whatever states it asks for: how far it has come."""
    every = replace(queue, decided=DecisionFilter.EITHER, states=())
    with Session(engine) as session:
        found = queries.counts_by_state(session, every.conditions())
    return Counter({State(state): n for state, n in found.items()})


def choices(engine: Engine) -> QueueChoices:
    with Session(engine) as session:
        named = ("verdict", "confidence", "model", "language")
        return QueueChoices(*(tuple(queries.values(session, name)) for name in named))


def page(engine: Engine, queue: Queue, number: int = 1, size: int = 50) -> list[QueueLine]:
    """Page `number` (from 1) of the queue."""
    with Session(engine) as session:
        rows = queries.page_of_items(
            session, queue.conditions(), queue.order, (number - 1) * size, size
        )
        return [line_of(*row) for row in rows]


def next_item(engine: Engine, queue: Queue, item_id: int | None = None) -> int | None:
    """The queue's item after this one, which need not be in the queue itself; from None the first.

    None at the end.
    """
    with Session(engine) as session:
        return queries.neighbour(session, queue.conditions(), queue.order, item_id, forward=True)


def previous_item(engine: Engine, queue: Queue, item_id: int) -> int | None:
    with Session(engine) as session:
        return queries.neighbour(session, queue.conditions(), queue.order, item_id, forward=False)


def return_path(engine: Engine, queue: Queue, item_id: int, reviewer: str) -> int | None:
    """The item before this one, decided or not, since what was just decided has left the queue;
    before the first one, what the reviewer decided last.
    """
    whatever = replace(queue, decided=DecisionFilter.EITHER, states=())
    before = previous_item(engine, whatever, item_id)
    if before is not None:
        return before
    with Session(engine) as session:
        latest = last_undoable_item(session, reviewer, final=False)
    return latest if latest != item_id else None


def after_decision(engine: Engine, queue: Queue, item_id: int) -> int | None:
    """Where to go once this item is decided: the next one, else the first one still waiting."""
    following = next_item(engine, queue, item_id)
    if following is not None:
        return following
    first = next_item(engine, queue)
    return first if first != item_id else None


def waiting(
    engine: Engine, reviewer: str | None = None, *, assigned: bool = False
) -> list[WaitingCounts]:
    """Every run with undecided flagged items, newest first; of a reviewer, what of it is theirs,
    and where `assigned` only what was assigned to them.
    """
    found: dict[int, WaitingCounts] = {}
    theirs = Queue(whose=reviewer, assigned_to=reviewer if assigned else None)
    with Session(engine) as session:
        rows = queries.waiting(session, theirs.conditions())
    for run_id, title, reasons, n in rows:
        so_far = found.get(run_id) or WaitingCounts(run_id, title, 0, Counter())
        counts = so_far.reasons + Counter(dict.fromkeys(reasons, n))
        found[run_id] = WaitingCounts(run_id, title, so_far.items + n, counts)
    return list(found.values())


def line_of(
    item: RunItem, question: QuestionRow, validation: Validation | None, state: ReviewState
) -> QueueLine:
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
    """Why the item did not pass: its failure reasons, else what kept it from being judged."""
    listed: Sequence[str] = validation.failure_reasons if validation else ()
    merits = tuple(reason for reason in listed if reason not in INFRASTRUCTURE)
    return merits or ((item.reason,) if item.reason else ())
