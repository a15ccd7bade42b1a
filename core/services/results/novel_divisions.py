"""Where in their novels questions stand: tenths of the book, and its chapters."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Protocol

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.runs.novel_tokens import NovelTokens
from core.text import TokenizedText, load_tokenizer
from core.text.divisions import BookDivisions
from db.queries import accuracy as queries


class TokenizedSpec(Protocol):
    @property
    def tokenizer(self) -> str: ...


class PlacedRun(Protocol):
    """A run of a question set; `source_id`: its novel."""

    @property
    def set_id(self) -> int: ...
    @property
    def source_id(self) -> int | None: ...
    @property
    def spec(self) -> TokenizedSpec: ...


def books_of(engine: Engine, runs: Iterable[PlacedRun]) -> Mapping[int, BookDivisions]:
    """By question set, those that are about a novel."""
    tokenizers = {run.set_id: run.spec.tokenizer for run in runs if run.source_id is not None}
    books = ((set_id, book_divisions(engine, set_id, name)) for set_id, name in tokenizers.items())
    return {set_id: book for set_id, book in books if book is not None}


def book_divisions(engine: Engine, set_id: int, tokenizer: str) -> BookDivisions | None:
    """The novel of a question set, read once per process; None where it has none. Raises
    ConfigurationError where the tokeniser is not at hand.
    """
    with Session(engine) as session:
        novel = queries.novel_of(session, set_id)
    return _divided(NovelTokens(*novel), tokenizer) if novel else None


@lru_cache(maxsize=16)
def _divided(novel: NovelTokens, tokenizer: str) -> BookDivisions:
    return BookDivisions.from_text(TokenizedText.from_text(novel.text, load_tokenizer(tokenizer)))
