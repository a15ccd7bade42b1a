"""The words around an option's letter, each with what it does to the option.

A clause is understood only where each of its words is in a list (core.llm.options.words_english,
core.llm.options.words_chinese). To have another wording read, add its words to the list of their
role; a word that is in none makes the clause say something else than which option is the answer.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from core.llm.options.roles import WordRole
from core.llm.options.words_chinese import CHINESE
from core.llm.options.words_english import ENGLISH
from core.text.language.scripts import HAN


def _set(listed: str) -> frozenset[str]:
    return frozenset(phrase.strip() for phrase in listed.split(","))


LABELS = _set(
    "option, options, choice, choices, letter, the"
    ", 选项, 项, 两项, 三项, 四项, 这一项, 这项, 这个选项, 这一选项, 这一个选项"
)
"""What stands right before a letter, or behind it, as its title."""
TRAILING = _set("here, then, now, overall, instead, please, 了, 吧, 啦, 呀, 啊")
"""What may end a statement and adds nothing to it."""
PREPOSITIONS = _set("on, in, for, at, to, with, by, from, of")
"""With what a complete statement goes on: "B on this one"."""
LINKS = _set("is, are, was, were, be, being, has, gets, 是, 为, 即, 就是, 才是, 应是, 应为")
"""Between an option and what it is called."""
BREAKS = _set("that, and, because, which, since, as, what")
"""Where a clause begins anew: what comes before is another clause."""
SUBJECTS = _set(
    "i, i'd, i'll, i'm, i've, we, we'd, we'll, my, our, the, 我, 我们, 本题, 这题, 此题, 正确, 答案"
)
"""With what a statement of the answer begins, whatever stands before it."""
FIRST_PERSON = _set(
    "i, i'd, i'll, i'm, i've, we, we'd, we'll, we're, my, our, i think, i believe"
    ", 我, 我们, 我的, 依我看, 在我看来"
)
"""Who writes the reply."""
SAYS_SO = _set(
    "so, therefore, thus, hence, consequently, accordingly, finally, ultimately, overall"
    ", 所以, 因此, 因而, 故, 从而, 于是, 最终, 最后, 总之, 综上, 综上所述"
)
"""Begins a conclusion; what stands before it is no part of it."""
ONLY = _set("only, 只有, 唯有, 仅有")
"""Right before a letter: what is said of it is said of no other option."""
JOINS = _set("与, 和, 跟, 同")
"""As in B与原文相符."""
IT_IS = _set("it is, it has to be, it must be")
"""Behind a letter, and nothing else: "B it is"."""
PARTIAL = _set("part, some, half, one, two, few, 一部分, 部分, 一半, 其中")
"""What is less than all."""
PREFERRED = _set("preferable to, superior to")
"""What an option is to one that it is measured against."""
SPEECH = _set(
    "says, says that, claims, insists, declares, maintains, swears, asserts, announces"
    ", replies, replied, shouts, cries, exclaims, thinks, believes, concludes, concluded"
    ", claimed, insisted, declared, believed, maintained, argues, writes, decides, 说, 道"
    ", 称, 坚持, 宣布, 认为, 告诉, 断定, 主张, 喊, 声称"
)
"""Verbs with which somebody's words or thoughts are told."""
CLEFTS = _set("的是, 的就是, 的只有, 的只能是, 的正是, 的只可能是, 的应该是, 的应是")
"""As in "what he took is B": the words before them may be any."""


class Word(NamedTuple):
    """A word of a clause, or a phrase of several, and where it stands in the text."""

    role: WordRole
    said: str
    start: int
    end: int


def _phrases(table: Mapping[WordRole, str]) -> dict[str, WordRole]:
    return {
        " ".join(phrase.split()): role
        for role, listed in table.items()
        for phrase in listed.split(",")
    }


_ROLES = _phrases(ENGLISH) | _phrases(CHINESE)


def _alternatives() -> str:
    latin = _longest_of([phrase for phrase in _ROLES if phrase.isascii()])
    han = _longest_of([phrase for phrase in _ROLES if not phrase.isascii()])
    return rf"\b{latin}\b(?!['’])|{han}"


def _longest_of(phrases: Collection[str]) -> str:
    """A pattern of the longest phrase that fits, as a tree of letters: of two thousand phrases it
    tries those that begin as the text does.
    """
    rests: dict[str, list[str]] = {}
    for phrase in filter(None, phrases):
        rests.setdefault(phrase[0], []).append(phrase[1:])
    if not rests:
        return ""
    branches = "|".join(re.escape(first) + _longest_of(rest) for first, rest in rests.items())
    return f"(?:{branches})?" if "" in phrases else f"(?:{branches})"


_WORD = re.compile(
    rf"(?P<negated>[A-Za-z]+n['’]t\b)|(?P<known>{_alternatives()})"
    rf"|(?P<other>[A-Za-z]+(?:['’-][A-Za-z]+)*|\d+|[{HAN}])",
    re.IGNORECASE,
)


def words_of(text: str, start: int = 0, end: int | None = None) -> Iterator[Word]:
    """Each word of text[start:end] with its role; a longer phrase goes before its parts."""
    for found in _WORD.finditer(text, start, len(text) if end is None else end):
        said = found[0].lower().replace("’", "'")
        role = WordRole.DENIES if found["negated"] else _ROLES.get(said, WordRole.UNKNOWN)
        if found[0] == "A":
            role = WordRole.UNKNOWN
        elif said.isdecimal():
            role = WordRole.FILLS
        yield Word(role, said, found.start(), found.end())
