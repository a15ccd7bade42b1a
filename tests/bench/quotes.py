"""Quotes from a novel, changed the way quotes come back: typed anew, mistaken, or made up."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from core.text import EvidenceMatch, Span
from core.text.language.scripts import HAN

SHORTEST, LONGEST = 20, 400
ABSENT = "absent"

_QUOTE_MARKS: tuple[dict[int, str], ...] = (
    {},
    str.maketrans("“”‘’", "\"\"''"),
    str.maketrans("“”", "「」"),
)
_WIDE = str.maketrans(",.!?:;", "，．！？：；")
_MARK = re.compile(r"(?<!\d)[,.;:!?，。；：！？、](?!\d)")
_BETWEEN_HAN = re.compile(f"(?<=[{HAN}])(?=[{HAN}])")
_WORD = re.compile(r"[A-Za-z]+")
_REST_OF_WORD = re.compile(r"[A-Za-z0-9’']*")


@dataclass(frozen=True)
class Quote:
    """`taken_from` is its place in the text, None where it has none."""

    words: str
    taken_from: Span | None

    def is_placed_by(self, match: EvidenceMatch) -> bool:
        """Whether an answer names the place, be it among others, or rightly none."""
        place, spans = self.taken_from, (*match.occurrences, match.span)
        if place is None:
            return match.span is None
        return any(span and span.start < place.end and place.start < span.end for span in spans)


def quotes(kind: str, text: str, other: str, count: int, rng: random.Random) -> list[Quote]:
    """`count` of one of the `KINDS`, from `text` or, where absent from it, from `other`.

    Their lengths, before any change, are spread evenly over `SHORTEST` to `LONGEST` on a log scale.
    """
    made = []
    for length in _lengths(count, rng):
        source = other if kind == ABSENT else text
        span = _passage(source, length, rng)
        made.append(Quote(KINDS[kind](span.of(source), rng), None if kind == ABSENT else span))
    return made


def _lengths(count: int, rng: random.Random) -> list[int]:
    ratio = LONGEST / SHORTEST
    lengths = [round(SHORTEST * ratio ** ((number + 0.5) / count)) for number in range(count)]
    rng.shuffle(lengths)
    return lengths


def _passage(text: str, length: int, rng: random.Random) -> Span:
    """About `length` characters, whole words, no white space at the ends."""
    while True:
        first = rng.randrange(len(text) - 2 * length)
        start, end = (_end_of_word(text, place) for place in (first, first + length))
        passage = text[start:end]
        start, words = end - len(passage.lstrip()), passage.strip()
        if len(words) >= 0.9 * SHORTEST:
            return Span(start, start + len(words))


def _end_of_word(text: str, place: int) -> int:
    rest = _REST_OF_WORD.match(text, place)
    return rest.end() if rest else place


def _unchanged(passage: str, rng: random.Random) -> str:
    return passage


def _retyped(passage: str, rng: random.Random) -> str:
    """Other case, punctuation, quote marks, width and white space; no letter is another."""
    passage = passage.translate(rng.choice(_QUOTE_MARKS))
    passage = _MARK.sub(lambda m: rng.choice((m[0], m[0], " ", m[0].translate(_WIDE))), passage)
    passage = _WORD.sub(lambda m: m[0].swapcase() if rng.random() < 0.1 else m[0], passage)
    passage = _WORD.sub(lambda m: _full_width(m[0]) if rng.random() < 0.05 else m[0], passage)
    passage = re.sub(r"\s+", lambda _: rng.choice((" ", " ", " ", "  ", "\n", "\u3000")), passage)
    return _BETWEEN_HAN.sub(lambda _: " " if rng.random() < 0.03 else "", passage)


def _full_width(word: str) -> str:
    return "".join(chr(ord(letter) + 0xFEE0) for letter in word)


def _edited(share: float) -> Callable[[str, random.Random], str]:
    """At `share` of the characters another one instead, another one more, or nothing."""

    def edited(passage: str, rng: random.Random) -> str:
        letters = list(passage)
        for place in rng.sample(range(len(passage)), round(share * len(passage))):
            other = rng.choice(passage)
            letters[place] = rng.choice((other, letters[place] + other, ""))
        return "".join(letters)

    return edited


KINDS: dict[str, Callable[[str, random.Random], str]] = {
    "exact": _unchanged,
    "noise": _retyped,
    "5 % edits": _edited(0.05),
    "10 % edits": _edited(0.1),
    "20 % edits": _edited(0.2),
    ABSENT: _unchanged,
}
