"""The word lists in the script of a book, and patterns of their words."""

import functools
import re
from collections.abc import Sequence

import opencc

from tests.bench.evidence.books import Book
from tests.bench.wording import chinese, english

Groups = Sequence[Sequence[str]]
NO_LETTER = r"(?<![\w’'-])"
NO_LETTER_AFTER = r"(?![\w’'-])"


def groups(lines: str) -> Groups:
    """A group a line, its words apart by spaces; "at_once" is two words."""
    return [[word.replace("_", " ") for word in line.split()] for line in lines.split("\n") if line]


@functools.lru_cache(16)
def is_traditional(book: Book) -> bool:
    return book.text.count("說") > book.text.count("说")


def in_script(lines: str, book: Book) -> str:
    """The list as the book's script writes it."""
    if book.language != "zh" or not is_traditional(book):
        return lines
    return str(_to_traditional().convert(lines))


@functools.cache
def _to_traditional() -> opencc.OpenCC:
    return opencc.OpenCC("s2t")


def exchanged(language: str) -> dict[str, str]:
    return chinese.EXCHANGED if language == "zh" else english.EXCHANGED


def any_of(words: Sequence[str], language: str) -> re.Pattern[str]:
    """One of the words, in English whole."""
    each = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(each if language == "zh" else rf"{NO_LETTER}(?:{each}){NO_LETTER_AFTER}")
