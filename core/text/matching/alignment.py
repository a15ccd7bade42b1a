"""Find the part of a text nearest to a quote, letter by letter within related words.

Levenshtein distance in which letters are equal only inside the same term, or inside a word and a
misspelling of it. Exact, by Myers' bit-parallel columns, one Python integer wide: about one
microsecond per letter of the text.
"""

import functools
from collections.abc import Sequence
from operator import or_
from typing import NamedTuple

from core.text.matching.spelling import Spelling
from core.text.matching.terms import FIRST_WORD, Terms, is_word


class AlignedWindow(NamedTuple):
    """Letters [start, end) of a text are `distance` edits away from a quote."""

    distance: int
    start: int
    end: int


class AlignmentPattern:
    """A quote, ready to be aligned with parts of a text that shares its vocabulary."""

    def __init__(self, quote: Terms, spelling: Spelling) -> None:
        self.length = int(quote.letters[-1])
        self._names = quote.vocabulary
        # Per term, a bit for every letter of the quote that one of its letters may match.
        self._touched: dict[int, int] = {}
        # Per word, the same for each of its letters.
        self._masks: dict[int, tuple[int, ...]] = {}
        # Per word of the text, the places of the letters of every word of the quote it may be.
        self._alike: dict[int, list[dict[str, int]]] = {}
        words: dict[int, dict[str, int]] = {}
        touched = self._touched
        for term, offset in zip(quote.ids.tolist(), quote.letters.tolist(), strict=False):
            if term < FIRST_WORD or not is_word(name := quote.vocabulary.name(term)):
                touched[term] = touched.get(term, 0) | (1 << offset)
                continue
            places = words.setdefault(term, {})
            for at, letter in enumerate(name, offset):
                places[letter] = places.get(letter, 0) | (1 << at)
        for term, places in words.items():
            for similar in spelling.similar_to(quote.vocabulary.name(term)).tolist():
                self._alike.setdefault(similar + FIRST_WORD, []).append(places)

    def is_possible_in(self, terms: Sequence[int], edits: int) -> bool:
        """False if more than `edits` of its letters match none of the terms."""
        union, touched, alike = 0, self._touched, self._alike
        for term in terms:
            if term in touched:
                union |= touched[term]
            elif term in alike:
                self._learn(term)
                union |= touched[term]
        return self.length - union.bit_count() <= edits

    def nearest(self, text: Terms, first: int, last: int) -> AlignedWindow:
        """Return the part of terms [first, last) nearest to the quote; among equals the first."""
        offset = int(text.letters[first])
        window = _nearest(self._letters(text, first, last), self.length)
        return AlignedWindow(window.distance, offset + window.start, offset + window.end)

    def _letters(self, text: Terms, first: int, last: int) -> list[int]:
        """One mask per letter of terms [first, last)."""
        masks, touched, terms = self._masks, self._touched, text.ids[first:last].tolist()
        if not self._alike and text.letters[last] - text.letters[first] == len(terms):
            return [touched.get(term, 0) for term in terms]
        letter_masks: list[int] = []
        for term, weight in zip(terms, text.weights[first:last].tolist(), strict=True):
            if term in masks:
                letter_masks += masks[term]
            elif term in self._alike:
                letter_masks += self._learn(term)
            elif weight == 1:
                letter_masks.append(touched.get(term, 0))
            else:
                letter_masks += (0,) * weight
        return letter_masks

    def _learn(self, term: int) -> tuple[int, ...]:
        """Store and return the letter masks of a word that may be a misspelling."""
        masks = [0] * len(name := self._names.name(term))
        for places in self._alike[term]:
            masks = [mask | places.get(letter, 0) for mask, letter in zip(masks, name, strict=True)]
        self._masks[term], self._touched[term] = tuple(masks), functools.reduce(or_, masks)
        return self._masks[term]


def _nearest(letters: Sequence[int], length: int) -> AlignedWindow:
    """Return the part of a text nearest to a quote; among equals one that ends first."""
    top = 1 << (length - 1)
    full = (top << 1) - 1
    more, less, distance = full, 0, length
    least, end = length, 0
    # Bit i of a column: letter i of the quote adds an edit to those before it, or spares one.
    adding, sparing = [more], [less]
    for at, mask in enumerate(letters, 1):
        diagonal = (((mask & more) + more) ^ more) | mask
        rise = less | (full & ~(diagonal | more))
        fall = more & diagonal
        if rise & top:
            distance += 1
        elif fall & top:
            distance -= 1
            if distance < least:
                least, end = distance, at
        rise <<= 1
        vertical = mask | less
        more = ((fall << 1) | ~(vertical | rise)) & full
        less = rise & vertical & full
        adding.append(more)
        sparing.append(less)
    return AlignedWindow(least, _beginning(adding, sparing, length, end), end)


def _beginning(adding: Sequence[int], sparing: Sequence[int], length: int, end: int) -> int:
    """Trace the nearest part back from its `end` to where it begins."""
    row, at = length - 1, end
    while row >= 0 and at > 0:
        if adding[at] >> row & 1:
            row -= 1
            continue
        at -= 1
        if not sparing[at] >> row & 1:
            row -= 1
    return at
