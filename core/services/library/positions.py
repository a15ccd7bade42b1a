"""Propose positions for questions that have none, and store those that a lead confirms."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError
from core.questions import Position, Question, evidence_of
from core.services.access import Right, demand
from core.services.library.sets import no_set
from core.services.records import question_from_row
from core.text import Span, load_tokenizer
from core.validation import Book, Certainty, FoundPosition, find_positions, position_around
from db import writing
from db.queries import library as queries
from db.tables import QuestionSet, SourceText, Validation


class PositionOrigin(StrEnum):
    """What a position was found by: the row's own evidence, or the quote of a passed validation."""

    EVIDENCE = "evidence"
    QUOTE = "quote"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class PositionProposal:
    """A proposed position of a stored question that has none; not stored yet."""

    question_id: int
    line: int
    question: Question
    origin: PositionOrigin
    found: FoundPosition


def propose_positions(engine: Engine, set_id: int) -> tuple[PositionProposal, ...]:
    """Propose a position for each question of the set that has neither one nor its own context.

    In file order; positions are in tokens of the set's tokeniser. Raises NotFoundError.
    """
    with Session(engine) as session:
        question_set = session.get(QuestionSet, set_id)
        if question_set is None:
            raise no_set(set_id)
        rows = [
            (row.id or 0, row.line, question_from_row(row))
            for row in queries.unplaced(session, set_id)
        ]
        source = session.get(SourceText, question_set.source_id) if rows else None
        if source is None:
            return ()
        quotes = {quote.question_id: quote for quote in queries.validated_quotes(session, set_id)}
        text, tokenizer = source.text, question_set.tokenizer
    book = Book.from_text(text, load_tokenizer(tokenizer))
    matches = find_positions((evidence_of(question.extra) for _, _, question in rows), book)
    return tuple(
        _proposal(book, *row, by_evidence=match, quote=quotes.get(row[0]))
        for row, match in zip(rows, matches, strict=True)
    )


def _proposal(
    book: Book,
    question_id: int,
    line: int,
    question: Question,
    *,
    by_evidence: FoundPosition,
    quote: Validation | None,
) -> PositionProposal:
    """Build the proposal from the row's own evidence or, where that is not found, from the quote of
    a run. If neither is found, the origin is EVIDENCE where the row has evidence, else NOTHING.
    """
    by_quote = None if by_evidence.position or not quote else _by_quote(book, quote)
    if by_quote is None and evidence_of(question.extra):
        return PositionProposal(question_id, line, question, PositionOrigin.EVIDENCE, by_evidence)
    origin = PositionOrigin.QUOTE if by_quote else PositionOrigin.NOTHING
    return PositionProposal(question_id, line, question, origin, by_quote or by_evidence)


def _by_quote(book: Book, quote: Validation) -> FoundPosition | None:
    start, end = quote.span_start, quote.span_end
    if start is None or end is None or not 0 <= start < end <= len(book.tokens.text):
        return None
    is_exact = quote.evidence_similarity == 1.0 and "repeated" not in quote.warnings
    certainty = Certainty.EXACT if is_exact else Certainty.CLOSE
    span = Span(start, end)
    return FoundPosition(certainty, position_around(span, book), span, quote.evidence_similarity)


def confirm_positions(engine: Engine, set_id: int, positions: Mapping[int, Position]) -> int:
    """Store positions by question id; return how many were stored.

    A question that got a position in the meantime keeps it. Raises InputError while a run of the
    set is in progress, since its questions would be asked about different passages.
    """
    demand(engine, Right.RUN)
    with writing(engine) as session:
        if queries.open_runs(session, set_id):
            raise InputError(
                "A run of this set is in progress. Confirm positions when it has ended."
            )
        rows = [row for row in queries.unplaced(session, set_id) if row.id in positions]
        for row in rows:
            position = positions[row.id or 0]
            row.start_pos, row.end_pos = position.start_pos, position.end_pos
        return len(rows)
