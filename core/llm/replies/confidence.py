"""Read a model's stated confidence, in words or numbers, as high, medium or low."""

import math
import re

HIGH_FROM = 0.8
MEDIUM_FROM = 0.5
"""Cut points of a confidence given as a share (0.9, "90%", 90, "9/10"); below is low."""

_DEGREE = "(?:很|非常|极|最|较|比较|偏|十分|相当)?"
_LEVELS = {
    "high": re.compile(f"high|highest|certain|{_DEGREE}高|高度"),
    "medium": re.compile(
        "medium|moderate|middle|mid|average|fair|medium-high|high-medium"
        "|中|中等|一般|适中|中度|中间|中高|中上|中等偏上"
    ),
    "low": re.compile(f"low|lowest|medium-low|low-medium|{_DEGREE}低|低度|中低|中下|中等偏下"),
}
_AROUND = re.compile(
    r"^(?:very|extremely|really|quite|fairly|rather|relatively|pretty|highly)\s+"
    r"|\s+(?:confidence|level)$|^(?:置信度|信心)[:是为]?\s*|(?:置信度|信心|水平)$|\s*\([^()]*\)$"
)
_BETWEEN_WORDS = re.compile(r"\s*(?:to|/|-|–|~)\s*(?=[a-z])")
_SHARE = re.compile(r"(\d+(?:\.\d+)?)\s*(?:(%)|/\s*(\d+(?:\.\d+)?))?")
_WIDE = str.maketrans("（）：％／", "():%/")


def read_confidence(value: object) -> object:
    """high, medium or low for what clearly means one of them; anything else is returned unchanged.

    Words: "High", "very high", "较高", "中等". Numbers from 0 to 1, percentages and fractions are
    shares, high from HIGH_FROM and medium from MEDIUM_FROM; a bare number above 10 is a percentage.
    A bare number above 1 and up to 10 may be on any scale and is not guessed. Of two levels
    ("medium to high") the lower one counts.
    """
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return _level(_share(value)) or value
    if not isinstance(value, str):
        return value
    phrase = " ".join(value.translate(_WIDE).strip(" \t\r\n.。!！\"'“”*").casefold().split())
    if number := _SHARE.fullmatch(phrase):
        share = float(number[1])
        if number[2] or number[3]:
            scale = 100.0 if number[2] else float(number[3])
            return _level(share / scale if scale else math.nan) or value
        return _level(_share(share)) or value
    words = _BETWEEN_WORDS.sub("-", _AROUND.sub("", phrase))
    return next((level for level, pattern in _LEVELS.items() if pattern.fullmatch(words)), value)


def _share(number: int | float) -> float:
    """A bare number as a share of 1; NaN if its scale is unclear."""
    if number <= 1:
        return number
    return number / 100 if 10 < number <= 100 else math.nan


def _level(share: float) -> str | None:
    if not 0 <= share <= 1:
        return None
    return "high" if share >= HIGH_FROM else "medium" if share >= MEDIUM_FROM else "low"
