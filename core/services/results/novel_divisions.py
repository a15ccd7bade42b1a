"""Divide novels into tenths and chapters, to locate questions in them."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Protocol

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.runs.novel_tokens import NovelTokens
from core.text import BookDivisions, TokenizedText, load_tokenizer
from db.queries import accuracy as queries


class TokenizedSpec(Protocol):
    """A run's spec that names the tokeniser of positions."""

    @property
    def tokenizer(self) -> str: ...


class PlacedRun(Protocol):
    """A run of a question set; `source_id`: the set's novel."""

    @property
    def set_id(self) -> int: ...
    @property
    def source_id(self) -> int | None: ...
    @property
    def spec(self) -> TokenizedSpec: ...


def books_of(engine: Engine, runs: Iterable[PlacedRun]) -> Mapping[int, BookDivisions]:
    """Return question set id -> divisions of its novel, for the sets that have one."""
    tokenizers = {run.set_id: run.spec.tokenizer for run in runs if run.source_id is not None}
    books = ((set_id, book_divisions(engine, set_id, name)) for set_id, name in tokenizers.items())
    return {set_id: book for set_id, book in books if book is not None}


def book_divisions(engine: Engine, set_id: int, tokenizer: str) -> BookDivisions | None:
    """Return the divisions of a question set's novel, cached per process; None without a novel.

    Raises ConfigurationError if the tokeniser is not available.
    """
    with Session(engine) as session:
        novel = queries.novel_of(session, set_id)
    return _divided(NovelTokens(*novel), tokenizer) if novel else None


@lru_cache(maxsize=16)
def _divided(novel: NovelTokens, tokenizer: str) -> BookDivisions:
    return BookDivisions.from_text(TokenizedText.from_text(novel.text, load_tokenizer(tokenizer)))
