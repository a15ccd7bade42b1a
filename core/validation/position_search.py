"""Find a question's passage in a novel by its evidence."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from core.questions import Position
from core.text import EvidenceMatch, EvidenceMatcher, EvidenceVerdict, EvidenceWarning, Span
from core.validation.contexts import Book

PASSAGE_CHARS = 1_000
"""How long a passage around evidence is, in characters."""

CLOSE_FROM = 0.9
"""Similarity from which a near copy of the evidence is worth a proposal."""


class Certainty(StrEnum):
    """exact: the evidence occurs in the text once, typography aside. close: it is short, occurs in
    several places or in parts, or only a near copy occurs. not_found: nothing like it.
    """

    EXACT = "exact"
    CLOSE = "close"
    NOT_FOUND = "not_found"


@dataclass(frozen=True, slots=True)
class FoundPosition:
    """`position` is the passage in the novel's tokens, `span` the evidence in its characters; both
    are None if it was not found.
    """

    certainty: Certainty
    position: Position | None = None
    span: Span | None = None
    similarity: float = 0.0


_UNSURE = frozenset({EvidenceWarning.REPEATED, EvidenceWarning.SHORT})

NOWHERE = FoundPosition(Certainty.NOT_FOUND)


def find_position(evidence: str, book: Book, matcher: EvidenceMatcher) -> FoundPosition:
    """Look evidence up and propose the passage around it."""
    match = matcher.match(evidence, book.prepared)
    certainty = _certainty(match)
    spans = [match.span] if match.span else list(match.fragments)
    if certainty is Certainty.NOT_FOUND or not spans:
        return NOWHERE
    span = Span(min(part.start for part in spans), max(part.end for part in spans))
    return FoundPosition(certainty, position_around(span, book), span, match.similarity)


def find_positions(evidence: Iterable[str | None], book: Book) -> list[FoundPosition]:
    """A result for each evidence, in order; without evidence it is NOT_FOUND."""
    matcher = EvidenceMatcher()
    return [find_position(text, book, matcher) if text else NOWHERE for text in evidence]


def position_around(span: Span, book: Book, length: int = PASSAGE_CHARS) -> Position:
    """The tokens of a passage of about `length` characters around a span, which it contains."""
    margin = max(0, length - len(span)) // 2
    tokens = book.tokens
    start = max(0, span.start - margin)
    end = min(len(tokens.text), span.end + margin)
    return Position(tokens.token_at(start), tokens.token_at(end - 1) + 1)


def _certainty(match: EvidenceMatch) -> Certainty:
    is_unique = _UNSURE.isdisjoint(match.warnings)
    is_verbatim = match.verdict in (EvidenceVerdict.EXACT, EvidenceVerdict.NORMALISED)
    if match.found and is_verbatim and match.similarity == 1.0 and is_unique:
        return Certainty.EXACT
    if match.found or match.similarity >= CLOSE_FROM:
        return Certainty.CLOSE
    return Certainty.NOT_FOUND
