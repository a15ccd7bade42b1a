"""A SQLite desk as the product prepares it, made once in a process and copied for each test."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from core.ops.preparing import prepare
from core.services.answers import ensure_indexed, load_sample_documents
from core.settings import Settings


def prepared(file: Path) -> str:
    """The URL of `file`, which now has all tables, the queue's too, and no rows."""
    return _written(file, _prepared_file())


def prepared_with_documents(file: Path) -> str:
    """The URL of `file`, a desk with the sample documents, ready to be searched."""
    return _written(file, _file_with_documents())


def _written(file: Path, content: bytes) -> str:
    file.write_bytes(content)
    return f"sqlite:///{file}"


@cache
def _prepared_file() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "desk.db"
        prepare(Settings(database_url=f"sqlite:///{file}")).dispose()
        return file.read_bytes()


@cache
def _file_with_documents() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "desk.db"
        engine = prepare(Settings(database_url=prepared(file)))
        load_sample_documents(engine)
        ensure_indexed(engine)
        engine.dispose()
        return file.read_bytes()
