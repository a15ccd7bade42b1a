"""Quotes with the place they were made from, and how passages for them are drawn."""

import math
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from core.text import Span
from tests.bench.evidence import words
from tests.bench.evidence.books import Book, fold

SHORTEST, LONGEST = 20, 400
_LEAST_LETTERS = 0.6


class Target(StrEnum):
    """none: no quote of the class may be accepted. nearly all: 98 % of them must be."""

    NONE = "none"
    NEARLY_ALL = "nearly all"


@dataclass(frozen=True)
class Case:
    """A quote made from the characters `truth` of the book; an invented one has none.

    `at` is where in the quote it was changed, `variant` how.
    """

    quote: str
    truth: Span | None
    variant: str = ""
    at: int = 0


@dataclass(frozen=True, eq=False)
class Maker:
    """What a class makes its quotes from."""

    book: Book
    others: Sequence[Book]
    """Other novels of the language."""
    rng: random.Random = field(default_factory=random.Random)

    def passage(self, site: Span | None = None, book: Book | None = None) -> Span | None:
        """A passage of SHORTEST to LONGEST characters, whole words in English, around `site`.

        None where the draw gives none: one too long, of marks rather than words.
        """
        book, rng = book or self.book, self.rng
        length = round(math.exp(rng.uniform(math.log(SHORTEST), math.log(LONGEST))))
        if site is None:
            start = rng.randrange(max(1, len(book.text) - length))
        else:
            start = site.start - rng.randint(0, max(0, length - len(site)))
        start = max(0, start)
        end = start + length if site is None else max(site.end, start + length)
        return self.proper(start, end, book)

    def proper(self, start: int, end: int, book: Book | None = None) -> Span | None:
        """[start, end) widened to whole words, where that is a passage."""
        book = book or self.book
        text = book.text
        start, end = widened(start, end, book)
        if not SHORTEST <= end - start <= LONGEST:
            return None
        letters = sum(map(str.isalnum, text[start:end]))
        return Span(start, end) if letters >= _LEAST_LETTERS * (end - start) else None

    def text(self, place: Span) -> str:
        return place.of(self.book.text)

    def stands_once(self, piece: str) -> bool:
        folded = fold(piece)
        first = self.book.folded.find(folded)
        return first >= 0 and self.book.folded.find(folded, first + 1) < 0

    def replaced(
        self, site: Span, words: str, variant: str = "", passage: Span | None = None
    ) -> Case | None:
        """A passage with `words` in place of `site`; None where the text says just that."""
        passage = passage or self.passage(site)
        if passage is None:
            return None
        text, at = self.book.text, site.start - passage.start
        quote = text[passage.start : site.start] + words + text[site.end : passage.end]
        if fold(quote) in self.book.folded:
            return None
        return Case(quote, passage, variant, at)

    def sites(self, pattern: re.Pattern[str]) -> list[re.Match[str]]:
        return list(pattern.finditer(self.book.text))


def widened(start: int, end: int, book: Book) -> tuple[int, int]:
    """[start, end) with the words it cuts (in Chinese: names and numerals), no space around."""
    text = book.text
    cuts = words.cuts_han if book.language == "zh" else _cuts_word
    while start > 0 and cuts(text, start):
        start -= 1
    while end < len(text) and cuts(text, end):
        end += 1
    piece = text[start:end]
    if not piece.strip():
        return start, start
    return end - len(piece.lstrip()), start + len(piece.rstrip())


def _cuts_word(text: str, at: int) -> bool:
    return not text[at - 1].isspace() and not text[at].isspace()


Make = Callable[[Maker], Iterator[Case | None]]
"""Draws quotes of a class for as long as it is asked to; None is a draw that gave none."""


@dataclass(frozen=True)
class QuoteClass:
    """`measured`: its figures are stated and compared with no target."""

    name: str
    what: str
    target: Target
    make: Make
    languages: frozenset[str] = frozenset({"en", "zh"})
    measured: bool = False

    def cases(self, book: Book, others: Sequence[Book], count: int, seed: int) -> list[Case]:
        """At most `count` different quotes; the same ones for the same seed."""
        if book.language not in self.languages:
            return []
        rng = random.Random(f"{seed}/{self.name}/{book.name}/{len(book.text)}")
        cases: dict[str, Case] = {}
        for draw, case in enumerate(self.make(Maker(book, others, rng))):
            if case is not None:
                cases.setdefault(case.quote, case)
            if len(cases) == count or draw >= 100 * count:
                break
        return list(cases.values())
