"""Where two normalised texts differ: changes between runs of equal tokens."""

import functools
import re
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein, MatchingBlock, Postfix, Prefix

from core.text.language.contractions import any_contracted, same_written_out, written_out
from core.text.language.numerals import CHINESE_NUMERALS
from core.text.language.scripts import UNSPACED
from core.text.language.words import TOKEN
from core.text.matching.typos import Part, typo_pairs

# Characters beside a change that may belong to what is changed: the rest of a name or a number.
_CONTEXT = 32
_WHOLE_TOKEN = re.compile(rf" |(?![{CHINESE_NUMERALS}])[{UNSPACED}]")


class TokenRun(NamedTuple):
    """tokens[first:last] of a text, its characters [start, end).

    Tokens that both texts have far from any change are left out.
    """

    tokens: Sequence[str]
    first: int
    last: int
    start: int
    end: int
    words: Sequence[str]

    def with_neighbours(self, before: int, after: int) -> Sequence[str]:
        return self.tokens[max(0, self.first - before) : self.last + after]

    def to(self, later: "TokenRun") -> "TokenRun":
        """All from the beginning of this run to the end of a later one of the same text."""
        words = self.tokens[self.first : later.last]
        return TokenRun(self.tokens, self.first, later.last, self.start, later.end, words)


class TokenChange(NamedTuple):
    """What is claimed and what the source has in its place; one of them may be empty.

    `before` and `after` are the equal tokens up to the change before and the one after it.
    """

    ours: TokenRun
    theirs: TokenRun
    before: int
    after: int


@functools.lru_cache(maxsize=8)
def token_changes(claimed: str, source: str, *, shortened: bool = True) -> tuple[TokenChange, ...]:
    """Where two normalised texts differ, in order; asked for twice of every near copy. `shortened`:
    see `same_written_out`.
    """
    front, back = _equal_ends(claimed, source)
    words = TOKEN.findall(claimed, front, len(claimed) - back)
    others = TOKEN.findall(source, front, len(source) - back)
    starts, other_starts = _starts(words, claimed, front), _starts(others, source, front)
    parts: list[Part] = []
    at = other_at = 0
    for block in _equal(words, others):
        if block.a > at or block.b > other_at:
            parts += typo_pairs(words, at, block.a, others, other_at, block.b)
        at, other_at = block.a + block.size, block.b + block.size
    found = []
    done = 0
    for number, (first, last, start, end) in enumerate(parts, start=1):
        following = parts[number][0] if number < len(parts) else len(words)
        if not same_written_out(words[first:last], others[start:end], shortened=shortened):
            run = _run(words, starts, first, last)
            other = _run(others, other_starts, start, end)
            found.append(TokenChange(run, other, first - done, following - last))
        done = last
    return tuple(found)


def _equal(words: Sequence[str], others: Sequence[str]) -> list[MatchingBlock]:
    """Runs of equal tokens, in order; those of "do not" and "don't" are between them."""
    if not (any_contracted(words) or any_contracted(others)):
        return Levenshtein.opcodes(words, others).as_matching_blocks()
    parts, other_parts = written_out(words), written_out(others)
    at, other_at = _beginnings(words), _beginnings(others)
    found: list[MatchingBlock] = []
    for block in Levenshtein.opcodes(parts, other_parts).as_matching_blocks():
        for first, second in zip(
            range(block.a, block.a + block.size), range(block.b, block.b + block.size), strict=True
        ):
            one, other = at.get(first), other_at.get(second)
            if one is None or other is None or words[one] != others[other]:
                continue
            before = found[-1] if found else MatchingBlock(0, 0, 0)
            if (before.a + before.size, before.b + before.size) == (one, other):
                found[-1:] = [MatchingBlock(before.a, before.b, before.size + 1)]
            else:
                found.append(MatchingBlock(one, other, 1))
    return [*found, MatchingBlock(len(words), len(others), 0)]


def _beginnings(words: Sequence[str]) -> dict[int, int]:
    """Where each begins among the words they are written out as, and which it is."""
    ends = accumulate(len(written_out([word])) for word in words)
    return {begin: at for at, begin in enumerate([0, *ends][:-1])}


def _equal_ends(claimed: str, source: str) -> tuple[int, int]:
    """Characters at the beginning and at the end that need no comparison, in whole tokens."""
    front = max(0, Prefix.similarity(claimed, source) - _CONTEXT)
    while front and not _WHOLE_TOKEN.match(claimed, front - 1):
        front -= 1
    back = max(0, Postfix.similarity(claimed[front:], source[front:]) - _CONTEXT)
    while back and not _WHOLE_TOKEN.match(claimed, len(claimed) - back):
        back -= 1
    return front, back


def _starts(words: Sequence[str], text: str, front: int) -> list[int]:
    """Where each word of a text begins, the first at `front` or after it."""
    if text.find(" ", front) < 0:  # as in Chinese: one begins where the one before it ends
        return [*accumulate(map(len, words), initial=front)]
    starts = []
    for word in words:
        front = text.index(word, front)
        starts.append(front)
        front += len(word)
    return [*starts, front]


def _run(words: Sequence[str], starts: Sequence[int], first: int, last: int) -> TokenRun:
    end = starts[last - 1] + len(words[last - 1]) if last > first else starts[first]
    return TokenRun(words, first, last, starts[first], end, words[first:last])
