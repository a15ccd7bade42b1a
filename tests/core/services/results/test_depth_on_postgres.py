"""Queries of depth results return the same on SQLite and PostgreSQL."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import Engine
from sqlmodel import Session

from core.depth import DEPTH_LABELS, Outcome
from core.depth.cell_files import cell_row
from core.depth.outcomes import ANSWERED
from core.services.results import (
    CellPlace,
    cell_outcomes,
    cell_results,
    compare_runs,
    depth_cells,
    depth_entries,
    depth_figures,
    placed_entries,
)
from core.services.runs import get_run
from db.engine import make_engine, migrate
from db.queries import depth as queries
from tests.core.services.results.depth_data import fill_depth
from tests.core.services.results.desk_data import fill
from tests.postgres import new_database

pytestmark = pytest.mark.postgres
RIGHT, READ = Outcome.CORRECT.value, sorted(outcome.value for outcome in ANSWERED)


@pytest.fixture(scope="module")
def engines(
    tmp_path_factory: pytest.TempPathFactory, postgres_server: str
) -> Iterator[tuple[Engine, Engine]]:
    """SQLite and PostgreSQL with the same two depth runs in them."""
    file = tmp_path_factory.mktemp("both") / "desk.db"
    made_engines = []
    for url in (f"sqlite:///{file}", new_database(postgres_server)):
        migrate(url)
        engine = make_engine(url)
        fill(engine)
        fill_depth(engine)
        fill_depth(engine, repeats=3)
        made_engines.append(engine)
    yield made_engines[0], made_engines[1]
    for engine in made_engines:
        engine.dispose()


def _grouped(session: Session, *groups: str, controls: bool = False) -> list[Any]:
    answers = queries.answers_by_question(
        session, 3, groups, controls=controls, right=RIGHT, answered=READ
    )
    return sorted((row.group, row.right, row.answered) for row in answers)


QUERIES: dict[str, Callable[[Session], Any]] = {
    "cell_counts": lambda session: sorted(map(repr, queries.cell_counts(session, 3))),
    "by cell": lambda session: _grouped(session, "context_length", "depth_bin"),
    "over all": _grouped,
    "by control": lambda session: _grouped(session, "control", controls=True),
    "results_in_cell": lambda session: [
        (result.item_id, item.item_key, question.id)
        for result, item, question in queries.results_in_cell(
            session, queries.Cell(3, "", 400, "25%", (RIGHT,)), limit=3, offset=1
        )
    ],
    "items_in_cell": lambda session: queries.items_in_cell(
        session, queries.Cell(3, "", 400, "25%", (RIGHT,))
    ),
    "answered_under": lambda session: queries.answered_under(
        session, 3, ["filler_only"], RIGHT, [1, 2, 3]
    ),
    "results": lambda session: [row.id for row, _, _ in queries.results(session, 3)],
    "placed_results": lambda session: [
        row.id for row, _, _ in queries.placed_results(session, 3, 4)
    ],
    "outcomes_by_key": lambda session: sorted(queries.outcomes_by_key(session, 3)),
    "files_of": lambda session: queries.files_of(session, 3),
}


@pytest.mark.parametrize("name", QUERIES)
def test_every_depth_query_agrees(engines: tuple[Engine, Engine], name: str) -> None:
    answers = []
    for engine in engines:
        with Session(engine) as session:
            answers.append(QUERIES[name](session))
    assert answers[0] == answers[1]
    assert answers[0]


def test_what_the_page_shows_agrees(engines: tuple[Engine, Engine]) -> None:
    place = CellPlace(600, DEPTH_LABELS[2])
    results = []
    for engine in engines:
        run, other_run = get_run(engine, 3), get_run(engine, 2)
        results.append(
            [
                list(map(cell_row, depth_cells(engine, run))),
                depth_figures(engine, run),
                cell_outcomes(engine, 3, place),
                cell_results(engine, 3, place),
                placed_entries(engine, run),
                list(depth_entries(engine, run)),
                compare_runs(engine, run, other_run),
            ]
        )
    for sqlite, postgres in zip(*results, strict=True):
        assert sqlite == postgres
