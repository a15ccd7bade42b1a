"""Quotes with typing errors that touch no number, negation or name: nearly all must be accepted."""

import functools
import re
from collections.abc import Iterator, Sequence

from tests.bench.evidence import words
from tests.bench.evidence.cases import Case, Maker, QuoteClass, Target

_WORD = re.compile(r"(?<![\w’'-])[a-z]{4,}(?![\w’'-])")
_HAN = re.compile("[\u4e00-\u9fff]")
# Its 第 is part of a number.
_ORDINAL = re.compile("第[〇零一二三四五六七八九十百千万两]")
_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "mis", "non")
LETTERS_PER_EDIT = 20
"""One error in so many letters at the most: 5 % edits."""


def typos(maker: Maker) -> Iterator[Case | None]:
    slips = _han_slips if maker.book.language == "zh" else _english_slips
    while True:
        place = maker.passage()
        passage = maker.text(place) if place else ""
        letters = sum(map(str.isalnum, passage))
        if place is None or letters < LETTERS_PER_EDIT or not maker.stands_once(passage):
            yield None
            continue
        count = maker.rng.randint(1, letters // LETTERS_PER_EDIT)
        slipped = slips(passage, count, maker)
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
        if word in _vocabulary(maker.book.text) or word in words.PROTECTED:
            return None
        passage = passage[: match.start()] + word + passage[match.end() :]
    return passage, variant if len(chosen) == 1 else "several", min(m.start() for m in chosen)


@functools.lru_cache(4)
def _vocabulary(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z]+", text.lower()))


def _han_slips(passage: str, count: int, maker: Maker) -> Slipped | None:
    """Slips in characters that are no part of a number, negation or name, nor make one."""
    named = {at for name in _names(passage) for at in range(*name.span())}
    free = [
        match.start()
        for match in _HAN.finditer(passage)
        if match.group() not in words.PROTECTED_HAN
        and match.start() not in named
        and not _between_numerals(passage, match.start())
    ]
    if not free:
        return None
    chosen = sorted(maker.rng.sample(free, min(count, len(free))))
    slipped, variant = list(passage), ""
    for at in chosen:
        variant, slipped[at] = _han_slip(passage[at], maker)
    quote = "".join(slipped)
    kept = [name.group() for name in _names(passage)]
    made = [name.group() for name in _names(quote)]
    if (
        kept != made
        or len(_ORDINAL.findall(passage)) != len(_ORDINAL.findall(quote))
        or words.PROTECTED_HAN & (set(quote) - set(passage))
    ):
        return None
    return quote, variant if len(chosen) == 1 else "several", chosen[0]


def _names(passage: str) -> list[re.Match[str]]:
    return [name for pattern in words.HAN_NAMES for name in pattern.finditer(passage)]


def _between_numerals(passage: str, at: int) -> bool:
    """Whether two numerals would become one without the character."""
    around = {passage[max(0, at - 1) : at], passage[at + 1 : at + 2]}
    return around <= words.PROTECTED_HAN


def _slip(word: str, maker: Maker, alphabet: str) -> tuple[str, str]:
    at, letter = maker.rng.randrange(1, len(word)), maker.rng.choice(alphabet)
    variant = maker.rng.choice(["replaced", "left out", "doubled", "added"])
    return variant, {
        "replaced": word[:at] + letter + word[at + 1 :],
        "left out": word[:at] + word[at + 1 :],
        "doubled": word[:at] + word[at] + word[at:],
        "added": word[:at] + letter + word[at:],
    }[variant]


def _han_slip(character: str, maker: Maker) -> tuple[str, str]:
    alike = [each for group in words.LOOK_ALIKES if character in group for each in group]
    if alike and maker.rng.random() < 0.8:
        return "look-alike", maker.rng.choice([each for each in alike if each != character])
    variant = maker.rng.choice(["replaced", "left out", "doubled", "added"])
    other = character
    while other == character or not _HAN.match(other) or other in words.PROTECTED_HAN:
        other = maker.rng.choice(maker.book.text)
    return variant, {
        "replaced": other,
        "left out": "",
        "doubled": character * 2,
        "added": character + other,
    }[variant]


CLASSES: Sequence[QuoteClass] = (
    QuoteClass(
        "typos",
        "one letter wrong, missing, doubled or added, in at most 5 % of the letters, none in a"
        " number, negation or name",
        Target.NEARLY_ALL,
        typos,
    ),
)
