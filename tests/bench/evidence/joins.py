"""Quotes joined from passages: in order and close together they are found, else they are not."""

import math
import re
from collections.abc import Iterator, Sequence

from core.text import Span
from tests.bench.evidence import words
from tests.bench.evidence.cases import (
    SHORTEST,
    Case,
    Make,
    Maker,
    QuoteClass,
    Target,
    widened,
)

ELLIPSES = ("…", "……", "...", "[…]", "[...]", "[略]", "......")
NEAR, FAR, FARTHEST = 400, 5_000, 100_000
_LEAST_LETTERS = {"en": 12, "zh": 7}
_LONGEST_PIECE = {"en": 160, "zh": 120}
# Contexts of 30,000 characters hold passages so far apart.
_IN_A_CONTEXT = 12_000
_CLAUSE = re.compile(r"[，。；：！？]”?|[,;:.!?]”?(?=\s)")
_OWN_ELLIPSIS = re.compile(r"…|\.{3}|\. \.")
_ARTICLES = frozenset({"a", "an", "the"})


def pieces(
    maker: Maker, count: int, least: int, most: int, *, clauses: bool = False
) -> list[Span] | None:
    """`count` passages in the order of the book, `least` to `most` characters left out between.

    `clauses`: what is left out begins and ends at a mark.
    """
    rng, language = maker.rng, maker.book.language
    shortest, longest = _LEAST_LETTERS[language], _LONGEST_PIECE[language]
    places: list[Span] = []
    start = rng.randrange(len(maker.book.text))
    for _ in range(count):
        length = round(math.exp(rng.uniform(math.log(shortest), math.log(longest))))
        end = start + length
        if clauses:
            start, end = (_clause_end(maker.book.text, at) for at in (start, end))
        if end >= len(maker.book.text):
            return None
        place = Span(*widened(start, end, maker.book))
        gap = place.start - places[-1].end if places else least
        if not least <= gap <= most or not _enough(maker, place):
            return None
        places.append(place)
        start = place.end + round(math.exp(rng.uniform(math.log(least), math.log(most))))
    good = all(maker.stands_once(maker.text(place)) for place in places)
    return places if good and sum(map(len, places)) >= SHORTEST else None


def _enough(maker: Maker, place: Span) -> bool:
    letters = sum(map(str.isalnum, maker.text(place)))
    return letters >= _LEAST_LETTERS[maker.book.language]


def _clause_end(text: str, at: int) -> int:
    """After the first mark from `at` on, or the end of the text."""
    found = _CLAUSE.search(text, at)
    return found.end() if found else len(text)


def _joined(maker: Maker, places: Sequence[Span], mark: str) -> str:
    texts = [maker.text(place) for place in places]
    if maker.book.language == "zh":
        return mark.join(texts)
    if not mark:
        return " ".join(texts)
    return maker.rng.choice([f" {mark} ", f"{mark} "]).join(texts)


def ordered(maker: Maker) -> Iterator[Case | None]:
    while True:
        places = pieces(maker, maker.rng.choice([2, 2, 2, 3]), 5, NEAR)
        mark = maker.rng.choice(ELLIPSES)
        yield _case(maker, places, places, mark, mark) if places else None


def unmarked(*, denied: bool) -> Make:
    """Words left out without a mark; `denied`: a negation among them."""

    def make(maker: Maker) -> Iterator[Case | None]:
        while True:
            clauses = maker.rng.random() < 0.5
            places = pieces(maker, 2, 5, NEAR, clauses=clauses)
            if places is None:
                yield None
                continue
            gap = maker.book.text[places[0].end : places[1].start]
            language = maker.book.language
            fits = words.denies(gap, language) if denied else not words.may_deny(gap, language)
            # An article may be dropped, with a warning (reading 63).
            if not fits or gap.strip().casefold() in _ARTICLES:
                yield None
                continue
            size = next(most for most in (20, 60, 150, NEAR) if len(gap) <= most)
            kind = "whole clauses" if clauses else "any words"
            yield _case(maker, places, places, "", f"{kind}, at most {size} characters")

    return make


def turned(marks: Sequence[str]) -> Make:
    def make(maker: Maker) -> Iterator[Case | None]:
        while True:
            places = pieces(maker, maker.rng.choice([2, 2, 2, 3]), 1, NEAR)
            mark = maker.rng.choice(marks)
            yield _case(maker, places, places[::-1], mark, mark) if places else None

    return make


def far(marks: Sequence[str]) -> Make:
    def make(maker: Maker) -> Iterator[Case | None]:
        while True:
            most = _IN_A_CONTEXT if maker.rng.random() < 0.8 else FARTHEST
            places = pieces(maker, 2, FAR + 1, most)
            mark = maker.rng.choice(marks)
            yield _case(maker, places, places, mark, mark) if places else None

    return make


def _case(
    maker: Maker, places: Sequence[Span], order: Sequence[Span], mark: str, variant: str
) -> Case | None:
    # The book's own ellipsis would mark what is to be unmarked.
    edges = "".join(maker.text(place)[-6:] + maker.text(place)[:6] for place in order)
    if not mark and _OWN_ELLIPSIS.search(edges):
        return None
    quote = _joined(maker, order, mark)
    truth = Span(places[0].start, places[-1].end)
    return Case(quote, truth, variant, len(maker.text(order[0])))


CLASSES: Sequence[QuoteClass] = (
    QuoteClass(
        "ordered ellipsis",
        "2 or 3 passages in order, at most 400 characters left out between them, every mark",
        Target.NEARLY_ALL,
        ordered,
    ),
    QuoteClass(
        "silent omission",
        "the same 2 passages without a mark, no negation and more than an article left out",
        Target.NONE,
        unmarked(denied=False),
    ),
    QuoteClass(
        "silent omission of a negation",
        "the same with a negation left out",
        Target.NONE,
        unmarked(denied=True),
        measured=True,
    ),
    QuoteClass("reversed ellipsis", "the passages in another order", Target.NONE, turned(ELLIPSES)),
    QuoteClass("reversed, no mark", "the same without a mark", Target.NONE, turned([""])),
    QuoteClass(
        "far ellipsis",
        "2 passages in order, more than 5,000 characters apart",
        Target.NONE,
        far(ELLIPSES),
    ),
    QuoteClass("far, no mark", "the same without a mark", Target.NONE, far([""])),
)
