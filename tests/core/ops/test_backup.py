"""A desk is copied while it works, and put back."""

import os
import sqlite3
import threading
import time
from contextlib import closing
from datetime import datetime, tzinfo
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from core.cli.main import main
from core.errors import ConfigurationError, InputError
from core.ops.backup import back_up, restore
from core.services.review import Action, decide, history
from core.services.runs import progress
from core.settings import Settings
from db.engine import make_engine, migrate
from tests.core.services.results.desk_data import fill
from tests.core.services.runs.conftest import serving
from tests.core.services.runs.desk import Desk, open_desk
from tests.prepared_desk import prepared


def rows(file: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(file)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            name: sorted(connection.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr)
            for (name,) in names
            if not name.startswith("sqlite_")
        }


def filled(folder: Path) -> tuple[str, Path]:
    file = folder / "desk.db"
    file.touch(0o600)
    file.write_bytes(_filled_file())
    return f"sqlite:///{file}", file


@cache
def _filled_file() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "desk.db"
        migrate(f"sqlite:///{file}")
        engine = make_engine(f"sqlite:///{file}")
        fill(engine)
        engine.dispose()
        return file.read_bytes()


def test_what_was_backed_up_is_put_back_table_by_table(tmp_path: Path) -> None:
    url, file = filled(tmp_path)
    before = rows(file)
    assert back_up(url, tmp_path / "kept" / "desk.backup") > 0
    decide(make_engine(url), 2, "Li", Action.KEEP, idempotency_key="later")
    kept = restore(url, tmp_path / "kept" / "desk.backup", replace=True)
    assert rows(file) == before
    assert kept is not None
    assert rows(kept) != before, "what was there before is beside it"
    assert history(make_engine(url), 2) == []
    decide(make_engine(url), 2, "Li", Action.DROP, idempotency_key="after")
    assert [event.action for event in history(make_engine(url), 2)] == [Action.DROP]


def test_a_desk_named_by_a_uri_of_sqlite_is_copied_and_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    url, file = filled(tmp_path)
    address, backup = f"sqlite:///file:{file}?uri=true", tmp_path / "copy 100%?#.db"
    before = rows(file)
    assert back_up(address, backup) > 0
    decide(make_engine(url), 2, "Li", Action.KEEP, idempotency_key="later")
    kept = restore(address, backup, replace=True)
    assert rows(file) == before
    assert kept is not None
    assert {path.stat().st_mode & 0o777 for path in (file, backup, kept)} == {0o600}
    names = {path.name.removeprefix("desk.db") for path in tmp_path.iterdir()}
    assert not {name for name in names if name.endswith(".part") or name.startswith("file:")}


def test_a_desk_that_is_written_to_meanwhile_is_copied_as_it_was_at_one_moment(
    tmp_path: Path,
) -> None:
    url, _ = filled(tmp_path)
    stop = threading.Event()
    made: list[int] = []

    def write() -> None:
        while not stop.is_set():
            decide(make_engine(url), 2, "Li", Action.KEEP, idempotency_key=str(len(made)))
            made.append(1)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(5):
            before = len(made)
            back_up(url, tmp_path / f"{number}.backup")
            while len(made) == before:
                assert writer.is_alive()
                time.sleep(0.01)
    finally:
        stop.set()
        writer.join()
    for number in range(5):
        copied = rows(tmp_path / f"{number}.backup")
        decided = {event[:1] for event in copied["review_event"]}
        assert len(decided) == len(copied["review_event"])
        assert len(copied["run_item"]) == len(rows(tmp_path / "0.backup")["run_item"])


def test_a_run_goes_on_where_it_was_on_the_restored_desk(tmp_path: Path) -> None:
    log = tmp_path / "asked.jsonl"
    (tmp_path / "old").mkdir()
    (tmp_path / "new").mkdir()
    opened = threading.Event()
    with serving(latency_s=0.05, log=log, opened=opened, answered=15) as server:
        old = open_desk(tmp_path / "old", server.url, 60)
        run_id = old.start(concurrency=5)
        with old.worker() as worker:
            old.wait(run_id, lambda now: now.done >= 15 and server.in_flight == 5)
            worker.terminate()
            opened.set()
        done = progress(old.engine, run_id).done
        assert 15 <= done < 60
        back_up(old.settings.database_url, tmp_path / "desk.backup")
        url = f"sqlite:///{tmp_path}/new/desk.db"
        assert restore(url, tmp_path / "desk.backup") is None
        settings = Settings(database_url=url, connections_file=old.settings.connections_file)
        new = Desk(settings, make_engine(url), old.set_id)
        assert progress(new.engine, run_id).done == done
        asked = len(server.asked)
        with new.worker():
            end = new.wait(run_id)
        assert (end.done, len(new.items(run_id))) == (60, 60)
        assert len(server.asked) - asked == 60 - done


def test_a_backup_is_written_over_no_file_and_half_of_one_is_none(tmp_path: Path) -> None:
    url, file = filled(tmp_path)
    there = tmp_path / "there"
    there.write_text("mine")
    with pytest.raises(InputError, match="The file already exists"):
        back_up(url, there)
    assert there.read_text() == "mine"
    damaged = tmp_path / "damaged.db"
    back_up(url, damaged)
    with damaged.open("r+b") as opened:
        opened.seek(4096 * 3)
        opened.write(os.urandom(4096 * 20))
    with pytest.raises(ConfigurationError, match="damaged"):
        back_up(f"sqlite:///{damaged}", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
    assert not (tmp_path / "copy.part").exists()
    assert file.exists()


def test_a_backup_is_read_by_nobody_but_its_owner_and_so_is_what_it_is_restored_to(
    tmp_path: Path,
) -> None:
    url, _ = filled(tmp_path)
    umask = os.umask(0o022)
    try:
        back_up(url, tmp_path / "kept.db")
        restore(f"sqlite:///{tmp_path / 'new.db'}", tmp_path / "kept.db")
    finally:
        os.umask(umask)
    modes = [(tmp_path / name).stat().st_mode & 0o777 for name in ("kept.db", "new.db")]
    assert modes == [0o600, 0o600]


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_place_that_cannot_be_written_is_a_sentence(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    desk, copy = tmp_path / "desk.db", tmp_path / "copy.db"
    back_up(prepared(desk), copy)
    (tmp_path / "file").touch()
    no_folder = tmp_path / "file" / "of" / "desk.db"
    place, file = (desk, no_folder) if command == "backup" else (no_folder, copy)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{place}")
    assert main([command, str(file)]) == 2
    assert "Cannot read or write this file (Not a directory)" in capsys.readouterr().err


def test_a_desk_with_contents_is_replaced_only_when_asked_to(tmp_path: Path) -> None:
    url, file = filled(tmp_path)
    back_up(url, tmp_path / "backup")
    before = rows(file)
    with pytest.raises(InputError, match="--replace"):
        restore(url, tmp_path / "backup")
    assert rows(file) == before


def test_a_desk_at_work_is_not_replaced(tmp_path: Path) -> None:
    with serving() as server:
        desk = open_desk(tmp_path, server.url, 1)
        back_up(desk.settings.database_url, tmp_path / "backup")
        with desk.worker():
            desk.wait(desk.start())
            with pytest.raises(InputError, match="The database is in use"):
                restore(desk.settings.database_url, tmp_path / "backup", replace=True)


@pytest.mark.parametrize("contents", [b"", b"hello", b"SQLite format 3\0"])
def test_what_is_no_backup_is_refused_by_name(tmp_path: Path, contents: bytes) -> None:
    other = tmp_path / "other.file"
    other.write_bytes(contents)
    with pytest.raises(InputError, match=r"other\.file"):
        restore(f"sqlite:///{tmp_path}/desk.db", other)
    assert not (tmp_path / "desk.db").exists()


def test_a_backup_of_a_newer_desk_is_refused(tmp_path: Path) -> None:
    url, _ = filled(tmp_path)
    back_up(url, tmp_path / "backup")
    with closing(sqlite3.connect(tmp_path / "backup")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    with pytest.raises(InputError, match="newer release"):
        restore(f"sqlite:///{tmp_path}/new.db", tmp_path / "backup")


def test_on_postgresql_the_line_to_use_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"pg_dump .*desk\.dump"):
        back_up("postgresql://u:secret@host/desk", tmp_path / "desk.dump")
    with pytest.raises(ConfigurationError, match=r"pg_restore") as raised:
        restore("postgresql://u:secret@host/desk", tmp_path / "desk.dump")
    assert "secret" not in str(raised.value)


def test_the_command_line_backs_up_and_restores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url, file = filled(tmp_path)
    before = rows(file)
    monkeypatch.setenv("DATABASE_URL", url)
    assert main(["backup", str(tmp_path / "a.backup")]) == 0
    assert main(["restore", str(tmp_path / "a.backup")]) == 2
    assert "--replace" in capsys.readouterr().err
    assert main(["restore", str(tmp_path / "a.backup"), "--replace"]) == 0
    assert "before-" in capsys.readouterr().out
    assert rows(file) == before


@pytest.mark.parametrize("left", [b"no database at all", None])
def test_a_damaged_desk_is_restored_and_kept_as_it_was(tmp_path: Path, left: bytes | None) -> None:
    """None: the first half of its file."""
    url, file = filled(tmp_path)
    before = rows(file)
    back_up(url, tmp_path / "desk.backup")
    make_engine(url).dispose()
    for beside in tmp_path.glob("desk.db-*"):
        beside.unlink()
    damaged = left or file.read_bytes()[: file.stat().st_size // 2]
    file.write_bytes(damaged)
    kept = restore(url, tmp_path / "desk.backup", replace=True)
    assert rows(file) == before
    assert kept is not None
    assert kept.read_bytes() == damaged


def test_a_desk_behind_a_link_is_restored_where_it_is(tmp_path: Path) -> None:
    url, file = filled(tmp_path)
    before = rows(file)
    back_up(url, tmp_path / "desk.backup")
    decide(make_engine(url), 2, "Li", Action.KEEP, idempotency_key="later")
    make_engine(url).dispose()
    (tmp_path / "link.db").symlink_to(file)
    kept = restore(f"sqlite:///{tmp_path / 'link.db'}", tmp_path / "desk.backup", replace=True)
    assert (tmp_path / "link.db").is_symlink()
    assert rows(file) == rows(tmp_path / "link.db") == before
    assert kept is not None
    assert rows(kept) != before


def test_no_file_that_is_called_like_an_unfinished_copy_is_lost(tmp_path: Path) -> None:
    """Neither a stranger's, nor the backup, nor the desk itself."""
    url, file = filled(tmp_path)
    before = rows(file)
    back_up(url, tmp_path / "desk.db.part")
    (tmp_path / "desk.backup.part").write_text("notes")
    back_up(url, tmp_path / "desk.backup")
    assert (tmp_path / "desk.backup.part").read_text() == "notes"
    assert restore(url, tmp_path / "desk.db.part", replace=True)
    assert rows(file) == rows(tmp_path / "desk.db.part") == before
    named_like_it = tmp_path / "copy.db.part"
    file.rename(named_like_it)
    back_up(f"sqlite:///{named_like_it}", tmp_path / "copy.db")
    assert rows(named_like_it) == rows(tmp_path / "copy.db") == before


def test_each_restore_keeps_what_was_there_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within one second, too."""

    class Standing(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> "Standing":
            return cls(2026, 1, 2, 3, 4, 5, tzinfo=tz)

    monkeypatch.setattr("core.ops.backup.datetime", Standing)
    url, file = filled(tmp_path)
    back_up(url, tmp_path / "desk.backup")
    decide(make_engine(url), 2, "Li", Action.KEEP, idempotency_key="later")
    replaced = rows(file)
    kept = [restore(url, tmp_path / "desk.backup", replace=True) for _ in range(2)]
    assert [path and path.name for path in kept] == [
        "desk.db.before-20260102-030405",
        "desk.db.before-20260102-030405-2",
    ]
    assert kept[0]
    assert rows(kept[0]) == replaced


def test_what_a_deleted_desk_left_beside_it_spoils_no_restored_one(tmp_path: Path) -> None:
    url, file = filled(tmp_path)
    before = rows(file)
    back_up(url, tmp_path / "desk.backup")
    place = tmp_path / "place.db"
    with closing(sqlite3.connect(place, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE old (text)")
        connection.executemany("INSERT INTO old VALUES (?)", [("x" * 500,)] * 2_000)
        connection.execute("PRAGMA cache_size = 2")
        connection.execute("BEGIN")
        connection.execute("UPDATE old SET text = 'y' || text")
        cut_off = (tmp_path / "place.db-journal").read_bytes()
    place.unlink()
    (tmp_path / "place.db-journal").write_bytes(cut_off)
    assert restore(f"sqlite:///{place}", tmp_path / "desk.backup") is None
    assert rows(place) == before


def test_a_desk_that_another_program_locks_is_not_replaced(tmp_path: Path) -> None:
    """What it wrote last is in its log, which no copy byte by byte would have."""
    url, file = filled(tmp_path)
    back_up(url, tmp_path / "desk.backup")
    decide(make_engine(url), 2, "Li", Action.KEEP, idempotency_key="later")
    before = rows(file)
    make_engine(url).dispose()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        other.execute("COMMIT")
        with pytest.raises(ConfigurationError, match="Another program has locked the database"):
            restore(url, tmp_path / "desk.backup", replace=True)
    assert rows(file) == before
    assert not list(tmp_path.glob("desk.db.before-*"))


def test_a_damaged_backup_is_refused_in_a_sentence_and_leaves_nothing(tmp_path: Path) -> None:
    url, file = filled(tmp_path)
    before = rows(file)
    backup = tmp_path / "desk.backup"
    back_up(url, backup)
    pages = bytearray(backup.read_bytes())
    pages[len(pages) // 2 :] = b"\xff" * (len(pages) - len(pages) // 2)
    backup.write_bytes(pages)
    with pytest.raises((ConfigurationError, InputError)):
        restore(url, backup, replace=True)
    assert rows(file) == before
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can own a file to somebody else")
def test_what_root_restores_the_desks_own_user_can_write(tmp_path: Path) -> None:
    url, file = filled(tmp_path)
    back_up(url, tmp_path / "desk.backup")
    os.chown(file, 12345, 12345)
    restore(url, tmp_path / "desk.backup", replace=True)
    assert (file.stat().st_uid, file.stat().st_gid) == (12345, 12345)


def test_a_loop_of_links_is_no_desk(tmp_path: Path) -> None:
    (tmp_path / "a.db").symlink_to("b.db")
    (tmp_path / "b.db").symlink_to("a.db")
    with pytest.raises(ConfigurationError, match="no database"):
        back_up(f"sqlite:///{tmp_path / 'a.db'}", tmp_path / "backup.db")
