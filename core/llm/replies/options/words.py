"""Split the text around an option's letter into words, and tell what each does to the option.

A clause is understood only where each of its words is in a list (options.words_english,
options.words_chinese). To support another wording, add its words to the list of their
role; a clause with a word that is in none does not tell which option is the answer.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from core.llm.replies.options.roles import WordRole
from core.llm.replies.options.words_chinese import CHINESE
from core.llm.replies.options.words_english import ENGLISH
from core.text.language.scripts import HAN


def _set(listed: str) -> frozenset[str]:
    return frozenset(phrase.strip() for phrase in listed.split(","))


LABELS = _set(
    "option, options, choice, choices, letter, the"
    ", 选项, 项, 两项, 三项, 四项, 这一项, 这项, 这个选项, 这一选项, 这一个选项"
)
"""Labels right before a letter, or after it."""
TRAILING = _set("here, then, now, overall, instead, please, 了, 吧, 啦, 呀, 啊")
"""Words that may end a statement and add nothing to it."""
PREPOSITIONS = _set("on, in, for, at, to, with, by, from, of")
"""Words with which a complete statement may go on: "B on this one"."""
LINKS = _set("is, are, was, were, be, being, has, gets, 是, 为, 即, 就是, 才是, 应是, 应为")
"""Words that link an option to what it is called."""
BREAKS = _set("that, and, because, which, since, as, what")
"""Words that begin a new clause; what comes before is another one."""
SUBJECTS = _set(
    "i, i'd, i'll, i'm, i've, we, we'd, we'll, my, our, the, 我, 我们, 本题, 这题, 此题, 正确, 答案"
)
"""Words that begin a statement of the answer, whatever comes before them."""
FIRST_PERSON = _set(
    "i, i'd, i'll, i'm, i've, we, we'd, we'll, we're, my, our, i think, i believe"
    ", 我, 我们, 我的, 依我看, 在我看来"
)
"""Words for the writer of the reply."""
SO_WORDS = _set(
    "so, therefore, thus, hence, consequently, accordingly, finally, ultimately, overall"
    ", 所以, 因此, 因而, 故, 从而, 于是, 最终, 最后, 总之, 综上, 综上所述"
)
"""Words that begin a conclusion; what comes before them is no part of it."""
ONLY = _set("only, 只有, 唯有, 仅有")
"""Words right before a letter that make the statement hold for no other option."""
JOINS = _set("与, 和, 跟, 同")
"""Words between an option and what it agrees with, as in B与原文相符."""
IT_IS = _set("it is, it has to be, it must be")
"""Phrases after a letter, and nothing else: "B it is"."""
PARTIAL = _set("part, some, half, one, two, few, 一部分, 部分, 一半, 其中")
"""Words for less than all."""
PREFERRED = _set("preferable to, superior to")
"""Phrases that rank an option above another."""
SPEECH = _set(
    "says, says that, claims, insists, declares, maintains, swears, asserts, announces"
    ", replies, replied, shouts, cries, exclaims, thinks, believes, concludes, concluded"
    ", claimed, insisted, declared, believed, maintained, argues, writes, decides, 说, 道"
    ", 称, 坚持, 宣布, 认为, 告诉, 断定, 主张, 喊, 声称"
)
"""Verbs that report somebody's words or thoughts."""
CLEFTS = _set("的是, 的就是, 的只有, 的只能是, 的正是, 的只可能是, 的应该是, 的应是")
"""Phrases as in "what he took is B", which any words may come before."""


class Word(NamedTuple):
    """A word of a clause, or a phrase of several, and its position in the text."""

    role: WordRole
    text: str
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
    """A regular expression for the longest phrase that fits, as a tree of letters: of two thousand
    phrases it tries only those that begin as the text does.
    """
    suffixes: dict[str, list[str]] = {}
    for phrase in filter(None, phrases):
        suffixes.setdefault(phrase[0], []).append(phrase[1:])
    if not suffixes:
        return ""
    branches = "|".join(
        re.escape(first) + _longest_of(endings) for first, endings in suffixes.items()
    )
    return f"(?:{branches})?" if "" in phrases else f"(?:{branches})"


_WORD = re.compile(
    rf"(?P<negated>[A-Za-z]+n['’]t\b)|(?P<known>{_alternatives()})"
    rf"|(?P<other>[A-Za-z]+(?:['’-][A-Za-z]+)*|\d+|[{HAN}])",
    re.IGNORECASE,
)


def words_of(text: str, start: int = 0, end: int | None = None) -> Iterator[Word]:
    """Yield each word of text[start:end] with its role; the longest phrase is taken."""
    for match in _WORD.finditer(text, start, len(text) if end is None else end):
        word = match[0].lower().replace("’", "'")
        role = WordRole.DENIES if match["negated"] else _ROLES.get(word, WordRole.UNKNOWN)
        if match[0] == "A":
            role = WordRole.UNKNOWN
        elif word.isdecimal():
            role = WordRole.FILLS
        yield Word(role, word, match.start(), match.end())
