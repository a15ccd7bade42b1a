"""Find small faults of style; each takes points off the style part of quality (reading 9)."""

import re
from collections.abc import Iterator

import regex  # type: ignore[import-untyped]

from core.errors import Sentence
from core.verification.copy_text.character_kinds import CAPITAL, has_others, kinds_of
from core.verification.findings import CharRange, Code, Finding
from core.verification.policy.policy import Policy

_REPEATED = re.compile(r"([!?！？~～。，,、])\1\1*")
_STRETCHED = re.compile(r"([A-Za-z\u4e00-\u9fff])\1\1\1\1*")  # \1{3,} is three times as slow
_MIN_WORDS, _MIN_LETTERS = 3, 4
"""Minimum number of words in capitals for a finding, and of letters in each."""
_CAPITAL_WORD = regex.compile(rf"(?<!\p{{L}})\p{{Lu}}{{{_MIN_LETTERS},}}+(?!\p{{L}})")
_MAY_BE_SPACING = re.compile(r"\s(?:\s|$|[,，。！？；：、])")
"""A fast pre-check: matches wherever an extra space follows a character."""
_SPACING = re.compile(r"^\s+|(?<!\s)\s+$|[^\S\r\n]{2,}|\s(?=[,，。！？；：、])")
_WIDE = re.compile(r"[０-９Ａ-Ｚａ-ｚ]+")
_NARROW = re.compile(r"[0-9A-Za-z]")
_PAIRS = tuple(zip("([【《「『“", ")]】》」』”", strict=True))
_ANY_OF_PAIR = re.compile("[()（）【】《》「」『』“”]")
_HALF_WIDTH_ROUND = str.maketrans("（）", "()")


def check_style(text: str, policy: Policy) -> Iterator[Finding]:
    """Yield at most one finding per fault, at its first occurrence."""
    if match := _REPEATED.search(text):
        message = Sentence("The mark {mark} is repeated.", {"mark": match[1]})
        yield policy.finding(Code.STYLE_REPEATED_MARKS, message, match.span())
    if match := _STRETCHED.search(text):
        message = Sentence("“{character}” is repeated.", {"character": match[1]})
        yield policy.finding(Code.STYLE_STRETCHED, message, match.span())
    capital_words = _capital_words(text)
    if len(capital_words) >= _MIN_WORDS:
        message = Sentence("{count} words are all caps.", {"count": len(capital_words)})
        yield policy.finding(Code.STYLE_SHOUTING, message, capital_words[0])
    if (pair := _unbalanced(text)) is not None:
        message = Sentence("The brackets or quotation marks {pair} do not pair up.", {"pair": pair})
        yield policy.finding(Code.STYLE_UNBALANCED, message)
    if match := _spacing(text):
        message = Sentence("There is an extra space.")
        yield policy.finding(Code.STYLE_SPACING, message, match.span())
    if (wide := _mixed_width(text)) is not None:
        message = Sentence("Full-width and half-width letters or digits are mixed.")
        yield policy.finding(Code.STYLE_MIXED_WIDTH, message, wide)


def _capital_words(text: str) -> list[CharRange]:
    """The spans of the words in capitals."""
    if not has_others(text) and kinds_of(text).count(CAPITAL) < _MIN_WORDS * _MIN_LETTERS:
        return []
    return [match.span() for match in _CAPITAL_WORD.finditer(text)]


def _spacing(text: str) -> re.Match[str] | None:
    if not text[:1].isspace() and not _MAY_BE_SPACING.search(text):
        return None
    return _SPACING.search(text)


def _unbalanced(text: str) -> str | None:
    """The first unbalanced pair of marks; half- and full-width round brackets match each other."""
    if not _ANY_OF_PAIR.search(text):
        return None
    plain = text.translate(_HALF_WIDTH_ROUND)
    for opening, closing in _PAIRS:
        if opening not in plain and closing not in plain:
            continue
        depth = 0
        for character in plain:
            depth += (character == opening) - (character == closing)
            if depth < 0:
                break
        if depth:
            return opening + closing
    return None


def _mixed_width(text: str) -> CharRange | None:
    """The first full-width letters or digits if the text has half-width ones, too."""
    wide = _WIDE.search(text) if has_others(text) else None
    return wide.span() if wide and _NARROW.search(text) else None
