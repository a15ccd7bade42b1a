"""Positions that the desk finds for questions that have none, and that a lead confirms."""

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
from db.engine import writing
from db.queries import library as queries
from db.tables import QuestionSet, SourceText, Validation


class PositionOrigin(StrEnum):
    """What a position was found by: the row's own evidence, or the quote of a run that passed."""

    EVIDENCE = "evidence"
    QUOTE = "quote"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class PositionProposal:
    """Where a stored question without a position seems to be asked about; nothing is written."""

    question_id: int
    line: int
    question: Question
    origin: PositionOrigin
    found: FoundPosition


def propose_positions(engine: Engine, set_id: int) -> tuple[PositionProposal, ...]:
    """For every question of the set with neither a position nor its own context, in file order.

    Positions count in the set's tokeniser. Raises NotFoundError.
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
        quotes = {one.question_id: one for one in queries.validated_quotes(session, set_id)}
        text, tokenizer = source.text, question_set.tokenizer
    book = Book.from_text(text, load_tokenizer(tokenizer))
    found = find_positions((evidence_of(question.extra) for _, _, question in rows), book)
    return tuple(
        _proposal(book, *row, by_evidence=match, quote=quotes.get(row[0]))
        for row, match in zip(rows, found, strict=True)
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
    """The row's own evidence comes first; the quote of a run where that is not found. Evidence that
    was looked up in vain is still what was looked up.
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
    whole = quote.evidence_similarity == 1.0 and "repeated" not in quote.warnings
    certainty = Certainty.EXACT if whole else Certainty.CLOSE
    span = Span(start, end)
    return FoundPosition(certainty, position_around(span, book), span, quote.evidence_similarity)


def confirm_positions(engine: Engine, set_id: int, positions: Mapping[int, Position]) -> int:
    """Store positions by question id; returns how many. A question that has a position by now
    keeps it.

    Raises InputError while a run of the set is under way, since its questions would be asked about
    different passages.
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
