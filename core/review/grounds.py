"""The text an item is asked about, made ready once however often a page looks a quote up in it."""

from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from sqlalchemy import Engine
from sqlmodel import Session, select

from core.errors import NotFoundError
from core.library import question_from_row
from core.questions import Question
from core.runs.opening import Books
from core.settings import DEFAULT_TOKENIZER
from core.text import EvidenceMatch, EvidenceMatcher, Span, load_tokenizer
from core.validation import Book
from db.queries import results as queries
from db.tables import SourceText

_MOST_BOOKS = 2
_making = Lock()


@dataclass(frozen=True)
class Ground:
    """What an item's evidence is looked up in: the novel, or the row's own context.

    `question` is the row as it was imported. `book` is None where the row brings its own context,
    and where there is no novel either: then there is no text.
    """

    question: Question
    book: Book | None

    @property
    def text(self) -> str:
        if self.question.context is not None or self.book is None:
            return self.question.context or ""
        return self.book.tokens.text

    @property
    def passage(self) -> Span | None:
        """The characters of the novel at the question's position."""
        position = self.question.position
        if self.book is None or position is None or self.question.context is not None:
            return None
        tokens = self.book.tokens
        if position.start_pos >= tokens.n_tokens:
            return None
        return tokens.span(position.start_pos, min(position.end_pos, tokens.n_tokens))

    def look_up(self, quote: str) -> EvidenceMatch:
        """As a validation looks up a model's quote, anywhere in the text, nearest the passage."""
        if self.book is None or self.question.context is not None:
            return EvidenceMatcher().match(quote, self.text)
        near = self.passage.start if self.passage else None
        return EvidenceMatcher().match(quote, self.book.prepared, near=near)


def ground_of(engine: Engine, item_id: int) -> Ground:
    """Raises NotFoundError for an unknown item. The first look at a long novel takes a second."""
    with Session(engine) as session:
        found = queries.item(session, item_id)
        if found is None:
            raise NotFoundError("There is no item {item_id}. Open one from a run.", item_id=item_id)
        _item, row, _verdict, run = found
        source_id = queries.source_of_set(session, run.set_id)
        question = question_from_row(row)
        tokenizer = run.spec.get("tokenizer") or DEFAULT_TOKENIZER
    if source_id is None or question.context is not None:
        return Ground(question, None)
    return Ground(question, book_of(engine, source_id, tokenizer))


def book_of(engine: Engine, source_id: int, tokenizer: str) -> Book:
    """A novel made ready; the last few are kept, since a stored text never changes."""
    with _making:
        return _book(engine, source_id, tokenizer)


@lru_cache(maxsize=_MOST_BOOKS)
def _book(engine: Engine, source_id: int, tokenizer: str) -> Book:
    with Session(engine) as session:
        text = session.exec(select(SourceText.text).where(SourceText.id == source_id)).one()
    return Book.of(text, load_tokenizer(tokenizer))


class KeptBooks(Books):
    """Books of one event loop that come from those this process has ready."""

    def _prepare(self, source_id: int, tokenizer: str) -> Book:
        return book_of(self._engine, source_id, tokenizer)
