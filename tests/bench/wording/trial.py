"""Every class tried on the novels of a folder: what was accepted, and why."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from core.text import EvidenceMatch, PreparedText
from tests.bench.evidence.books import Book
from tests.bench.evidence.cases import Case, QuoteClass
from tests.bench.evidence.trial import Matcher, reason
from tests.bench.wording import (
    combined,
    editions,
    exchanged,
    labels,
    letters,
    markup,
    moved,
    ocr,
    traps,
    written,
)
from tests.bench.wording.editions import EditionCase

ONE_WORD: Sequence[QuoteClass] = (
    *exchanged.CLASSES,
    *moved.CLASSES,
    *letters.CHANGED,
    *labels.CHANGED,
)
GROUPS: dict[str, Sequence[QuoteClass]] = {
    "changed": ONE_WORD,
    "combined": combined.classes(ONE_WORD),
    "traps": traps.CLASSES,
    "slips": (*ocr.CLASSES, *letters.SAME),
    "spelling": written.CLASSES,
    "markup": markup.CLASSES,
    "labels": labels.CLASSES,
    "editions": editions.CLASSES,
}
"""Of the first three nothing may be accepted, of the others nearly all."""
FALSE = ("changed", "combined", "traps")
_POOLED = 10
"""Times as many quotes of a pooled class."""
_TRAPS = 150
"""At least so many numbers that are no marks, however few quotes are asked for."""


@dataclass(frozen=True)
class Outcome:
    """`why`: the verdict and what it rests on; `changed` what was done to the quote."""

    group: str
    kind: str
    language: str
    book: str
    length: int
    changed: str
    found: bool
    similarity: float
    why: str
    warnings: tuple[str, ...] = ()


def try_novels(
    books: Sequence[Book],
    matcher: Matcher,
    *,
    quotes: int,
    seed: int,
    groups: Sequence[str] = tuple(GROUPS),
    told: Callable[[str], None] = lambda _line: None,
) -> list[Outcome]:
    """`quotes` of each class and language, divided among its novels."""
    outcomes: list[Outcome] = []
    for book in books:
        others = [each for each in books if each.language == book.language and each is not book]
        share = -(-quotes // (len(others) + 1))
        prepared = PreparedText.from_text(book.text)
        for group in groups:
            count = share * _POOLED if group == "combined" else share
            if group == "traps":
                count = max(count, -(-_TRAPS // (len(others) + 1)))
            for kind in GROUPS[group]:
                cases = kind.cases(book, others, count, seed)
                outcomes += _tried(group, kind, cases, book, prepared, matcher)
            told(f"{book.name}: {group}")
    return outcomes


def _tried(
    group: str,
    kind: QuoteClass,
    cases: Sequence[Case],
    book: Book,
    prepared: PreparedText,
    matcher: Matcher,
) -> Iterator[Outcome]:
    editions_of: dict[str, PreparedText] = {}
    for case in cases:
        text = prepared
        if isinstance(case, EditionCase):
            if case.text not in editions_of:
                editions_of = {case.text: PreparedText.from_text(case.text)}
            text = editions_of[case.text]
        yield outcome(group, kind, case, book, matcher(case.quote, text))


def outcome(group: str, kind: QuoteClass, case: Case, book: Book, match: EvidenceMatch) -> Outcome:
    return Outcome(
        group=group,
        kind=kind.name,
        language=book.language,
        book=book.name,
        length=len(case.quote),
        changed=case.variant,
        found=match.found,
        similarity=match.similarity,
        why=reason(match),
        warnings=tuple(map(str, match.warnings)),
    )
