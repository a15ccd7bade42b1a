"""One item of a run with everything a reader needs to judge it."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import NotFoundError, Sentence
from core.results.records import error_of, to_result
from core.review.queue import reasons_of
from core.validation.result import ValidationResult
from db.queries import results as queries

PASSAGE_CHARS = 500
"""How much of the book is shown on each side of a quote before the reader asks for more."""
CLOSING = "。！？；：，、…—”’」』）》】.!?;:,\"')]"
"""Marks that end a sentence or a quotation."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A window of the text, half-open offsets in characters of the whole.

    `before + marked + after` stands at [start, start + length); `marked` is empty when the quote
    was not located and the window shows where the question's own context begins.
    """

    start: int
    total: int
    before: str
    marked: str
    after: str

    @property
    def end(self) -> int:
        return self.start + len(self.before) + len(self.marked) + len(self.after)

    @property
    def depth(self) -> float | None:
        """Where the marked text begins in the whole, in [0, 1]."""
        return (self.start + len(self.before)) / self.total if self.total else None


@dataclass(frozen=True, slots=True)
class Item:
    """`result` is None when the question was skipped; `source_title` when it has no novel."""

    id: int
    run_id: int
    run_title: str
    spec: dict[str, Any]
    line: int
    item_key: str
    question: str
    question_type: str
    choice: dict[str, str]
    labelled: tuple[str, ...]
    position: tuple[int, int] | None
    outcome: str
    reasons: tuple[str, ...]
    error: Sentence | None
    result: ValidationResult | None
    own_context: str | None
    source_id: int | None
    source_title: str | None
    source_chars: int

    @property
    def judged(self) -> bool:
        """True when a reply could be read and was judged."""
        return self.outcome in ("passed", "failed") and self.result is not None


def item(engine: Engine, item_id: int) -> Item:
    """Raises NotFoundError for an unknown item."""
    with Session(engine) as session:
        found = queries.item(session, item_id)
        if found is None:
            raise NotFoundError("There is no item {item_id}. Open one from a run.", item_id=item_id)
        ledger, question, validation, run = found
        source_id = queries.source_of_set(session, run.set_id)
        title, chars = queries.source_title_and_length(session, source_id)
        at = (question.start_pos, question.end_pos)
        return Item(
            id=item_id,
            run_id=ledger.run_id,
            run_title=run.title,
            spec=dict(run.spec),
            line=question.line,
            item_key=question.item_key,
            question=question.question,
            question_type=question.question_type,
            choice=dict(question.choice),
            labelled=tuple(question.answer),
            position=(at[0], at[1]) if at[0] is not None and at[1] is not None else None,
            outcome=ledger.outcome,
            reasons=reasons_of(ledger, validation),
            error=error_of(ledger),
            result=to_result(ledger, question, validation) if validation else None,
            own_context=question.context,
            source_id=source_id,
            source_title=title,
            source_chars=chars,
        )


def passage(engine: Engine, shown: Item, around: int = PASSAGE_CHARS) -> Passage | None:
    """The text around the matched quote, `around` characters on each side; where nothing was
    located, the start of the question's context. None when there is no text at all.
    """
    result = shown.result
    span = result.span if result else None
    start, end = span or ((result.context_span or (0, 0))[0] if result else 0,) * 2
    if shown.own_context is not None:
        total = len(shown.own_context)
        low, high = max(0, start - around), min(total, end + around)
        text = shown.own_context[low:high]
    elif shown.source_id is not None:
        total = shown.source_chars
        low, high = max(0, start - around), min(total, end + around)
        with Session(engine) as session:
            text = queries.source_slice(session, shown.source_id, low, high)
    else:
        return None
    if span is None:
        low, text = start, text[start - low :]
    elif result:
        end += _closing(result.evidence.strip(), text[start - low : end - low], text[end - low :])
    return Passage(
        low, total, text[: start - low], text[start - low : end - low], text[end - low :]
    )


def _closing(quote: str, matched: str, after: str) -> int:
    """How many closing marks behind the match belong to it: a match ends with its last word, and
    a quote that goes on to its full stop would seem to have added it.
    """
    missing = _marks(quote[::-1]) - _marks(matched[::-1])
    return max(0, min(missing, _marks(after)))


def _marks(text: str) -> int:
    return len(text) - len(text.lstrip(CLOSING))
