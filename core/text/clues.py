"""What to look for in a text to find near copies of a quote: its terms, rarest first."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from core.text.postings import Postings
from core.text.terms import Numbers, Terms


class Clue(NamedTuple):
    """A term or two neighbours: at which letter of the quote, its cost if missed, where it is."""

    letter: int
    cost: int
    postings: Numbers


class Clues(NamedTuple):
    """The rarest first. A copy within k edits misses what costs `each` * (k + `cut`) at most."""

    each: int
    cut: int
    cost: int
    rarest: Iterable[Clue]

    def allowed(self, edits: int) -> int:
        """What the clues may cost that a copy within `edits` misses."""
        return self.each * (edits + self.cut)


class _Once:
    """What an iterator yields, remembered for the next time."""

    def __init__(self, clues: Iterator[Clue]) -> None:
        self._taken: list[Clue] = []
        self._rest = clues

    def __iter__(self) -> Iterator[Clue]:
        yield from self._taken
        for clue in self._rest:
            self._taken.append(clue)
            yield clue


def pairs_of(quote: Terms, postings: Postings) -> Clues:
    """Two neighbours at a time, telling where terms are short. An edit spoils two pairs at most."""
    letters = quote.letters.tolist()
    # Words may be cut by a copy's ends and yet cost nothing.
    cut = 2 if letters[-1] > len(quote) else 0
    pairs = postings.of_pairs(quote.ids)
    rarest = (Clue(letters[at], 1, pairs[at]) for at in _rarest_first(pairs))
    return Clues(2, cut, len(pairs), _Once(rarest))


def terms_of(quote: Terms, postings: Postings) -> Clues:
    """A misspelt word is as good as the word: only its absence costs its letters, all of them."""
    weights, letters, names = quote.weights.tolist(), quote.letters.tolist(), quote.names()
    ids = quote.ids.tolist()
    rarest = (
        Clue(letters[at], weights[at], postings.of_spellings(ids[at], names[at]))
        for at in _rarest_first(postings.of_terms(quote.ids))
    )
    return Clues(1, 0, letters[-1], _Once(rarest))


def _rarest_first(postings: Sequence[Numbers]) -> list[int]:
    counts = list(map(len, postings))
    return sorted(range(len(counts)), key=counts.__getitem__)
