"""The queue shows the items its filter names, in the file's order, and walks them both ways."""

from sqlalchemy import Engine

from core.services.review import (
    Action,
    DecisionFilter,
    Queue,
    QueueView,
    after_decision,
    count,
    decide,
    next_item,
    page,
    previous_item,
    return_path,
    waiting,
)
from tests.core.services.results.desk_data import CASES, fill


def _ids(engine: Engine, queue: Queue) -> list[int]:
    return [line.item_id for line in page(engine, queue)]


def test_flagged_and_undecided_items_wait_in_line_order(engine: Engine) -> None:
    assert _ids(engine, Queue()) == [2, 3, 4, 5, 6]


def test_filters_combine(engine: Engine) -> None:
    decide(engine, 2, "Li", Action.KEEP, idempotency_key="1")
    assert _ids(engine, Queue(reason="answer_mismatch")) == [6]
    assert _ids(engine, Queue(decided=DecisionFilter.DECIDED)) == [2]
    assert _ids(engine, Queue(shown=QueueView.NOT_JUDGED)) == [7, 8]
    assert _ids(engine, Queue(shown=QueueView.ALL, reason="timeout")) == [7]
    assert _ids(engine, Queue(run_id=2)) == []


def test_pages_cut_the_queue_without_losing_an_item(engine: Engine) -> None:
    queue = Queue(shown=QueueView.ALL, decided=DecisionFilter.EITHER)
    cut = [line.item_id for number in (1, 2, 3) for line in page(engine, queue, number, 3)]
    assert cut == list(range(1, count(engine, queue) + 1))


def test_next_and_previous_walk_the_same_way_over_several_runs(engine: Engine) -> None:
    fill(engine, CASES[:4], title="second")
    forward, item_id = [], next_item(engine, Queue())
    while item_id is not None:
        forward.append(item_id)
        item_id = next_item(engine, Queue(), item_id)
    assert forward == _ids(engine, Queue())
    backward = [forward[-1]]
    while (before := previous_item(engine, Queue(), backward[-1])) is not None:
        backward.append(before)
    assert backward == forward[::-1]


def test_after_the_last_item_the_queue_goes_back_to_what_was_left(engine: Engine) -> None:
    assert after_decision(engine, Queue(), 6) == 2
    for item in (2, 3, 4, 5, 6):
        decide(engine, item, "Li", Action.KEEP, idempotency_key=str(item))
    assert after_decision(engine, Queue(), 6) is None


def test_waiting_counts_items_once_and_each_of_their_reasons(engine: Engine) -> None:
    decide(engine, 2, "Li", Action.KEEP, idempotency_key="1")
    (counts,) = waiting(engine)
    assert counts.items == 4
    assert counts.reasons["answer_mismatch"] == 1
    assert counts.reasons["low_confidence"] == 1


def test_the_way_back_leads_to_what_is_decided_too(engine: Engine) -> None:
    decide(engine, 2, "Li", Action.KEEP, idempotency_key="1")
    assert previous_item(engine, Queue(), 3) is None
    assert return_path(engine, Queue(), 3, "Li") == 2
    assert return_path(engine, Queue(), 2, "Li") is None
    decide(engine, 6, "Li", Action.KEEP, idempotency_key="2")
    assert return_path(engine, Queue(), 2, "Li") == 6, "after the last item the queue began anew"
