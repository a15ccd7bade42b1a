"""Recognise Mandarin syllables in Latin letters."""

import functools
import re
import unicodedata

_FINALS = """
: a ai an ang ao e ei en eng er o ou
b: a ai an ang ao ei en eng i ian iao ie in ing o u
p: a ai an ang ao ei en eng i ian iao ie in ing o ou u
m: a ai an ang ao e ei en eng i ian iao ie in ing iu o ou u
f: a an ang ei en eng o ou u
d: a ai an ang ao e ei en eng i ia ian iao ie ing iu ong ou u uan ui un uo
t: a ai an ang ao e eng i ian iao ie ing ong ou u uan ui un uo
n: a ai an ang ao e ei en eng i ian iang iao ie in ing iu ong ou u uan un uo v ve ue
l: a ai an ang ao e ei eng i ia ian iang iao ie in ing iu o ong ou u uan un uo v ve ue
g k h: a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo
j q x: i ia ian iang iao ie in ing iong iu u uan ue un
zh ch sh: a ai an ang ao e ei en eng i ong ou u ua uai uan uang ui un uo
r: an ang ao e en eng i ong ou u ua uan ui un uo
z c s: a ai an ang ao e ei en eng i ong ou u uan ui un uo
y: a an ang ao e i in ing o ong ou u uan ue un
w: a ai an ang ei en eng o u
"""
_TONES = frozenset("\u0300\u0301\u0304\u030c")


@functools.cache
def _syllables() -> frozenset[str]:
    lines = (line.split(":") for line in _FINALS.strip().splitlines())
    return frozenset(
        initial + final
        for initials, finals in lines
        for initial in initials.split() or [""]
        for final in finals.split()
    )


@functools.cache
def _written() -> re.Pattern[str]:
    longest_first = sorted(_syllables(), key=len, reverse=True)
    return re.compile(rf"(?:(?:{'|'.join(longest_first)})[ '’]?){{1,8}}")


def is_syllable(letters: str) -> bool:
    """Whether lower-case letters without a tone are one syllable."""
    return letters in _syllables()


def is_pinyin(text: str) -> bool:
    """Whether a text is a few syllables with their tones: "nán", "Běijīng"; not "café"."""
    parts = unicodedata.normalize("NFD", text.lower().replace("ü", "v"))
    letters = "".join(each for each in parts if each not in _TONES).replace("u\u0308", "v")
    has_tone = len(letters) < len(parts)
    return has_tone and _written().fullmatch(letters) is not None
