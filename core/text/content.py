"""What a near copy changed: numbers, negations and names count, spelling does not.

Works on normalised text, token by token (`core.text.words`).
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz.distance import Levenshtein

from core.text.numerals import ENGLISH_NUMERALS, english_value, numeral_value
from core.text.words import (
    NEGATING_PREFIXES,
    NUMBER,
    TOKEN,
    UNSPACED_CHARACTER,
    joined,
    negators_among,
    weight,
)


class DifferenceKind(StrEnum):
    NUMBER = "number"
    NEGATION = "negation"
    NAME = "name"
    REWRITTEN = "rewritten"
    WORDING = "wording"
    SPELLING = "spelling"


CHANGES_CONTENT = frozenset(
    {
        DifferenceKind.NUMBER,
        DifferenceKind.NEGATION,
        DifferenceKind.NAME,
        DifferenceKind.REWRITTEN,
    }
)
"""Kinds that make a near copy an altered one."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What the quote claims where the source says something else; either may be empty."""

    claimed: str
    source: str
    kind: DifferenceKind

    def to_dict(self) -> dict[str, str]:
        return {"claimed": self.claimed, "source": self.source, "kind": self.kind.value}


_LONGEST_HAN_NAME = 4
_CURRENCIES = frozenset("$€£¥₩")
# A run of new words as long as this is not a slip: 8 letters, or 4 Chinese characters.
_REWRITTEN_WEIGHT = 8
# At an edge only one side holds it in its place.
_REWRITTEN_AT_EDGE = 4
# A replaced word of a short quote is as much of it as that.
_REWRITTEN_SHARE = 8
_SPELLING_SIMILARITY = 0.6
_EDGE = 24
# What follows an edge inserted, a claimed character left out, one replaced: a quote likelier skips
# some words of its source than it ends in one the source does not have.
_EDGE_WEIGHTS = (1, 8, 5)


def differences(claimed: str, source: str, names: Set[str] = frozenset()) -> tuple[Difference, ...]:
    """Where two normalised texts differ, in order, each with what it changes.

    `names` are the normalised names of the book (`core.text.names`).
    """
    short = -(-weight(claimed) // _REWRITTEN_SHARE)
    found = []
    for ours, theirs in _runs(claimed, source):
        at_edge = ours.start == 0 or ours.end == len(claimed)
        rewritten = _REWRITTEN_AT_EDGE if at_edge else _REWRITTEN_WEIGHT
        if theirs.words:
            rewritten = min(rewritten, short)
        found.append(_difference(ours, theirs, names, rewritten))
    return tuple(found)


def stretched(claimed: str, text: str, start: int, end: int) -> tuple[int, int]:
    """[start, end) of `text` with what its neighbours say for the first and last words claimed.

    Fewest edits may leave out the last word rather than take in a "not" before it: "she could
    tell" is as near to "she could" as to "she could not tell".
    """
    runs = [run for run in _runs(claimed, text[start:end]) if run[0].words]
    last = next((run for run in runs if run[0].start >= len(claimed) - _EDGE), runs and runs[-1])
    if last and last[0].end >= len(claimed) - _EDGE:
        ours, theirs = last
        at = start + theirs.start
        end = at + _nearest_length(claimed[ours.start :], text, at, 1)
    runs.reverse()
    first = next((run for run in runs if run[0].end <= _EDGE), runs and runs[-1])
    if first and first[0].start <= _EDGE:
        ours, theirs = first
        at = start + theirs.end
        start = at - _nearest_length(claimed[: ours.end], text, at, -1)
    return start, max(start, end)


def _nearest_length(claimed: str, text: str, at: int, direction: int) -> int:
    """How much of `text` after (1) or before (-1) `at` stands for the words `claimed` there."""
    reach = 2 * len(claimed) + 16
    near = text[at : at + reach] if direction > 0 else text[max(0, at - reach) : at]
    edges = [
        match.end() if direction > 0 else len(near) - match.start()
        for match in TOKEN.finditer(near)
    ]

    def edits(length: int) -> int:
        part = near[:length] if direction > 0 else near[len(near) - length :]
        return Levenshtein.distance(claimed, part.strip(), weights=_EDGE_WEIGHTS)

    return min(sorted([0, *edges]), key=edits)


@dataclass(frozen=True, slots=True)
class _Run:
    """Tokens [first, last) of a normalised text, where it differs from another."""

    text: str
    start: int
    end: int
    words: list[str]

    def names(self, names: Set[str]) -> set[str]:
        """The names of which the run is a part."""
        around = range(max(0, self.start - _LONGEST_HAN_NAME), self.end)
        in_han = {
            self.text[at : at + length]
            for at in around
            for length in range(2, _LONGEST_HAN_NAME + 1)
            if at + length > self.start and UNSPACED_CHARACTER.match(self.text, at)
        }
        return (in_han | set(self.words)) & names


def _runs(claimed: str, source: str) -> Iterator[tuple[_Run, _Run]]:
    """Maximal runs of tokens between equal ones."""
    ours, theirs = list(TOKEN.finditer(claimed)), list(TOKEN.finditer(source))
    left, right = 0, 0
    words, other_words = [m.group() for m in ours], [m.group() for m in theirs]
    for operation in Levenshtein.opcodes(words, other_words):
        if operation.tag != "equal":
            continue
        if operation.src_start > left or operation.dest_start > right:
            yield _run(ours, left, operation.src_start), _run(theirs, right, operation.dest_start)
        left, right = operation.src_end, operation.dest_end
    if left < len(ours) or right < len(theirs):
        yield _run(ours, left, len(ours)), _run(theirs, right, len(theirs))


def _run(tokens: Sequence[re.Match[str]], first: int, last: int) -> _Run:
    if not tokens:
        return _Run("", 0, 0, [])
    start = tokens[first].start() if first < len(tokens) else tokens[-1].end()
    end = tokens[last - 1].end() if last > first else start
    return _Run(tokens[0].string, start, end, [match.group() for match in tokens[first:last]])


def _difference(ours: _Run, theirs: _Run, names: Set[str], rewritten: int) -> Difference:
    kind = _kind(ours.words, theirs.words, rewritten)
    # Words left out (a "said Holmes" between two halves) replace no name; a misspelt one is a slip.
    if ours.words and kind not in CHANGES_CONTENT and ours.names(names) != theirs.names(names):
        latin_slip = kind is DifferenceKind.SPELLING and ours.words[0].isascii()
        if not latin_slip or ours.names(names):
            kind = DifferenceKind.NAME
    return Difference(joined(ours.words), joined(theirs.words), kind)


def _kind(claimed: Sequence[str], source: Sequence[str], rewritten: int) -> DifferenceKind:
    if sorted(_numbers(claimed)) != sorted(_numbers(source)) or _other_currency(claimed, source):
        return DifferenceKind.NUMBER
    denied = negators_among(claimed) != negators_among(source)
    if denied or _opposite(claimed, source):
        return DifferenceKind.NEGATION
    if all(_is_number(token) or token == "and" for token in (*claimed, *source)):  # noqa: S105
        return DifferenceKind.SPELLING
    ours = joined(claimed)
    if _similarity(ours, joined(source)) >= _SPELLING_SIMILARITY:
        return DifferenceKind.SPELLING
    if weight(ours) >= rewritten:
        return DifferenceKind.REWRITTEN
    return DifferenceKind.WORDING


def _similarity(ours: str, theirs: str) -> float:
    # Spaces come and go with how words are joined ("to-day" and "today"); a quote may be cut
    # inside a word ("wards" of "afterwards").
    ours, theirs = ours.replace(" ", ""), theirs.replace(" ", "")
    length = len(ours)
    candidates = (theirs, theirs[:length], theirs[-length:]) if 3 < length <= _EDGE else (theirs,)
    return max(Levenshtein.normalized_similarity(ours, other) for other in candidates)


def _numbers(tokens: Sequence[str]) -> Iterator[str]:
    words: list[str] = []
    for token in [*tokens, ""]:
        if token in ENGLISH_NUMERALS:
            words.append(token)
            continue
        if words and token == "and":  # noqa: S105
            continue
        if words:
            yield english_value(words)
            words = []
        if NUMBER.fullmatch(token):
            yield numeral_value(token)


def _other_currency(claimed: Sequence[str], source: Sequence[str]) -> bool:
    ours, theirs = _CURRENCIES.intersection(claimed), _CURRENCIES.intersection(source)
    return bool(ours and theirs and ours != theirs)


def _is_number(token: str) -> bool:
    return token in ENGLISH_NUMERALS or NUMBER.fullmatch(token) is not None


def _opposite(claimed: Sequence[str], source: Sequence[str]) -> bool:
    """Whether a word meets its own opposite (happy, unhappy)."""
    return any(
        prefix + word in opposite
        for words, opposite in ((claimed, frozenset(source)), (source, frozenset(claimed)))
        for word in words
        if len(word) > 3
        for prefix in NEGATING_PREFIXES
    )
