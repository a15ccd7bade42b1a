"""Find where a quote may occur verbatim: wherever a rare part of it does."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np

from core.text.language.contractions import CONTRACTIONS
from core.text.language.numerals import CHINESE_NUMERALS, ENGLISH_NUMERALS
from core.text.matching.postings import Postings
from core.text.matching.terms import Numbers

# Words that may be a part of a number, and so are not always terms of their own.
_OF_NUMBERS = {*ENGLISH_NUMERALS, "and", "minus", "per", "cent", "percent"}
_NOT_ALONE = frozenset(_OF_NUMBERS | set(CONTRACTIONS))
_INNER_WORD = re.compile("(?<= )[a-z]+(?= )")
# Chinese characters that always are; only the first of two is matched, so that pairs may overlap.
_ALONE = rf"[\u4e00-\u9fff](?<![{CHINESE_NUMERALS}公西元前零下分之点])"
_CHARACTERS = re.compile(f"{_ALONE}(?={_ALONE})")
_MANY = 400
"""Most places of an anchor that are worth looking at."""
_FEW = 3
"""So few places that looking for a rarer part takes longer than looking at them."""
_PARTS = 24
"""Most parts compared: counting the places of one costs a look into a large table."""


class Anchor(NamedTuple):
    """A part of a quote, `ahead` characters after its beginning, and the terms where it occurs."""

    ahead: int
    terms: Numbers


def find_anchor(quote: str, postings: Postings) -> Anchor | None:
    """Return a rare pair of neighbouring words or characters that are terms, with all its places.

    The normalised quote can occur nowhere else. A single word if the quote has no such pair; None
    if it has no such word either, or only frequent ones.
    """
    ways = (_pairs_of_words, _words) if quote.isascii() else (_characters, _pairs_of_words, _words)
    for parts in ways:
        if rarest := _rarest(parts(quote, postings)):
            return rarest if len(rarest.terms) <= _MANY else None
    return None


def _rarest(parts: Iterator[Anchor]) -> Anchor | None:
    rarest = None
    for part in islice(parts, _PARTS):
        if rarest is None or len(part.terms) < len(rarest.terms):
            rarest = part
            if len(part.terms) <= _FEW:
                break
    return rarest


def _characters(quote: str, postings: Postings) -> Iterator[Anchor]:
    for first in _CHARACTERS.finditer(quote):
        at = first.start()
        yield Anchor(at, postings.of_pair(ord(quote[at]), ord(quote[at + 1])))


def _pairs_of_words(quote: str, postings: Postings) -> Iterator[Anchor]:
    before, start, end = 0, 0, -1
    for first, last, term in _alone(quote, postings):
        if term is None:
            yield Anchor(first, _NOWHERE)
            return
        if end + 1 == first:
            yield Anchor(start, postings.of_pair(before, term))
        before, start, end = term, first, last


def _words(quote: str, postings: Postings) -> Iterator[Anchor]:
    for first, _, term in _alone(quote, postings):
        yield Anchor(first, _NOWHERE if term is None else postings.of_term(term))


_NOWHERE = np.zeros(0, dtype=np.int32)


def _alone(quote: str, postings: Postings) -> Iterator[tuple[int, int, int | None]]:
    """Yield (start, end, id) of words that are always terms; id is None if the text lacks one."""
    id_of = postings.terms.vocabulary.id_of
    for word in _INNER_WORD.finditer(quote):
        if (name := word[0]) not in _NOT_ALONE:
            yield *word.span(), id_of(name)
