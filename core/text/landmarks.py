"""Where a quote may stand letter for letter: wherever its rarest part does."""

import re
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from core.text.contractions import CONTRACTIONS
from core.text.numerals import CHINESE_NUMERALS, ENGLISH_NUMERALS
from core.text.postings import Codes, Postings
from core.text.terms import Numbers

# Words that may be a part of a number, and so are not always terms of their own.
_OF_NUMBERS = {*ENGLISH_NUMERALS, "and", "minus", "per", "cent", "percent"}
_NOT_ALONE = frozenset(_OF_NUMBERS | set(CONTRACTIONS))
_INNER_WORD = re.compile("(?<= )[a-z]+(?= )")
_FIRST_HAN, _HAN_COUNT = 0x4E00, 0x5200
_MANY = 400
"""Places that are worth looking at."""
_WORDS, _PAIRS = 16, 32
"""So many of a quote are compared: how often one stands costs a look into a large table."""


class Landmark(NamedTuple):
    """A part of a quote so many characters after its beginning, and the terms it stands at."""

    ahead: int
    terms: Numbers


def landmark(quote: str, postings: Postings) -> Landmark | None:
    """The rarest two words or characters that are terms, one after the other, wherever it stands.

    Nowhere else does the normalised quote stand. One word where it has no two such; None where it
    has none at all, or no rare ones.
    """
    found = [part for part in (_characters(quote, postings), _words(quote, postings)) if part]
    rarest = min(found, key=lambda part: len(part.terms), default=None)
    return rarest if rarest and len(rarest.terms) <= _MANY else None


def _words(quote: str, postings: Postings) -> Landmark | None:
    known = postings.terms.vocabulary.known
    inner = islice(_INNER_WORD.finditer(quote), _WORDS)
    words = [word for word in inner if word[0] not in _NOT_ALONE]
    if not words:
        return None
    ids = [known(word[0]) for word in words]
    if None in ids:
        return Landmark(0, _NOWHERE)
    terms = np.array(ids, dtype=np.uint32)
    starts = [word.start() for word in words]
    together = [n for n in range(len(words) - 1) if words[n].end() + 1 == starts[n + 1]]
    if not together:
        places = postings.of_terms(terms.astype(np.int32))
        rarest = int(places.counts.argmin())
        return Landmark(starts[rarest], places.of(rarest))
    return _rarest_pair(terms, np.array(together), starts, postings)


_NOWHERE = np.zeros(0, dtype=np.int32)


def _characters(quote: str, postings: Postings) -> Landmark | None:
    """Chinese ones; those that may be in a number are left out."""
    if quote.isascii():
        return None
    codes = np.frombuffer(quote.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    alone = _ALONE[np.minimum(codes - np.uint32(_FIRST_HAN), np.uint32(_HAN_COUNT))]
    together = np.flatnonzero(alone[:-1] & alone[1:])
    return _rarest_pair(codes, together, range(len(codes)), postings) if len(together) else None


def _rarest_pair(
    terms: Codes, together: npt.NDArray[np.int64], starts: Sequence[int], postings: Postings
) -> Landmark:
    """Of some of those terms that have the next one right behind them."""
    some = together[:: 1 + len(together) // _PAIRS]
    places = postings.pairs(terms[some], terms[some + 1])
    rarest = int(places.counts.argmin())
    return Landmark(starts[int(some[rarest])], places.of(rarest))


def _alone() -> npt.NDArray[np.bool_]:
    """Which characters from _FIRST_HAN on are always terms of their own; one more for others."""
    alone = np.ones(_HAN_COUNT + 1, dtype=np.bool_)
    of_numbers = {*CHINESE_NUMERALS, *"公西元前零下分之点万亿"}
    alone[[ord(mark) - _FIRST_HAN for mark in of_numbers if ord(mark) >= _FIRST_HAN]] = False
    alone[_HAN_COUNT] = False
    return alone


_ALONE = _alone()
