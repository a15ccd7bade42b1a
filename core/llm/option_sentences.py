"""Sentences that choose an option by its letter: "the answer is B", "故选 B", "A is correct".

A letter counts only where the sentence makes it one: "the answer is a lamp" names no option.
"""

import re
from collections.abc import Mapping, Sequence

from core.llm.option_doubts import (
    ASKS_NEXT,
    BEST_ANSWER,
    DENIES_NEXT,
    DOUBTS,
    GOES_ON,
    MENTIONED,
    NEGATED,
    NOT_BUT,
    OTHER_ANSWER,
    QUOTED_SENTENCE,
    REJECTED_BEFORE,
    REJECTS_NEXT,
    RESTATES,
    SURE,
    TAKEN_BACK,
    UNSURE,
)
from core.llm.option_letters import folded
from core.llm.option_marks import OptionClaim, OptionMark, listed_letters
from core.llm.option_texts import bare_text
from core.llm.option_wording import (
    ALL_BUT,
    ALL_BUT_ENDS,
    CLAUSE_ENDS,
    CONCLUDES,
    LAST_SENTENCE,
    MANY_SPACES,
    MAY_END_IN_LETTER,
    OR,
    SAYS_AFTER,
    SAYS_BEFORE,
    SEEMS_AFTER,
    SENTENCE_ENDS,
    SHORT_CUE,
    SHORT_CUE_ENDS,
    SINGULAR,
)

_WINDOW = 160
"""Characters looked at before a letter; a sentence that chooses is shorter."""


def sentence_claims(
    text: str, marks: Sequence[OptionMark], choice: Mapping[str, str], *, multi: bool
) -> list[OptionClaim]:
    """Sentences that choose: "the answer is B", "故选 B", "A is the correct answer"."""
    found: list[OptionClaim] = []
    end = 0
    for number, mark in enumerate(marks):
        if not mark.certain or mark.start < end:
            continue
        letters, listed_to = listed_letters(text, marks, number)
        before = text[max(0, mark.start - _WINDOW) : mark.start]
        before = MANY_SPACES.sub(_fewer, before)
        before = SURE.sub("", QUOTED_SENTENCE.sub('""', before))
        if ALL_BUT.search(before):
            if multi and ALL_BUT_ENDS.match(text, listed_to):
                found.append(OptionClaim(mark.start, frozenset(choice) - letters))
            end = listed_to
            continue
        cue = _last_cue(before)
        after = SAYS_AFTER.match(text, listed_to) or _says_after_own_text(
            text, listed_to, letters, choice
        )
        seems = None if cue or after else SEEMS_AFTER.match(text, listed_to)
        if not (cue or after or seems) or _goes_on(text, listed_to, cue, says_so=after is not None):
            continue
        clause = _clause(before, cue)
        if cue and _is_of_another(before, cue.start()):
            continue
        if UNSURE.search(clause) or _denied(before, clause, cue):
            continue
        if cue and not multi and RESTATES.match(before, cue.start()):
            continue
        mentioned = not cue and len(letters) > 1 and MENTIONED.search(before)
        if mentioned and SINGULAR.match(text, listed_to):
            continue
        concludes = CONCLUDES.search(clause) is not None
        either = len(letters) > 1 and OR.search(text, mark.start, listed_to) is not None
        found.append(
            OptionClaim(
                mark.start, letters, concludes=concludes, weak=seems is not None, either=either
            )
        )
        end = listed_to
    return found


def only_letter(text: str, marks: Sequence[OptionMark], choice: Mapping[str, str]) -> str | None:
    """The one option whose letter stands in a reply that says nothing else for or against any: at
    the end of a sentence without a doubt or denial, as in "Definitely B."
    """
    certain = [
        mark
        for mark in marks
        if mark.certain and len(mark.letters) == 1 and not _is_rejected(text, mark)
    ]
    if len({mark.letters for mark in certain}) != 1:
        return None
    last = certain[-1]
    ends = SENTENCE_ENDS.match(text, last.end) or REJECTS_NEXT.match(text, last.end)
    own = text[last.end :].strip(" ().,:;-–—。").casefold() == folded(choice[last.letters])
    before = re.split(r"[.!?。;\n]", text[max(0, last.start - _WINDOW) : last.start])[-1]
    before = SURE.sub("", before)
    named = folded(before.rstrip(" (['\"")).endswith(bare_text(choice[last.letters]))
    if not (ends or own) or not (named or MAY_END_IN_LETTER.search(before)):
        return None
    if NEGATED.search(before) or UNSURE.search(before) or OTHER_ANSWER.search(before):
        return None
    return None if DOUBTS.search(before) else last.letters


def _goes_on(text: str, end: int, cue: re.Match[str] | None, *, says_so: bool) -> bool:
    """Whether what follows the letters takes them back, asks, or says something else of them."""
    if TAKEN_BACK.match(text, end) or ASKS_NEXT.match(text, end):
        return True
    if cue is None:
        return False
    if not says_so and GOES_ON.match(text, end):
        return True
    return SHORT_CUE.match(cue[0]) is not None and not SHORT_CUE_ENDS.match(text, end)


def _clause(before: str, cue: re.Match[str] | None) -> str:
    """What stands in the letter's clause before it; not the denial of "not B but"."""
    of_its_own = cue is None or SHORT_CUE.match(cue[0]) is not None
    to = len(before) if cue is None or of_its_own else cue.start()
    ends = [found.end() for found in CLAUSE_ENDS.finditer(before) if found.end() <= to]
    clause = before[ends[-1] if ends else 0 :]
    return clause.removesuffix(cue[0]) if cue and NOT_BUT.match(cue[0]) else clause


def last_sentence_claim(
    text: str, marks: Sequence[OptionMark], *, repeated: frozenset[int]
) -> list[OptionClaim]:
    """The reply's last sentence is a letter and nothing else: "... which says ledger. C."."""
    if len(marks) < 2 or len(marks[-1].letters) > 1 or marks[-1].start in repeated:
        return []
    last = marks[-1]
    before = text[max(0, last.start - _WINDOW) : last.start]
    alone = LAST_SENTENCE.search(before) and not text[last.end :].strip(" .。!\n")
    return [OptionClaim(last.start, frozenset(last.letters), concludes=True)] if alone else []


def _is_rejected(text: str, mark: OptionMark) -> bool:
    before = text[max(0, mark.start - _WINDOW) : mark.start]
    return REJECTED_BEFORE.search(before) is not None


def _denied(before: str, clause: str, cue: re.Match[str] | None) -> bool:
    """The sentence says that the letter is not the answer, or that others take it for it."""
    if cue is None:
        return DENIES_NEXT.search(before) is not None
    lead = clause[: max(0, len(clause) - (len(before) - cue.start()))]
    negated_cue = NEGATED.search(cue[0]) is not None and not NOT_BUT.match(cue[0])
    return NEGATED.search(lead) is not None or negated_cue


def _says_after_own_text(
    text: str, end: int, letters: frozenset[str], choice: Mapping[str, str]
) -> re.Match[str] | None:
    """As in "(B) a rope is the best answer"."""
    option = choice.get(min(letters), "") if len(letters) == 1 else ""
    at = end + len(text[end : end + 4]) - len(text[end : end + 4].lstrip(" .):、,\"'"))
    if not option or folded(text[at : at + len(option)]) != folded(option):
        return None
    return SAYS_AFTER.match(text, at + len(option))


def _last_cue(before: str) -> re.Match[str] | None:
    """The nearest words that choose: an earlier sentence that does is not about this letter."""
    cue = SAYS_BEFORE.search(before)
    while cue and (nearer := SAYS_BEFORE.search(before, cue.start() + 1)):
        cue = nearer
    return cue


def _is_of_another(before: str, cue: int) -> bool:
    """Whether the sentence is about the wrong, the tempting, the first answer; the best one is the
    answer.
    """
    around = BEST_ANSWER.sub(_masked, before[max(0, cue - 30) :])
    start = min(cue, 30)
    return any(found.end() > start for found in OTHER_ANSWER.finditer(around))


def _masked(found: re.Match[str]) -> str:
    return "-" * len(found[0])


def _fewer(spaces: re.Match[str]) -> str:
    return "\n" if "\n" in spaces[0] else " "
