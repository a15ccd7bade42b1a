"""Import novels into the library, and correct what was guessed about them."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError, NotFoundError
from core.services.access import Right, demand
from core.services.library.transactions import in_one_transaction
from core.text import DecodedText, guess_language, read_novel, require_size
from db import writing
from db.queries import library as queries
from db.tables import SourceText

LANGUAGES: Mapping[str, str] = {"en": "English", "zh": "中文"}

_LANGUAGE_SAMPLE_CHARS = 20_000
"""How many characters of a text its language is guessed from."""


@dataclass(frozen=True, slots=True)
class SourceAdded:
    """What an upload stored. `decoded`: how the bytes were read, with warnings, even if
    `already_there`.
    """

    source_id: int
    already_there: bool
    decoded: DecodedText


def add_source(
    engine: Engine,
    data: bytes,
    *,
    file_name: str,
    title: str | None = None,
    encoding: str | None = None,
    language: str | None = None,
    max_bytes: int,
) -> SourceAdded:
    """Add a novel; the same text is stored once, whatever its file name or encoding.

    The title defaults to the one inside the file, else to its name; the language is guessed from
    the text. Raises InputError for a file that is over `max_bytes`, empty, binary or not in
    `encoding`.
    """
    demand(engine, Right.RUN)
    require_size(data, max_bytes, file_name)
    decoded = read_novel(data, file_name=file_name, encoding=encoding)
    return add_novel(engine, decoded, file_name=file_name, title=title, language=language)


def add_novel(
    engine: Engine,
    decoded: DecodedText,
    *,
    file_name: str,
    title: str | None = None,
    language: str | None = None,
) -> SourceAdded:
    """Add a novel that was read already, as `add_source` does."""
    demand(engine, Right.RUN)
    return in_one_transaction(
        engine,
        lambda session: store_source(
            session, decoded, file_name=file_name, title=title, language=language
        ),
    )


def store_source(
    session: Session,
    decoded: DecodedText,
    *,
    file_name: str,
    title: str | None,
    language: str | None,
    is_sample: bool = False,
) -> SourceAdded:
    """As `add_source`, for a decoded text and within the caller's transaction."""
    content_hash = hashlib.sha256(decoded.text.encode()).hexdigest()
    existing_id = queries.source_with(session, content_hash)
    if existing_id is not None:
        return SourceAdded(existing_id, already_there=True, decoded=decoded)
    source = SourceText(
        title=(title or "").strip() or decoded.title or PurePath(file_name).stem,
        language=_require_language(language)
        if language
        else guess_language(decoded.text[:_LANGUAGE_SAMPLE_CHARS]),
        file_name=file_name,
        encoding=decoded.encoding,
        content_hash=content_hash,
        chars=len(decoded.text),
        text=decoded.text,
        is_sample=is_sample,
    )
    session.add(source)
    session.flush()
    return SourceAdded(source.id or 0, already_there=False, decoded=decoded)


def correct_source(
    engine: Engine, source_id: int, *, title: str | None = None, language: str | None = None
) -> None:
    """Change a novel's title or language; None keeps it. Another encoding needs a new upload.

    Raises InputError for an empty title or unknown language, NotFoundError for an unknown novel.
    """
    demand(engine, Right.RUN)
    if title is not None and not title.strip():
        raise InputError("The title is empty. Enter one.", field="title")
    with writing(engine) as session:
        source = session.get(SourceText, source_id)
        if source is None:
            raise no_source(source_id)
        source.title = title.strip() if title else source.title
        source.language = _require_language(language) if language else source.language


def no_source(source_id: int) -> NotFoundError:
    """Build the error for an unknown novel."""
    return NotFoundError("Novel {id} does not exist. Choose one from the library.", id=source_id)


def _require_language(language: str) -> str:
    """Return the language code. Raises InputError for one that is not in LANGUAGES."""
    if language not in LANGUAGES:
        raise InputError(
            "Unknown language {language}. Choose en or zh.",
            field="language",
            language=language,
        )
    return language
