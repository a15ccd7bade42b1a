"""How easily a copy reads, from 0 to 1, from section 3.5's three factors (source 001)."""

import functools
import re
from dataclasses import dataclass

import regex  # type: ignore[import-untyped]

from core.text.language.scripts import simplified_characters
from core.verification.policy_parts import Readability
from core.verification.text_measures import SENTENCE_END, is_spaced

_SENTENCE_END = re.compile(f"{SENTENCE_END}+")
_LATIN_WORD = regex.compile(r"\p{Latin}[\p{Latin}\p{M}'’]*+")
_HAN = regex.compile(r"\p{Han}")
_LETTER = regex.compile(r"\p{L}")
_CAPITAL = regex.compile(r"\p{Lu}")


@dataclass(frozen=True, slots=True)
class Factors:
    """`sentence` is the mean length in words or characters, the others shares of the text."""

    sentence: float
    spaced: bool
    capitals: float
    complex_words: float

    def score(self, rule: Readability) -> int:
        """In hundredths."""
        ramp = rule.sentence_words if self.spaced else rule.sentence_characters
        return round(
            rule.sentence_weight * ramp(self.sentence)
            + rule.capitals_weight * rule.capitals(self.capitals)
            + rule.complex_weight * rule.complex_words(self.complex_words)
        )


def factors_of(text: str, rule: Readability) -> Factors:
    spaced = is_spaced(text)
    return Factors(_mean_sentence(text, spaced), spaced, _capitals(text), _complex(text, rule))


def _mean_sentence(text: str, spaced: bool) -> float:
    sizes = [
        len(part.split()) if spaced else len("".join(part.split()))
        for part in _SENTENCE_END.split(text)
    ]
    sizes = [size for size in sizes if size]
    return sum(sizes) / len(sizes) if sizes else 0.0


def _capitals(text: str) -> float:
    """Of all letters, so that a brand in capitals does not weigh on Chinese copy."""
    if text.islower() and text.isascii():
        return 0.0
    capitals = len(_CAPITAL.findall(text))
    return capitals / len(_LETTER.findall(text)) if capitals else 0.0


def _complex(text: str, rule: Readability) -> float:
    """Share of words that are long and of Chinese characters that are rare."""
    words, han = _LATIN_WORD.findall(text), [] if text.isascii() else _HAN.findall(text)
    hard = sum([len(word) >= rule.long_word for word in words])
    if rare := {each for each in set(han) - _common() if _simplified(each) not in _common()}:
        hard += sum([each in rare for each in han])
    return hard / (len(words) + len(han)) if hard else 0.0


def _simplified(character: str) -> str:
    return simplified_characters().get(character, character)


@functools.cache
def _common() -> frozenset[str]:
    """The 3,755 everyday characters: level 1 of GB 2312."""
    rows = ((high, low) for high in range(0xB0, 0xD8) for low in range(0xA1, 0xFF))
    return frozenset(bytes(pair).decode("gb2312", "ignore") for pair in rows)
