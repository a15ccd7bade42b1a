"""Where in their novels questions stand: tenths of the book, and its chapters."""

from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.runs.novel_tokens import NovelTokens
from core.text import TokenizedText, load_tokenizer
from core.text.language.chapters import chapters
from db.queries import accuracy as queries

TENTHS = 10


@dataclass(frozen=True, slots=True)
class BookDivisions:
    """Where a novel is cut, in tokens: `tenths` into ten equal parts, `chapters` at the start of
    each. `titles` are the chapters' headings; none where the novel shows none.
    """

    tenths: tuple[int, ...]
    chapters: tuple[int, ...]
    titles: tuple[str, ...]


def book_divisions(engine: Engine, set_id: int, tokenizer: str) -> BookDivisions | None:
    """The novel of a question set, read once per process; None where it has none. Raises
    ConfigurationError where the tokeniser is not at hand.
    """
    with Session(engine) as session:
        found = queries.novel_of(session, set_id)
    return _divided(NovelTokens(*found), tokenizer) if found else None


@lru_cache(maxsize=16)
def _divided(novel: NovelTokens, tokenizer: str) -> BookDivisions:
    text = TokenizedText.from_text(novel.text, load_tokenizer(tokenizer))
    found = chapters(novel.text)
    return BookDivisions(
        tuple(text.n_tokens * at // TENTHS for at in range(1, TENTHS)),
        tuple(text.token_at(chapter.start) for chapter in found),
        tuple(chapter.title for chapter in found),
    )
