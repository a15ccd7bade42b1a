"""Listed words in a text, all of a list in one pass."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick, MatchKind

from core.verification.copy_text.text_folding import FoldedText, fold
from core.verification.findings import Span


class Hit(NamedTuple):
    """A listed word as the list writes it, and where it stands in the original text."""

    word: str
    span: Span


class WordFinder:
    """Finds every occurrence of `words` that does not lie inside a phrase of `allow`.

    Words that begin or end in a Latin letter or a digit must do so in the text too: "best" is not
    in "bestow", "618" not in "6180". With `folded` the words are folded as the texts are
    (`fold`); else they are compared as they stand.
    """

    def __init__(
        self, words: Iterable[str], allow: Iterable[str] = (), *, folded: bool = False
    ) -> None:
        listed, allowed = list(dict.fromkeys(words)), list(dict.fromkeys(allow))
        self._listed = listed
        self._sought = [fold(word).text if folded else word for word in (*listed, *allowed)]
        self._automaton = AhoCorasick(self._sought, matchkind=MatchKind.Standard)

    def find(self, text: FoldedText) -> list[Hit]:
        """In the text's order; of two that begin together the shorter first."""
        if not self._listed:
            return []
        found = self._automaton.find_matches_as_indexes(text.text, overlapping=True)
        if not found:
            return []
        n_listed = len(self._listed)
        allowed = [(start, end) for word, start, end in found if word >= n_listed]
        hits = sorted((s, e, word) for word, s, e in found if word < n_listed)
        free = _outside(hits, sorted(allowed)) if allowed else iter(hits)
        return [
            Hit(self._listed[word], text.span(start, end))
            for start, end, word in free
            if _whole(text.text, start, end)
        ]


def _outside(
    hits: Iterable[tuple[int, int, int]], allowed: list[Span]
) -> Iterator[tuple[int, int, int]]:
    """Hits inside no allowed phrase; both in their order, so that one pass is enough."""
    at, reach = 0, -1
    for start, end, word in hits:
        while at < len(allowed) and allowed[at][0] <= start:
            reach = max(reach, allowed[at][1])
            at += 1
        if end > reach:
            yield start, end, word


_WORDY = re.compile(r"[A-Za-z0-9\u00c0-\u024f]")


def _whole(text: str, start: int, end: int) -> bool:
    """Whether no Latin word or number is cut at either edge."""
    first, last = text[start], text[end - 1]
    if start and _WORDY.match(first) and _WORDY.match(text[start - 1]):
        return False
    return not (end < len(text) and _WORDY.match(last) and _WORDY.match(text[end]))
