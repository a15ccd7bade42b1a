"""The numbers among the tokens of a normalised text, however each is written."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from core.text.numerals import (
    CHINESE_NUMERALS,
    ENGLISH_NUMERALS,
    LARGE,
    english_number,
    numeral_value,
)
from core.text.words import MINUS

_LAST_OF_NUMERAL = frozenset(f"0123456789%‰{MINUS}{CHINESE_NUMERALS}")
_ORDINAL_ENDINGS = frozenset({"st", "nd", "rd", "th"})
_ERAS = (["公", "元"], ["西", "元"])
_PER = {"100": "%", "1000": "‰"}
_CLOCK = frozenset("分刻钟")
_ROMAN = re.compile("m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_COUNT = re.compile(r"[0-9]+(\.[0-9]+)?")


class Quantity(NamedTuple):
    """tokens[first:last] say `value`: an ordinal ends in ".", a fraction holds "/"."""

    first: int
    last: int
    value: str


def is_numeral(token: str) -> bool:
    return token[-1] in _LAST_OF_NUMERAL or token in ENGLISH_NUMERALS


def other_roman_numeral(words: Sequence[str], others: Sequence[str]) -> bool:
    """XIV and XVI; a single letter alone may be an "I" or an initial."""
    return (
        len(words) == len(others) == 1
        and max(len(words[0]), len(others[0])) > 1
        and all(_ROMAN.fullmatch(word) for word in (words[0], others[0]))
    )


def numbers_of(tokens: Sequence[str]) -> tuple[list[str], list[str]]:
    """What the numbers among tokens say, and the tokens with "" in place of each number."""
    values: list[str] = []
    form: list[str] = []
    done = 0
    for first, last, value in quantities(tokens):
        # "1/3" is "1 3" in a normalised text.
        values += value.split("/")
        form += tokens[done:first]
        form += [""] if form[-1:] != [""] else []
        done = last
    return values, [*form, *tokens[done:]]


def quantities(tokens: Sequence[str]) -> Iterator[Quantity]:
    """三分之一 and "one third" are "1/3", 百分之五十 "50%", 第三 and "3rd" and "third" "3."."""
    at = 0
    while at < len(tokens):
        end, value = _quantity(tokens, at)
        if end > at:
            yield Quantity(at, end, value)
        at = max(end, at + 1)


def _quantity(tokens: Sequence[str], at: int) -> tuple[int, str]:
    token = tokens[at]
    following = at + 1 < len(tokens) and is_numeral(tokens[at + 1])
    if token == "第" and following:  # noqa: S105
        end, value = _cardinal(tokens, at + 1)
        return end, f"{value}."
    if tokens[at : at + 2] in _ERAS and at + 2 < len(tokens) and is_numeral(tokens[at + 2]):
        return _cardinal(tokens, at + 2)
    if token[-1] not in _LAST_OF_NUMERAL:
        end, value = english_number(tokens, at)
        return _with_unit(tokens, end, value) if end > at else (end, value)
    end, value = _cardinal(tokens, at)
    return _with_unit(tokens, end, value)


def _cardinal(tokens: Sequence[str], at: int) -> tuple[int, str]:
    value = numeral_value(tokens[at])
    after = tokens[at + 1 : at + 4]
    if after[:2] == ["分", "之"] and len(after) == 3 and is_numeral(after[2]):
        end, part = _cardinal(tokens, at + 3)
        return end, part + _PER[value] if value in _PER else f"{part}/{value}"
    if after[:1] == ["点"] and len(after) > 1 and not _CLOCK.intersection(after[2:]):
        decimals = [numeral_value(digit) for digit in after[1]]
        if value.isdecimal() and all(len(digit) == 1 and digit.isdecimal() for digit in decimals):
            return at + 3, numeral_value(f"{value}.{''.join(decimals)}")
    return at + 1, value


def _with_unit(tokens: Sequence[str], end: int, value: str) -> tuple[int, str]:
    unit = tokens[end] if end < len(tokens) else ""
    if unit in LARGE and _COUNT.fullmatch(value):
        return _with_unit(tokens, end + 1, numeral_value(str(Decimal(value) * LARGE[unit])))
    if unit in _ORDINAL_ENDINGS:
        return end + 1, f"{value}."
    if unit == "percent":
        return end + 1, f"{value}%"
    if tokens[end : end + 2] == ["per", "cent"]:
        return end + 2, f"{value}%"
    return end, value
