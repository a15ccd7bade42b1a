"""One quote looked up in one text: what became of it, and what a fuzzy ratio makes of it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.fuzz import partial_ratio
from rapidfuzz.utils import default_process

from core.text import EvidenceMatch, PreparedText, Span
from tests.bench.evidence import changes, joins, noise, typos
from tests.bench.evidence.books import Book, overlap, trimmed
from tests.bench.evidence.cases import Case, QuoteClass, Target

Matcher = Callable[[str, PreparedText], EvidenceMatch]
CLASSES: Sequence[QuoteClass] = (
    *sorted(
        (*changes.CLASSES, *noise.CLASSES, *typos.CLASSES, *joins.CLASSES),
        key=lambda kind: (kind.measured, kind.target is not Target.NONE),
    ),
)
SETTINGS = ("novel", "context", "short book")
"""The whole novel; about 30,000 characters of it, with the names of the whole; the same alone."""
FUZZY = 80.0
"""What users of a fuzzy ratio accept from upwards."""
_FUZZY_IN_NOVEL = 40
_SNIPPET = 60


@dataclass(frozen=True)
class Outcome:
    """`overlap` with the truth where there is one and the quote was found; `fuzzy` where tried."""

    kind: str
    language: str
    book: str
    setting: str
    variant: str
    found: bool
    reason: str
    overlap: float | None
    fuzzy: bool | None
    length: int
    snippet: str


def try_book(
    book: Book, others: Sequence[Book], matcher: Matcher, *, count: int, seed: int, short: bool
) -> list[Outcome]:
    """Every class on one book; a whole novel also lends its contexts."""
    prepared = PreparedText.from_text(book.text)
    folded = default_process(book.text)
    outcomes = []
    for kind in CLASSES:
        for number, case in enumerate(kind.cases(book, others, count, seed)):
            setting = "short book" if short else "novel"
            sought = folded if short or number < _FUZZY_IN_NOVEL else None
            outcomes.append(_tried(kind, case, book, prepared, 0, setting, matcher, sought))
            if not short:
                outcomes += _in_context(kind, case, book, prepared, number, matcher)
    return outcomes


def _in_context(
    kind: QuoteClass,
    case: Case,
    book: Book,
    prepared: PreparedText,
    number: int,
    matcher: Matcher,
) -> Iterator[Outcome]:
    anywhere = number * 7919 % len(book.text)
    place = book.context_of(case.truth or Span(anywhere, anywhere))
    if place is not None:
        part = prepared.part(place.start, place.end)
        folded = default_process(part.text)
        yield _tried(kind, case, book, part, place.start, "context", matcher, folded)


def _tried(
    kind: QuoteClass,
    case: Case,
    book: Book,
    text: PreparedText,
    offset: int,
    setting: str,
    matcher: Matcher,
    folded: str | None,
) -> Outcome:
    match = matcher(case.quote, text)
    shared = None
    if match.found and match.span and case.truth:
        span = Span(match.span.start + offset, match.span.end + offset)
        shared = overlap(trimmed(span, book.text), trimmed(case.truth, book.text))
    fuzzy = None
    if folded is not None:
        ratio = partial_ratio(default_process(case.quote), folded, score_cutoff=FUZZY)
        fuzzy = ratio >= FUZZY
    return Outcome(
        kind=kind.name,
        language=book.language,
        book=book.name,
        setting=setting,
        variant=case.variant,
        found=match.found,
        reason=reason(match),
        overlap=shared,
        fuzzy=fuzzy,
        length=len(case.quote),
        snippet=snippet(case.quote, case.at),
    )


def reason(match: EvidenceMatch) -> str:
    """The verdict, its cause and what kinds of differences it rests on."""
    kinds = {difference.kind.value for difference in match.differences}
    kinds = kinds - {"spelling"} or kinds
    cause = match.cause.value if match.cause and match.cause.value != match.verdict.value else ""
    return f"{match.verdict.value}{' ' + cause if cause else ''}" + (
        f" ({', '.join(sorted(kinds))})" if kinds else ""
    )


def snippet(quote: str, at: int = 0) -> str:
    """At most 60 characters around `at`, fit for a table."""
    start = max(0, min(at - _SNIPPET // 2, len(quote) - _SNIPPET))
    return " ".join(quote[start : start + _SNIPPET].split()).replace("|", "¦").replace("`", "´")
