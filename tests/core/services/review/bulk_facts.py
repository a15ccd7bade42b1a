"""Facts about bulk actions, tested on every database, on a run without decisions."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

from sqlalchemy import Engine

from core.services.review import (
    Action,
    Batch,
    BulkAction,
    BulkPreview,
    BulkRequest,
    Cause,
    DecisionFilter,
    Ineligibility,
    Queue,
    QueueView,
    ReviewReason,
    State,
    ask_second,
    claim,
    count_states,
    current_decision,
    decide,
    do_bulk,
    history,
    my_batches,
    preview_bulk,
    release_all,
    settle,
    undo,
    undo_batch,
)

EVERY = Queue(shown=QueueView.ALL, decided=DecisionFilter.EITHER)
DROP = BulkRequest(BulkAction.DROP)


def done(engine: Engine, counted: BulkPreview, comment: str = "", key: str = "") -> Batch:
    return do_bulk(engine, counted, comment, idempotency_key=key or str(uuid4()))


def every_reason_is_counted(engine: Engine) -> None:
    """Of eight items: 1 open, 2 decided, 3 disputed, 4 settled, 5 claimed, 6 waits for a second
    opinion that must not be Li's, 7 and 8 open.
    """
    decide(engine, 2, "Wang", Action.KEEP, idempotency_key="1")
    decide(engine, 3, "Wang", Action.KEEP, idempotency_key="2")
    ask_second(engine, 3, "Wang", idempotency_key="3")
    decide(engine, 3, "Li", Action.DROP, idempotency_key="4")
    settle(engine, 4, "Wang", Action.KEEP, Cause.OTHER, idempotency_key="5")
    claim(engine, 5, "Wang")
    decide(engine, 6, "Li", Action.KEEP, idempotency_key="6")
    ask_second(engine, 6, "Li", idempotency_key="7")
    counted = preview_bulk(engine, EVERY, DROP, "Li")
    assert list(counted.items) == [1, 7, 8]
    assert counted.left_out == Counter(
        [
            Ineligibility.DECIDED,
            Ineligibility.DISPUTED,
            Ineligibility.SETTLED,
            Ineligibility.CLAIMED,
            Ineligibility.GIVEN,
        ]
    )
    assert (counted.examples[Ineligibility.GIVEN], counted.asked) == ((6,), 8)
    again = preview_bulk(engine, [2, 6, 99], BulkRequest(BulkAction.DROP, again=True), "Zhao")
    assert (list(again.items), again.over) == ([2, 6], Counter())
    assert again.conflicts == Counter({Action.KEEP: 1}), "Wang said otherwise"
    assert again.left_out == Counter([Ineligibility.GONE])
    seconds = preview_bulk(engine, EVERY, BulkRequest(BulkAction.SECOND), "Zhao")
    assert list(seconds.items) == [2]
    assert seconds.left_out[Ineligibility.UNDECIDED] == 4
    to_li = preview_bulk(engine, EVERY, BulkRequest(BulkAction.ASSIGN, "Li"), "Zhao")
    assert list(to_li.items) == [1, 5, 7, 8]
    assert to_li.left_out[Ineligibility.GIVEN] == 1
    release_all(engine, "Wang")


def a_whole_act_is_stored_once_and_taken_back(engine: Engine) -> None:
    counted = preview_bulk(engine, EVERY, DROP, "Li", but=[8])
    assert counted.n == 7
    decide(engine, 3, "Wang", Action.KEEP, idempotency_key="early")
    batch = done(engine, counted, "too short", "press")
    assert (batch.n, batch.left_out) == (6, Counter([Ineligibility.SINCE]))
    assert done(engine, counted, "too short", "press") == batch
    assert [len(history(engine, item_id)) for item_id in range(1, 9)] == [1, 1, 1, 1, 1, 1, 1, 0]
    event = history(engine, 1)[0]
    assert (event.reviewer, event.action, event.comment) == ("Li", "drop", "too short")
    assert (event.batch_id, event.blind) == (batch.id, True)
    decide(engine, 2, "Wang", Action.DROP, idempotency_key="later")
    back = undo_batch(engine, batch.id, "Li", idempotency_key="back")
    assert (back.n, back.left_out) == (5, Counter([Ineligibility.SINCE]))
    assert undo_batch(engine, batch.id, "Li", idempotency_key="back") == back
    assert undo_batch(engine, batch.id, "Li", idempotency_key="anew").n == 0
    assert count_states(engine, EVERY) == Counter({State.OPEN: 6, State.DECIDED: 2})
    decision = current_decision(engine, 2)
    assert decision is not None
    assert decision.reviewer == "Wang"
    (listed,) = my_batches(engine, "Li")
    assert (listed.id, listed.n, listed.undone_counts) == (batch.id, 6, 5)
    assert my_batches(engine, "Wang") == []


def only_ones_own_is_replaced_and_of_others_what_was_seen_is_contradicted(engine: Engine) -> None:
    for item in (1, 2):
        decide(engine, item, "Wang", Action.KEEP, idempotency_key=f"first {item}")
    decide(engine, 3, "Li", Action.KEEP, idempotency_key="own")
    own_preview = preview_bulk(engine, [3], BulkRequest(BulkAction.DROP, again=True), "Li")
    assert (own_preview.over, own_preview.conflicts) == (Counter({Action.KEEP: 1}), Counter())
    counted = preview_bulk(engine, [1, 2], BulkRequest(BulkAction.DROP, again=True), "Li")
    assert (counted.over, counted.conflicts) == (Counter(), Counter({Action.KEEP: 2}))
    undo(engine, 2, "Wang", idempotency_key="undone meanwhile")
    decide(engine, 2, "Zhao", Action.FIX, idempotency_key="meanwhile")
    reasons = [ReviewReason.OFF_TOPIC]
    batch = do_bulk(engine, counted, reasons=reasons, idempotency_key="press")
    assert (batch.n, batch.left_out) == (1, Counter([Ineligibility.SINCE]))
    event = history(engine, 1)[-1]
    assert (event.action, event.reasons, event.blind) == ("drop", (ReviewReason.OFF_TOPIC,), False)
    assert count_states(engine, EVERY)[State.DISPUTED] == 1
    undo_batch(engine, batch.id, "Li", idempotency_key="back")
    decision = current_decision(engine, 1)
    assert decision is not None
    assert (decision.reviewer, decision.action) == ("Wang", "keep")


def two_at_once_decide_each_item_once(engine: Engine) -> None:
    counted = [preview_bulk(engine, EVERY, DROP, name) for name in ("Li", "Wang")]
    with ThreadPoolExecutor(2) as people:
        batches = list(people.map(lambda item_id: done(engine, item_id), counted))
    assert sum(batch.n for batch in batches) == 8
    assert sum((batch.left_out for batch in batches), Counter()) == Counter(
        {Ineligibility.SINCE: 8}
    )
    assert all(len(history(engine, item)) == 1 for item in range(1, 9))


FACTS = (
    every_reason_is_counted,
    a_whole_act_is_stored_once_and_taken_back,
    only_ones_own_is_replaced_and_of_others_what_was_seen_is_contradicted,
    two_at_once_decide_each_item_once,
)
