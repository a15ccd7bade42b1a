"""Read the options and answers of a row, as people and spreadsheets write them."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase
from typing import TypeGuard

from core.locale import N_n, plural_form
from core.questions.columns import FirstOption
from core.questions.issues import RowIssue, RowRefused, row_warning

OptionValue = str | int | float
"""Texts may come as numbers: a year, a sum."""

_BETWEEN_LETTERS = re.compile(r"[\s,，、;；|]+")
_MARKED = re.compile(r"[(\[]?([a-z])[)\].:]*")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
_WHOLE = re.compile(r"([+-]?[0-9]{1,9})(?:\.0*)?")
_LETTER_AND_TEXT = re.compile(r"[(\[]?([a-z])[)\].:、]+ ?(.+)")


def letter_of(name: str) -> str:
    """Return the plain letter of "A", "Ａ", "a.", "(a)" and "A)"; fold any other name."""
    folded = unicodedata.normalize("NFKC", name).strip().lower()
    marked = _MARKED.fullmatch(folded)
    return marked[1] if marked else folded


def read_choice(options: Mapping[str, OptionValue] | Sequence[OptionValue]) -> dict[str, str]:
    """Return option texts by letter, in file order; a list gets letters. Raises RowRefused."""
    if not 2 <= len(options) <= len(ascii_lowercase):
        message = plural_form(
            N_n(
                "The question has {count} option. Give it 2 to 26.",
                "The question has {count} options. Give it 2 to 26.",
            ),
            len(options),
        )
        raise RowRefused(
            message,
            code="option_count",
            field="choice",
            count=len(options),
        )
    named = (
        options
        if isinstance(options, Mapping)
        else dict(zip(ascii_lowercase, options, strict=False))
    )
    choice: dict[str, str] = {}
    for name, text in named.items():
        letter = letter_of(name)
        if len(letter) != 1 or letter not in ascii_lowercase:
            raise RowRefused(
                "The option {name} is not a letter. Name the options a, b, c and so on.",
                code="option_letter",
                field="choice",
                name=name,
            )
        if letter in choice:
            raise RowRefused(
                "The option letter {letter} is used twice. Give every option its own letter.",
                code="option_letter",
                field="choice",
                letter=letter.upper(),
            )
        if not str(text).strip():
            raise RowRefused(
                "The option {letter} is empty. Write its text or remove it.",
                code="empty_text",
                field=f"choice.{letter}",
                letter=letter.upper(),
            )
        choice[letter] = str(text)
    return choice


def read_answer(
    value: OptionValue | Sequence[OptionValue],
    choice: Mapping[str, str],
    first_option: FirstOption | None = None,
) -> tuple[str, ...]:
    """Return the letters of `choice` that are the answer, in its order. Raises RowRefused.

    An answer is read as letters, else as the text of an option, else as its number if
    `first_option` gives that of the first one.
    """
    parts = [value] if isinstance(value, int | float | str) else list(value)
    letters = _letters(parts)
    if not letters:
        raise RowRefused(
            "The answer is empty. Write the letters of the correct options.",
            code="empty_answer",
            field="answer",
        )
    if any(letter not in choice for letter in letters):
        letters = _by_text_or_number(parts, letters, choice, first_option)
    if len(set(letters)) < len(letters):
        raise RowRefused(
            "The answer {letters} names an option twice. Name each correct option once.",
            code="answer_twice",
            field="answer",
            letters=_listed(letters),
        )
    return letters


def _listed(letters: Iterable[str]) -> str:
    """List letters as on a page: A, B; what is no letter as it is in the file."""
    return ", ".join(name.upper() if len(name) == 1 else name for name in letters)


def _letters(parts: Sequence[OptionValue]) -> tuple[str, ...]:
    names = _BETWEEN_LETTERS.split(parts[0].strip()) if _is_text(parts) else parts
    return tuple(letter for name in names if (letter := letter_of(str(name))))


def _is_text(parts: Sequence[OptionValue]) -> TypeGuard[Sequence[str]]:
    return len(parts) == 1 and isinstance(parts[0], str)


def _by_text_or_number(
    parts: Sequence[OptionValue],
    letters: Sequence[str],
    choice: Mapping[str, str],
    first_option: FirstOption | None,
) -> tuple[str, ...]:
    """Return the letters of answers that are not all letters. Raises RowRefused."""
    part_letters = [_option_of(part, choice, first_option) for part in parts]
    if all(part_letters):
        # A text and its letter may both be there; that is one answer.
        return tuple(dict.fromkeys(letter for letter in part_letters if letter))
    if len(letters) > 1 and (first_option is not None or len(letters) == len(parts)):
        each = [_option_of(letter, choice, first_option) for letter in letters]
        if all(each):
            return tuple(letter for letter in each if letter)
    numbers = [letter for letter in letters if _NUMBER.fullmatch(letter)]
    if numbers and first_option is None:
        raise RowRefused(
            "The answer {number} is a number that could count from 0 or from 1. Write the letter "
            "of the correct option.",
            code="answer_number",
            field="answer",
            number=numbers[0],
        )
    unknown = [letter for letter in letters if letter not in choice]
    if any(len(name) > 1 for name in unknown):  # a text: report it as it was written
        unknown = [str(part).strip() for part in parts]
    raise RowRefused(
        "Answer {letters} is not among the options {options}. Use the letters of the options.",
        code="answer_not_an_option",
        field="answer",
        letters=_listed(unknown),
        options=_listed(choice),
    )


def _option_of(
    answer: OptionValue, choice: Mapping[str, str], first_option: FirstOption | None
) -> str | None:
    """Return the letter of one answer, None if there is none.

    Raises RowRefused if it is the text of one option and the number of another.
    """
    by_text = _by_text(str(answer), choice)
    letter = letter_of(str(answer))
    if letter in choice:
        return letter
    index = _index(answer, first_option)
    by_number = list(choice)[index] if index is not None and 0 <= index < len(choice) else None
    if by_text and by_number and by_text != by_number:
        raise RowRefused(
            "The answer {number} is both the text of option {text} and the number of option "
            "{option}. Write the letter of the correct option.",
            code="answer_number",
            field="answer",
            number=str(answer),
            text=by_text,
            option=by_number,
        )
    return by_text or by_number


def _by_text(answer: str, choice: Mapping[str, str]) -> str | None:
    """Return the only option with this text; "B. Under the stairs" must be the text of b."""
    plain = _plain(answer)
    matching = [letter for letter, text in choice.items() if _plain(text) == plain]
    if len(matching) == 1:
        return matching[0]
    marked = _LETTER_AND_TEXT.fullmatch(plain)
    if marked and _plain(choice.get(marked[1], "")) == marked[2]:
        return marked[1]
    return None


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _index(answer: OptionValue, first_option: FirstOption | None) -> int | None:
    number = whole_number(answer)
    return None if number is None or first_option is None else number - first_option


def whole_number(value: object) -> int | None:
    """Return the whole number of 2, 2.0, "2" or "2.0"; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    match = _WHOLE.fullmatch(str(value).strip())
    return int(match[1]) if match else None


def first_option_of(
    rows: Iterable[tuple[object, object]],
) -> FirstOption | None:
    """Infer the number of the first option from a file's rows of (choice, answer).

    An answer 0 means 0, one as high as there are options means 1. None if there is no such answer,
    if there are both, or if other answers are letters. Answers that are the text of an option are
    ignored.
    """
    zero = top = False
    for choice, answer in rows:
        if not isinstance(choice, Mapping | list):
            continue
        texts = {str(text).strip() for text in _values(choice)}
        for part in answer if isinstance(answer, list) else [answer]:
            number = whole_number(part)
            if str(part).strip() in texts:
                continue
            if number is None and isinstance(part, str) and letter_of(part) in ascii_lowercase:
                return None
            if number is not None:
                zero, top = zero or number == 0, top or number == len(choice)
    if zero == top:
        return None
    return 0 if zero else 1


def _values(choice: Mapping[str, object] | Sequence[object]) -> Iterable[object]:
    return choice.values() if isinstance(choice, Mapping) else choice


def identical_options(choice: Mapping[str, str]) -> Iterator[RowIssue]:
    """Warn of options with the same text."""
    counts = Counter(text.strip() for text in choice.values())
    for repeated, count in counts.items():
        if count > 1:
            letters = [letter for letter, text in choice.items() if text.strip() == repeated]
            yield row_warning(
                "The options {letters} have the same text. Change or remove one.",
                code="identical_options",
                field="choice",
                letters=_listed(letters),
            )
