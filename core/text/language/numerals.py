"""The values of numbers in digits, Chinese numerals or English words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Context, Decimal, InvalidOperation

# Simplified forms only: normalised text has no others.
_DIGITS = {c: i for i, c in enumerate("〇一二三四五六七八九")} | {
    c: i for i, c in enumerate("零壹贰叁肆伍陆柒捌玖")
}
DIGITS = "".join(_DIGITS)
"""Chinese digits that are written in a row, as after a decimal point."""
_DIGITS |= {"两": 2, "俩": 2}
_UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_TENS = {"廿": 20, "卅": 30, "卌": 40}
_MYRIADS = {"万": 10**4, "亿": 10**8}
CHINESE_NUMERALS = "".join([*_DIGITS, *_UNITS, *_TENS, *_MYRIADS, "半"])
_ALL_DIGITS = re.compile(f"[{''.join(_DIGITS)}]{{2,}}")
_NUMERAL_PART = re.compile(r"[0-9.]+|.")
# Longer numerals are compared as written: nobody writes one in two ways.
_LONGEST = 28
_EXACTLY = Context(prec=400)


def _listed(words: str, first: int = 1, step: int = 1) -> dict[str, int]:
    return {word: first + step * at for at, word in enumerate(words.split())}


_DECADES = "twenty thirty forty fifty sixty seventy eighty ninety"
_CARDINALS = _listed(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_CARDINALS |= _listed(_DECADES, 20, 10) | {"fourty": 40, "threescore": 60, "fourscore": 80}
_ORDINALS = _listed(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_ORDINALS |= _listed(_DECADES.replace("y", "ieth"), 20, 10)
LARGE = {"dozen": 12, "score": 20, "hundred": 100, "thousand": 10**3, "million": 10**6}
"""Words that multiply the number before them, and their ordinals."""
LARGE |= {"billion": 10**9, "trillion": 10**12}
LARGE |= {f"{word}th": value for word, value in LARGE.items() if value >= 100}
_PARTS = {"half": 2, "halves": 2, "third": 3, "quarter": 4, "quarters": 4}
_PARTS |= {word: value for word, value in _ORDINALS.items() if 4 <= value <= 10}
_PARTS |= {f"{word}s": value for word, value in _ORDINALS.items() if 3 <= value <= 10}
_ALONE = {"zero": "0", "nought": "0", "half": "1/2", "quarter": "1/4"}
# Each of these equals no other number, so its value is the word itself.
_ALONE |= {
    word: word
    for word in _listed(
        "once twice thrice halves quarters ones twos threes fours fives sixes sevens eights nines "
        "tens twenties thirties forties fifties sixties seventies eighties nineties dozens scores "
        "hundreds thousands millions billions trillions"
    )
}
_DECIMAL_PARTS = {"1/2": Decimal("0.5"), "1/4": Decimal("0.25"), "3/4": Decimal("0.75")}
ENGLISH_NUMERALS = frozenset({*_CARDINALS, *_ORDINALS, *LARGE, *_PARTS, *_ALONE})
_ROMAN_LETTERS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_ARTICLES = ("a", "an")
_AFTER_ARTICLE = frozenset({*LARGE, "half", "quarter"})


def numeral_value(numeral: str) -> str:
    """Return a form that is equal for equal numbers: "二十三" and "23", "1.8万" and "18000".

    `numeral` holds digits, Chinese numerals, a decimal point and perhaps a sign before and a
    percent sign after; what is not one exact number (十七八, 三四百) is returned as it is.
    """
    percent = numeral[-1:] if numeral[-1:] in "%‰" else ""
    body = numeral.removesuffix(percent)
    sign = "-" if body.startswith("\u2212") else ""
    body = body.removeprefix("\u2212")
    # 二百两 is two hundred taels, not 202.
    taels = "两" if len(body) > 1 and body.endswith("两") else ""
    value = _value(body.removesuffix(taels)) if len(body) <= _LONGEST else None
    return sign + _plain(value) + taels + percent if value is not None else numeral


def _value(body: str) -> Decimal | None:
    if _ALL_DIGITS.fullmatch(body):
        return None if _approximate(body) else Decimal("".join(str(_DIGITS[c]) for c in body))
    total = section = Decimal(0)
    digit: Decimal | None = None
    unit = 1  # the last one, until a zero follows it
    for part in _NUMERAL_PART.findall(body):
        if part in _UNITS:
            section, digit, unit = section + (digit or 1) * _UNITS[part], None, _UNITS[part]
        elif part in _TENS:
            section += _TENS[part]
        elif part in _MYRIADS:
            unit = _MYRIADS[part]
            # 一亿二千万, but 一万亿: a greater unit multiplies all before it.
            above = total if total >= unit else Decimal(0)
            amount = total - above + section + (digit or 0) or Decimal(1)
            total, section, digit = above + amount * unit, Decimal(0), None
        elif digit is not None:
            return None
        elif _DIGITS.get(part) == 0:
            unit = 1
        else:
            digit = _digit(part)
            if digit is None:
                return None
    # 一万八 is eighteen thousand, 一百零八 is not 180.
    return total + section + (digit or 0) * (unit // 10 if unit >= 100 else 1)


def _digit(part: str) -> Decimal | None:
    if part in _DIGITS:
        return Decimal(_DIGITS[part])
    try:
        return Decimal(part)
    except InvalidOperation:
        return None


def _approximate(digits: str) -> bool:
    """Whether digits are an estimate: 三四 (three or four), unlike 九八 and 一三六八."""
    values = [_DIGITS[c] for c in digits]
    return len(values) == 2 and 0 < values[0] < values[1]


def _plain(value: Decimal) -> str:
    return f"{value.normalize(_EXACTLY):f}" if value else "0"


def roman_value(numeral: str) -> int:
    """Return the value of a Roman numeral in small letters: xiv is 14."""
    values = [_ROMAN_LETTERS[letter] for letter in numeral]
    return sum(
        -value if value < following else value
        for value, following in zip(values, [*values[1:], 0], strict=True)
    )


def english_value(words: Sequence[str]) -> str:
    """Return the form of `numeral_value` for numbers in words ("twenty", "three" -> "23").

    "twenty third" is "23.", "two thirds" are "2/3"; what is no exact number (once, hundreds) stays
    as it is. Several numbers are separated by spaces.
    """
    values = []
    at = 0
    while at < len(words):
        end, value = english_number(words, at)
        values.append(value)
        at = max(end, at + 1)
    return " ".join(values)


def english_number(words: Sequence[str], at: int) -> tuple[int, str]:
    """Return (end, value) of the number that begins with words[at]; (at, words[at]) if none does.

    "a hundred", "half a dozen", "five and twenty", "nineteen eighty four" and "two and a half" are
    each one number.
    """
    half = at + 2 if words[at] == "half" and words[at + 1 : at + 2] == ["a"] else at + 1
    if words[at] == "half" and half < len(words) and words[half] in LARGE:
        return half + 1, str(LARGE[words[half]] // 2)
    first = at + 1 if words[at] in _ARTICLES else at
    if first > at and (first == len(words) or words[first] not in _AFTER_ARTICLE):
        return at, words[at]
    reading = _Reading()
    end = first
    while end < len(words) and not reading.closing:
        joint = end > first and words[end] == "and"
        if end + joint == len(words) or not reading.take(words[end + joint], joint=joint):
            break
        end += 1 + joint
    if end > first:
        return _with_part(words, end, reading.value)
    word = words[first]
    return (first + 1, _ALONE[word]) if word in _ALONE else (at, word)


def _with_part(words: Sequence[str], end: int, value: str) -> tuple[int, str]:
    """Add a half or quarters that follow a whole number: two "and a half"."""
    if value.isdecimal() and words[end : end + 1] == ["and"] and end + 1 < len(words):
        end_of_part, part = english_number(words, end + 1)
        if part in _DECIMAL_PARTS:
            return end_of_part, str(int(value) + _DECIMAL_PARTS[part])
    return end, value


@dataclass(slots=True)
class _Reading:
    """A number in words, read word by word."""

    total: int = 0
    section: int = 0  # the part below the last thousand
    place: int = 100  # only a smaller number may be added
    scale: int = 10**15  # only a smaller unit may multiply
    closing: str = ""  # an ordinal's "." or a fraction's "/n", after which no word can follow

    @property
    def value(self) -> str:
        return f"{self.total + self.section}{self.closing}"

    def take(self, word: str, *, joint: bool) -> bool:
        """Add `word`, after an "and" if `joint`; False if it does not continue the number."""
        if word in _PARTS and 0 < self.section < 10 and not (self.total or joint):
            self.closing = f"/{_PARTS[word]}"
            return True
        if word in LARGE:
            return not joint and self._multiply(word)
        return (word in _CARDINALS or word in _ORDINALS) and self._add(word, joint)

    def _add(self, word: str, joint: bool) -> bool:
        count = _CARDINALS.get(word) or _ORDINALS[word]
        decade = count >= 20 and count % 10 == 0
        if joint and 0 < self.section < 10 and decade:
            self.section += count  # five and twenty
        elif count < self.place and (self.place >= 20 or not joint):
            self.section += count
        elif 13 <= self.section <= 20 and count >= 10 and not (self.total or joint):
            self.section = 100 * self.section + count  # nineteen eighty four
        else:
            return False
        self.place = 10 if decade else 1
        self.closing = "." if word in _ORDINALS else ""
        return True

    def _multiply(self, word: str) -> bool:
        large = LARGE[word]
        if self.section >= 100 if large < 1000 else large >= self.scale:
            return False
        amount = max(self.section, 1) * large
        if large < 1000:
            self.section, self.place = amount, large
        else:
            self.total += amount
            self.section, self.place, self.scale = 0, 100, large
        self.closing = "." if word.endswith("th") else ""
        return True
