"""Answers given with the label hidden: stored once, deciding nothing, measuring the labels."""

import pytest
from sqlalchemy import Engine

from core.errors import InputError
from core.services.review import (
    Action,
    DecisionFilter,
    Queue,
    QueueView,
    State,
    answer_blind,
    blind_answer,
    claim,
    claimed_by,
    count_states,
    decide,
    history,
    label_accuracy,
    undo,
    visible_events,
)

EVERY = Queue(shown=QueueView.ALL, decided=DecisionFilter.EITHER)


def test_a_blind_answer_decides_nothing_and_keeps_the_claim(engine: Engine) -> None:
    claim(engine, 2, "Li")
    answer_blind(engine, 2, "Li", ["c"])
    assert visible_events(engine, 2, "Li").state == State.OPEN
    assert count_states(engine, EVERY)[State.DECIDED] == 0
    assert claimed_by(engine, 2) is not None
    assert undo(engine, 2, "Li", idempotency_key="undo") is None
    decide(engine, 2, "Li", Action.KEEP, idempotency_key="1")
    assert [event.action for event in history(engine, 2)] == ["answer", "keep"]


def test_only_the_first_answer_is_a_blind_one(engine: Engine) -> None:
    first = answer_blind(engine, 2, "Li", ["c"])
    assert answer_blind(engine, 2, "Li", ["b"]).id == first.id
    events = history(engine, 2)
    assert blind_answer(events, "Li") == ("c",)
    assert blind_answer(events, "Wang") is None
    with pytest.raises(InputError):
        answer_blind(engine, 3, "Li", [])


def test_label_accuracy_counts_the_answers_that_are_the_label(engine: Engine) -> None:
    assert label_accuracy(engine, EVERY).n == 0
    answer_blind(engine, 2, "Li", ["b"])
    answer_blind(engine, 2, "Wang", ["c"])
    answer_blind(engine, 3, "Li", ["b"])
    rate = label_accuracy(engine, EVERY)
    assert (rate.hits, rate.n) == (2, 3)
    assert label_accuracy(engine, Queue(reason="evidence_not_found")).n == 1
