"""The options of a row and the letters that answer it, as people and spreadsheets write them."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_lowercase

from core.questions.issues import RowIssue, RowRefused, row_warning

Option = str | int | float
"""Texts may come as numbers: a year, a sum."""

_BETWEEN_LETTERS = re.compile(r"[\s,，、;；|]+")
_MARKED = re.compile(r"[(\[]?([a-z])[)\].:]*")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


def letter_of(name: str) -> str:
    """The plain letter that "A", "Ａ", "a.", "(a)" and "A)" mean; other names only folded."""
    folded = unicodedata.normalize("NFKC", name).strip().lower()
    marked = _MARKED.fullmatch(folded)
    return marked[1] if marked else folded


def read_choice(given: Mapping[str, Option] | Sequence[Option]) -> dict[str, str]:
    """Letters to texts in file order; a list gets letters. Raises RowRefused."""
    if not 2 <= len(given) <= len(ascii_lowercase):
        raise RowRefused(
            "The question has {count} options. Give it 2 to 26.",
            code="option_count",
            field="choice",
            count=len(given),
        )
    named = given if isinstance(given, Mapping) else dict(zip(ascii_lowercase, given, strict=False))
    choice: dict[str, str] = {}
    for name, text in named.items():
        letter = letter_of(name)
        if len(letter) != 1 or letter not in ascii_lowercase:
            raise RowRefused(
                "The option {name} is not named by a letter. Name the options a, b, c and so on.",
                code="option_letter",
                field="choice",
                name=name,
            )
        if letter in choice:
            raise RowRefused(
                "The option letter {letter} is used twice. Give every option its own letter.",
                code="option_letter",
                field="choice",
                letter=letter,
            )
        if not str(text).strip():
            raise RowRefused(
                "The option {letter} is empty. Write its text or remove it.",
                code="empty_text",
                field=f"choice.{letter}",
                letter=letter,
            )
        choice[letter] = str(text)
    return choice


def read_answer(given: Option | Sequence[Option], choice: Mapping[str, str]) -> tuple[str, ...]:
    """Letters of `choice` in the order given. Raises RowRefused; a number is not guessed at."""
    names = [given] if isinstance(given, int | float) else given
    names = _BETWEEN_LETTERS.split(names.strip()) if isinstance(names, str) else names
    letters = tuple(letter for name in names if (letter := letter_of(str(name))))
    if not letters:
        raise RowRefused(
            "The answer is empty. Write the letters of the right options.",
            code="empty_answer",
            field="answer",
        )
    numbers = [letter for letter in letters if _NUMBER.fullmatch(letter)]
    if numbers:
        raise RowRefused(
            "The answer {number} is a number, which may count the options from 0 or from 1. Write "
            "the letter of the right option.",
            code="answer_number",
            field="answer",
            number=numbers[0],
        )
    unknown = [letter for letter in letters if letter not in choice]
    if unknown:
        raise RowRefused(
            "Answer {letters} is not among the options {options}. Use the letters of the options.",
            code="answer_not_an_option",
            field="answer",
            letters=", ".join(unknown),
            options=", ".join(choice),
        )
    if len(set(letters)) < len(letters):
        raise RowRefused(
            "The answer {letters} names an option twice. Name every right option once.",
            code="answer_twice",
            field="answer",
            letters=", ".join(letters),
        )
    return letters


def identical_options(choice: Mapping[str, str]) -> Iterator[RowIssue]:
    counts = Counter(text.strip() for text in choice.values())
    for same, count in counts.items():
        if count > 1:
            letters = [letter for letter, text in choice.items() if text.strip() == same]
            yield row_warning(
                "The options {letters} have the same text. Change or remove one.",
                code="identical_options",
                field="choice",
                letters=", ".join(letters),
            )
