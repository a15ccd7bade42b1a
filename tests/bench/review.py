"""`python -m tests.bench.review`: 50,000 questions and 1,000,000 events, asked as the pages ask."""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count as numbers
from pathlib import Path
from statistics import median

from sqlalchemy import Engine

from core.services.results import CleanedScope, archive, count_outcomes, take_snapshot
from core.services.review import (
    Action,
    BulkAction,
    BulkRequest,
    DecisionFilter,
    OpinionFilter,
    Order,
    Queue,
    QueueView,
    State,
    adjudicated_items,
    after_decision,
    agreed,
    assign,
    choices,
    claim_next,
    count,
    count_causes,
    count_states,
    current_decisions,
    decide,
    do_bulk,
    find_questions,
    history,
    last_decided_item,
    my_batches,
    my_desk,
    next_item,
    page,
    preview_bulk,
    previous_item,
    release_all,
    return_path,
    today,
    undo,
    undo_batch,
    waiting,
)
from core.services.review.claims import LEASE
from db.engine import make_engine, migrate
from tests.bench.depth_rows import waited
from tests.bench.pairs import duration, table
from tests.bench.review_rows import EVENTS, QUESTIONS, REVIEWERS, filled
from tests.core.services.results.desk_data import Case, fill
from tests.core.services.review.crowd import ANNOTATORS, ITEMS, together
from tests.postgres import new_database, server

ME = "reviewer 7"
EVERY = Queue(shown=QueueView.ALL, decided=DecisionFilter.EITHER)
ENDED = (State.SETTLED,)
Looks = dict[str, Callable[[], object]]

ABOUT = (
    f"{QUESTIONS:,} questions of two runs (English and Chinese) with {EVENTS:,} events of "
    f"{REVIEWERS} reviewers, made by `tests/bench/review_rows.py`, through the functions that the "
    "pages call. Seconds on the clock with the database on the same machine, the median of five "
    "after one that warms up."
)
CROWD = (
    f"{ANNOTATORS} annotators, threads of one process with connections of their own, claim the "
    f"next item, prepare the one after it, and decide, until all {ITEMS:,} items of a run are "
    "decided. `tests/core/services/review/test_crowd.py` asserts that none is decided twice, none "
    "is before "
    "two people and none is lost."
)


def looks(engine: Engine) -> Looks:
    mine = Queue().of(ME)
    middle = QUESTIONS // 4
    last = count(engine, EVERY) // 50
    near = Queue(order=Order.THRESHOLD)
    disputed = replace(EVERY, order=Order.DISPUTED)
    waits = replace(EVERY, states=(State.DISPUTED,), order=Order.OLDEST)
    key = numbers()

    def decided_and_taken_back() -> None:
        item = next_item(engine, mine)
        assert item is not None
        name = f"bench {next(key)}"
        decide(engine, item, ME, Action.KEEP, idempotency_key=name, despite_claim=True)
        undo(engine, item, ME, idempotency_key=f"{name} back")

    def claimed(queue: Queue, after: int | None = None) -> Callable[[], object]:
        return lambda: claim_next(engine, queue, ME, after, lease=LEASE)

    return {
        "what the filters offer": lambda: choices(engine),
        "the queue's first page": lambda: page(engine, Queue()),
        "all questions, the last page": lambda: page(engine, EVERY, last),
        "my queue's first page": lambda: page(engine, mine),
        "the most disputed, first page": lambda: page(engine, disputed),
        "nearest the threshold, first page": lambda: page(engine, near),
        "how many wait": lambda: count(engine, Queue()),
        "how many of each state": lambda: count_states(engine, Queue()),
        "the next item": lambda: next_item(engine, mine, middle),
        "the item before": lambda: previous_item(engine, EVERY, middle),
        "the next one nearest the threshold": lambda: next_item(engine, near, middle),
        "the next of the most disputed": lambda: next_item(engine, disputed, middle),
        "where to go after a decision": lambda: after_decision(engine, mine, middle),
        "the way back": lambda: return_path(engine, mine, middle, ME),
        "claim the next item": claimed(Queue()),
        "claim the one after it": claimed(Queue(), middle),
        "claim the next one nearest the threshold": claimed(near),
        "claim the next second opinion": claimed(Queue(states=(State.SECOND,))),
        "decide and take it back": decided_and_taken_back,
        "assign a thousand items to a reviewer": lambda: assign(
            engine, Queue(), ME, "Lead", n=1000, seed=next(key), idempotency_key=f"to {next(key)}"
        ),
        "an item's history": lambda: history(engine, middle),
        "by reason": lambda: page(engine, Queue(reason="evidence_altered")),
        "by verdict, confidence, model and language": lambda: page(
            engine,
            Queue(verdict="altered", confidence="low", model="model-2", language="zh"),
        ),
        "decided by a reviewer": lambda: page(
            engine, Queue(shown=QueueView.ALL, decided=DecisionFilter.EITHER, reviewer=ME)
        ),
        "assigned to a reviewer": lambda: page(engine, Queue(assigned_to=ME)),
        "with two words in it (English), counted": lambda: count(engine, Queue(text="lamp ferry")),
        "with two words in it (Chinese), counted": lambda: count(engine, Queue(text="渡口 老周")),
        "with words that nothing has": lambda: page(engine, Queue(text="zeppelin")),
        "Questions: the first page": lambda: find_questions(engine, EVERY, ME),
        "Questions: the last page": lambda: find_questions(
            engine, EVERY, ME, number=QUESTIONS // 25
        ),
        "Questions: what I did to many": lambda: my_batches(engine, ME),
        "what waits, by run and reason": lambda: waiting(engine),
        "Home: my day, claims, queue and place": lambda: my_desk(engine, ME),
        "the team's day": lambda: today(engine),
        "the item I decided last": lambda: last_decided_item(engine, ME),
        "the decisions of a run": lambda: current_decisions(engine, 1),
        "agreement: alpha, and kappa of each pair": lambda: _agreement(engine),
        "the next to be settled": lambda: next_item(engine, waits),
        "claim the next to be settled": claimed(waits),
        "settled ones, first page": lambda: adjudicated_items(engine, replace(EVERY, states=ENDED)),
        "why opinions differed": lambda: count_causes(engine, replace(EVERY, states=ENDED)),
        "those on which two reviewers differ": lambda: page(
            engine, replace(EVERY, said=OpinionFilter.DIFFER, reviewer=ME)
        ),
        "what becomes of a run's questions, counted": lambda: count_outcomes(engine, 1),
    }


def _agreement(engine: Engine) -> object:
    found = agreed(engine)
    return found.alpha, found.pairs


def measured(url: str) -> Iterator[tuple[str, float]]:
    engine, rebuilt = filled(url)
    for name, look in looks(engine).items():
        look()
        yield name, median(waited(look) for _ in range(5))
    release_all(engine, ME)
    yield (
        f"the cleaned set of a run of {QUESTIONS // 2:,} made and packed, every file of it",
        waited(lambda: archive(engine, take_snapshot(engine, 1), CleanedScope.KEPT_AND_CORRECTED)),
    )
    yield from many(engine)
    yield "the whole projection made anew from the events", rebuilt
    engine.dispose()


def many(engine: Engine) -> Iterator[tuple[str, float]]:
    """Once each, since they leave the desk another one than it was."""
    drop = BulkRequest(BulkAction.DROP, again=True)
    counted = preview_bulk(engine, EVERY, drop, ME)
    n = f"{counted.n:,} questions"
    yield f"what dropping {n} would do", waited(lambda: preview_bulk(engine, EVERY, drop, ME))
    yield f"{n} dropped", waited(lambda: do_bulk(engine, counted, idempotency_key="drop"))
    (batch,) = my_batches(engine, ME, limit=1)
    back = partial(undo_batch, engine, batch.id, ME, idempotency_key="back")
    yield f"{n} dropped, taken back", waited(back)


def crowd(url: str) -> str:
    """Seconds, and claims each second."""
    migrate(url)
    cases = tuple(
        Case(f"k{n}", f"question {n}", answered="c", reasons=("answer_mismatch",))
        for n in range(ITEMS)
    )
    fill(make_engine(url), cases)
    outcome = together(url)
    assert not outcome.errors
    assert len(outcome.decided) == ITEMS
    claims = sum(shift.given.total() for shift in outcome.shifts)
    each = ITEMS / outcome.seconds, claims / outcome.seconds
    return f"{duration(outcome.seconds)}: {each[0]:.0f} decisions, {each[1]:.0f} claims a second"


def report() -> str:
    with tempfile.TemporaryDirectory() as folder, server(is_durable=True) as address:
        sqlite = dict(measured(f"sqlite:///{Path(folder) / 'review.db'}"))
        postgres = dict(measured(new_database(address)))
        rows = [(name, duration(sqlite[name]), duration(postgres[name])) for name in sqlite]
        people = [
            (
                f"{ITEMS:,} items decided",
                crowd(f"sqlite:///{Path(folder) / 'crowd.db'}"),
                crowd(new_database(address)),
            )
        ]
    head = ("asked", "SQLite", "PostgreSQL")
    return f"{ABOUT}\n\n{table(head, rows)}\n{CROWD}\n\n{table(head, people)}"


if __name__ == "__main__":
    print(report())
