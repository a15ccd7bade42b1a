"""Small faults of style; each takes points off quality's style score (source 001, reading 9)."""

import re
from collections.abc import Iterator

import regex  # type: ignore[import-untyped]

from core.errors import Sentence
from core.verification.copy_text.character_kinds import CAPITAL, has_others, kinds_of
from core.verification.findings import Code, Finding, Span
from core.verification.policy.policy import Policy

_REPEATED = re.compile(r"([!?！？~～。，,、])\1\1*")
_STRETCHED = re.compile(r"([A-Za-z\u4e00-\u9fff])\1\1\1\1*")  # \1{3,} is three times as slow
_CAPITALS, _SHORTEST = 3, 4
"""Words in capitals, and the letters of each."""
_CAPITAL_WORD = regex.compile(rf"(?<!\p{{L}})\p{{Lu}}{{{_SHORTEST},}}+(?!\p{{L}})")
_MAY_BE_SPACING = re.compile(r"\s(?:\s|$|[,，。！？；：、])")
"""Stands wherever an extra space follows something, and is found faster."""
_SPACING = re.compile(r"^\s+|(?<!\s)\s+$|[^\S\r\n]{2,}|\s(?=[,，。！？；：、])")
_WIDE = re.compile(r"[０-９Ａ-Ｚａ-ｚ]+")
_NARROW = re.compile(r"[0-9A-Za-z]")
_PAIRS = tuple(zip("([【《「『“", ")]】》」』”", strict=True))
_ANY_OF_PAIR = re.compile("[()（）【】《》「」『』“”]")
_EITHER_ROUND = str.maketrans("（）", "()")


def check_style(text: str, policy: Policy) -> Iterator[Finding]:
    """One finding a fault at most, at its first place."""
    if match := _REPEATED.search(text):
        said = Sentence("The mark {mark} is repeated.", {"mark": match[1]})
        yield policy.finding(Code.STYLE_REPEATED_MARKS, said, match.span())
    if match := _STRETCHED.search(text):
        said = Sentence("“{character}” is repeated.", {"character": match[1]})
        yield policy.finding(Code.STYLE_STRETCHED, said, match.span())
    shouted = _shouted(text)
    if len(shouted) >= _CAPITALS:
        said = Sentence("{count} words are all caps.", {"count": len(shouted)})
        yield policy.finding(Code.STYLE_SHOUTING, said, shouted[0])
    if (pair := _unbalanced(text)) is not None:
        said = Sentence("The brackets or quotation marks {pair} do not pair up.", {"pair": pair})
        yield policy.finding(Code.STYLE_UNBALANCED, said)
    if match := _spacing(text):
        said = Sentence("There is an extra space.")
        yield policy.finding(Code.STYLE_SPACING, said, match.span())
    if (wide := _mixed_width(text)) is not None:
        said = Sentence("Full-width and half-width letters or digits are mixed.")
        yield policy.finding(Code.STYLE_MIXED_WIDTH, said, wide)


def _shouted(text: str) -> list[Span]:
    if not has_others(text) and kinds_of(text).count(CAPITAL) < _CAPITALS * _SHORTEST:
        return []
    return [match.span() for match in _CAPITAL_WORD.finditer(text)]


def _spacing(text: str) -> re.Match[str] | None:
    if not text[:1].isspace() and not _MAY_BE_SPACING.search(text):
        return None
    return _SPACING.search(text)


def _unbalanced(text: str) -> str | None:
    """The pair whose openings and closings do not match; （ and ) may stand for one another."""
    if not _ANY_OF_PAIR.search(text):
        return None
    plain = text.translate(_EITHER_ROUND)
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


def _mixed_width(text: str) -> Span | None:
    wide = _WIDE.search(text) if has_others(text) else None
    return wide.span() if wide and _NARROW.search(text) else None
