"""Quotes with typing errors that make no other word: nearly all must be accepted."""

import functools
import re
from collections.abc import Iterator, Sequence

from core.text.language.dictionary import is_english_word
from tests.bench.evidence import words
from tests.bench.evidence.cases import Case, Maker, QuoteClass, Target

_WORD = re.compile(r"(?<![\w’'-])[a-z]{4,}(?![\w’'-])")
_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "mis", "non")
LETTERS_PER_EDIT = 20
"""One error in so many letters at the most: 5 % edits."""


def typos(maker: Maker) -> Iterator[Case | None]:
    while True:
        place = maker.passage()
        passage = maker.text(place) if place else ""
        letters = sum(map(str.isalnum, passage))
        if place is None or letters < LETTERS_PER_EDIT or not maker.stands_once(passage):
            yield None
            continue
        count = maker.rng.randint(1, letters // LETTERS_PER_EDIT)
        slipped = _english_slips(passage, count, maker)
        yield Case(slipped[0], place, slipped[1], slipped[2]) if slipped else None


Slipped = tuple[str, str, int]
"""The quote, what slipped (of several: "several"), and where the first one did."""


def _english_slips(passage: str, count: int, maker: Maker) -> Slipped | None:
    """Slips inside ordinary small words of at least 4 letters, none of which becomes a word."""
    ordinary = [
        match
        for match in _WORD.finditer(passage)
        if match.group() not in words.PROTECTED and not match.group().startswith(_PREFIXES)
    ]
    if not ordinary:
        return None
    chosen = maker.rng.sample(ordinary, min(count, len(ordinary)))
    variant = ""
    for match in sorted(chosen, key=lambda match: -match.start()):
        variant, word = _slip(match.group(), maker, "abcdefghijklmnopqrstuvwxyz")
        known = word in _vocabulary(maker.book.text) or is_english_word(word)
        if known or word in words.PROTECTED:
            return None
        passage = passage[: match.start()] + word + passage[match.end() :]
    return passage, variant if len(chosen) == 1 else "several", min(m.start() for m in chosen)


@functools.lru_cache(4)
def _vocabulary(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z]+", text.lower()))


def _slip(word: str, maker: Maker, alphabet: str) -> tuple[str, str]:
    at, letter = maker.rng.randrange(1, len(word)), maker.rng.choice(alphabet)
    variant = maker.rng.choice(["replaced", "left out", "doubled", "added"])
    return variant, {
        "replaced": word[:at] + letter + word[at + 1 :],
        "left out": word[:at] + word[at + 1 :],
        "doubled": word[:at] + word[at] + word[at:],
        "added": word[:at] + letter + word[at:],
    }[variant]


CLASSES: Sequence[QuoteClass] = (
    QuoteClass(
        "typos",
        "one letter wrong, missing, doubled or added, in at most 5 % of the letters, none in a"
        " number, negation or name; none makes a word of the book or of a spell checker's list",
        Target.NEARLY_ALL,
        typos,
        frozenset({"en"}),
    ),
)
