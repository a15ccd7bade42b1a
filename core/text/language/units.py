"""Split text into units: one Han character, one English word stem, one number.

Units are used alone or in pairs: a pair of Han characters is like an English word, a pair of
English words is a phrase. So one index serves both languages.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_RUN = re.compile(
    rf"([{HAN}]+)|([^\W\d_{HAN}]+)(?:['’](?:s|t|re|ve|ll|d|m)\b)?|(\d+(?:[.,:]\d+)*)",
    re.IGNORECASE,
)
_STOPWORDS = frozenset(
    """
    a an the of to in on at by for from with as is are was were be been being am do does did have
    has had having it its this that these those there their they them he she his her him i you we
    us our your my me and or but if so than then not no nor can could will would shall should may
    might must what which who whom whose when where why how about into over after before during
    also just only very more most some any all each both other such own same too according
    didn don doesn isn aren wasn weren couldn wouldn shouldn hadn hasn haven
    """.split()  # noqa: SIM905 - a word a line would not read better
)
STOP_HAN = frozenset(
    "的了是在和与及或也都就而把被对从到于以为之其这那吗呢吧啊呀着过地得很会能可要哪谁什么怎"
)
_SPELT = {
    "zero": "0", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
}  # fmt: skip
"""Not "one", which is mostly a pronoun."""
_ENDINGS = (("ies", "y"), ("sses", "ss"), ("ing", ""), ("edly", ""), ("ed", ""), ("ly", ""))
_SHORTEST_STEM, _LONGEST_STEM = 3, 6


def content_units(text: str) -> Iterator[tuple[str, int]]:
    """Yield (unit, character offset) in reading order, without words that carry no content."""
    for match in _RUN.finditer(text):
        start = match.start()
        han, word, number = match.groups()
        if han:
            for offset, character in enumerate(han, start):
                if character not in STOP_HAN:
                    yield character, offset
        elif number:
            yield unicodedata.normalize("NFKC", number).replace(",", ""), start
        elif (stemmed := stem(word)) is not None:
            yield stemmed, start


def is_han(unit: str) -> bool:
    return len(unit) == 1 and ord(unit) >= 0x2E80


@lru_cache(maxsize=65_536)
def stem(word: str) -> str | None:
    """Return a light stem, the digits of a spelt number, or None for a stopword."""
    word = _composed(word.casefold())
    if word in _STOPWORDS:
        return None
    if word in _SPELT:
        return _SPELT[word]
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            word = word[: -len(ending)] + instead
            break
    else:
        if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
            word = word[:-1]
    if len(word) > 4 and word.endswith("e"):
        word = word[:-1]
    if len(word) > 4 and word[-1] == word[-2] and word[-1] not in "sl":
        word = word[:-1]
    if len(word) > 4 and word.endswith("i"):
        word = word[:-1] + "y"
    return word[:_LONGEST_STEM]


def _composed(folded: str) -> str:
    """Recompose letters that case folding takes apart (ῒ, İ), without marks that stay alone."""
    if folded.isalnum():
        return folded
    return "".join(filter(str.isalnum, unicodedata.normalize("NFC", folded)))
