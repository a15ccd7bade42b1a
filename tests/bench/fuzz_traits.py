"""What is extreme about a pair of quote and text."""

import re
from collections.abc import Callable

from tests.bench.fuzz_pairs import Pair

_MARK = re.compile("[\u0300-\u036f\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_REPEATS = 10_000

TRAITS: dict[str, Callable[[Pair], bool]] = {
    "an empty quote": lambda pair: not pair.quote,
    "an empty text": lambda pair: not pair.text,
    "a quote of one character": lambda pair: len(pair.quote) == 1,
    "a quote longer than its text": lambda pair: len(pair.quote) > len(pair.text),
    "a quote of 5,000 characters or more": lambda pair: len(pair.quote) >= 5_000,
    "a text of 100,000 characters or more": lambda pair: len(pair.text) >= 100_000,
    "one character 10,000 times": lambda pair: any(map(_repeats, pair[:2])),
    "half a surrogate pair": lambda pair: any(map(_SURROGATE.search, pair[:2])),
    "combining marks": lambda pair: any(map(_MARK.search, pair[:2])),
    "a NUL": lambda pair: any("\0" in part for part in pair[:2]),
}


def traits(pair: Pair) -> tuple[str, ...]:
    return tuple(name for name, holds in TRAITS.items() if holds(pair))


def _repeats(text: str) -> bool:
    """Whether one character stands in it so many times in a row."""
    return any(text[at] * _REPEATS in text for at in range(0, len(text), _REPEATS))
