"""Blind answers, given with label, model and quote hidden, and the accuracy of labels by them."""

from collections.abc import Collection, Sequence

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError
from core.review import ANSWER
from core.services.access import Right, demand
from core.services.review.event_store import ItemTransaction, NewEvent, append_event
from core.services.review.events import Event
from core.services.review.queue import Queue
from core.stats import Rate
from db.queries import blind_answers as queries


def answer_blind(engine: Engine, item_id: int, reviewer: str, letters: Collection[str]) -> Event:
    """Store the letters that a reviewer chose before the label was shown to them.

    Only the first answer on an item counts, since later ones are not blind: a second call returns
    the first event. Raises InputError without any letter.
    """
    demand(engine, Right.REVIEW)
    if not letters:
        raise InputError("Choose at least one option.")

    def act(_transaction: ItemTransaction) -> NewEvent:
        return NewEvent(ANSWER, answer=sorted(letters))

    key = f"{item_id}:{reviewer}:answer"
    event = append_event(engine, item_id, reviewer, key=key, act=act)
    assert event is not None, "a blind answer is always an event"
    return event


def blind_answer(events: Sequence[Event], reviewer: str) -> tuple[str, ...] | None:
    """Return the reviewer's blind answer among these events of an item; None if they gave none."""
    answers = (event.answer for event in events if event.reviewer == reviewer)
    return next((answer for answer in answers if answer is not None), None)


def label_accuracy(engine: Engine, queue: Queue) -> Rate:
    """Return the share of blind answers on the queue's items that equal the imported label."""
    with Session(engine) as session:
        pairs = queries.answers_and_labels(session, queue.conditions())
    return Rate(sum(set(answer) == set(label) for answer, label in pairs), len(pairs))
