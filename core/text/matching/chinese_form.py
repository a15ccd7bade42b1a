"""Whether Chinese characters were misread as look-alikes, or are another spelling."""

from collections.abc import Sequence

from core.text.language.chinese_words import LONGEST
from core.text.language.dictionary import is_chinese_word
from core.text.language.look_alikes import characters_alike
from core.text.language.variant_characters import same_chinese_word
from core.text.matching.book_words import BookWords, Form
from core.text.matching.diff import TokenChange


def chinese_form(change: TokenChange, book: BookWords) -> Form | None:
    """Return MISREAD if each character is a look-alike that makes no word, or spelt otherwise."""
    ours, theirs = change.ours, change.theirs
    if not ours.words or len(ours.words) != len(theirs.words):
        return None
    for at, character in enumerate(ours.words):
        tokens, place = theirs.tokens, theirs.first + at
        if _same_chinese_word(character, tokens, place):
            continue
        if _is_in_name(tokens, place, book) or not _misread_character(
            character, tokens, place, book
        ):
            return None
    return Form.MISREAD


def _same_chinese_word(character: str, tokens: Sequence[str], at: int) -> bool:
    """Whether, with a neighbour, it is another spelling of the same word: 甚么 and 什么."""
    before, after = "".join(tokens[max(0, at - 1) : at]), "".join(tokens[at + 1 : at + 2])
    original = tokens[at]
    return same_chinese_word(before + character, before + original) or same_chinese_word(
        character + after, original + after
    )


def _is_in_name(tokens: Sequence[str], at: int, book: BookWords) -> bool:
    """Whether the text's character is part of a name, which another character would change."""
    return any(
        "".join(tokens[first:last]) in book.names
        for first in range(max(0, at - LONGEST + 1), at + 1)
        for last in range(max(at + 1, first + 2), min(first + LONGEST, len(tokens)) + 1)
    )


def _misread_character(character: str, tokens: Sequence[str], at: int, book: BookWords) -> bool:
    """Whether the text's character is part of a word, and the quote's look-alike is of none."""
    original = tokens[at]
    if not characters_alike(character, original):
        return False
    before, after = "".join(tokens[max(0, at - 1) : at]), "".join(tokens[at + 1 : at + 2])
    quote_pairs = [pair for pair in (before + character, character + after) if len(pair) > 1]
    text_pairs = [pair for pair in (before + original, original + after) if len(pair) > 1]
    return any(map(is_chinese_word, text_pairs)) and not any(
        is_chinese_word(pair) or book.holds(pair) for pair in quote_pairs
    )
