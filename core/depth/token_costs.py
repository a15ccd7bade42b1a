"""Count the tokens of a part of a tokenised text, as if it were a text of its own.

A tokenizer splits a text into words and merges bytes to tokens only inside a word. So a part has
the same tokens as in the whole text, except in its first and last word; only those are tokenised
again. Every pattern in `core.text.vocabularies` ends a word between a letter and the marks of
`_APART`, and after a line break: the counts here are exact for a part that has such a place and
does not begin with white space (tests/core/depth/test_token_costs.py), else off by a few tokens.
"""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.text import Span, TokenizedText, Tokenizer
from core.text.language import may_be_cut, sentence_spans

JOINER = "\n\n"
"""The separator between two pieces of a context."""

_APART = r"\s,.;:!?，。、；：！？…“”\"()（）《》—-"
_WORD_ENDS = re.compile(rf"(?<=[^\W\d_])(?=[{_APART}])")
_MARK = re.compile(f"[{_APART}]")
_SEARCHED = 200
"""The most characters that are searched for the end of a word."""
_SEARCHED_TOKENS = 12
"""Tokens on either side of the goal within which a cut between words is preferred."""


Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class TokenCosts:
    """The sentences of a text, [starts[k], ends[k]) in characters, and their tokens.

    Sentences k to j, as one part, have tails[j] - heads[k] tokens with a joiner after them and
    bare_tails[j] - heads[k] without; all of these are 0 or more. Lookup tables for t up to the last
    of `tails`, ten times as fast as a search: `first[t]` is the first sentence whose head is at
    least t, len(self) if there is none; `nearest[t]` is the sentence whose tail is nearest to t,
    the later of two; `nearest_bare[t]` the same for `bare_tails`. `array` is the fastest type for
    reading single numbers.
    """

    tokens: TokenizedText = field(repr=False)
    count: Callable[[str], int] = field(repr=False)
    starts: "array[int]" = field(repr=False)
    ends: "array[int]" = field(repr=False)
    heads: "array[int]" = field(repr=False)
    tails: "array[int]" = field(repr=False)
    bare_tails: "array[int]" = field(repr=False)
    first: "array[int]" = field(repr=False)
    nearest: "array[int]" = field(repr=False)
    nearest_bare: "array[int]" = field(repr=False)

    @classmethod
    def from_tokens(cls, tokens: TokenizedText, tokenizer: Tokenizer) -> "TokenCosts":
        """Compute the costs, in about 10 to 25 µs per sentence, once per text."""
        count = _counter(tokenizer)
        spans = list(sentence_spans(tokens.text))
        starts, ends = [start for start, _ in spans], [end for _, end in spans]
        after = [_word_end_after(tokens.text, start) for start in starts]
        before = [_word_end_before(tokens.text, end) for end in ends]
        text = tokens.text
        heads = [-count(text[at:end]) for at, end in zip(starts, after, strict=True)]
        tails = [count(text[at:end] + JOINER) for at, end in zip(before, ends, strict=True)]
        bare = [count(text[at:end]) for at, end in zip(before, ends, strict=True)]
        ending = _tokens_at(tokens, before)
        opening = _ascending(_tokens_at(tokens, after) + heads)
        joined, alone = _ascending(ending + tails), _ascending(ending + bare)
        goals = np.arange(joined[-1] + 1 if spans else 0)
        return cls(
            tokens,
            count,
            array("q", starts),
            array("q", ends),
            _array("q", opening),
            _array("q", joined),
            _array("q", alone),
            _array("i", np.searchsorted(opening, goals)),
            _array("i", _nearest(joined, goals)),
            _array("i", _nearest(alone, goals)),
        )

    def __len__(self) -> int:
        return len(self.starts)

    def tail(self, character: int, *, joined: bool = True) -> int:
        """Return the tail of a part that ends before a character, with a joiner if `joined`."""
        text = self.tokens.text
        word_end = _word_end_before(text, character)
        last_part = text[word_end:character] + (JOINER if joined else "")
        return int(self.tokens.starts[:-1].searchsorted(word_end)) + self.count(last_part)

    def outside(self, avoided: Iterable[Span]) -> list[tuple[int, int]]:
        """Return the ranges of whole sentences that overlap none of the spans."""
        ranges, first = [], 0
        for span in sorted(avoided):
            last = bisect_left(self.starts, span.end)
            before = min(bisect_right(self.ends, span.start), last)
            if before > first:
                ranges.append((first, before))
            first = max(first, last)
        if first < len(self):
            ranges.append((first, len(self)))
        return ranges

    def cut_after(self, sentence: int, tokens: int, last: int, *, joined: bool) -> int:
        """Return the character at which to end a part of about `tokens` tokens from a sentence on.

        It lies between words if that is about as near, and never after the sentence before `last`.
        """
        starts, text = self.tokens.starts, self.tokens.text
        low, high = self.starts[sentence] + 1, self.ends[last - 1]
        head = self.heads[sentence]
        goal = head + tokens
        best, best_cost = low, float("inf")
        tried: set[int] = set()
        for token in range(
            max(0, goal - _SEARCHED_TOKENS), min(goal + _SEARCHED_TOKENS + 1, len(starts))
        ):
            cut = max(low, min(high, int(starts[token])))
            while cut > low and (text[cut - 1].isspace() or not may_be_cut(text, cut)):
                cut -= 1
            if cut in tried:
                continue
            tried.add(cut)
            error = abs(self.tail(cut, joined=joined) - goal)
            # To keep a word whole, one token more of error is accepted, but not two.
            is_between_words = (
                cut == high or bool(_MARK.match(text, cut)) or bool(_MARK.match(text, cut - 1))
            )
            cost = error + (0.0 if is_between_words else 1.5)
            if cost < best_cost:
                best, best_cost = cut, cost
        return best


def _ascending(numbers: Numbers) -> Numbers:
    """Make numbers, which may be off by a token, non-negative and ascending for searches."""
    ascending: Numbers = np.maximum.accumulate(np.maximum(numbers, 0))
    return ascending


def _nearest(numbers: Numbers, goals: Numbers) -> Numbers:
    """Return, for each goal, the index of the nearest of the ascending numbers."""
    reaching = np.minimum(np.searchsorted(numbers, goals), len(numbers) - 1)
    before = np.maximum(reaching - 1, 0)
    return np.where(goals - numbers[before] < numbers[reaching] - goals, before, reaching)


def _array(code: str, numbers: Numbers) -> "array[int]":
    return array(code, numbers.astype(code).tobytes())


def _tokens_at(tokens: TokenizedText, characters: list[int]) -> Numbers:
    """Return the index of the first token at or after each character."""
    return np.searchsorted(tokens.starts[:-1], np.asarray(characters, dtype=np.int64))


def _word_end_after(text: str, start: int) -> int:
    match = _WORD_ENDS.search(text, start + 1, min(len(text), start + _SEARCHED))
    return match.start() if match else min(len(text), start + 1)


def _word_end_before(text: str, end: int) -> int:
    """Return the last end of a word at or before `end`, or `end` if there is none near by."""
    for position in range(end, max(1, end - _SEARCHED), -1):
        if text[position - 1].isalpha() and (position == len(text) or _MARK.match(text, position)):
            return position
    return end


def _counter(tokenizer: Tokenizer) -> Callable[[str], int]:
    """Return a function that counts the tokens of short texts, with a cache."""
    cache: dict[str, int] = {}

    def count(text: str) -> int:
        cached = cache.get(text)
        if cached is None:
            if len(cache) > 200_000:
                cache.clear()
            cached = cache[text] = len(tokenizer.encode(text))
        return cached

    return count
