"""What a number says, whether in digits, Chinese numerals or English words."""

import re
from decimal import Decimal, InvalidOperation

# Simplified forms only: normalised text has no others.
_DIGITS = {c: i for i, c in enumerate("〇一二三四五六七八九")} | {
    c: i for i, c in enumerate("零壹贰叁肆伍陆柒捌玖")
}
_DIGITS |= {"两": 2, "俩": 2}
_UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_TENS = {"廿": 20, "卅": 30}
_MYRIADS = {"万": 10**4, "亿": 10**8}
CHINESE_NUMERALS = "".join([*_DIGITS, *_UNITS, *_TENS, *_MYRIADS, "半"])
_ALL_DIGITS = re.compile(f"[{''.join(_DIGITS)}]{{2,}}")

_ONES = re.findall(
    r"\w+",
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen",
)
_ORDINALS = re.findall(
    r"\w+",
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth",
)
_DECADES = re.findall(r"\w+", "twenty thirty forty fifty sixty seventy eighty ninety")
_SMALL = (
    {word: value for words in (_ONES, _ORDINALS) for value, word in enumerate(words)}
    | {word: 20 + 10 * i for i, word in enumerate(_DECADES)}
    | {word[:-1] + "ieth": 20 + 10 * i for i, word in enumerate(_DECADES)}
    | {"once": 1, "twice": 2, "thrice": 3, "fourty": 40}
)
_LARGE = {"hundred": 100, "dozen": 12, "score": 20, "thousand": 10**3, "million": 10**6}
_LARGE |= {"billion": 10**9, "trillion": 10**12}
_LARGE |= {f"{word}{ending}": n for word, n in _LARGE.items() for ending in ("s", "th")}
ENGLISH_NUMERALS = frozenset({*_SMALL, *_LARGE, "half", "halves", "quarter", "quarters"})


def numeral_value(numeral: str) -> str:
    """A form equal for equal numbers: "二十三" and "23", "1.8万" and "18000".

    `numeral` holds digits, Chinese numerals, a decimal point and perhaps a percent sign; what
    cannot be read as one number stands for itself.
    """
    sign = numeral[-1:] if numeral[-1:] in "%‰" else ""
    body = numeral.removesuffix(sign)
    value = _decimal(body)
    return _plain(value) + sign if value is not None else numeral


def english_value(words: list[str]) -> str:
    """The same form for a run of English number words ("twenty", "three" -> "23")."""
    total = section = 0
    for word in words:
        if word in _SMALL:
            section += _SMALL[word]
        elif word in _LARGE and _LARGE[word] < 1000:
            section = max(section, 1) * _LARGE[word]
        elif word in _LARGE:
            total, section = total + max(section, 1) * _LARGE[word], 0
        else:
            return " ".join(words)
    return str(total + section)


def _decimal(body: str) -> Decimal | None:
    digits = re.match(r"[0-9.]+", body)
    if not digits:
        return _chinese(body)
    try:
        value = Decimal(digits.group())
    except InvalidOperation:
        return None
    for unit in body[digits.end() :]:
        scale = _UNITS.get(unit) or _MYRIADS.get(unit)
        if scale is None:
            return None
        value *= scale
    return value


def _chinese(body: str) -> Decimal | None:
    if _ALL_DIGITS.fullmatch(body):
        return Decimal("".join(str(_DIGITS[c]) for c in body))
    total = section = digit = 0
    for character in body:
        if character in _DIGITS:
            digit = _DIGITS[character]
        elif character in _TENS:
            section, digit = section + _TENS[character], 0
        elif character in _UNITS:
            section, digit = section + (digit or 1) * _UNITS[character], 0
        elif character == "万":
            total, section, digit = total + (section + digit or 1) * 10**4, 0, 0
        elif character == "亿":
            total, section, digit = (total + section + digit or 1) * 10**8, 0, 0
        else:
            return None
    return Decimal(total + section + digit)


def _plain(value: Decimal) -> str:
    return f"{value.normalize():f}" if value else "0"
