"""The part of a text nearest to a quote, letter by letter within related words.

Levenshtein distance where two letters are the same only inside the same term, or inside a word and
a misspelling of it. Exact, by Myers' bit-parallel columns, one Python integer wide: about one
microsecond per letter of the text.
"""

import functools
from collections.abc import Sequence
from operator import or_
from typing import NamedTuple

import numpy as np

from core.text.spelling import misspelt
from core.text.terms import FIRST_WORD, Terms, is_word


class Window(NamedTuple):
    """Letters [start, end) of a text are `distance` edits away from a quote."""

    distance: int
    start: int
    end: int


class Pattern:
    """A quote, ready to be aligned with parts of a text that shares its vocabulary."""

    def __init__(self, quote: Terms) -> None:
        self.length = int(quote.letters[-1])
        self._quote = quote
        self._forwards = _Places(quote)

    @functools.cached_property
    def _backwards(self) -> "_Places":
        return _Places(self._quote, backwards=True)

    def learn(self, terms: Sequence[int], text: Terms) -> None:
        """What each of the terms may stand for; needed before `may_be_in`."""
        self._forwards.learn(terms, text)

    def may_be_in(self, terms: Sequence[int], edits: int) -> bool:
        """False where more of its letters than `edits` stand in none of the terms."""
        return self.length - self._forwards.touched(terms).bit_count() <= edits

    def nearest(self, text: Terms, first: int, last: int) -> Window:
        """The letters of terms [first, last) nearest to the quote; among equals the first."""
        terms = text.ids[first:last].tolist()
        offset = int(text.letters[first])
        distance, ends = _nearest(self._forwards.of(terms, text), self.length, anchored=False)
        end = ends[0]
        # Backwards from that end, the same distance is reached where the window begins.
        last = first + int(np.searchsorted(text.letters[first:last], offset + end))
        masks = self._backwards.of(text.ids[first:last][::-1].tolist(), text)
        beyond = int(text.letters[last]) - offset - end
        reach = masks[beyond : beyond + self.length + distance]
        _, widths = _nearest(reach, self.length, anchored=True)
        width = min(widths, key=lambda width: abs(width - self.length))
        return Window(distance, offset + end - width, offset + end)


class _Places:
    """For each letter of a text, a bit for every letter of the quote it may stand for."""

    def __init__(self, quote: Terms, *, backwards: bool = False) -> None:
        self._step = -1 if backwards else 1
        self._known: dict[int, tuple[int, ...]] = {}
        self._words: dict[str, dict[str, int]] = {}
        length = int(quote.letters[-1])
        singles: dict[int, int] = {}
        for term, offset in zip(quote.ids.tolist(), quote.letters.tolist(), strict=False):
            bit = 1 << (length - 1 - offset if backwards else offset)
            if term < FIRST_WORD or not is_word(name := quote.vocabulary.name(term)):
                singles[term] = singles.get(term, 0) | bit
                continue
            places = self._words.setdefault(name, {})
            for letter in name:
                places[letter] = places.get(letter, 0) | bit
                bit = bit >> 1 if backwards else bit << 1
        self._known.update((term, (mask,)) for term, mask in singles.items())
        self._touched = singles

    def of(self, terms: Sequence[int], text: Terms) -> list[int]:
        """One mask per letter of the terms."""
        known = self._known
        self.learn(list(dict.fromkeys(terms)), text)
        return [mask for term in terms for mask in known[term]]

    def touched(self, terms: Sequence[int]) -> int:
        """The letters of the quote that any letter of the terms may stand for."""
        union, touched = 0, self._touched
        for term in terms:
            union |= touched[term]
        return union

    def learn(self, terms: Sequence[int], text: Terms) -> None:
        """Masks of terms; what is like no word of the quote has none."""
        known = self._known
        new = [term for term in terms if term not in known]
        known.update(dict.fromkeys(new, (0,)))
        names = [(term, text.vocabulary.name(term)) for term in new if term >= FIRST_WORD]
        words = [(term, name) for term, name in names if is_word(name)]
        known.update((term, (0,) * len(name)) for term, name in words)
        if words and self._words:
            related = misspelt(list(self._words), [name for _, name in words])
            places = list(self._words.values())
            for row, column in zip(*(at.tolist() for at in related.nonzero()), strict=True):
                term, name = words[column]
                like = places[row]
                known[term] = tuple(
                    mask | like.get(letter, 0)
                    for mask, letter in zip(known[term], name[:: self._step], strict=True)
                )
        self._touched.update((term, functools.reduce(or_, known[term])) for term in new)


def _nearest(masks: Sequence[int], length: int, *, anchored: bool) -> tuple[int, list[int]]:
    """The least distance from the quote to a part of the text, and all ends of such parts.

    The parts begin at 0 when anchored, else anywhere.
    """
    top = 1 << (length - 1)
    full = (top << 1) - 1
    more, less, distance = full, 0, length
    least, ends = length, [0]
    for end, same in enumerate(masks, 1):
        diagonal = (((same & more) + more) ^ more) | same
        rise = less | (full & ~(diagonal | more))
        fall = more & diagonal
        if rise & top:
            distance += 1
        elif fall & top:
            distance -= 1
        if distance <= least:
            if distance < least:
                least, ends = distance, []
            ends.append(end)
        rise = (rise << 1) | anchored
        vertical = same | less
        more = ((fall << 1) | ~(vertical | rise)) & full
        less = rise & vertical & full
    return least, ends
