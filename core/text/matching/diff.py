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

    `tokens` leaves out those far from any change, which both texts have.
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
        """Return the run from the beginning of this one to the end of a later one."""
        words = self.tokens[self.first : later.last]
        return TokenRun(self.tokens, self.first, later.last, self.start, later.end, words)


class TokenChange(NamedTuple):
    """What the quote has and what the source has in its place; one of them may be empty.

    `before` and `after` are the equal tokens up to the change before and the one after it.
    """

    ours: TokenRun
    theirs: TokenRun
    before: int
    after: int


@functools.lru_cache(maxsize=8)
def token_changes(claimed: str, source: str, *, shortened: bool = True) -> tuple[TokenChange, ...]:
    """Return where two normalised texts differ, in order; called twice for every near copy.

    `shortened`: see `same_written_out`.
    """
    front, back = _equal_ends(claimed, source)
    words = TOKEN.findall(claimed, front, len(claimed) - back)
    other_words = TOKEN.findall(source, front, len(source) - back)
    starts, other_starts = _starts(words, claimed, front), _starts(other_words, source, front)
    parts: list[Part] = []
    at = other_at = 0
    for block in _equal(words, other_words):
        if block.a > at or block.b > other_at:
            parts += typo_pairs(words, at, block.a, other_words, other_at, block.b)
        at, other_at = block.a + block.size, block.b + block.size
    changes = []
    previous_end = 0
    for number, (first, last, start, end) in enumerate(parts, start=1):
        following = parts[number][0] if number < len(parts) else len(words)
        if not same_written_out(words[first:last], other_words[start:end], shortened=shortened):
            run = _run(words, starts, first, last)
            other_run = _run(other_words, other_starts, start, end)
            changes.append(TokenChange(run, other_run, first - previous_end, following - last))
        previous_end = last
    return tuple(changes)


def _equal(words: Sequence[str], other_words: Sequence[str]) -> list[MatchingBlock]:
    """Return the runs of equal tokens, in order; "do not" and "don't" are not in them."""
    if not (any_contracted(words) or any_contracted(other_words)):
        return Levenshtein.opcodes(words, other_words).as_matching_blocks()
    parts, other_parts = written_out(words), written_out(other_words)
    at, other_at = _beginnings(words), _beginnings(other_words)
    blocks: list[MatchingBlock] = []
    for block in Levenshtein.opcodes(parts, other_parts).as_matching_blocks():
        for first, second in zip(
            range(block.a, block.a + block.size), range(block.b, block.b + block.size), strict=True
        ):
            index, other_index = at.get(first), other_at.get(second)
            if index is None or other_index is None or words[index] != other_words[other_index]:
                continue
            previous = blocks[-1] if blocks else MatchingBlock(0, 0, 0)
            if (previous.a + previous.size, previous.b + previous.size) == (index, other_index):
                blocks[-1:] = [MatchingBlock(previous.a, previous.b, previous.size + 1)]
            else:
                blocks.append(MatchingBlock(index, other_index, 1))
    return [*blocks, MatchingBlock(len(words), len(other_words), 0)]


def _beginnings(words: Sequence[str]) -> dict[int, int]:
    """Map where each word begins among the words they are written out as, to its index."""
    ends = accumulate(len(written_out([word])) for word in words)
    return {begin: at for at, begin in enumerate([0, *ends][:-1])}


def _equal_ends(claimed: str, source: str) -> tuple[int, int]:
    """Return how many characters at either end, in whole tokens, need no comparison."""
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
