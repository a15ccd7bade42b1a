"""A desk moves to another database and back, and is the same there."""

import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Engine, event, text
from sqlmodel import Session, select

from core.cli.main import main
from core.errors import ConfigurationError, InputError
from core.ops.preparing import prepare
from core.ops.transfer import move
from core.services.answers import ensure_indexed, load_red_team, load_sample_documents
from core.services.answers.stored_retriever import StoredRetriever
from core.services.library import load_sample
from core.services.library.sources import add_source
from core.services.retention import DeletionRoot, delete_with_all
from core.services.review import Action, decide, history
from core.services.runs.starter_runs import start_sample_runs
from core.services.verification import load_sample_pack
from core.settings import Settings
from db.engine import make_engine
from db.queries import table_copy
from db.tables import SourceText
from tests.core.services.results.desk_data import fill
from tests.core.services.runs.conftest import serving
from tests.core.services.runs.desk import Desk, open_desk
from tests.postgres import new_database
from tests.prepared_desk import prepared


@pytest.fixture
def url(filled: Path, tmp_path: Path) -> str:
    return f"sqlite:///{shutil.copy(filled, tmp_path / 'desk.db')}"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A desk on SQLite with all samples, a reviewed run, and a text that was deleted last."""
    file = tmp_path_factory.mktemp("filled") / "desk.db"
    engine = make_engine(prepared(file))
    load_sample(engine)
    start_sample_runs(engine)
    load_sample_pack(engine)
    load_sample_documents(engine)
    load_red_team(engine)
    ensure_indexed(engine)
    fill(engine)
    with Session(engine) as session:
        item = session.execute(text("SELECT max(item_id) - 2 FROM review_state")).scalar_one()
    decide(engine, item, "王晓", Action.DROP, "不是原文", idempotency_key="1")
    gone = add_source(engine, b"Gone again.", file_name="gone.txt", max_bytes=100)
    delete_with_all(engine, DeletionRoot.SOURCE, gone.source_id, confirm="gone")
    engine.dispose()
    return file


def contents(engine: Engine) -> dict[str, table_copy.Digest]:
    found = {}
    with engine.connect() as connection:
        for table in table_copy.tables():
            found[table.name] = table_copy.Digest()
            for some in table_copy.rows(connection, table):
                found[table.name].take(some)
    return found


def test_to_postgresql_and_back_everything_is_the_same(
    url: str, postgres_server: str, tmp_path: Path
) -> None:
    before = contents(make_engine(url))
    assert sum(one.rows for one in before.values()) > 900
    there = new_database(postgres_server)
    told: list[str] = []
    moved = move(url, there, lambda one: told.append(one.table))
    assert all(one.same for one in moved)
    assert told == [one.table for one in moved] == list(before)
    assert contents(make_engine(there)) == before == contents(make_engine(url))
    back = f"sqlite:///{tmp_path / 'back.db'}"
    assert all(one.same for one in move(there, back))
    assert contents(make_engine(back)) == before


@pytest.mark.parametrize("begin", [lambda _: None, load_sample], ids=["empty", "samples alone"])
def test_a_desk_whose_tables_were_never_all_used_moves_to_postgresql_and_back(
    begin: Callable[[Engine], object], postgres_server: str, tmp_path: Path
) -> None:
    url, back = f"sqlite:///{tmp_path / 'desk.db'}", f"sqlite:///{tmp_path / 'back.db'}"
    begin(prepare(Settings(database_url=url)))
    there = new_database(postgres_server)
    assert all(one.same for one in move(url, there))
    assert all(one.same for one in move(there, back))
    added = [
        add_source(make_engine(one), b"Another.", file_name="a.txt", max_bytes=100).source_id
        for one in (url, there, back)
    ]
    assert len(set(added)) == 1, "ids go on alike"


def test_there_it_is_found_reviewed_and_added_to_and_no_id_comes_back(
    url: str, postgres_server: str, tmp_path: Path
) -> None:
    found = StoredRetriever(make_engine(url)).search("敦本堂是哪一年倡建的？")
    there, back = new_database(postgres_server), f"sqlite:///{tmp_path / 'back.db'}"
    move(url, there)
    move(there, back)
    with Session(make_engine(url)) as session:
        last = session.execute(text("SELECT seq FROM sqlite_sequence WHERE name = 'source_text'"))
        deleted = last.scalar_one()
        assert session.get(SourceText, deleted) is None
    for one in (there, back):
        engine = make_engine(one)
        again = StoredRetriever(engine).search("敦本堂是哪一年倡建的？")
        assert [each.passage for each in again] == [each.passage for each in found]
        added = add_source(engine, b"Another.", file_name="a.txt", max_bytes=100)
        assert added.source_id == deleted + 1
        with Session(engine) as session:
            item = session.execute(text("SELECT max(item_id) - 3 FROM review_state")).scalar_one()
        decide(engine, item, "Li", Action.KEEP, idempotency_key="2")
        assert [one.reviewer for one in history(engine, item)] == ["Li"]


def test_a_run_that_is_not_over_goes_on_there(postgres_server: str, tmp_path: Path) -> None:
    opened = threading.Event()
    with serving(latency_s=0.05, opened=opened, answered=10) as server:
        desk = open_desk(tmp_path, server.url, 60)
        run_id = desk.start(concurrency=2)
        with desk.worker() as worker:
            desk.wait(run_id, lambda now: now.done >= 10 and server.in_flight == 2)
            worker.terminate()
            opened.set()
        done = len(desk.items(run_id))
        assert 10 <= done < 60
        there = new_database(postgres_server)
        assert all(one.same for one in move(desk.settings.database_url, there))
        settings = Settings(database_url=there, connections_file=desk.settings.connections_file)
        moved = Desk(settings, make_engine(there), desk.set_id)
        asked = len(server.asked)
        with moved.worker():
            end = moved.wait(run_id)
        assert (end.passed, len(moved.items(run_id))) == (60, 60)
        assert len(server.asked) - asked == 60 - done, "nothing is asked twice"


def test_what_differs_is_told_and_nothing_of_it_is_kept(
    url: str,
    postgres_server: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The other database changes a text on its way in."""
    there = new_database(postgres_server)
    engine = prepare(Settings(database_url=there))
    with engine.begin() as connection:
        connection.execute(
            text(
                "CREATE FUNCTION spoil() RETURNS trigger AS "
                "$$ BEGIN NEW.title := NEW.title || '!'; RETURN NEW; END $$ LANGUAGE plpgsql"
            )
        )
        connection.execute(
            text(
                "CREATE TRIGGER spoil BEFORE INSERT ON source_text FOR EACH ROW "
                "EXECUTE FUNCTION spoil()"
            )
        )
    monkeypatch.setenv("DATABASE_URL", url)
    assert main(["move", "--to", there]) == 1
    said = capsys.readouterr()
    assert "source_text" in next(line for line in said.out.splitlines() if "DIFFERENT" in line)
    assert "nothing was kept" in said.err
    with engine.connect() as connection:
        assert not table_copy.has_contents(connection)


def test_an_interrupted_move_leaves_nothing_there(url: str, tmp_path: Path) -> None:
    there = prepared(tmp_path / "there.db")
    target = make_engine(there)

    def fail(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("INSERT INTO run_item"):
            raise KeyboardInterrupt

    event.listen(target, "before_cursor_execute", fail)
    with pytest.raises(KeyboardInterrupt):
        move(url, there)
    event.remove(target, "before_cursor_execute", fail)
    with target.connect() as connection:
        assert not table_copy.has_contents(connection)
    assert all(one.same for one in move(url, there))


@pytest.mark.parametrize(
    "name", ["{folder}/desk.db", "{folder}/a/../desk.db", "file:{folder}/desk.db?uri=true"]
)
def test_the_same_file_by_another_name_is_the_current_database(name: str, tmp_path: Path) -> None:
    here = prepared(tmp_path / "desk.db")
    with pytest.raises(InputError, match="The target address is the current database"):
        move(here, f"sqlite:///{name.format(folder=tmp_path)}")


def test_a_desk_with_contents_at_work_or_nowhere_is_refused(url: str, tmp_path: Path) -> None:
    full = prepared(tmp_path / "full.db")
    load_sample(make_engine(full))
    with pytest.raises(InputError, match="The target address already has data"):
        move(url, full)
    with pytest.raises(InputError, match="The target address is the current database"):
        move(url, url)
    for none in ("nowhere", "sqlite:///", "sqlite:///:memory:", "postgresql://h:notaport/d"):
        with pytest.raises(
            InputError, match="Use postgresql://user:password@host/name or sqlite:///file"
        ):
            move(url, none)
    with pytest.raises(ConfigurationError, match="Cannot use the target database"):
        move(url, "postgresql://127.0.0.1:9/desk")


@pytest.mark.postgres
def test_a_worker_that_may_only_be_cut_off_keeps_its_desk_on_postgresql(
    postgres_server: str, tmp_path: Path
) -> None:
    url, to = new_database(postgres_server), f"sqlite:///{tmp_path / 'empty.db'}"
    engine = prepare(Settings(database_url=url))
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO worker VALUES ('w', 'h', 1, now(), now())"))
    with pytest.raises(InputError, match="A worker was active within the last 30 s"):
        move(url, to)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM worker"))
    assert all(one.same for one in move(url, to))


def test_the_command_line_lists_every_table(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert main(["move", "--to", f"sqlite:///{tmp_path / 'there.db'}"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("moved: ")
    assert all(line.endswith("equal") for line in lines[1:])
    with Session(make_engine(url)) as session:
        assert len(lines) == len(table_copy.tables()) + 2
        assert session.exec(select(SourceText.id)).first()
