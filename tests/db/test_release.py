"""A desk of the last release opens, migrates and shows the numbers that the release showed, but for
those that follow from decisions being about questions: one set of it has two runs, on whose items
people had decided differently.

`release/` holds that desk, its numbers, and the script that made both (see make_desk.py there).
"""

import hashlib
import json
import lzma
import os
import subprocess
import sys
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, text
from sqlmodel import Session, select

from core.ops.preparing import prepare
from core.ops.transfer import move
from core.services.review import (
    Action,
    Event,
    Queue,
    QueueLine,
    QueueView,
    State,
    current_decision,
    decide,
    history,
    opinions,
    page,
    undo,
)
from core.settings import Settings
from db.engine import MIGRATIONS, changing_tables, make_engine, migrate, revisions
from db.tables import RunItem
from tests.db.release_numbers import numbers
from tests.postgres import drop_database, new_database

ROOT = Path(__file__).parents[2]
RELEASE = Path(__file__).parent / "release"
SAID: dict[str, Any] = json.loads((RELEASE / "numbers.json").read_text("utf-8"))
ROWS: dict[str, int] = SAID["shown"]["rows"]
RELEASED = {name: value for name, value in SAID["shown"].items() if name != "rows"}


def since_the_release(shown: dict[str, Any]) -> dict[str, Any]:
    """With what has changed since, each number under the reason for it in `since_release.json`."""
    now_shown: dict[str, Any] = json.loads(json.dumps(shown))
    changed = json.loads((RELEASE.parent / "since_release.json").read_text("utf-8"))
    for path, value in chain.from_iterable(changed.values()):
        place: Any = now_shown
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
    return now_shown


SHOWN = since_the_release(RELEASED)


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of the release's desk, as the release left it."""
    file = tmp_path / "desk.db"
    file.write_bytes(lzma.decompress((RELEASE / "desk.db.xz").read_bytes()))
    return f"sqlite:///{file}"


def shown_by(engine: Engine) -> dict[str, Any]:
    """Today's numbers as a file has them."""
    found: dict[str, Any] = json.loads(json.dumps(numbers(engine)))
    return found


def rows_in(engine: Engine, tables: list[str]) -> dict[str, int]:
    with engine.connect() as connection:
        return {
            name: connection.execute(text(f'SELECT count(*) FROM "{name}"')).scalar_one()
            for name in tables
        }


def test_the_script_beside_the_desk_is_the_one_that_made_it() -> None:
    """A rename over the whole repository must not reach it: its names are the release's."""
    script = b"".join((RELEASE / name).read_bytes() for name in ("make_desk.py", "shown.py"))
    assert hashlib.sha256(script).hexdigest() == SAID["script"]


def test_the_desk_of_the_release_shows_the_same_numbers(url: str) -> None:
    engine = prepare(Settings(database_url=url))
    found = shown_by(engine)
    for name, value in SHOWN.items():
        assert found[name] == value, name
    assert rows_in(engine, list(ROWS)) == ROWS


def test_decisions_of_two_runs_that_differ_are_listed_and_nothing_is_lost(url: str) -> None:
    """The same question was dropped by one person in one run and kept by another in the other."""
    engine = prepare(Settings(database_url=url))
    disputed = Queue(shown=QueueView.ALL, states=(State.DISPUTED,), samples=True)
    sides = {
        line.item_key: [(one.reviewer, one.action, one.run_id) for one in opinions_on(engine, line)]
        for line in page(engine, disputed)
    }
    across = [said for said in sides.values() if len({run for *_, run in said}) == 2]
    assert across == [[("Li", "keep", 2), ("Chen", "drop", 1)]] * 2
    assert len(sides) == 3, "and the one that was in dispute in the release"
    with engine.connect() as connection:
        acts = connection.execute(text("SELECT count(*) FROM review_event")).scalar_one()
    assert acts == ROWS["review_event"]


def opinions_on(engine: Engine, line: QueueLine) -> list[Event]:
    return opinions(history(engine, line.item_id))


def test_the_desk_of_the_release_is_worked_on(url: str) -> None:
    engine = prepare(Settings(database_url=url))
    with Session(engine) as session:
        item_id = session.exec(select(RunItem.id).where(RunItem.outcome == "failed")).first()
    assert item_id is not None
    decide(engine, item_id, "Zhou", Action.DROP, idempotency_key="today")
    decision = current_decision(engine, item_id)
    assert decision is not None
    assert (decision.reviewer, decision.action) == ("Zhou", Action.DROP)
    undo(engine, item_id, "Zhou", idempotency_key="today-undone")
    assert shown_by(engine)["runs"] == SHOWN["runs"]


def test_the_desk_goes_back_to_the_release_and_comes_again(url: str) -> None:
    """With the commands of docs/upgrade.md; nothing that the release stored is lost on the way."""
    engine = make_engine(url)
    with engine.connect() as connection:
        of_the_release, _newest = revisions(connection)
    assert of_the_release is not None
    prepare(Settings(database_url=url))
    migrations(url, "downgrade", of_the_release)
    assert migrations(url, "current").split()[0] == of_the_release
    assert rows_in(engine, list(ROWS)) == ROWS
    migrate(url)
    assert shown_by(engine)["runs"] == SHOWN["runs"]


def test_every_migration_can_be_taken_back(url: str) -> None:
    take_every_migration_back(url)


@pytest.mark.long
@pytest.mark.postgres
def test_on_postgresql_it_shows_the_same_numbers_and_goes_back(
    url: str, postgres_server: str
) -> None:
    there = new_database(postgres_server)
    move(url, there)
    engine = make_engine(there)
    assert shown_by(engine) == SHOWN
    take_every_migration_back(there)
    engine.dispose()
    drop_database(there)


def take_every_migration_back(url: str) -> None:
    """Step by step to the first, on a desk that holds something, and up again."""
    migrate(url)
    engine, config = make_engine(url), Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.connect() as connection:
        stored, newest = revisions(connection)
    assert stored == newest
    while stored != "0001":
        with changing_tables(engine) as connection:
            config.attributes["connection"] = connection
            command.downgrade(config, "-1")
            before, (stored, _newest) = stored, revisions(connection)
        assert stored != before
    migrate(url)
    kept = ["source_text", "question_set", "question", "run", "run_item", "validation"]
    assert rows_in(engine, kept) == {name: ROWS[name] for name in kept}


def migrations(url: str, *arguments: str) -> str:
    """The command, run in the desk's folder as the page says."""
    done = subprocess.run(
        [sys.executable, "-m", "db.migrations", *arguments],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
