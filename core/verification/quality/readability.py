"""Readability of a copy, from the three factors of section 3.5 (source 001)."""

import re
from typing import NamedTuple

import regex  # type: ignore[import-untyped]

from core.verification.copy_text.character_kinds import (
    CAPITAL,
    HAN,
    RARE_HAN,
    SMALL,
    has_others,
    is_common,
    kinds_of,
)
from core.verification.copy_text.text_measures import SENTENCE_END, is_spaced, latin_words
from core.verification.policy_parts import Readability

_SENTENCE_END = re.compile(SENTENCE_END)
_HAN = regex.compile(r"\p{Han}")
_LETTER = regex.compile(r"\p{L}")
_CAPITAL = regex.compile(r"\p{Lu}")


class Factors(NamedTuple):
    """The factors of a text. `sentence`: mean length of a sentence, in words if `spaced`, else in
    characters; the others are shares.
    """

    sentence: float
    spaced: bool
    capitals: float
    complex_words: float

    def score(self, rule: Readability) -> int:
        """The readability in hundredths."""
        ramp = rule.sentence_words if self.spaced else rule.sentence_characters
        return round(
            rule.sentence_weight * ramp(self.sentence)
            + rule.capitals_weight * rule.capitals(self.capitals)
            + rule.complex_weight * rule.complex_words(self.complex_words)
        )


def factors_of(text: str, rule: Readability) -> Factors:
    """Measure the three factors of a text."""
    spaced = is_spaced(text)
    return Factors(_mean_sentence(text, spaced), spaced, _capitals(text), _complex(text, rule))


def _mean_sentence(text: str, spaced: bool) -> float:
    parts = _SENTENCE_END.split(text)
    sizes = [len(part.split()) if spaced else len("".join(part.split())) for part in parts]
    sizes = [size for size in sizes if size]
    return sum(sizes) / len(sizes) if sizes else 0.0


def _capitals(text: str) -> float:
    """Share of capitals in all letters; Chinese ones dilute a brand in capitals."""
    if has_others(text):
        capitals = len(_CAPITAL.findall(text))
        return capitals / len(_LETTER.findall(text)) if capitals else 0.0
    kinds = kinds_of(text)
    if capitals := kinds.count(CAPITAL):
        return capitals / sum(map(kinds.count, (CAPITAL, SMALL, HAN, RARE_HAN)))
    return 0.0


def _complex(text: str, rule: Readability) -> float:
    """Share of long words and rare Chinese characters in all words and Chinese characters."""
    words = latin_words(text)
    if has_others(text):
        han_characters = _HAN.findall(text)
        hard, han_count = sum([not is_common(each) for each in han_characters]), len(han_characters)
    else:
        kinds = kinds_of(text)
        hard = kinds.count(RARE_HAN)
        han_count = hard + kinds.count(HAN)
    if words and len(max(words, key=len)) >= rule.long_word:
        hard += sum([len(word) >= rule.long_word for word in words])
    return hard / (len(words) + han_count) if hard else 0.0
