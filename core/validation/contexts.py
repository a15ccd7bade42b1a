"""Which part of the text a question is asked about (readings 46, 47)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.errors import DeskError
from core.locale import N_
from core.questions import Question
from core.questions.positions import NO_RANGE
from core.text import PreparedText, Span, TokenizedText, Tokenizer
from core.validation.reasons import SkipReason


class ContextMode(StrEnum):
    """`position`: the tokens the row points at. `whole`: all of the novel."""

    POSITION = "position"
    WHOLE = "whole"


class SkippedQuestion(DeskError):
    """No context could be taken, so nothing was asked (source 000, "上下文提取失败")."""

    def __init__(self, reason: SkipReason, message: str, /, **params: object) -> None:
        super().__init__(message, **params)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Book:
    """A novel, tokenised and prepared once, and shared by every question of a run."""

    tokens: TokenizedText
    prepared: PreparedText

    @classmethod
    def from_text(cls, text: str, tokenizer: Tokenizer) -> "Book":
        return cls(TokenizedText.from_text(text, tokenizer), PreparedText.from_text(text))

    @classmethod
    def from_tokens(cls, tokens: Sequence[int], tokenizer: Tokenizer) -> "Book":
        tokenized = TokenizedText.from_tokens(tokens, tokenizer)
        return cls(tokenized, PreparedText.from_text(tokenized.text))


@dataclass(frozen=True, slots=True)
class Context:
    """The text a question is asked about; `span` is its place in the novel, in characters.

    A row's own context has no place in the novel: its span counts within that context.
    """

    text: str
    span: Span
    warnings: tuple[str, ...] = ()


POSITION_CLIPPED = "position_clipped"
CONTEXT_WARNINGS = {
    POSITION_CLIPPED: N_(
        "The position ends beyond the end of the novel; the part within it was read."
    ),
}


def context_for(question: Question, book: Book | None, mode: ContextMode) -> Context:
    """The row's own context, else the novel or its part at `position`; raises SkippedQuestion
    (reading 64).
    """
    if question.context is not None:
        return Context(question.context, Span(0, len(question.context)))
    if book is None:
        raise SkippedQuestion(
            SkipReason.NO_TEXT,
            "The question has neither its own context nor a novel. Add a novel.",
        )
    text = book.tokens.text
    if mode is ContextMode.WHOLE:
        return Context(text, Span(0, len(text)))
    if question.position is None:
        raise SkippedQuestion(
            SkipReason.NO_POSITION,
            "The question has no position. Add one, or use the whole novel instead.",
        )
    return _context_at(question.position.start_pos, question.position.end_pos, book.tokens)


def place_of(question: Question, tokens: TokenizedText) -> int | None:
    """The offset in characters of the question's passage in the novel; None without a position."""
    position = question.position
    if position is None or not 0 <= position.start_pos < tokens.n_tokens:
        return None
    return tokens.span(position.start_pos, position.start_pos).start


def _context_at(start: int, end: int, tokens: TokenizedText) -> Context:
    if not 0 <= start < end:
        raise SkippedQuestion(SkipReason.POSITION_INVALID, NO_RANGE, start=start, end=end)
    if start >= tokens.n_tokens:
        raise SkippedQuestion(
            SkipReason.POSITION_OUT_OF_RANGE,
            "The position starts at token {start}, but the novel has {n_tokens} tokens in "
            "{tokenizer}. Check that the questions belong to this novel and tokeniser.",
            start=start,
            n_tokens=tokens.n_tokens,
            tokenizer=tokens.tokenizer_name,
        )
    span = tokens.span(start, min(end, tokens.n_tokens))
    warnings = (POSITION_CLIPPED,) if end > tokens.n_tokens else ()
    return Context(tokens.text[span.start : span.end], span, warnings)
