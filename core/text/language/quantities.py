"""Find the numbers among the tokens of a normalised text, however each is written."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from core.text.language.numerals import (
    CHINESE_NUMERALS,
    ENGLISH_NUMERALS,
    LARGE,
    english_number,
    numeral_value,
    roman_value,
)
from core.text.language.words import MINUS

_LAST_OF_NUMERAL = frozenset(f"0123456789%‰{MINUS}{CHINESE_NUMERALS}")
_ORDINAL_ENDINGS = frozenset({"st", "nd", "rd", "th"})
_PER = {"100": "%", "1000": "‰"}
_ROMAN = re.compile("m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_COUNT = re.compile(r"[0-9]+(\.[0-9]+)?")


class _Affix(NamedTuple):
    """Words right before or after a number, and the form they give its value."""

    words: Sequence[str]
    form: str


def _by_first(forms: Mapping[str, str]) -> dict[str, list[_Affix]]:
    affixes: dict[str, list[_Affix]] = {}
    for words, form in forms.items():
        affixes.setdefault(words.split()[0], []).append(_Affix(words.split(), form))
    return affixes


_HOURS = {"上 午": "{} am", "早 上": "{} am", "早 晨": "{} am", "清 晨": "{} am", "凌 晨": "{} am"}
_HOURS |= {"下 午": "{} pm", "午 后": "{} pm", "傍 晚": "{} pm", "晚 上": "{} pm"}
_BEFORE = _by_first(
    {"公 元 前": "{} bc", "西 元 前": "{} bc", "公 元": "{}", "西 元": "{}", "ad": "{}"}
    | {"第": "{}.", "零 下": "-{}", "minus": "-{}"}
    | _HOURS
)
_AFTER = _by_first(
    {"percent": "{}%", "per cent": "{}%", "%": "{}%"}
    | {"bc": "{} bc", "b c": "{} bc", "bce": "{} bc", "ad": "{}", "a d": "{}"}
    | {"am": "{} am", "a m": "{} am", "pm": "{} pm", "p m": "{} pm"}
)
# 十点 after 下午 is an hour, 十人 is none; 三点五刻 is no decimal, nor are 一点一点 and 一点一滴.
_HOUR = frozenset("点时")
_NO_DECIMALS = frozenset("分刻钟点滴")
_SOME = frozenset("几数")
_UNITS = frozenset("十百千万亿")
# 十几, 十多, 十余: more than ten. Not 几乎, 几时, 多少.
_MORE = frozenset("几多余")
_NO_MORE = frozenset("乎时何少么半")
# 十来 is "about ten" before a thing that is counted; otherwise 来 is "comes".
_COUNTED = frozenset(
    "个位名人口家户只匹头条张块片枝支根把本篇句字声遍次回下合场顿顶件套间座处里亩丈尺寸步两斤担石"
    "吨元吊文钱岁年月天日夜分种样对双锭丸粒颗棵株杯碗壶瓶盏桌席层级排队船车辆艘封卷页杆公米度万亿"
)
_BEGINS = frozenset({"a", "an"}) | _SOME | _BEFORE.keys()
BESIDE_NUMBERS = frozenset("几数多来余前午晨bcdpivx") | _BEFORE.keys() | _AFTER.keys() - {"a"}


class Quantity(NamedTuple):
    """The number that tokens[first:last] are: an ordinal ends in ".", a fraction holds "/"."""

    first: int
    last: int
    value: str


def is_numeral(token: str) -> bool:
    """Whether a token may be a number or, beside one, change its value (几, minus, 前, pm)."""
    return _is_number(token) or token in BESIDE_NUMBERS


def _is_number(token: str) -> bool:
    return token[-1] in _LAST_OF_NUMERAL or token in ENGLISH_NUMERALS


def other_roman_numeral(words: Sequence[str], other_words: Sequence[str]) -> bool:
    """Whether both are Roman numerals (XIV, XVI), not each one letter: an "I" or an initial."""
    return (
        len(words) == len(other_words) == 1
        and max(len(words[0]), len(other_words[0])) > 1
        and all(_ROMAN.fullmatch(word) for word in (words[0], other_words[0]))
    )


def numbers_of(tokens: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the values of the numbers among tokens, and the tokens with "" for each number."""
    values: list[str] = []
    form: list[str] = []
    previous_end = 0
    for first, last, value in quantities(tokens):
        # "1/3" is "1 3" in a normalised text.
        values += value.split("/")
        form += tokens[previous_end:first]
        form += [""] if form[-1:] != [""] else []
        previous_end = last
    return values, [*form, *tokens[previous_end:]]


def quantities(tokens: Sequence[str]) -> Iterator[Quantity]:
    """Yield the numbers among tokens, with values that are equal for equal numbers.

    三分之一 and "one third" are "1/3", 百分之五十 "50%", 第三 and "3rd" and "third" "3.".
    Words that change a number are part of it: 公元前221 and "221 BC" are "221 bc", 零下五 and
    "minus five" "-5", 下午三点 and "3 pm" "3 pm"; 十几 is more than ten, 十来 about ten, 几十 some
    tens.
    """
    at = 0
    while at < len(tokens):
        if not (_is_number(tokens[at]) or tokens[at] in _BEGINS) and tokens[at - 1] != "chapter":
            at += 1
            continue
        end, value = _quantity(tokens, at)
        if end > at:
            yield Quantity(at, end, value)
        at = max(end, at + 1)


def _quantity(tokens: Sequence[str], at: int) -> tuple[int, str]:
    for words, form in _BEFORE.get(tokens[at], ()):
        start = at + len(words)
        if start < len(tokens) and tokens[at:start] == words:
            end, value = _number(tokens, start)
            if end > start and (" ".join(words) not in _HOURS or _is_hour(tokens, end)):
                return end, form.format(value)
    if at and tokens[at - 1] == "chapter" and _ROMAN.fullmatch(tokens[at]):
        return at + 1, str(roman_value(tokens[at]))
    return _number(tokens, at)


def _is_hour(tokens: Sequence[str], end: int) -> bool:
    """Whether the number that ends at `end` counts hours: 三点, 3:30."""
    following = tokens[end] if end < len(tokens) else ""
    return following in _HOUR or (following.isdecimal() and tokens[end - 1].isdecimal())


def _number(tokens: Sequence[str], at: int) -> tuple[int, str]:
    """Return (end, value) of the number that begins at `at`; `at` itself if none does."""
    token = tokens[at]
    if token in _SOME and at + 1 < len(tokens) and tokens[at + 1][0] in _UNITS:
        end, value = _more(tokens, *_cardinal(tokens, at + 1))
        return end, f"几{value}"
    if token[-1] in _LAST_OF_NUMERAL:
        return _with_unit(tokens, *_more(tokens, *_cardinal(tokens, at)))
    end, value = english_number(tokens, at)
    return _with_unit(tokens, end, value) if end > at else (end, value)


def _cardinal(tokens: Sequence[str], at: int) -> tuple[int, str]:
    """Return (end, value) of a numeral, with the fraction or decimals it is part of."""
    value = numeral_value(tokens[at])
    after = tokens[at + 1 : at + 4]
    if after[:2] == ["分", "之"] and len(after) == 3 and _is_number(after[2]):
        end, part = _cardinal(tokens, at + 3)
        return end, part + _PER[value] if value in _PER else f"{part}/{value}"
    if after[:1] == ["点"] and len(after) > 1 and _NO_DECIMALS.isdisjoint(after[2:]):
        digits = after[1].rstrip("万亿")
        decimals = [numeral_value(digit) for digit in digits]
        if (
            digits
            and value.isdecimal()
            and all(len(digit) == 1 and digit.isdecimal() for digit in decimals)
        ):
            myriads = after[1].removeprefix(digits)
            return at + 3, numeral_value(f"{value}.{''.join(decimals)}{myriads}")
    return at + 1, value


def _more(tokens: Sequence[str], end: int, value: str) -> tuple[int, str]:
    """Extend a round number by what makes it inexact: 十几, 十来个, 十多万."""
    mark, following = [*tokens[end : end + 2], "", ""][:2]
    if not (tokens[end - 1][-1] in _UNITS or (value.isdecimal() and value[-1] == "0")):
        return end, value
    if mark in _MORE and following not in _NO_MORE:
        value += "+"
    elif mark == "来" and following[:1] in _COUNTED:
        value += "~"
    else:
        return end, value
    myriads = following if following and _UNITS.issuperset(following) else ""
    return end + 1 + bool(myriads), value + myriads


def _with_unit(tokens: Sequence[str], end: int, value: str) -> tuple[int, str]:
    """Extend a number by the multiplier, ordinal ending or unit that follows it."""
    unit = tokens[end] if end < len(tokens) else ""
    if unit in LARGE and _COUNT.fullmatch(value):
        return _with_unit(tokens, end + 1, numeral_value(str(Decimal(value) * LARGE[unit])))
    if unit in _ORDINAL_ENDINGS:
        return end + 1, f"{value}."
    # The "am" of "Which one am I" is no hour.
    if unit == "am" and not tokens[end - 1].isdecimal():
        return end, value
    for words, form in _AFTER.get(unit, ()):
        if tokens[end : end + len(words)] == words:
            return end + len(words), form.format(value)
    return end, value
