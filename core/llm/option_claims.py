"""Which options a reply in prose says it chooses: every place that says so, and none guessed.

The text is NFKC (full-width letters and brackets are plain) and free of markdown emphasis. A letter
counts only where the sentence makes it one: "the answer is a lamp" names no option.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from core.llm.option_letters import distinct_options, folded
from core.llm.option_verdicts import OptionVerdicts, option_verdicts
from core.llm.option_wording import (
    AND,
    ASKED_AND_ANSWERED,
    BEST_ANSWER,
    CLAUSE_ENDS,
    CONCLUDES,
    CORRECT_ANSWER,
    DENIES_NEXT,
    DOUBTS,
    ENDS,
    GOES_ON,
    LEADS,
    LETTER,
    MANY_SPACES,
    MAY_END_IN_LETTER,
    MENTIONED,
    MOST_MARKS,
    NAMES_OPTION,
    NAMES_TEXT,
    NEGATED,
    NOTHING_YET,
    OPTION_LINE,
    OR,
    OTHER_ANSWER,
    QUOTED_SENTENCE,
    RESTATES,
    SAYS_AFTER,
    SAYS_BEFORE,
    SEEMS_AFTER,
    SENTENCE_ENDS,
    SHORT_CUE,
    SHORT_CUE_ENDS,
    SINGULAR,
    SURE,
    TAKEN_BACK,
    UNSURE,
)

_WINDOW = 160
"""Characters looked at before a letter; a sentence that chooses is shorter."""

_LONGEST_LIST = 26
"""Letters in a row that are one answer; more are no list of options."""


@dataclass(frozen=True, slots=True)
class OptionClaim:
    """Options said to be the answer, from character `at`; `opens`: the reply begins with them,
    `concludes`: they are drawn as a conclusion; `weak`: they only seem right; `either`: the reply
    leaves open which of them.
    """

    at: int
    letters: frozenset[str]
    opens: bool = False
    concludes: bool = False
    weak: bool = False
    either: bool = False


class LetterTextMismatch(ValueError):
    """The letter of one option stands with the text of another: trusting either is a guess."""


class UndecidedVerdicts(ValueError):
    """A verdict for each option, and they call none right, or several."""


class TooManyLetters(ValueError):
    """No answer has so many letters of options."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """Letters of options, standing as letters; `certain` wherever they stand."""

    letters: str
    start: int
    end: int
    certain: bool


def option_claims(text: str, choice: Mapping[str, str], *, multi: bool) -> tuple[OptionClaim, ...]:
    """In the order of the text. Raises LetterTextMismatch and TooManyLetters."""
    marks = list(islice(_marks(text, choice, multi=multi), MOST_MARKS + 1))
    if len(marks) > MOST_MARKS:
        raise TooManyLetters(f"more than {MOST_MARKS} letters")
    lines = _lines(text, choice)
    verdicts = option_verdicts(text, choice)
    said = _said(text, marks, choice, multi=multi)
    leading = [] if verdicts else list(_leading(text, marks, choice))
    if said and ASKED_AND_ANSWERED.match(text):
        leading = []
    found = [*said, *leading]
    if len(lines) > 1:
        # Each is one of a list.
        found = [claim for claim in found if claim.at not in lines.values()]
    if len(lines) == 1 or (multi and len(lines) < len(choice)):
        found += [OptionClaim(min(lines.values()), frozenset(lines))] if lines else []
    if verdicts:
        found = _settled_by(verdicts, found, multi=multi)
    if any(not claim.weak for claim in found):
        found = [claim for claim in found if not claim.weak]
    found = found or _by_text(text, choice) or ([] if multi else _called_correct(text, choice))
    return tuple(sorted(found, key=lambda claim: claim.at))


def _settled_by(
    verdicts: OptionVerdicts, said: list[OptionClaim], *, multi: bool
) -> list[OptionClaim]:
    """What a reply chooses that gives each option a verdict: what it says besides, else those it
    calls right.
    """
    outside = [claim for claim in said if claim.concludes or claim.at >= verdicts.end]
    if outside:
        return outside
    right, contradicted = verdicts.right, verdicts.right & verdicts.wrong
    if not right or contradicted or (len(right) > 1 and not multi):
        named = {claim.letters for claim in said}
        if len(named) == 1 and not contradicted and not right:
            return said
        raise UndecidedVerdicts(f"right: {sorted(right)}, wrong: {sorted(verdicts.wrong)}")
    return [OptionClaim(verdicts.start, right)]


def _marks(text: str, choice: Mapping[str, str], *, multi: bool) -> Iterator[_Mark]:
    for match in LETTER.finditer(text):
        said = match["letters"]
        letters = said.lower()
        if not set(letters) <= set(choice) or len(set(letters)) < len(letters):
            continue
        if len(letters) > 1 and not multi:
            continue
        certain = (
            (said.isupper() and said not in "AI")
            or ")" in match["close"]
            or SAYS_AFTER.match(text, match.end()) is not None
            or ENDS.match(text, match.end()) is not None
        )
        yield _Mark(letters, match.start("letters"), match.end(), certain)


def _leading(text: str, marks: Sequence[_Mark], choice: Mapping[str, str]) -> Iterator[OptionClaim]:
    """The reply begins with its answer: "B. Snowfield", "(C), as ...", "D" and its reasons."""
    if not marks or not NOTHING_YET.fullmatch(text, 0, marks[0].start):
        return
    first = marks[0]
    quoted = text[first.start + len(first.letters) : first.end].strip() != ""
    if not (quoted or LEADS.match(text, first.end) or _own_text(text, first, choice)):
        return
    letters, end = _listed(text, marks, 0)
    if GOES_ON.match(text, end) and not SAYS_AFTER.match(text, end):
        return
    if TAKEN_BACK.match(text, end) or _only_repeats(text, marks, choice):
        return
    if _is_subject(text, marks, end, several=len(letters) > 1):
        return
    if len(letters) == 1:
        _require_own_text(text[end:], min(letters), choice)
    either = len(letters) > 1 and OR.search(text, first.start, end) is not None
    yield OptionClaim(first.start, letters, opens=True, either=either)


def _is_subject(text: str, marks: Sequence[_Mark], end: int, *, several: bool) -> bool:
    """The letters are what the next one's verb is about: "A, C and D are wrong"."""
    following = next((mark for mark in marks if mark.start >= end), None)
    if following is None or not AND.fullmatch(text, end, following.start):
        return False
    joined = several or text[end : following.start].strip() not in (",", ";")
    return joined and GOES_ON.match(text, following.end) is not None


def _only_repeats(text: str, marks: Sequence[_Mark], choice: Mapping[str, str]) -> bool:
    """The reply begins with the options as they were given: "A) a lamp B) a rope ... Answer: B"."""
    own = 0
    for mark in marks[: 3 * len(choice)]:
        option = choice.get(mark.letters, "")
        rest = text[mark.end : mark.end + len(option) + 8].lstrip(" .):、,")
        own += bool(option) and folded(rest[: len(option)]) == folded(option)
    listed = {mark.letters for mark in marks if NAMES_OPTION.match(text, mark.end)}
    return own > 2 or own == len(choice) == 2 or len(listed) > 1


def _own_text(text: str, mark: _Mark, choice: Mapping[str, str]) -> bool:
    """The letter stands with its own option's text: "B 李四"."""
    line = text[mark.end :].split("\n", 1)[0]
    return line[:1].isspace() and folded(line) == folded(choice.get(mark.letters, ""))


def _lines(text: str, choice: Mapping[str, str]) -> dict[str, int]:
    """Letters of the lines that are a letter alone or an option as it was given, and where they
    stand. All of them together may be no more than the options said again.
    """
    found: dict[str, int] = {}
    at = 0
    for line in text.splitlines(keepends=True):
        match = OPTION_LINE.fullmatch(line)
        letter = match["letter"].lower() if match else ""
        if match and letter in choice:
            own = match["text"] is not None and folded(match["text"]) == folded(choice[letter])
            if own or not (match["text"] or match["colon"]):
                found.setdefault(letter, at + match.start("letter"))
        at += len(line)
    return found


def _said(
    text: str, marks: Sequence[_Mark], choice: Mapping[str, str], *, multi: bool
) -> list[OptionClaim]:
    """Sentences that choose: "the answer is B", "故选 B", "A is the correct answer"."""
    found: list[OptionClaim] = []
    end = 0
    for number, mark in enumerate(marks):
        if not mark.certain or mark.start < end:
            continue
        letters, listed_to = _listed(text, marks, number)
        before = text[max(0, mark.start - _WINDOW) : mark.start]
        before = MANY_SPACES.sub(_fewer, before)
        before = SURE.sub("", QUOTED_SENTENCE.sub('""', before))
        cue = _last_cue(before)
        after = SAYS_AFTER.match(text, listed_to) or _says_after_own_text(
            text, listed_to, letters, choice
        )
        seems = None if cue or after else SEEMS_AFTER.match(text, listed_to)
        if not (cue or after or seems) or TAKEN_BACK.match(text, listed_to):
            continue
        if cue and not after and GOES_ON.match(text, listed_to):
            continue
        if cue and SHORT_CUE.match(cue[0]) and not SHORT_CUE_ENDS.match(text, listed_to):
            continue
        if cue and _is_of_another(before, cue.start()):
            continue
        of_its_own = cue is not None and SHORT_CUE.match(cue[0]) is not None
        to = cue.start() if cue and not of_its_own else len(before)
        ends = [found.end() for found in CLAUSE_ENDS.finditer(before) if found.end() <= to]
        clause = before[ends[-1] if ends else 0 :]
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


def _denied(before: str, clause: str, cue: re.Match[str] | None) -> bool:
    """The sentence says that the letter is not the answer, or that others take it for it."""
    if cue is None:
        return DENIES_NEXT.search(before) is not None
    lead = clause[: max(0, len(clause) - (len(before) - cue.start()))]
    return NEGATED.search(lead) is not None or NEGATED.search(cue[0]) is not None


def only_letter(text: str, choice: Mapping[str, str], *, multi: bool) -> str | None:
    """The one option whose letter stands in a reply that says nothing else for or against any: at
    the end of a sentence without a doubt or denial, as in "Definitely B."
    """
    marks = list(islice(_marks(text, choice, multi=multi), MOST_MARKS))
    certain = [mark for mark in marks if mark.certain and len(mark.letters) == 1]
    if len({mark.letters for mark in certain}) != 1:
        return None
    last = certain[-1]
    ends = SENTENCE_ENDS.match(text, last.end)
    own = text[last.end :].strip(" ().,:;-–—。").casefold() == folded(choice[last.letters])
    before = re.split(r"[.!?。;\n]", text[max(0, last.start - _WINDOW) : last.start])[-1]
    before = SURE.sub("", before)
    named = folded(before.rstrip(" (['\"")) == folded(choice[last.letters])
    if not (ends or own) or not (named or MAY_END_IN_LETTER.search(before)):
        return None
    if NEGATED.search(before) or UNSURE.search(before) or OTHER_ANSWER.search(before):
        return None
    return None if DOUBTS.search(before) else last.letters


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


def _listed(text: str, marks: Sequence[_Mark], number: int) -> tuple[frozenset[str], int]:
    """The letters joined to mark `number` by commas or "and", and where they end.

    The list ends before a letter that it has already, or that has a sentence of its own ("Among A
    and C, B is right").
    """
    letters, end = set(marks[number].letters), marks[number].end
    for following in marks[number + 1 : number + 1 + _LONGEST_LIST]:
        between = AND.fullmatch(text, end, following.start)
        if not between or not following.certain or letters & set(following.letters):
            break
        judged = SAYS_AFTER.match(text, following.end)
        if GOES_ON.match(text, following.end) and not judged:
            break
        alone = judged and SINGULAR.match(text, following.end)
        if alone and text[end : following.start].strip(" \"')]”’([") in (",", ";"):
            break
        letters |= set(following.letters)
        end = following.end
    return frozenset(letters), end


def _require_own_text(rest: str, letter: str, choice: Mapping[str, str]) -> None:
    line = rest.lstrip(" .),:;、。(=|-–—").split("\n", 1)[0]
    options = distinct_options(choice)
    for said in (line, re.split(r"[.。]\s|\)", line, maxsplit=1)[0]):
        if options.get(folded(said), letter) != letter:
            raise LetterTextMismatch(f"{letter} stands with the text of {options[folded(said)]}")


def _by_text(text: str, choice: Mapping[str, str]) -> list[OptionClaim]:
    """Where no letter is named: "the answer is Snowfield"."""
    options = distinct_options(choice)
    found = []
    for match in NAMES_TEXT.finditer(text):
        line = match[1]
        line = line.strip(" *\"'“”")
        for said in (line, re.split(r"[.。]\s|[,,。]|\s[-–—]\s|\s*\(", line, maxsplit=1)[0]):
            if letter := options.get(folded(said)):
                found.append(OptionClaim(match.start(), frozenset(letter)))
                break
    return found


def _called_correct(text: str, choice: Mapping[str, str]) -> list[OptionClaim]:
    """A clause that is nothing but one option's text "is the correct answer"."""
    found = []
    for match in CORRECT_ANSWER.finditer(text):
        sentence = text[max(0, match.start() - _WINDOW) : match.start()]
        sentence = re.split(r"[.!?。]\s|\n", sentence)[-1]
        said = _folded_end(sentence)
        named = [
            letter
            for option, letter in distinct_options(choice).items()
            if re.search(rf"(?:\A|[,;:]\s*){re.escape(option)}\Z", said)
        ]
        ends = [option for option in map(folded, choice.values()) if said.endswith(option)]
        if len(ends) > 1:
            raise LetterTextMismatch(f"{ends} end alike")
        if named and not UNSURE.search(sentence):
            found.append(OptionClaim(match.start(), frozenset(named)))
    return found


def _folded_end(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip("\"'”’")
