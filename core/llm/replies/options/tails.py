"""Read the words after an option's letter in its clause.

The text is NFKC and free of markup (core.llm.replies.reply_markup).
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from core.llm.replies.options.clauses import (
    CLAUSE_ENDS,
    DANGERS,
    LIMITS,
    QUOTED,
    SENTENCE_ENDS,
    WINDOW,
    has,
)
from core.llm.replies.options.letters import folded
from core.llm.replies.options.roles import WordRole
from core.llm.replies.options.words import (
    IT_IS,
    JOINS,
    LABELS,
    LINKS,
    PARTIAL,
    PREFERRED,
    PREPOSITIONS,
    TRAILING,
    Word,
    words_of,
)

_REASONS = re.compile(
    r"\s*(?:[,(]\s*)?(?:\b(?:because|since|as|for|given|due to|based on|considering that"
    r"|in that|where|which|when|and|with|per|according to)\b|因为|因|由于|理由|原因|依据)",
    re.IGNORECASE,
)
_JOINED = re.compile(
    r"\s{0,5},?\s{0,5}(?:\b(?:and|or|as well as)\b|&|或者?|[和与及跟])\s{0,5}"
    r"(?:(?:option|choice|选项)\s{0,5})?[(\[]?(?!I\s+[a-z])[A-Z](?![A-Za-z'])[)\]]?"
)
"""Another letter joined to this one: the words after it are about both."""
_MOST_JOINED = 8
_NOT_ANOTHER = re.compile(
    r"\s{0,5},?\s{0,5}(?:(?:and\s+)?not|rather than|instead of|而?不是|而?不选|而非)\s{0,5}"
    r"(?:(?:option|choice|选项)\s{0,5})?[(\[]?[A-Z](?![A-Za-z])"
)
_SPOKEN = re.compile(
    r"\s*[,.]?[\"”]\s*(?:,|said|he|she|cried|asked)"
    r"|,\s(?:the\s)?(?!text|passage|narrator|book|author|novel|I\b)\w+(?:\s\w+)?\s"
    r"(?:says|said|claims|insists)\b"
)
"""Signs that somebody in the story says the letter."""
_APPOSED = re.compile(
    r"[\"'”)]{0,2},\s*(?=(?:is|was|are|isn|must|can|cannot|could|would|will|may|might|does|doesn|has"
    r"|fits|seems|remains)\b|[才就是不也])"
)
"""What follows an option's text between commas: "B, a rope, is right"."""
_OPENS_ANEW = re.compile(r"\s*(?:[:(=*<|]|\Z)")


@dataclass(frozen=True, slots=True)
class Tail:
    """What the words after a letter say of its option.

    `ends`: the statement ends; `praises`: it is right; `leans`: it is likelier than others;
    `denies`: it is wrong; `open`: they ask, doubt or say something else, such as that it `explains`
    the text, maybe it `alone`; `it_is`: "B it is".
    """

    ends: bool = False
    praises: bool = False
    leans: bool = False
    denies: bool = False
    open: bool = False
    explains: bool = False
    alone: bool = False
    it_is: bool = False


def tail_of(
    text: str,
    end: int,
    letters: Collection[str] = (),
    choice: Mapping[str, str] = MappingProxyType({}),
) -> Tail:
    """Read the clause after the letters that end at `end`; the option's own text is skipped."""
    at = _after_own_text(text, end, letters, choice)
    for _ in range(_MOST_JOINED):
        if not (joined := _JOINED.match(text, at)):
            break
        at = joined.end()
    following = text[at : at + WINDOW]
    if _SPOKEN.match(following):
        return Tail(open=True)
    following = following.lstrip(")]}\"'”’")
    if _asks(following):
        return Tail(open=True)
    stop = CLAUSE_ENDS.search(following)
    clause = following[: stop.start() if stop else len(following)]
    if _REASONS.match(following) or _NOT_ANOTHER.match(following) or _OPENS_ANEW.match(clause):
        return Tail(ends=True)
    return _of_words(list(words_of(QUOTED.sub('""', clause))))


def _of_words(words: Sequence[Word]) -> Tail:
    if not words or words[0].role is WordRole.COMPARES:
        return Tail(ends=True)
    if words[-1].text in IT_IS and len(words) == 1:
        return Tail(praises=True, it_is=True)
    tail = _by_roles(words)
    if tail.open and _explains(words):
        return Tail(open=True, explains=True, alone=words[0].text == "alone")
    return tail


def _by_roles(words: Sequence[Word]) -> Tail:
    roles: list[WordRole] = []
    linked = False
    for word in words:
        if word.text in ("because", "since", "and") or word.role is WordRole.CONTRASTS:
            break
        if word.role is WordRole.DENIES:
            return Tail(denies=True)
        if word.role in DANGERS and not (
            word.role is WordRole.OTHERS and WordRole.PRAISES in roles
        ):
            return Tail(open=True)
        linked = linked or word.text in LINKS
        if word.text in PREFERRED:
            roles.append(WordRole.LEANS)
            continue
        if word.role is WordRole.ANSWER and not linked:
            continue
        if roles or word.text not in LABELS:
            roles.append(word.role)
    trails = words[0].text in PREPOSITIONS and WordRole.UNKNOWN not in roles
    if not roles or trails or all(word.text in LABELS | TRAILING for word in words):
        return Tail(ends=True)
    understood = roles[: roles.index(WordRole.UNKNOWN)] if WordRole.UNKNOWN in roles else roles
    praised = WordRole.PRAISES in understood or (
        len(understood) == len(roles) and bool({WordRole.ANSWER, WordRole.HOLDS} & set(understood))
    )
    leans = WordRole.LEANS in understood
    return Tail(
        praises=praised or leans,
        leans=leans or WordRole.SEEMS in understood or words[0].text == "would",
        open=not (praised or leans),
    )


def _explains(words: Sequence[Word]) -> bool:
    """Whether the option explains it all: "accounts for all of the marks", 与原文相符; not half."""
    while words and (words[0].role is WordRole.FILLS or words[0].text in LABELS):
        joins = words[0].text in JOINS
        words = words[1:]
        if joins:
            return bool(words) and words[-1].role is WordRole.PRAISES and not has(words, DANGERS)
    if len(words) < 2 or words[0].role not in (WordRole.HOLDS, WordRole.EXPLAINS):
        return False
    partial = any(word.text in PARTIAL for word in words[1:4])
    return words[1].role is not WordRole.DENIES and not partial and not has(words, LIMITS)


def _asks(following: str) -> bool:
    stop = SENTENCE_ENDS.search(following)
    return stop is not None and stop[0] == "?"


def _after_own_text(
    text: str, end: int, letters: Collection[str], choice: Mapping[str, str]
) -> int:
    """Where the text after the letters goes on, past their option's own text if it follows."""
    option = choice.get(min(letters), "") if len(letters) == 1 else ""
    gap = text[end : end + 6]
    at = end + len(gap) - len(gap.lstrip(" .):、,\"'“(-–—"))
    if not option or folded(text[at : at + len(option)]) != folded(option):
        return end
    quoted = '"' in text[end:at] or "“" in text[end:at]
    ends = at + len(option)
    if "," in text[end:at] and (apposed := _APPOSED.match(text, ends)):
        return apposed.end()
    return end if quoted and text[ends : ends + 2].strip(" .")[:1] not in ('"', "”") else ends
