"""How easily a copy reads, from 0 to 1, from section 3.5's three factors (source 001)."""

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
    parts = _SENTENCE_END.split(text)
    sizes = [len(part.split()) if spaced else len("".join(part.split())) for part in parts]
    sizes = [size for size in sizes if size]
    return sum(sizes) / len(sizes) if sizes else 0.0


def _capitals(text: str) -> float:
    """Of all letters, so that a brand in capitals does not weigh on Chinese copy."""
    if has_others(text):
        capitals = len(_CAPITAL.findall(text))
        return capitals / len(_LETTER.findall(text)) if capitals else 0.0
    kinds = kinds_of(text)
    if capitals := kinds.count(CAPITAL):
        return capitals / sum(map(kinds.count, (CAPITAL, SMALL, HAN, RARE_HAN)))
    return 0.0


def _complex(text: str, rule: Readability) -> float:
    """Share of words that are long and of Chinese characters that are rare."""
    words = latin_words(text)
    if has_others(text):
        all_han = _HAN.findall(text)
        hard, han = sum([not is_common(each) for each in all_han]), len(all_han)
    else:
        kinds = kinds_of(text)
        hard = kinds.count(RARE_HAN)
        han = hard + kinds.count(HAN)
    if words and len(max(words, key=len)) >= rule.long_word:
        hard += sum([len(word) >= rule.long_word for word in words])
    return hard / (len(words) + han) if hard else 0.0
