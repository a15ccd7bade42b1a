"""Find the answer with which a reply begins: "B. Snowfield", "(C), as ...", "D" and its reasons."""

import re
from collections.abc import Iterator, Mapping, Sequence

from core.llm.replies.options.letters import LetterTextMismatch, distinct_options, folded
from core.llm.replies.options.marks import OptionClaim, OptionMark, listed_letters
from core.llm.replies.options.tails import tail_of
from core.llm.replies.options.wording import (
    AND,
    CONCEDED,
    NAMES_OPTION,
    NOTHING_YET,
    OPTION_LINE,
    OR,
)


def opening_claims(
    text: str, marks: Sequence[OptionMark], choice: Mapping[str, str]
) -> Iterator[OptionClaim]:
    """Yield the claim that a reply begins with, if it does.

    Raises LetterTextMismatch if its letter stands with another option's text.
    """
    if not marks or not NOTHING_YET.fullmatch(text, 0, marks[0].start):
        return
    first = marks[0]
    is_bracketed = text[first.start + len(first.letters) : first.end].strip() != ""
    letters, end = listed_letters(text, marks, 0)
    if not (first.certain or is_bracketed or _has_own_text(text, first, choice)):
        return
    tail = tail_of(text, end, letters, choice)
    if tail.open or tail.denies or tail.leans or _only_repeats(text, marks, choice):
        return
    if CONCEDED.match(text, end) or _is_subject(text, marks, end, several=len(letters) > 1):
        return
    if len(letters) == 1:
        _require_own_text(text[end:], min(letters), choice)
    either = len(letters) > 1 and OR.search(text, first.start, end) is not None
    yield OptionClaim(first.start, letters, opens=True, either=either, end=end)


def option_lines(text: str, choice: Mapping[str, str]) -> dict[str, int]:
    """Letter -> position, for lines that are a letter alone or an option as it was given.

    All options together may be no more than a repetition of the question's.
    """
    lines: dict[str, int] = {}
    at = 0
    for line in text.splitlines(keepends=True):
        match = OPTION_LINE.fullmatch(line)
        letter = match["letter"].lower() if match else ""
        if match and letter in choice:
            is_own_text = match["text"] is not None and folded(match["text"]) == folded(
                choice[letter]
            )
            if is_own_text or not (match["text"] or match["colon"]):
                lines.setdefault(letter, at + match.start("letter"))
        at += len(line)
    return lines


def _is_subject(text: str, marks: Sequence[OptionMark], end: int, *, several: bool) -> bool:
    """Whether the letters begin a list that is denied or doubted: "A, C and D are wrong"."""
    joined = several
    for following in marks:
        if following.start < end:
            continue
        if not AND.fullmatch(text, end, following.start):
            return False
        joined = joined or text[end : following.start].strip() not in (",", ";")
        end = following.end
        tail = tail_of(text, end)
        if joined and (tail.open or tail.denies):
            return True
    return False


def _only_repeats(text: str, marks: Sequence[OptionMark], choice: Mapping[str, str]) -> bool:
    """Whether the reply begins by repeating the options: "A) a lamp B) a rope ... Answer: B"."""
    repeated = sum(_begins_with_own_text(text, mark, choice) for mark in marks[: 3 * len(choice)])
    listed = {mark.letters for mark in marks if NAMES_OPTION.match(text, mark.end)}
    return repeated > 2 or repeated == len(choice) == 2 or len(listed) > 1


def _has_own_text(text: str, mark: OptionMark, choice: Mapping[str, str]) -> bool:
    """Whether the letter is followed by its own option's text alone: "B 李四"."""
    line = text[mark.end :].split("\n", 1)[0]
    return line[:1].isspace() and folded(line) == folded(choice.get(mark.letters, ""))


def repeated_options(
    text: str, marks: Sequence[OptionMark], choice: Mapping[str, str]
) -> frozenset[int]:
    """Positions of the letters of options that the reply only repeats, one after the other:
    "Let us see: A) a lamp B) a rope C) the ledger".
    """
    with_text = [mark for mark in marks if _begins_with_own_text(text, mark, choice)]
    letters = list(choice)
    places: list[int] = []
    for mark in with_text:
        if len(places) < len(letters) and mark.letters == letters[len(places)]:
            places.append(mark.start)
    return frozenset(places if len(places) >= min(3, len(letters)) else ())


def _begins_with_own_text(text: str, mark: OptionMark, choice: Mapping[str, str]) -> bool:
    option = choice.get(mark.letters, "")
    following = text[mark.end : mark.end + len(option) + 8].lstrip(" .):、,")
    return bool(option) and folded(following[: len(option)]) == folded(option)


def _require_own_text(following: str, letter: str, choice: Mapping[str, str]) -> None:
    line = following.lstrip(" .),:;、。(=|-–—项选").split("\n", 1)[0]
    options = distinct_options(choice)
    for candidate in (line, re.split(r"[.。]\s|\)", line, maxsplit=1)[0]):
        if options.get(folded(candidate), letter) != letter:
            raise LetterTextMismatch(
                f"{letter} stands with the text of {options[folded(candidate)]}"
            )
