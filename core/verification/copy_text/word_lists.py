"""Find all words of a list in a text in one pass."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick, MatchKind

from core.verification.copy_text.text_folding import FoldedText, fold
from core.verification.findings import CharRange


class Hit(NamedTuple):
    """A word in the spelling of the list, and its span in the original text."""

    word: str
    span: CharRange


class WordFinder:
    """Find every occurrence of `words` outside the phrases of `allow`.

    A word that begins or ends in a Latin letter or digit matches at word boundaries only: "best" is
    not in "bestow", "618" not in "6180".
    With `folded`, the words are folded (`fold`), as the texts must be; otherwise they are matched
    as they are.
    """

    def __init__(
        self, words: Iterable[str], allow: Iterable[str] = (), *, folded: bool = False
    ) -> None:
        # A word of invisible characters alone is nothing once it is folded, and is never found.
        listed = {word: sought for word in words if (sought := fold(word).text if folded else word)}
        allowed = (fold(word).text if folded else word for word in dict.fromkeys(allow))
        self._listed = list(listed)
        self._sought = [*listed.values(), *filter(None, allowed)]
        self._automaton = AhoCorasick(self._sought, matchkind=MatchKind.Standard)

    def find(self, text: FoldedText) -> list[Hit]:
        """The hits in text order; if two begin together, the shorter one first."""
        if not self._listed:
            return []
        matches = self._automaton.find_matches_as_indexes(text.text, overlapping=True)
        if not matches:
            return []
        n_listed = len(self._listed)
        allowed = [(start, end) for word, start, end in matches if word >= n_listed]
        hits = sorted((s, e, word) for word, s, e in matches if word < n_listed)
        remaining = _outside(hits, sorted(allowed)) if allowed else iter(hits)
        return [
            Hit(self._listed[word], text.span(start, end))
            for start, end, word in remaining
            if _is_whole_word(text.text, start, end)
        ]


def _outside(
    hits: Iterable[tuple[int, int, int]], allowed: list[CharRange]
) -> Iterator[tuple[int, int, int]]:
    """Yield the hits outside of all allowed phrases; both are sorted, so one pass is enough."""
    at, furthest_end = 0, -1
    for start, end, word in hits:
        while at < len(allowed) and allowed[at][0] <= start:
            furthest_end = max(furthest_end, allowed[at][1])
            at += 1
        if end > furthest_end:
            yield start, end, word


_WORD_CHARACTER = re.compile(r"[A-Za-z0-9\u00c0-\u024f]")


def _is_whole_word(text: str, start: int, end: int) -> bool:
    """Whether the range does not begin or end within a Latin word or number."""
    first, last = text[start], text[end - 1]
    if start and _WORD_CHARACTER.match(first) and _WORD_CHARACTER.match(text[start - 1]):
        return False
    return not (
        end < len(text) and _WORD_CHARACTER.match(last) and _WORD_CHARACTER.match(text[end])
    )
