"""Whether Chinese characters were taken for those they look like, or are another spelling."""

from collections.abc import Sequence

from core.text.language.chinese_words import LONGEST
from core.text.language.dictionary import is_chinese_word
from core.text.language.look_alikes import characters_alike
from core.text.language.variant_characters import same_chinese_word
from core.text.matching.book_words import BookWords, Form
from core.text.matching.diff import TokenChange


def chinese_form(change: TokenChange, book: BookWords) -> Form | None:
    """Characters taken for those they look like, one by one, which make no word."""
    ours, theirs = change.ours, change.theirs
    if not ours.words or len(ours.words) != len(theirs.words):
        return None
    for at, one in enumerate(ours.words):
        tokens, place = theirs.tokens, theirs.first + at
        if _same_chinese_word(one, tokens, place):
            continue
        if _of_name(tokens, place, book) or not _misread_character(one, tokens, place, book):
            return None
    return Form.MISREAD


def _same_chinese_word(one: str, tokens: Sequence[str], at: int) -> bool:
    """Whether it is one word with a neighbour, written otherwise: 甚么 and 什么."""
    before, after = "".join(tokens[max(0, at - 1) : at]), "".join(tokens[at + 1 : at + 2])
    other = tokens[at]
    return same_chinese_word(before + one, before + other) or same_chinese_word(
        one + after, other + after
    )


def _of_name(tokens: Sequence[str], at: int, book: BookWords) -> bool:
    """Whether the text's character is of a name: with another it is another's."""
    return any(
        "".join(tokens[first:last]) in book.names
        for first in range(max(0, at - LONGEST + 1), at + 1)
        for last in range(max(at + 1, first + 2), min(first + LONGEST, len(tokens)) + 1)
    )


def _misread_character(one: str, tokens: Sequence[str], at: int, book: BookWords) -> bool:
    """Whether the text's character is of a word, and the quote's makes none with its neighbours."""
    other = tokens[at]
    if not characters_alike(one, other):
        return False
    before, after = "".join(tokens[max(0, at - 1) : at]), "".join(tokens[at + 1 : at + 2])
    made = [pair for pair in (before + one, one + after) if len(pair) > 1]
    stood = [pair for pair in (before + other, other + after) if len(pair) > 1]
    return any(map(is_chinese_word, stood)) and not any(
        is_chinese_word(pair) or book.holds(pair) for pair in made
    )
