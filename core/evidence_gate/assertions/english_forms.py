"""Regular expressions of numbers and dates in English, and wordings that replace them."""

import re

from core.text.language import english_number
from core.text.language.numerals import ENGLISH_NUMERALS

LONG_AGO = "long ago"

_WORD = "|".join(sorted(map(re.escape, ENGLISH_NUMERALS), key=len, reverse=True))
WORDS = rf"(?:{_WORD}|an?(?=[ -](?:hundred|thousand|dozen)))(?:[ -](?:and )?(?:{_WORD})){{0,8}}"
NUMBER = rf"(?<!\w)(?:\d{{1,3}}(?:,\d{{3}}){{1,5}}(?!\d)|\d+|\b{WORDS}\b)"
ORDINAL = rf"(?:(?<!\w)\d+(?:st|nd|rd|th)\b|\b{WORDS}\b)"
ABOUT = r"(?:about |around |some |nearly |almost |over |more than |roughly |approximately )?"
AT_WORDS = r"(?:\b(?:in|on|at|by|before|after|around|about|circa|during) ){0,2}"
AT = rf"(?P<at>{AT_WORDS})"
"""Prepositions that are replaced with the date: "built in 1368" becomes "built long ago". "Since"
and "from" stay: "since long ago" is a sensible phrase.
"""
ARTICLE = r"(?P<article>\b(?:the|an?|this|that|his|her|its|their|our) )"
NOTHING_COUNTED = (
    r"(?![ -](?:years?|people|men|women|families|households|souls|generations|acres|miles|"
    r"inhabitants|villagers|houses|pounds|feet|volumes|pages|copies|words)\b"
    "| ?[人户口斤两亩石里丈尺步米元文贯钱只头匹卷册页字间座个件条名位棵株块张次号度升斗担吨万天层])"
)
"""A lookahead behind a possible year: in "1368 people" it is a count."""

_ORDINAL_ENDING = re.compile(r"(?<=\d)(?:st|nd|rd|th)\Z")
NOUN = re.compile(
    " (?!(?:the|an?|and|or|but|nor|he|she|it|they|we|you|i|his|her|its|their|our|my|there|this|"
    "that|these|those|to|until|till|when|where|while|who|whose|which|as|at|by|for|from|in|into|of|"
    "off|on|over|than|then|with|without|under|after|before|during|since|is|was|are|were|be|been|"
    r"had|has|have|did|do|does|came|went|saw|began|ended|lasted|brought|until|also|not)\b)[a-z]"
)
"""A word that may be a noun with the time as its attribute."""
_VERB = re.compile(r" (?:was|were|is|had|has|saw|began|ended|lasted|brought|came)\b")


def value_of(numeral: str) -> int | None:
    """Return the number, also of an ordinal, or None if it is not a single whole number."""
    plain = _ORDINAL_ENDING.sub("", numeral.replace(",", ""))
    if plain.isdecimal():
        return int(plain)
    words = plain.replace("-", " ").split()
    return _spelled(words) or _spelled_by_hundreds(words)


def _spelled(words: list[str]) -> int | None:
    end, value = english_number(words, 0)
    value = value.rstrip(".")
    return int(value) if end == len(words) and value.isdecimal() else None


def _spelled_by_hundreds(words: list[str]) -> int | None:
    """Read a year spelled in two parts: "thirteen sixty eight" is 1368."""
    hundreds, remainder = _spelled(words[:1]), _spelled(words[1:]) if words[1:] else None
    if hundreds and remainder and 10 <= hundreds <= 20 and remainder < 100:
        return hundreds * 100 + remainder
    return None


def before_verb(match: re.Match[str]) -> bool:
    """Whether the statement is the subject of a verb: "1712 was a hard year"."""
    return _VERB.match(match.string, match.end()) is not None


def before_noun(match: re.Match[str]) -> bool:
    """Whether a word follows that the statement may modify, as in "the 1712 mill"."""
    return NOUN.match(match.string, match.end()) is not None


def long_ago(match: re.Match[str], *, allow_bare_noun: bool = True) -> str:
    """Return the replacement of `AT`, `ARTICLE` and a time: "a very old" before a noun, else "long
    ago". `allow_bare_noun`: a noun without an article may follow, as after centuries, not years.
    """
    preposition, article = match["at"] or "", match["article"] or ""
    of_noun = article.startswith("a") or "-" in match[0] or (allow_bare_noun and not preposition)
    if before_noun(match) and (of_noun if allow_bare_noun else article):
        return f"{preposition}{'a ' if article == 'an ' else article}very old"
    return LONG_AGO if preposition or not before_verb(match) else "a time long ago"
