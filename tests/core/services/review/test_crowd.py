"""Twenty annotators claim and decide five hundred items concurrently: none twice, none lost."""

from pathlib import Path

import pytest
from sqlalchemy import Engine, text
from sqlmodel import Session

from core.services.review import Queue, State, count, count_states
from db.engine import make_engine, migrate
from db.queries import projection
from tests.core.services.results.desk_data import Case, fill
from tests.core.services.review.crowd import ITEMS, together
from tests.core.services.review.test_projection import kept
from tests.postgres import new_database

MANY = tuple(
    Case(f"k{n}", f"第{n}题", answered="c", reasons=("answer_mismatch",)) for n in range(ITEMS)
)


def _check(url: str) -> None:
    engine = make_engine(url)
    fill(engine, MANY)
    outcome = together(url)
    assert outcome.errors == []
    assert len(outcome.decided) == ITEMS
    assert set(outcome.decided.values()) == {1}
    assert set(outcome.holders.values()) == {1}, "an item was before two people"
    assert count(engine, Queue()) == 0
    assert count_states(engine, Queue()) == {State.DECIDED: ITEMS}
    assert _rows(engine, "review_event") == ITEMS
    assert _rows(engine, "review_claim") == 0
    before = kept(engine)
    with Session(engine) as session:
        projection.rebuild(session)
        session.commit()
    assert kept(engine) == before


def _rows(engine: Engine, table: str) -> int:
    with engine.connect() as connection:
        return int(connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one())


@pytest.mark.long
def test_on_sqlite(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    migrate(url)
    _check(url)


@pytest.mark.long
@pytest.mark.postgres
def test_on_postgresql(postgres_server: str) -> None:
    url = new_database(postgres_server)
    migrate(url)
    _check(url)
    make_engine(url).dispose()
