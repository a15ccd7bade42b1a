"""Queries of the whole review, one after another, on both databases."""

from dataclasses import replace

import pytest
from sqlalchemy import Engine

from core.services.results import (
    QuestionOutcome,
    count_outcomes,
    item,
    passages,
    result_lines,
    run_counts,
)
from core.services.review import (
    Action,
    Cause,
    ClaimedError,
    DecisionFilter,
    Order,
    Queue,
    QueueView,
    State,
    agreed,
    ask_second,
    assign,
    claim,
    claim_next,
    count,
    count_states,
    decide,
    history,
    next_item,
    page,
    settle,
    shown_history,
    today,
    undo,
    waiting,
)
from db.engine import writing
from db.queries import projection
from tests.core.services.results.desk_data import QUOTE
from tests.core.services.review.test_projection import kept


def test_counts_queue_and_passage(engine: Engine) -> None:
    assert run_counts(engine, 1).reasons["answer_mismatch"] == 2
    assert waiting(engine)[0].items == 5
    assert [line.item_id for line in page(engine, Queue())] == [2, 3, 4, 5, 6]
    assert count(engine, Queue(reason="answer_mismatch")) == 2
    assert next_item(engine, Queue(), 2) == 3
    (window,) = passages(engine, item(engine, 2), around=5)
    assert [text for text, mark in window.pieces() if mark] == [QUOTE]
    assert len(list(result_lines(engine, 1))) == 7


def test_a_decision_is_stored_once_and_can_be_undone(engine: Engine) -> None:
    first = decide(engine, 3, "Li", Action.KEEP, idempotency_key="1")
    assert decide(engine, 3, "Li", Action.KEEP, idempotency_key="1") == first
    assert count_outcomes(engine, 1)[QuestionOutcome.KEPT] == 2
    undo(engine, 3, "Li", idempotency_key="2")
    assert [event.action for event in history(engine, 3)] == ["keep", "undo"]
    assert count_outcomes(engine, 1)[QuestionOutcome.KEPT] == 1


def test_filters_orders_claims_and_second_opinions(engine: Engine) -> None:
    every = Queue(shown=QueueView.ALL, decided=DecisionFilter.EITHER)
    assert [line.item_id for line in page(engine, replace(every, text="渡口 是早"))] == [2]
    assert [line.item_id for line in page(engine, replace(every, text="100%"))] == []
    near = replace(every, order=Order.THRESHOLD)
    assert [line.item_id for line in page(engine, near)] == [2, 1, 5, 6, 3, 4, 7, 8]
    assert next_item(engine, near, 1) == 5
    assigned = assign(engine, Queue(), "Li", "Lead", n=2, idempotency_key="slice")
    assert assign(engine, Queue(), "Li", "Lead", n=2, idempotency_key="slice") == assigned
    first = claim_next(engine, Queue(), "Li")
    assert first is not None
    with pytest.raises(ClaimedError):
        claim(engine, first.item_id, "Wang")
    decide(engine, first.item_id, "Li", Action.KEEP, idempotency_key="first")
    ask_second(engine, first.item_id, "Li", idempotency_key="ask")
    assert shown_history(engine, first.item_id, "Wang") == []
    decide(engine, first.item_id, "Wang", Action.DROP, idempotency_key="second", seen_event_id=0)
    assert agreed(engine, Queue(shown=QueueView.ALL)).opinions == {
        (("Li", "keep"), ("Wang", "drop")): 1
    }
    settle(engine, first.item_id, "Lead", Action.DROP, Cause.OTHER, idempotency_key="final")
    assert count_states(engine, every)[State.SETTLED] == 1
    assert today(engine).team == 3
    before = kept(engine)
    with writing(engine) as session:
        projection.rebuild(session)
    assert kept(engine) == before
