"""The same questions to the database get the same answers from PostgreSQL."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from core.results import Fate, count_fates, item, passages, result_lines, run_counts
from core.review import Action, Queue, count, decide, history, next_item, page, undo, waiting
from db.engine import make_engine, migrate
from tests.core.results.desk_data import QUOTE, fill
from tests.postgres import new_database, server

pytestmark = pytest.mark.postgres


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with server() as address:
        url = new_database(address)
        migrate(url)
        made = make_engine(url)
        fill(made)
        yield made
        made.dispose()


def test_counts_queue_and_passage_agree_with_sqlite(engine: Engine) -> None:
    assert run_counts(engine, 1).reasons["answer_mismatch"] == 2
    assert waiting(engine)[0].items == 5
    assert [line.item_id for line in page(engine, Queue())] == [2, 3, 4, 5, 6]
    assert count(engine, Queue(reason="answer_mismatch")) == 2
    assert next_item(engine, Queue(), 2) == 3
    (shown,) = passages(engine, item(engine, 2), around=5)
    assert [text for text, mark in shown.pieces() if mark] == [QUOTE]
    assert len(list(result_lines(engine, 1))) == 7


def test_a_decision_is_stored_once_and_can_be_undone(engine: Engine) -> None:
    first = decide(engine, 3, "Li", Action.KEEP, idempotency_key="1")
    assert decide(engine, 3, "Li", Action.KEEP, idempotency_key="1") == first
    assert count_fates(engine, 1)[Fate.KEPT] == 2
    undo(engine, 3, "Li", idempotency_key="2")
    assert [event.action for event in history(engine, 3)] == ["keep", "undo"]
    assert count_fates(engine, 1)[Fate.KEPT] == 1
