"""The text an item is asked about, made ready once however often a page looks a quote up in it."""

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
_making = Lock()


@dataclass(frozen=True)
class EvidenceSource:
    """What an item's evidence is looked up in: the novel, or the row's own context.

    `question` is the row as it was imported. The novel is made ready when it is first wanted: of a
    long one that takes a second.
    """

    question: Question
    load: Callable[[], Book] | None

    @property
    def book(self) -> Book | None:
        """None where the row brings its own context, and where there is no novel either."""
        return self.load() if self.load else None

    @property
    def text(self) -> str:
        book = self.book
        return book.tokens.text if book else self.question.context or ""

    @property
    def passage(self) -> Span | None:
        """The characters of the novel at the question's position, where that lies in it."""
        position, book = self.question.position, self.book
        if book is None or position is None:
            return None
        tokens = book.tokens
        end = min(position.end_pos, tokens.n_tokens)
        return tokens.span(position.start_pos, end) if 0 <= position.start_pos < end else None

    def look_up(self, quote: str) -> EvidenceMatch:
        """As a validation looks up a model's quote, anywhere in the text, nearest the passage."""
        book, passage = self.book, self.passage
        if book is None:
            return EvidenceMatcher().match(quote, self.text)
        return EvidenceMatcher().match(
            quote, book.prepared, near=passage.start if passage else None
        )

    def places(self, quote: str) -> tuple[Span, ...]:
        """Where the quote stands, nearest the passage first and at most MAX_LISTED_OCCURRENCES;
        none where it is not found. Of a quote in parts: from the first of them to the last.
        """
        match = self.look_up(quote)
        if not match.found or match.span is None:
            return ()
        return tuple(dict.fromkeys((match.span, *match.occurrences)))


def evidence_source(engine: Engine, item_id: int) -> EvidenceSource:
    """Raises NotFoundError for an unknown item."""
    with Session(engine) as session:
        found = queries.item(session, item_id)
        if found is None:
            raise NotFoundError(
                "Item {item_id} does not exist. Open one from a run.", item_id=item_id
            )
        _item, row, _verdict, run = found
        source_id = queries.source_of_set(session, run.set_id)
        question = question_from_row(row)
        tokenizer = run.spec.get("tokenizer") or DEFAULT_TOKENIZER
    if source_id is None or question.context is not None:
        return EvidenceSource(question, None)
    return EvidenceSource(question, partial(book_of, engine, source_id, tokenizer))


def book_of(engine: Engine, source_id: int, tokenizer: str) -> Book:
    """A novel made ready; the last few are kept, since a stored text never changes."""
    with _making:
        return _book(engine, source_id, tokenizer)


@lru_cache(maxsize=_MOST_BOOKS)
def _book(engine: Engine, source_id: int, tokenizer: str) -> Book:
    with Session(engine) as session:
        text = session.exec(select(SourceText.text).where(SourceText.id == source_id)).one()
    return Book.from_text(text, load_tokenizer(tokenizer))


class SourceCache(BookCache):
    """Books of one event loop that come from those this process has ready."""

    def _prepare(self, source_id: int, tokenizer: str) -> Book:
        return book_of(self._engine, source_id, tokenizer)
