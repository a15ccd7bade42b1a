"""Find the letters of options in a reply's prose, and the lists they form."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from core.llm.replies.options.tails import tail_of
from core.llm.replies.options.wording import (
    AND,
    ENDS,
    LETTER,
    MOST_MARKS,
    RANGE,
    SINGULAR,
    SPOKEN,
    VERB,
)

_NOUNS = ("option ", "Option ", "choice ", "Choice ", "选项")
_LONGEST_LIST = 26
"""Most letters of one list; more in a row are no list of options."""


class TooManyLetters(ValueError):
    """The reply has more letters of options than any answer has."""


@dataclass(frozen=True, slots=True)
class OptionMark:
    """One letter, or several written as one ("AC"); `certain` if it is no mere word ("a")."""

    letters: str
    start: int
    end: int
    certain: bool


@dataclass(frozen=True, slots=True)
class OptionClaim:
    """Options said to be the answer, from character `at` to `end`; `opens`: the reply begins with
    them, `concludes`: they are drawn as a conclusion; `weak`: they only seem right; `either`: the
    reply leaves open which of them.
    """

    at: int
    letters: frozenset[str]
    opens: bool = False
    concludes: bool = False
    weak: bool = False
    either: bool = False
    end: int = 0


def option_marks(text: str, choice: Mapping[str, str], *, multi: bool) -> tuple[OptionMark, ...]:
    """All marks in the order of the text. Raises TooManyLetters."""
    marks = tuple(islice(_marks(text, choice, multi=multi), MOST_MARKS + 1))
    if len(marks) > MOST_MARKS:
        raise TooManyLetters(f"more than {MOST_MARKS} letters")
    return marks


def _marks(text: str, choice: Mapping[str, str], *, multi: bool) -> Iterator[OptionMark]:
    ranges = {
        at
        for quote_or_range in RANGE.finditer(text)
        for at in (quote_or_range.start(), quote_or_range.end() - 1)
    }
    spoken = [quote_or_range.span() for quote_or_range in SPOKEN.finditer(text)][::-1]
    for match in LETTER.finditer(text):
        while spoken and spoken[-1][1] <= match.start():
            spoken.pop()
        is_spoken = bool(spoken) and spoken[-1][0] <= match.start()
        if is_spoken or match.start("letters") in ranges:
            continue
        written = match["letters"]
        letters = written.lower()
        if not set(letters) <= set(choice) or len(set(letters)) < len(letters):
            continue
        if len(letters) > 1 and not multi:
            continue
        certain = (
            (written.isupper() and written not in "AI")
            or text[max(0, match.start() - 8) : match.start()].endswith(_NOUNS)
            or ")" in match["close"]
            or (VERB.match(text, match.end()) and _is_about_option(text, match))
            or ENDS.match(text, match.end()) is not None
        )
        yield OptionMark(letters, match.start("letters"), match.end(), certain)


def _is_about_option(text: str, letter: re.Match[str]) -> bool:
    """Whether the words after the letter speak of it as an option: "b is correct"."""
    tail = tail_of(text, letter.end())
    only = text[max(0, letter.start() - 5) : letter.start()].lower()
    return tail.praises or (tail.explains and only in ("only ", "nly"))


def listed_letters(
    text: str, marks: Sequence[OptionMark], number: int
) -> tuple[frozenset[str], int]:
    """The letters joined to mark `number` by commas or "and", and where they end.

    The list ends before a letter that it has already, or that has a sentence of its own ("Among A
    and C, B is right").
    """
    letters, end = set(marks[number].letters), marks[number].end
    for following in marks[number + 1 : number + 1 + _LONGEST_LIST]:
        between = AND.fullmatch(text, end, following.start)
        if not between or not following.certain or letters & set(following.letters):
            break
        tail = tail_of(text, following.end)
        if tail.denies or tail.open:
            break
        alone = tail.praises and SINGULAR.match(text, following.end)
        joint = text[end : following.start].strip(" \"')]”’([")
        if alone and (joint in (",", ";") or (len(letters) == 1 and joint == ", and")):
            break
        letters |= set(following.letters)
        end = following.end
    return frozenset(letters), end
