"""What a number says, whether in digits, Chinese numerals or English words."""

import re
from decimal import Context, Decimal, InvalidOperation

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
_PIECE = re.compile(r"[0-9.]+|.")
# Longer numerals stand for themselves: nobody writes one out in another way.
_LONGEST = 28
_EXACTLY = Context(prec=400)

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
    """A form equal for equal numbers: "二十三" and "23", "1.8万", "1万8千" and "18000".

    `numeral` holds digits, Chinese numerals, a decimal point and perhaps a sign before and a
    percent sign after; what cannot be read as one number (十七八, 三四百) stands for itself.
    """
    percent = numeral[-1:] if numeral[-1:] in "%‰" else ""
    body = numeral.removesuffix(percent)
    sign = "-" if body.startswith("\u2212") else ""
    body = body.removeprefix("\u2212")
    # 二百两 is two hundred taels, not 202.
    taels = "两" if len(body) > 1 and body.endswith("两") else ""
    value = _value(body.removesuffix(taels)) if len(body) <= _LONGEST else None
    return sign + _plain(value) + taels + percent if value is not None else numeral


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


def _value(body: str) -> Decimal | None:
    if _ALL_DIGITS.fullmatch(body):
        return None if _approximate(body) else Decimal("".join(str(_DIGITS[c]) for c in body))
    total = section = Decimal(0)
    digit: Decimal | None = None
    unit = 1  # the last one, until a zero follows it
    for piece in _PIECE.findall(body):
        if piece in _UNITS:
            section, digit, unit = section + (digit or 1) * _UNITS[piece], None, _UNITS[piece]
        elif piece in _TENS:
            section += _TENS[piece]
        elif piece in _MYRIADS:
            unit = _MYRIADS[piece]
            # 一亿二千万, but 一万亿: a greater unit counts all before it.
            above = total if total >= unit else Decimal(0)
            amount = total - above + section + (digit or 0) or Decimal(1)
            total, section, digit = above + amount * unit, Decimal(0), None
        elif digit is not None:
            return None
        elif _DIGITS.get(piece) == 0:
            unit = 1
        else:
            digit = _digit(piece)
            if digit is None:
                return None
    # 一万八 is eighteen thousand, 一百零八 is not 180.
    return total + section + (digit or 0) * (unit // 10 if unit >= 100 else 1)


def _digit(piece: str) -> Decimal | None:
    if piece in _DIGITS:
        return Decimal(_DIGITS[piece])
    try:
        return Decimal(piece)
    except InvalidOperation:
        return None


def _approximate(digits: str) -> bool:
    """三四 (three or four), unlike 九八 and 一三六八."""
    values = [_DIGITS[c] for c in digits]
    return len(values) == 2 and 0 < values[0] < values[1]


def _plain(value: Decimal) -> str:
    return f"{value.normalize(_EXACTLY):f}" if value else "0"
