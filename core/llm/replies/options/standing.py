"""Check whether the rest of a reply upholds the choice it has made.

Everything after the choice is read clause by clause. The choice is upheld only if nothing there
calls another option as good, takes the choice back, or doubts it.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from core.llm.replies.options.clauses import (
    WINDOW,
    clauses_of,
    is_hedged,
    is_supposed,
    sentence_before,
)
from core.llm.replies.options.marks import OptionClaim, OptionMark
from core.llm.replies.options.roles import WordRole
from core.llm.replies.options.tails import tail_of
from core.llm.replies.options.texts import bare_text
from core.llm.replies.options.words import FIRST_PERSON, Word, words_of

_OTHER_OPTIONS = re.compile(
    r"\b(?:others?|rest|remaining|alternatives?|distractors?)\b|其他|其它|其余|另外|别的"
)
_NONE_OF_THEM = re.compile(
    r"\b(?:neither|none of (?:them|these|the (?!others?\b))"
    r"|no (?:single )?(?:option|choice|answer)\b)"
    r"|都不|都没|均不|均未|没有一个|没有哪|没有任何一|无一",
    re.IGNORECASE,
)
_ALL_OF_THEM = re.compile(rf"{_NONE_OF_THEM.pattern}|\b(?:both|either)\b|两者|二者", re.IGNORECASE)
_SENTENCE_ENDS = re.compile(r"[.!?](?:\s|\Z)|[;。\n]")
_BEGINS_WITH_BUT = re.compile(
    r"\s?(?:[.!?]\s|[。\n])\s{0,5}(?:(?:but|however|yet)\b|但|不过|可是|然而)", re.I
)
_ASKS_READER = re.compile(
    r"\b(?:you|your|why|how|shall|need)\b|您|你|需要我|要我|要不要|是否需要|为什么|为何|怎么",
    re.IGNORECASE,
)
"""Words of a question that does not doubt the answer: "Would you like to know more?"."""
_NOT_IT = re.compile(r"(?:\b(?:not|isn['’]t)\s|不是|并非|不选)\s*\(?\Z", re.IGNORECASE)
"""A denial right before a later mention of the chosen letter: "it is not B"."""
_OVERTURNS = re.compile(
    r"\b(?:but|however|yet|except that|only that)\b|但|不过|可是|然而|可惜|只是", re.I
)


def is_upheld(
    text: str, claim: OptionClaim, marks: Sequence[OptionMark], choice: Mapping[str, str]
) -> bool:
    """Whether nothing after a claim contradicts it."""
    if claim.weak and (
        _NONE_OF_THEM.search(text, max(0, claim.at - WINDOW), claim.at)
        or is_hedged(sentence_before(text, claim.at))
    ):
        return False
    begin = max(claim.end, claim.at)
    sentence_stop = _SENTENCE_ENDS.search(text, begin)
    sentence_end = sentence_stop.start() if sentence_stop else len(text)
    later_marks = [mark for mark in marks if mark.certain or text[mark.start].isupper()]
    starts = [mark.start for mark in later_marks]
    for start, end in clauses_of(text, begin):
        named = later_marks[bisect_left(starts, start) : bisect_left(starts, end)]
        clause = _Clause(
            text[start:end],
            tuple(words_of(text, start, end)),
            overturns=_overturns(text, start, end, within=start <= sentence_end),
            asks=text[end - 1] == "?" and not _ASKS_READER.search(text, start, end),
            supposes=start <= sentence_end and is_supposed(text[start:end]),
        )
        if not _clause_allows(clause, text, claim, named, choice):
            return False
    return True


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause after a claim: its words, and whether it overturns, supposes or asks."""

    text: str
    words: tuple[Word, ...]
    overturns: bool
    supposes: bool
    asks: bool

    @property
    def roles(self) -> frozenset[WordRole]:
        return frozenset(word.role for word in self.words)


def _clause_allows(
    clause: _Clause,
    text: str,
    claim: OptionClaim,
    named: Sequence[OptionMark],
    choice: Mapping[str, str],
) -> bool:
    roles = clause.roles
    tied = WordRole.TIES in roles and WordRole.DENIES not in roles
    if tied or (clause.overturns and claim.weak) or clause.supposes or clause.asks:
        return False
    if any(not set(mark.letters) <= claim.letters for mark in named):
        return _allows_another_letter(clause, claim)
    if named:
        return not any(_is_denied_later(text, mark, claim, choice) for mark in named)
    if _names_another(clause.text, claim.letters, choice):
        return not _is_as_good(clause)
    return bool(_OTHER_OPTIONS.search(clause.text)) or not _is_doubted(clause, claim)


def _allows_another_letter(clause: _Clause, claim: OptionClaim) -> bool:
    """Whether a clause with another option's letter ranks that option below the chosen one."""
    roles = clause.roles
    if roles & {WordRole.DENIES, WordRole.REPORTS}:
        return True
    beside = WordRole.ADDS in roles or (
        WordRole.HEDGES in roles and WordRole.CONTRASTS not in roles
    )
    praised = claim.weak and bool(roles & {WordRole.PRAISES, WordRole.HOLDS, WordRole.EXPLAINS})
    return not (beside or praised or clause.overturns)


def _is_doubted(clause: _Clause, claim: OptionClaim) -> bool:
    against = bool(clause.roles & {WordRole.DENIES, WordRole.HEDGES})
    first_person = any(word.text in FIRST_PERSON for word in clause.words)
    if against and (clause.overturns or first_person):
        return True
    return claim.weak and _ALL_OF_THEM.search(clause.text) is not None


def _is_denied_later(
    text: str, mark: OptionMark, claim: OptionClaim, choice: Mapping[str, str]
) -> bool:
    is_later = claim.end and mark.start > claim.end
    is_denied_before = (
        is_later and _NOT_IT.search(text, max(0, mark.start - 20), mark.start) is not None
    )
    return is_denied_before or tail_of(text, mark.end, mark.letters, choice).denies


def _is_as_good(clause: _Clause) -> bool:
    """Whether a clause with another option's text calls that option as good: "it fits too"."""
    roles = clause.roles
    first_person = any(word.text in FIRST_PERSON for word in clause.words)
    chosen = first_person and bool({WordRole.POINTS, WordRole.CHOOSES} & roles)
    praised = chosen or bool({WordRole.PRAISES, WordRole.HOLDS, WordRole.LEANS} & roles)
    return WordRole.ADDS in roles and praised and not {WordRole.DENIES, WordRole.REPORTS} & roles


def _overturns(text: str, start: int, end: int, *, within: bool) -> bool:
    """Whether the clause has "but" in the claim's own sentence, or begins a later one with it."""
    if within:
        return _OVERTURNS.search(text, start, end) is not None
    return _BEGINS_WITH_BUT.match(text, max(0, start - 1)) is not None


def _names_another(clause: str, letters: Collection[str], choice: Mapping[str, str]) -> bool:
    lowered = clause.casefold()
    return any(
        bare_text(option) in lowered for letter, option in choice.items() if letter not in letters
    )
