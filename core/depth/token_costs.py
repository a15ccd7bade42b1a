"""What a part of a tokenised text costs in tokens when it stands alone, without tokenising it.

A tokenizer reads a text in words and joins bytes to tokens only inside one of them. So a part has
the tokens the whole text has there, but for its first and its last word; only those are tokenised
again. Every pattern in `core.text.vocabularies` ends a word between a letter and the marks of
`_APART`, and after a line break: the counts here are exact for a part that has such a place and
begins with no white space (tests/core/depth/test_token_costs.py), else a few tokens wrong at most.
"""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.text import Span, TokenizedText, Tokenizer
from core.text.language.sentences import may_be_cut, sentence_spans

JOINER = "\n\n"
"""What stands between two pieces of a context."""

_APART = r"\s,.;:!?，。、；：！？…“”\"()（）《》—-"
_WORD_ENDS = re.compile(rf"(?<=[^\W\d_])(?=[{_APART}])")
_MARK = re.compile(f"[{_APART}]")
_WITHIN = 200
"""Characters after which no such place is looked for."""
_TRIED = 12
"""Tokens to either side of the best place where a better looking one is taken."""


Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class TokenCosts:
    """The sentences of a text, [starts[k], ends[k]) in characters, and their costs.

    Sentences k to j, as one part, have tails[j] - heads[k] tokens with the joiner after them and
    bare_tails[j] - heads[k] without; all of these are 0 or more. For t up to the last of `tails`
    `first[t]` is the first sentence whose head is t or more, len(self) where there is none, and
    `nearest[t]` the one whose tail is nearest to t, the later of two, `nearest_bare[t]` the same of
    `bare_tails`: read off in a tenth of the time of a search. Arrays, of which one number at a time
    is read fastest.
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
        """About 10 to 25 µs a sentence, once for a text."""
        count = _counter(tokenizer)
        spans = list(sentence_spans(tokens.text))
        starts, ends = [start for start, _ in spans], [end for _, end in spans]
        after = [_word_end_after(tokens.text, start) for start in starts]
        before = [_word_end_before(tokens.text, end) for end in ends]
        text = tokens.text
        heads = [-count(text[at:end]) for at, end in zip(starts, after, strict=True)]
        tails = [count(text[at:end] + JOINER) for at, end in zip(before, ends, strict=True)]
        bare = [count(text[at:end]) for at, end in zip(before, ends, strict=True)]
        ending = _beginning(tokens, before)
        opening = _ascending(_beginning(tokens, after) + heads)
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
        """What `tails` is for a part that ends before a character, else what `bare_tails` is."""
        text = self.tokens.text
        before = _word_end_before(text, character)
        rest = text[before:character] + (JOINER if joined else "")
        return int(self.tokens.starts[:-1].searchsorted(before)) + self.count(rest)

    def outside(self, avoided: Iterable[Span]) -> list[tuple[int, int]]:
        """The ranges of whole sentences that touch none of the spans."""
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
        """Where to end a part of about `tokens` tokens from a sentence on: a character.

        Between words where that is as near, never behind the sentence before `last`.
        """
        starts, text = self.tokens.starts, self.tokens.text
        low, high = self.starts[sentence] + 1, self.ends[last - 1]
        head = self.heads[sentence]
        goal = head + tokens
        best, best_cost = low, float("inf")
        known: set[int] = set()
        for token in range(max(0, goal - _TRIED), min(goal + _TRIED + 1, len(starts))):
            cut = max(low, min(high, int(starts[token])))
            while cut > low and (text[cut - 1].isspace() or not may_be_cut(text, cut)):
                cut -= 1
            if cut in known:
                continue
            known.add(cut)
            error = abs(self.tail(cut, joined=joined) - goal)
            # A word cut in two is worth going a token astray for, no more.
            between = (
                cut == high or bool(_MARK.match(text, cut)) or bool(_MARK.match(text, cut - 1))
            )
            cost = error + (0.0 if between else 1.5)
            if cost < best_cost:
                best, best_cost = cut, cost
        return best


def _ascending(numbers: Numbers) -> Numbers:
    """They are a token astray now and then, but have to be in order to be searched."""
    ascending: Numbers = np.maximum.accumulate(np.maximum(numbers, 0))
    return ascending


def _nearest(numbers: Numbers, goals: Numbers) -> Numbers:
    """For each goal which of the ascending numbers is nearest."""
    reaching = np.minimum(np.searchsorted(numbers, goals), len(numbers) - 1)
    before = np.maximum(reaching - 1, 0)
    return np.where(goals - numbers[before] < numbers[reaching] - goals, before, reaching)


def _array(code: str, numbers: Numbers) -> "array[int]":
    return array(code, numbers.astype(code).tobytes())


def _beginning(tokens: TokenizedText, characters: list[int]) -> Numbers:
    """The token that begins at each character."""
    return np.searchsorted(tokens.starts[:-1], np.asarray(characters, dtype=np.int64))


def _word_end_after(text: str, start: int) -> int:
    found = _WORD_ENDS.search(text, start + 1, min(len(text), start + _WITHIN))
    return found.start() if found else min(len(text), start + 1)


def _word_end_before(text: str, end: int) -> int:
    """`end` itself where a word ends there."""
    for at in range(end, max(1, end - _WITHIN), -1):
        if text[at - 1].isalpha() and (at == len(text) or _MARK.match(text, at)):
            return at
    return end


def _counter(tokenizer: Tokenizer) -> Callable[[str], int]:
    """The number of tokens of a short text; most are asked for again and again."""
    known: dict[str, int] = {}

    def count(text: str) -> int:
        counted = known.get(text)
        if counted is None:
            if len(known) > 200_000:
                known.clear()
            counted = known[text] = len(tokenizer.encode(text))
        return counted

    return count
