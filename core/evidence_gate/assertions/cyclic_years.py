"""The cycle of sixty years (干支), by which years of a reign are named as often as by number."""

import re

_STEMS, _BRANCHES = "甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥"
_STEMS_IN_PINYIN = ["jia", "yi", "bing", "ding", "wu", "ji", "geng", "xin", "ren", "gui"]
_BRANCHES_IN_PINYIN = [
    "zi",
    "chou",
    "yin",
    "mao",
    "chen",
    "si",
    "wu",
    "wei",
    "shen",
    "you",
    "xu",
    "hai",
]

IN_CHINESE = f"[{_STEMS}][{_BRANCHES}]"
IN_PINYIN = rf"\b(?:{'|'.join(_STEMS_IN_PINYIN)})[ -]?(?:{'|'.join(_BRANCHES_IN_PINYIN)})\b"
"""Expressions for a name of the cycle; some of what they find (甲丑) is none."""


def place_in_cycle(name: str) -> int | None:
    """From 0 for 甲子 to 59; None for a stem and a branch that never meet."""
    if name.isascii():
        (stem, branch), *_ = (
            (stem, branch)
            for stem, first in enumerate(_STEMS_IN_PINYIN)
            for branch, second in enumerate(_BRANCHES_IN_PINYIN)
            if re.sub("[ -]", "", name) == first + second
        )
    else:
        stem, branch = _STEMS.index(name[0]), _BRANCHES.index(name[1])
    return (6 * stem - 5 * branch) % 60 if (stem - branch) % 2 == 0 else None


def place_of_year(year: int) -> int:
    """Of the Chinese year that begins in the year AD."""
    return (year - 4) % 60
