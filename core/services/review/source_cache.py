"""Prepared texts to look quotes up in, cached across page loads."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from threading import Lock

from sqlalchemy import Engine
from sqlmodel import Session, select

from core.errors import NotFoundError
from core.questions import Question
from core.services.records import question_from_row
from core.services.runs.run_context import BookCache
from core.settings import DEFAULT_TOKENIZER
from core.text import EvidenceMatch, EvidenceMatcher, Span, load_tokenizer
from core.validation import Book
from db.queries import results as queries
from db.tables import SourceText

_MOST_BOOKS = 2
_book_lock = Lock()


@dataclass(frozen=True)
class EvidenceSource:
    """The text that an item's evidence is looked up in: the novel, or the row's own context.

    `question`: as imported. `load`: prepares the novel when it is first needed, which takes about a
    second for a long one.
    """

    question: Question
    load: Callable[[], Book] | None

    @property
    def book(self) -> Book | None:
        """The prepared novel; None if the row brings its own context or there is no novel."""
        return self.load() if self.load else None

    @property
    def text(self) -> str:
        """The whole novel, else the row's own context."""
        book = self.book
        return book.tokens.text if book else self.question.context or ""

    @property
    def passage(self) -> Span | None:
        """The question's position as characters of the novel; None if outside or unknown."""
        position, book = self.question.position, self.book
        if book is None or position is None:
            return None
        tokens = book.tokens
        end = min(position.end_pos, tokens.n_tokens)
        return tokens.span(position.start_pos, end) if 0 <= position.start_pos < end else None

    def look_up(self, quote: str) -> EvidenceMatch:
        """Look a quote up as a validation does: anywhere in the text, nearest to the passage."""
        book, passage = self.book, self.passage
        if book is None:
            return EvidenceMatcher().match(quote, self.text)
        return EvidenceMatcher().match(
            quote, book.prepared, near=passage.start if passage else None
        )

    def places(self, quote: str) -> tuple[Span, ...]:
        """Return at most MAX_LISTED_OCCURRENCES places of a quote, nearest to the passage first.

        Empty if it is not found. A quote in parts has one place, from its first part to its last.
        """
        match = self.look_up(quote)
        if not match.found or match.span is None:
            return ()
        return tuple(dict.fromkeys((match.span, *match.occurrences)))


def evidence_source(engine: Engine, item_id: int) -> EvidenceSource:
    """Return the text that the item's evidence is in. Raises NotFoundError for an unknown item."""
    with Session(engine) as session:
        rows = queries.item(session, item_id)
        if rows is None:
            raise NotFoundError(
                "Item {item_id} does not exist. Open one from a run.", item_id=item_id
            )
        _item, row, _verdict, run = rows
        source_id = queries.source_of_set(session, run.set_id)
        question = question_from_row(row)
        tokenizer = run.spec.get("tokenizer") or DEFAULT_TOKENIZER
    if source_id is None or question.context is not None:
        return EvidenceSource(question, None)
    return EvidenceSource(question, partial(book_of, engine, source_id, tokenizer))


def book_of(engine: Engine, source_id: int, tokenizer: str) -> Book:
    """Return a prepared novel; the latest few are cached, since a stored text never changes."""
    with _book_lock:
        return _book(engine, source_id, tokenizer)


@lru_cache(maxsize=_MOST_BOOKS)
def _book(engine: Engine, source_id: int, tokenizer: str) -> Book:
    with Session(engine) as session:
        text = session.exec(select(SourceText.text).where(SourceText.id == source_id)).one()
    return Book.from_text(text, load_tokenizer(tokenizer))


class SourceCache(BookCache):
    """The book cache of an event loop, filled from the prepared novels of this process."""

    def _prepare(self, source_id: int, tokenizer: str) -> Book:
        return book_of(self._engine, source_id, tokenizer)
