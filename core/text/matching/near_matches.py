"""Find the passage a quote is a copy of, and what the copy changed."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from rapidfuzz.distance import Levenshtein

from core.text.language.chinese_words import LONGEST
from core.text.language.contractions import is_shortened
from core.text.language.words import TOKEN, UNSPACED_CHARACTER
from core.text.matching.alignment import AlignedWindow
from core.text.matching.boundaries import cuts_negation
from core.text.matching.boundary_adjustment import adjust_boundaries
from core.text.matching.budget import WorkBudget
from core.text.matching.content import Difference, DifferenceKind, WordRule, differences
from core.text.matching.prepared_quote import PreparedQuote
from core.text.matching.search import PreparedText

MAX_QUOTE = 5_000
"""Normalised characters; a longer quote is only looked up verbatim, or by its parts."""

# A change of so many tokens on either side, at most, is reported as one of wording.
_SMALL_CHANGE = 2
_TITLES = r"(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)"
_SENTENCE_END = re.compile(rf"[。！？!?…\n]|\.{_TITLES}")


# How many letters a difference of form counts as.
_LETTERS_CHANGED: Mapping[DifferenceKind, Callable[[str, str], int]] = {
    DifferenceKind.SPELLING: lambda _claimed, _source: 0,
    DifferenceKind.MISREAD: Levenshtein.distance,
    DifferenceKind.ARTICLE: Levenshtein.distance,
}


@dataclass(frozen=True)
class NearMatch:
    """A part [start, end) of the normalised text that a quote was compared with."""

    start: int
    end: int
    similarity: float
    differences: tuple[Difference, ...] = ()

    @property
    def leaves_nothing_out(self) -> bool:
        """Whether none of its differences only leaves out words of the text."""
        return all(difference.claimed for difference in self.differences)

    @property
    def has_other_letters(self) -> bool:
        """Whether more than spaces differ."""
        return any(
            each.claimed.replace(" ", "") != each.source.replace(" ", "")
            for each in self.differences
        )

    def changes_content(self, wording: WordRule) -> bool:
        """Whether a difference changes the content under this rule."""
        kinds = wording.changes_content
        return any(difference.kind in kinds for difference in self.differences)


def best_match(
    quote: PreparedQuote,
    prepared: PreparedText,
    least: float,
    work: WorkBudget,
    near: int | None = None,
    wording: WordRule = WordRule.STRICT,
) -> NearMatch | None:
    """Return the nearest copy of at least similarity `least`, one without changed content first.

    Of equals the one nearest to character `near` of the text, else the first.
    """
    edits = min(int((1.0 - least) * quote.letters + 1e-9), quote.letters - 1)
    if len(quote.text) > MAX_QUOTE:
        return None
    copies = []
    windows = prepared.near_copies(quote, edits, work)
    if near is not None:
        starts = prepared.normal.starts
        windows.sort(key=lambda each: (each.distance, abs(int(starts[each.start]) - near)))
    for window in windows:
        copy = _copy(quote, window, prepared, wording)
        if copy is not None and not copy.changes_content(wording):
            return copy
        copies.append(copy)
    return next((copy for copy in copies if copy is not None), None)


def _copy(
    quote: PreparedQuote, window: AlignedWindow, prepared: PreparedText, wording: WordRule
) -> NearMatch | None:
    text = prepared.normal.text
    start, end = window.start, window.end
    typed = prepared.normal.original(start, end).of(prepared.text)
    shortened = quote.shortened or is_shortened(typed)
    # Without edits nothing is to be adjusted: 公元一三六八 is as long as 1368.
    if window.distance or cuts_negation(text, start, end):
        start, end = adjust_boundaries(
            quote.text, text, start, end, partial(_ends_sentence, prepared), shortened=shortened
        )
    passage = text[start:end]
    start, end = end - len(passage.lstrip()), start + len(passage.rstrip())
    if start >= end:
        return None
    start, end = _whole_names(quote.text, prepared, start, end)
    changes = differences(
        quote.text,
        text[start:end],
        prepared.names,
        prepared.words,
        shortened=shortened,
    )
    if wording is WordRule.STRICT:
        changes = tuple(map(_as_wording, changes))
    similarity = 1.0 - window.distance / quote.letters
    return NearMatch(start, end, _as_misspelt(similarity, quote.letters, changes), changes)


def _as_wording(difference: Difference) -> Difference:
    """Report a small rewriting as wording: it is only large by its share of a short quote."""
    if difference.kind is not DifferenceKind.REWRITTEN:
        return difference
    is_small = (
        max(len(TOKEN.findall(side)) for side in (difference.claimed, difference.source))
        <= _SMALL_CHANGE
    )
    return replace(difference, kind=DifferenceKind.WORDING) if is_small else difference


def _as_misspelt(similarity: float, letters: int, changes: Sequence[Difference]) -> float:
    """Raise the similarity of a copy that differs in the form of words only.

    Misspellings count as their words, and other spellings as no difference
    (`EvidenceMatch.similarity`), but the search does not know all of them.
    """
    if any(difference.kind not in _LETTERS_CHANGED for difference in changes):
        return similarity
    changed = sum(_LETTERS_CHANGED[each.kind](each.claimed, each.source) for each in changes)
    return max(similarity, 1.0 - changed / letters)


def _ends_sentence(prepared: PreparedText, at: int) -> bool:
    """Whether a sentence of the original text ends at place `at` of the normalised text."""
    text, normal = prepared.normal.text, prepared.normal
    before, after = at - text.endswith(" ", 0, at), at + text.startswith(" ", at)
    if before <= 0 or after >= len(text):
        return True
    gap = int(normal.ends[before - 1]), int(normal.starts[after])
    return _SENTENCE_END.search(prepared.text, *gap) is not None


def _whole_names(claimed: str, prepared: PreparedText, start: int, end: int) -> tuple[int, int]:
    """Widen [start, end) to Chinese names it cuts where the quote has something else: 他 for 年."""
    text = prepared.normal.text
    cuts = []
    if claimed[0] != text[start]:
        cuts += _names_across(start, prepared)
    if claimed[-1] != text[end - 1]:
        cuts += _names_across(end, prepared)
    return min([start, *(first for first, _ in cuts)]), max([end, *(last for _, last in cuts)])


def _names_across(at: int, prepared: PreparedText) -> list[tuple[int, int]]:
    """Return the Chinese names, likely ones included, that a cut at `at` splits."""
    text, names = prepared.normal.text, prepared.names
    if not UNSPACED_CHARACTER.match(text, at):
        return []
    return [
        (first, last)
        for first in range(max(0, at - LONGEST + 1), at)
        for last in range(at + 1, min(first + LONGEST, len(text)) + 1)
        if text[first:last] in names or text[first:last] in names.likely
    ]
