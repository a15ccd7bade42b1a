"""Commands whose output or error nobody can take do their work, and end as agreed."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from core.cli.main import command_parser, main
from core.cli.streams import CLOSED
from core.services.library.sources import add_source
from core.verification.policy.files import shipped_text
from db.engine import make_engine
from tests.core.cli.commands import ROOT, SAMPLE
from tests.core.cli.every_command import COPY, commands

LAMP = "The lamp stood by the door. Mary lit the lamp at dusk."
ENDLESS = {"app", "serve", "worker"}
CASE = """cases:
  - {name: a, text: "秋季大促今天开始，快来看看吧", channel: PUSH, locale: zh-CN, verdict: ALLOW}
"""
ONLY_PRINTING = {
    *("policy lint", "policy test", "policy show", "policy diff"),
    *("token list", "users list", "health", "delete"),
}
"""As `every_command` calls them."""


def _end(arguments: list[str], *, unbuffered: bool, errors: bool) -> tuple[int, bytes]:
    """Exit code and what is said on standard error, with standard output closed, and with `errors`
    standard error too.
    """
    reader, writer = os.pipe()
    os.close(reader)
    environ = {**os.environ, "PYTHONUNBUFFERED": "1" if unbuffered else ""}
    ended = subprocess.run(
        [sys.executable, "-m", "core", *arguments],
        cwd=ROOT,
        env=environ,
        stdout=writer,
        stderr=writer if errors else subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    return ended.returncode, ended.stderr or b""


@pytest.mark.parametrize(
    ("arguments", "unbuffered", "errors", "code"),
    [
        (["policy", "diff", "v1.0.0", "v1.2.0"], True, False, CLOSED),
        (["policy", "show", "v1.0.0"], False, False, CLOSED),
        (["validate", "--help"], False, False, CLOSED),
        (["policy", "lint", "nowhere"], True, True, 2),
    ],
)
def test_a_command_ends_quietly_when_its_output_is_closed(
    arguments: list[str], unbuffered: bool, errors: bool, code: int
) -> None:
    assert _end(arguments, unbuffered=unbuffered, errors=errors) == (code, b"")


def test_results_go_to_their_file_when_only_the_summary_is_not_read(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    code, _ = _end(["verify", "--sample", "--out", str(out)], unbuffered=True, errors=False)
    assert code == 0
    assert out.stat().st_size > 1000


def test_another_broken_pipe_is_a_failure_and_not_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_file: Path, **_options: object) -> bytes:
        raise BrokenPipeError("a connection")

    monkeypatch.setattr("core.cli.policy_source.shipped_file", fail)
    with pytest.raises(BrokenPipeError):
        main(["policy", "show", "v1.0.0"])


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "error: Standard output cannot be written (No space left on device). Write it to "
            "another place.\n",
        ),
        ("zh_CN", "错误: 无法写入标准输出（磁盘空间不足）。请输出到其他位置。\n"),
    ],
)
@pytest.mark.parametrize(
    "arguments", [["--help"], ["policy", "show", "v1.0.0"]], ids=lambda a: a[0]
)
def test_what_cannot_be_printed_on_a_full_disk_is_a_sentence(
    arguments: list[str], language: str, sentence: str
) -> None:
    assert _end_on_full_disk(language, *arguments) == (2, sentence)


def test_migrations_that_cannot_be_listed_are_a_sentence(
    tmp_path: Path, migrated_sqlite: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(migrated_sqlite, tmp_path / "desk.db")
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/desk.db")
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "db.migrations", "heads"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert ended.stderr.startswith("error: Standard output cannot be written (No space left")


def _end_on_full_disk(language: str, *arguments: str) -> tuple[int, str]:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "core", "--language", language, *arguments],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    return ended.returncode, ended.stderr


@pytest.fixture(scope="module")
def whole(
    tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path
) -> dict[str, tuple[int, bool]]:
    """Of every command with whole streams: its exit code, and whether it prints anything."""
    folder = _prepared(tmp_path_factory.mktemp("whole"), migrated_sqlite)
    ended = _every_command("whole", folder)
    assert {name for name, (code, _) in ended.items() if code not in (0, 1)} == set()
    return ended


def _prepared(folder: Path, database: Path) -> Path:
    shutil.copy(database, folder / "desk.db")
    with closing(sqlite3.connect(folder / "desk.db")) as connection:
        connection.execute(
            "INSERT INTO desk_user (issuer, subject, name, email, role, seen_at, created_at) "
            "VALUES ('i', 's', 'Li', '', 'viewer', '2026-01-01 00:00:00', '2026-01-01 00:00:00')"
        )
        connection.commit()
    engine = make_engine(f"sqlite:///{folder}/desk.db")
    add_source(engine, LAMP.encode(), file_name="lamp.txt", max_bytes=1000)
    engine.dispose()
    sample = (SAMPLE / "en_questions.jsonl").read_text().splitlines(keepends=True)
    (folder / "questions.jsonl").write_text("".join(sample[:2]))
    (folder / "lamp.txt").write_text(LAMP)
    (folder / "copy.jsonl").write_text(COPY)
    mine = shipped_text("v1.0.0").replace("version: v1.0.0", "version: v9.0.0")
    (folder / "mine.yaml").write_text(mine + CASE)
    return folder


def _every_command(state: str, folder: Path) -> dict[str, tuple[int, bool]]:
    with (folder / "printed").open("w") as printed:
        done = subprocess.run(
            [sys.executable, "-m", "tests.core.cli.every_command", state, str(folder)],
            cwd=ROOT,
            env={
                **{name: value for name, value in os.environ.items() if "OPENAI" not in name},
                "DESK_CONNECTIONS": os.devnull,
                "DATABASE_URL": f"sqlite:///{folder}/desk.db",
            },
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    if state == "stdout-closed":
        assert "cannot be written" not in done.stderr
    ended = json.loads((folder / "ended.json").read_text())
    return {name: (code, prints) for name, (code, prints) in ended.items()}


@pytest.mark.parametrize(
    "state",
    [
        "stdout-closed",
        pytest.param("stdout-full", marks=pytest.mark.long),
        pytest.param("stderr-closed", marks=pytest.mark.long),
        "stderr-full",
    ],
)
def test_every_command_does_its_work_whatever_its_streams_take(
    state: str, whole: dict[str, tuple[int, bool]], tmp_path: Path, migrated_sqlite: Path
) -> None:
    def expected(name: str) -> int:
        code, prints = whole[name]
        if not prints or state.startswith("stderr"):
            return code
        if state == "stdout-closed":
            return CLOSED
        return 2 if name in ONLY_PRINTING else 3

    ended = _every_command(state, _prepared(tmp_path, migrated_sqlite))
    assert {name: code for name, (code, _) in ended.items()} == {
        name: expected(name) for name in whole
    }
    for name in ("validated", "tested", "verified", "replayed"):
        assert (tmp_path / f"{name}.jsonl").read_text().count("\n") >= 1
    assert "<figure>" in (tmp_path / "heatmap.html").read_text()
    for desk in ("desk.db", "desk.backup", "moved.db"):
        with closing(sqlite3.connect(tmp_path / desk)) as connection:
            (tokens,) = connection.execute("SELECT count(*) FROM api_token").fetchone()
            (policies,) = connection.execute(
                "SELECT count(*) FROM policy_version WHERE version = 'v9.0.0'"
            ).fetchone()
        assert (tokens, policies) == (1, 1)


def test_no_command_is_left_out() -> None:
    assert {*_named(command_parser())} == {*commands(Path())} | ENDLESS


def _named(parser: object, before: str = "") -> Iterator[str]:
    groups = getattr(getattr(parser, "_subparsers", None), "_group_actions", ())
    if not groups:
        yield before.strip()
    for group in groups:
        for name, inner in group.choices.items():
            yield from _named(inner, f"{before} {name}")
