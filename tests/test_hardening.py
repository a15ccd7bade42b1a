"""What the desk does not do, whatever it is given. docs/security.md names each of these tests."""

import ast
import gzip
import io
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

import core.text.size_limits
from core.cli.inputs import bytes_within
from core.depth.model_results import preview_results
from core.errors import InputError
from core.llm.recorded.recorded_client import read_recording
from core.questions import read_questions
from core.services.library import list_sources
from core.services.library.sources import add_source
from core.verification.files.candidates import read_candidates, read_recent
from db.engine import make_engine, migrate

ROOT = Path(__file__).parents[1]

REACH_OUT = {"aiohttp", "ftplib", "http", "httpx", "httpx2", "openai", "requests", "smtplib"} | {
    *("socket", "telnetlib", "urllib", "urllib3", "websockets", "xmlrpc")
}
HARMLESS = ("http.HTTPStatus", "urllib.parse.", "zlib.crc32")
UNPACK = {
    "bz2",
    "dill",
    "gzip",
    "lzma",
    "marshal",
    "pickle",
    "shelve",
    "tarfile",
    "zipfile",
    "zlib",
}
RESULT = (
    b'{"question": "Who?", "question_type": "single_choice", "choice": {"a": "Ann", "b": "Bo"}, '
    b'"correct_answer": ["a"], "parsed_answer": ["a"], "score": 1, "test_context_length": 1000, '
    b'"depth_percentage": 0.5, "model": "m"}\n'
)
ROW = b'{"question": "Who lit the lamp?", "answer": "Ann"}\n'


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Engine]:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    migrate(url)
    yield make_engine(url)
    make_engine(url).dispose()


def modules() -> Iterator[tuple[str, ast.Module]]:
    for folder in ("core", "db", "pages"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            yield str(file.relative_to(ROOT)), ast.parse(file.read_bytes())


def imported(tree: ast.Module) -> set[str]:
    """Every name a module imports, dotted."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_only_those_who_ask_a_configured_connection_reach_out() -> None:
    """SSRF: no page, no route and no import of a file can fetch anything."""
    found = {
        place
        for place, tree in modules()
        for name in imported(tree)
        if name.partition(".")[0] in REACH_OUT and not name.startswith(HARMLESS)
    }
    assert "core/llm/openai_api/openai_http.py" in found
    assert {place for place in found if not place.startswith("core/llm/")} == {
        "core/cli/listening.py",  # listens for the API, and calls nobody
        "core/worker/planner.py",  # its own machine's name, for a worker's
    }


def test_connections_are_made_of_configuration_alone() -> None:
    """SSRF: an address cannot come from a page, a request, a row or a text."""
    made = [
        (place, node)
        for place, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (getattr(node.func, "id", None) or getattr(node.func, "attr", None))
        in {"Connection", "Connections", "OpenAIClient", "OpenAIEmbedder"}
    ]
    assert made
    elsewhere = [(place, node) for place, node in made if not place.startswith("core/llm/")]
    for place, node in elsewhere:
        said = {word.arg: ast.unparse(word.value) for word in node.keywords}
        assert not node.args, place
        assert said.keys() == {"name", "kind", "model"}, place
        assert said["kind"] == "'recorded'", place


def test_nothing_pickled_is_read_and_one_module_unpacks_uploads() -> None:
    """No object is built from bytes, and what is unpacked of an upload has a limit."""
    found = {
        (place, name)
        for place, tree in modules()
        for name in imported(tree)
        if name.partition(".")[0] in UNPACK and not name.startswith(HARMLESS)
    }
    assert found == {
        ("core/services/results/cleaned_set.py", "zipfile"),  # an export, written
        ("pages/components/batch.py", "zipfile"),  # the files of a batch, written
        ("core/text/archives.py", "zipfile"),  # EPUB, DOCX and XLSX, no further than its limits
        ("core/text/archives.py", "zlib"),
        ("core/text/vocabularies.py", "gzip"),  # the desk's own files, whose hashes are known
    }


def zipped() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("novel.txt", "a" * 10_000_000)
    return made.getvalue()


@pytest.mark.parametrize("packed", [zipped(), gzip.compress(b"a" * 10_000_000)])
def test_an_archive_is_no_text_and_no_table(library: Engine, packed: bytes) -> None:
    with pytest.raises(InputError):
        add_source(library, packed, file_name="novel.txt", max_bytes=10**8)
    for read in (read_questions, read_candidates, read_recent):
        with pytest.raises(InputError):
            read(packed, file_name="rows.jsonl")
    assert not list_sources(library)


@pytest.mark.parametrize(
    "read",
    [
        lambda: read_questions(ROW * 4, file_name="f.jsonl"),
        lambda: read_questions(b"question,answer\n" + b"Who?,Ann\n" * 4, file_name="f.csv"),
        lambda: read_recent(b'{"text": "u"}\n' * 4, file_name="f.jsonl"),
        lambda: preview_results(RESULT * 4, file_name="f.jsonl", max_bytes=10**6),
        lambda: read_recording(b'{"item": "1", "reply": "x"}\n' * 4, "f.jsonl"),
    ],
)
def test_a_file_of_too_many_rows_is_refused_with_the_limit(
    read: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(core.text.size_limits, "MOST_ROWS", 3)
    with pytest.raises(InputError, match="more than 3 rows") as refused:
        read()
    assert refused.value.file in {"f.jsonl", "f.csv"}


@pytest.mark.parametrize(
    "name", ["../../outside.txt", "/etc/outside.txt", "..\\outside.txt", "a/../b.txt", "~/b.txt"]
)
def test_the_name_of_a_file_is_a_title_and_no_place(
    library: Engine, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Path traversal: nothing is written where an upload's name points."""
    inside = tmp_path / "a" / "b"
    inside.mkdir(parents=True)
    monkeypatch.chdir(inside)
    before = {one for one in tmp_path.rglob("*") if "desk.db" not in one.name}
    add_source(library, b"The lamp stood by the door.", file_name=name, max_bytes=10**6)
    assert {one for one in tmp_path.rglob("*") if "desk.db" not in one.name} == before
    assert not Path("/etc/outside.txt").exists()


def test_a_file_without_end_is_read_no_further_than_the_limit() -> None:
    with pytest.raises(InputError, match="the limit is 1 MB"):
        bytes_within(Path("/dev/zero"), 1024 * 1024)


def test_every_test_that_the_security_notes_name_is_there() -> None:
    named = re.findall(
        r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "docs/security.md").read_text("utf-8")
    )
    assert len(named) > 20
    missing = [
        f"{file}::{test}"
        for file, test in named
        if not re.search(rf"^ *(async )?def {test}\(", (ROOT / file).read_text("utf-8"), re.M)
    ]
    assert missing == []
