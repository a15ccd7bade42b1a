"""A database of the last release opens, migrates and shows the same numbers as the release, except
where decisions are now about questions: it has a set with two runs, on whose items people decided
differently.

`release/` holds that database, its numbers, and the script that made both (see make_desk.py there).
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
RECORDED: dict[str, Any] = json.loads((RELEASE / "numbers.json").read_text("utf-8"))
ROWS: dict[str, int] = RECORDED["shown"]["rows"]
RELEASED = {name: value for name, value in RECORDED["shown"].items() if name != "rows"}


def since_the_release(shown: dict[str, Any]) -> dict[str, Any]:
    """The release's numbers with the changes since, which `since_release.json` lists by reason."""
    now_shown: dict[str, Any] = json.loads(json.dumps(shown))
    changed = json.loads((RELEASE.parent / "since_release.json").read_text("utf-8"))
    for path, value in chain.from_iterable(changed.values()):
        parent: Any = now_shown
        for step in path[:-1]:
            parent = parent[step]
        parent[path[-1]] = value
    return now_shown


SHOWN = since_the_release(RELEASED)


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The URL of a copy of the release's database."""
    file = tmp_path / "desk.db"
    file.write_bytes(lzma.decompress((RELEASE / "desk.db.xz").read_bytes()))
    return f"sqlite:///{file}"


def shown_by(engine: Engine) -> dict[str, Any]:
    """Today's numbers, as read back from JSON."""
    numbers_read: dict[str, Any] = json.loads(json.dumps(numbers(engine)))
    return numbers_read


def rows_in(engine: Engine, tables: list[str]) -> dict[str, int]:
    with engine.connect() as connection:
        return {
            name: connection.execute(text(f'SELECT count(*) FROM "{name}"')).scalar_one()
            for name in tables
        }


def test_the_script_beside_the_desk_is_the_one_that_made_it() -> None:
    """A rename across the repository must not change it: its names are the release's."""
    script = b"".join((RELEASE / name).read_bytes() for name in ("make_desk.py", "shown.py"))
    assert hashlib.sha256(script).hexdigest() == RECORDED["script"]


def test_the_desk_of_the_release_shows_the_same_numbers(url: str) -> None:
    engine = prepare(Settings(database_url=url))
    shown = shown_by(engine)
    for name, value in SHOWN.items():
        assert shown[name] == value, name
    assert rows_in(engine, list(ROWS)) == ROWS


def test_decisions_of_two_runs_that_differ_are_listed_and_nothing_is_lost(url: str) -> None:
    """One person dropped a question in one run, and another kept it in the other run."""
    engine = prepare(Settings(database_url=url))
    disputed = Queue(shown=QueueView.ALL, states=(State.DISPUTED,), samples=True)
    events_by_key = {
        line.item_key: [
            (event.reviewer, event.action, event.run_id) for event in opinions_on(engine, line)
        ]
        for line in page(engine, disputed)
    }
    across = [events for events in events_by_key.values() if len({run for *_, run in events}) == 2]
    assert across == [[("Li", "keep", 2), ("Chen", "drop", 1)]] * 2
    assert len(events_by_key) == 3, "and the one that was in dispute in the release"
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
    """With the commands of docs/upgrade.md; no row that the release stored is lost."""
    engine = make_engine(url)
    with engine.connect() as connection:
        released, _newest = revisions(connection)
    assert released is not None
    prepare(Settings(database_url=url))
    migrations(url, "downgrade", released)
    assert migrations(url, "current").split()[0] == released
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
    postgres_url = new_database(postgres_server)
    move(url, postgres_url)
    engine = make_engine(postgres_url)
    assert shown_by(engine) == SHOWN
    take_every_migration_back(postgres_url)
    engine.dispose()
    drop_database(postgres_url)


def take_every_migration_back(url: str) -> None:
    """Downgrade step by step to the first revision, on a database with rows, and upgrade again."""
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
    tables = ["source_text", "question_set", "question", "run", "run_item", "validation"]
    assert rows_in(engine, tables) == {name: ROWS[name] for name in tables}


def migrations(url: str, *arguments: str) -> str:
    """Run `python -m db.migrations` as docs/upgrade.md says; return its output."""
    process = subprocess.run(
        [sys.executable, "-m", "db.migrations", *arguments],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return process.stdout
