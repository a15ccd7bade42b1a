"""Logs say what they are about, and never a key or a text body."""

import io
import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import ConfigurationError, InputError
from core.ops.logs import set_up_logging
from core.ops.redaction import HIDDEN, known_secrets, redact_secrets
from core.services.access.tokens import BEGINS
from core.settings import Settings
from core.worker.processes import environment
from db.engine import make_engine, place_of
from tests.children import terminated
from tests.core.services.runs.conftest import serving
from tests.core.services.runs.desk import SENTENCE, open_desk
from tests.openai_server import Fault, in_order

KEY = "sk-planted-0123456789abcdef"
LONG = "0123456789-abcdefghijklmnopqrstuvwxyz_ABCDE"


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    before = logging.getLogger("core").level
    stream = io.StringIO()
    set_up_logging(Settings(log_format="json"), stream)
    yield stream
    set_up_logging(Settings())
    logging.getLogger("core").setLevel(before)


def test_a_line_is_one_object_that_says_what_it_is_about(lines: io.StringIO) -> None:
    logging.getLogger("core.services.runs").warning(
        "gone\nfar", extra={"run_id": 7, "item_id": "q1"}
    )
    (line,) = lines.getvalue().splitlines()
    said = json.loads(line)
    assert (said["message"], said["run_id"], said["item_id"]) == ("gone\nfar", 7, "q1")
    assert (said["level"], said["logger"]) == ("WARNING", "core.services.runs")
    assert said["time"].endswith("+00:00")


def test_what_is_said_again_is_written_once_a_minute_and_counted(
    lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = logging.getLogger("core.services.runs")
    for _ in range(90):
        log.warning("the database is away: %s", "refused")
    log.warning("the database is away: %s", "no host")
    for item in ("q1", "q2"):
        log.warning("no answer", extra={"item_id": item})
    hour = time.time_ns() + 3600 * 10**9
    monkeypatch.setattr(time, "time_ns", lambda: hour)
    monkeypatch.setattr(time, "time", lambda: hour / 1e9)
    log.warning("the database is away: %s", "refused")
    said = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert [(one["message"], one.get("item_id"), one.get("left_out")) for one in said] == [
        ("the database is away: refused", None, None),
        ("the database is away: no host", None, None),
        ("no answer", "q1", None),
        ("no answer", "q2", None),
        ("the database is away: refused", None, 89),
    ]


def test_errors_of_two_places_are_both_written(lines: io.StringIO) -> None:
    log = logging.getLogger("core.services.runs")
    for text in ("", "x"):
        try:
            int(text) if text else _fail(ValueError(text))
        except ValueError:
            log.exception("planning failed")
    assert len(lines.getvalue().splitlines()) == 2


def test_a_text_line_says_how_many_like_it_were_left_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up_logging(Settings())
    log = logging.getLogger("core.services.runs")
    log.warning("gone")
    log.warning("gone")
    hour = time.time_ns() + 3600 * 10**9
    monkeypatch.setattr(time, "time_ns", lambda: hour)
    monkeypatch.setattr(time, "time", lambda: hour / 1e9)
    log.warning("gone")
    first, second = capsys.readouterr().err.splitlines()
    assert first.endswith("gone")
    assert second.endswith("gone (1 like it left out)")


def _fail(error: Exception) -> None:
    raise error


def test_an_exception_is_told_by_its_kind_and_its_place_alone(lines: io.StringIO) -> None:
    log = logging.getLogger("core.services.runs")
    for error in (
        ValueError("the whole text of a novel"),
        InputError("{file} is empty.", file="novel.txt", text="the whole text of a novel"),
    ):
        try:
            _fail(error)
        except Exception:
            log.exception("stopped")
    first, second = map(json.loads, lines.getvalue().splitlines())
    assert "the whole text" not in lines.getvalue()
    assert "ValueError" in first["error"]
    assert "test_logs.py" in first["error"]
    assert "InputError: {file} is empty." in second["error"]


def test_what_the_operator_wrote_is_told_but_for_its_password(lines: io.StringIO) -> None:
    try:
        _fail(ConfigurationError("There is no desk at {url}.", url="postgresql://desk:pw@db/desk"))
    except ConfigurationError:
        logging.getLogger("core.services.runs").exception("stopped")
    said = json.loads(lines.getvalue())["error"]
    assert said.endswith(f"There is no desk at postgresql://desk:{HIDDEN}@db/desk.")


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("postgresql://desk:secret@host/desk", f"postgresql://desk:{HIDDEN}@host/desk"),
        ("Authorization: Bearer abc.def", f"Authorization: Bearer {HIDDEN}"),
        ("authorization: bearer abc.def", f"authorization: bearer {HIDDEN}"),
        ("postgresql://desk:p@ss@host/desk", f"postgresql://desk:{HIDDEN}@host/desk"),
        (
            "postgresql://desk@/desk?password=hunter22&host=db",
            f"postgresql://desk@/desk?password={HIDDEN}&host=db",
        ),
        (f"with {KEY}.", f"with {HIDDEN}."),
        (f"GET https://host/v1?key=AIza{LONG} failed", f"GET https://host/v1?key={HIDDEN} failed"),
        (f"AIza{LONG}", HIDDEN),
        (f"gsk_{LONG} and hf_{LONG}", f"{HIDDEN} and {HIDDEN}"),
        (f"token {BEGINS}{LONG}", f"token {HIDDEN}"),
        ("OPENAI_API_KEY=abc", f"OPENAI_API_KEY={HIDDEN}"),
        ("host=db password=hunter22 user=desk", f"host=db password={HIDDEN} user=desk"),
        ("password='two words' user=desk", f"password={HIDDEN} user=desk"),
        ("{'api-key': 'x', 'model': 'm'}", f"{{'api-key': {HIDDEN}, 'model': 'm'}}"),
        ("x-api-key: abc", f"x-api-key: {HIDDEN}"),
        ("12 tokens: max_tokens=5, item_key=q7", "12 tokens: max_tokens=5, item_key=q7"),
        ("password authentication failed", "password authentication failed"),
        ("sqlite:///data/desk.db at 12:30", "sqlite:///data/desk.db at 12:30"),
    ],
)
def test_keys_and_passwords_are_hidden(said: str, shown: str) -> None:
    assert redact_secrets(said) == shown


@pytest.mark.parametrize("kind", ["json", "text"])
def test_what_this_process_was_given_in_secret_is_hidden_whatever_it_looks_like(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    connections = tmp_path / "connections.toml"
    connections.write_text('[own]\nmodel = "m"\nbase_url = "http://host"\napi_key_env = "MINE"\n')
    monkeypatch.setenv("MINE", "plain looking")
    monkeypatch.setenv("PGPASSWORD", "violets")
    settings = Settings(
        database_url="postgresql://desk:r%40ses-are@host/desk?sslpassword=lilacs",
        connections_file=connections,
        log_format=kind,
    )
    set_up_logging(settings)
    said = "plain looking, violets, r@ses-are, r%40ses-are and lilacs were given"
    logging.getLogger("core.services.runs").warning(said)
    set_up_logging(Settings())
    line = capsys.readouterr().err
    assert " and ".join([f"{', '.join([HIDDEN] * 4)}", f"{HIDDEN} were given"]) in line


def test_a_database_is_told_by_its_place_alone() -> None:
    url = "postgresql://desk@/desk?host=db.example.org&password=hunter22"
    assert place_of(make_engine(url)) == "postgresql desk on db.example.org"
    assert place_of(make_engine("postgresql://desk:hunter22@db/desk")) == "postgresql desk on db"


def test_a_word_that_is_too_short_to_be_a_key_is_told() -> None:
    """As `desk`, the password of a desk that somebody tries out."""
    settings = Settings(database_url="postgresql://desk:desk@host/desk")
    assert known_secrets(settings, {"OPENAI_API_KEY": "none", "DESK_TOKENIZER": "cl100k_base"}) == (
        frozenset()
    )


def test_an_unknown_format_names_the_known_ones() -> None:
    with pytest.raises(ConfigurationError, match="text, json"):
        Settings.from_environment({"DESK_LOG_FORMAT": "xml"})


@pytest.mark.parametrize("kind", ["json", "text"])
def test_a_worker_in_trouble_logs_neither_key_nor_text_and_stores_no_key(
    kind: str, tmp_path: Path
) -> None:
    """A real worker, a real server with faults, a real log."""
    with serving(plan=in_order(Fault.EMPTY, Fault.MISSING_FIELD, Fault.UNAUTHORIZED)) as server:
        desk = open_desk(tmp_path, server.url, 3)
        connections = tmp_path / "connections.toml"
        connections.write_text(connections.read_text() + 'api_key_env = "PLANTED"\n')
        run_id = desk.start(concurrency=2)
        settings = Settings(
            database_url=desk.settings.database_url,
            connections_file=connections,
            log_level="DEBUG",
            log_format=kind,
        )
        log = tmp_path / "log"
        with log.open("wb") as written:
            child = subprocess.Popen(
                [sys.executable, "-m", "core", "worker"],
                stdin=subprocess.PIPE,
                stderr=written,
                env={**environment(settings), "PLANTED": KEY, "PYTHONUNBUFFERED": "1"},
            )
            with terminated(child):
                desk.wait(run_id, lambda now: now.is_over)
    for file in tmp_path.glob("desk.db*"):
        assert KEY.encode() not in file.read_bytes(), f"{file.name} keeps a key"
    said = log.read_text("utf-8")
    about = f'"run_id": {run_id}' if kind == "json" else f"run_id={run_id}"
    assert about in said
    assert KEY not in said
    for n in range(3):
        assert SENTENCE.format(n=n).strip() not in said
        assert f"Where did lamp number {n} stand" not in said
    if kind == "json":
        assert all(isinstance(json.loads(line), dict) for line in said.splitlines())
    assert os.environ.get("PLANTED") is None


def test_a_logger_that_writes_for_itself_writes_as_ours(capsys: pytest.CaptureFixture[str]) -> None:
    """As Streamlit's and the queue's do: what an exception says may quote a novel."""
    theirs = logging.getLogger("somebody.elses")
    handler = logging.StreamHandler()
    theirs.addHandler(handler)
    theirs.propagate = False
    set_up_logging(Settings(log_format="json"))
    text = "THE TEXT OF A NOVEL"
    try:
        int(text)
    except ValueError as error:
        theirs.error("Uncaught app execution with %s", KEY, exc_info=error)
    theirs.removeHandler(handler)
    said = json.loads(capsys.readouterr().err)
    assert said["message"] == f"Uncaught app execution with {HIDDEN}"
    assert "ValueError" in said["error"]
    assert "NOVEL" not in said["error"]
