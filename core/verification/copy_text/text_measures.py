"""Measure the length and make-up of a copy (source 001, section 3; readings 10-12).

One length unit is a Chinese character. In text with spaces every word is 5 units. In mixed text a
Latin word is 5 units, every other visible grapheme 1, and white space 0.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

import regex  # type: ignore[import-untyped]

from core.text.language.scripts import UNSPACED
from core.verification.copy_text.character_kinds import (
    CAPITAL,
    HAN,
    MARK,
    RARE_HAN,
    SMALL,
    SPACE,
    has_others,
    kinds_of,
)
from core.verification.findings import CharRange
from core.verification.policy_parts import LengthRule

# Thai, Lao, Burmese and Khmer are written without spaces, too.
_NO_SPACES = f"[{UNSPACED}\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]"
_WITHOUT_SPACES = re.compile(_NO_SPACES)
_HAN = regex.compile(r"\p{Han}")
_LATIN = regex.compile(r"\p{Latin}")
_WORD = re.compile(r"\S+")
_LATIN_WORD = r"\p{Latin}[\p{Latin}\p{M}'’]*+"
# Flags come first: \X alone looks back over a whole sequence of them.
_ANY_GRAPHEME = r"\p{RI}\p{RI}|\X"
_UNIT = regex.compile(rf"{_LATIN_WORD}|{_ANY_GRAPHEME}")
_ANY_LATIN_WORD = regex.compile(_LATIN_WORD)
_PLAIN_WORD = re.compile(r"[A-Za-z][A-Za-z'’]*")
_GRAPHEME = regex.compile(_ANY_GRAPHEME)
_EMOJI = regex.compile(
    r"\p{RI}\p{RI}"
    r"|[0-9#*]\uFE0F?\u20E3"
    r"|(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F)"
    r"(?:\p{EMod}|\uFE0F|[\U000E0020-\U000E007F]|\u200D(?:\p{Emoji_Presentation}|\p{Emoji})\uFE0F?)*+"
)
_PUNCTUATION = regex.compile(r"\p{P}")


SENTENCE_END = (
    r"(?:[!。！？；;…\r\n.?](?:(?<=[!。！？；;…\r\n])|(?<=\.)(?![A-Za-z0-9])|(?<=\.)(?<![A-Za-z0-9]\.)"
    r"|(?<=\?)(?!\w{1,40}=)))"
)
"""A regular expression for the end of a sentence. A full stop within a number or an address does
not match, nor the ? of a URL query.

The character is matched first and its context after, so that no other position is tried.
"""


def has_han(text: str) -> bool:
    """Whether the text has a Chinese character."""
    kinds = kinds_of(text)
    return HAN in kinds or RARE_HAN in kinds or (has_others(text) and bool(_HAN.search(text)))


def has_latin(text: str) -> bool:
    """Whether the text has a Latin letter."""
    kinds = kinds_of(text)
    return SMALL in kinds or CAPITAL in kinds or (has_others(text) and bool(_LATIN.search(text)))


def latin_words(text: str) -> list[str]:
    """The words in Latin letters, with apostrophes within and after them."""
    if has_others(text):
        words: list[str] = _ANY_LATIN_WORD.findall(text)
        return words
    return _PLAIN_WORD.findall(text) if has_latin(text) else []


def is_spaced(text: str) -> bool:
    """Whether no character is of a script that is written without spaces."""
    kinds = kinds_of(text)
    if HAN in kinds or RARE_HAN in kinds:
        return False
    return not has_others(text) or _WITHOUT_SPACES.search(text) is None


def length(text: str, rule: LengthRule) -> int:
    """The length of a text in length units."""
    if is_spaced(text):
        return _words_length(text.split(), rule)
    if has_others(text):
        return sum(size for _, size in units_of(text, rule))
    visible, words = len(text) - kinds_of(text).count(SPACE), latin_words(text)
    return visible + _words_length(words, rule) - sum(map(len, words)) if words else visible


def _words_length(words: Sequence[str], rule: LengthRule) -> int:
    if rule.longest_word is None:
        return len(words) * rule.word
    return sum(_word_length(len(word), rule) for word in words)


def cut_at(text: str, limit: int, rule: LengthRule) -> int:
    """The position at which to cut a text to at most `limit` units: the end of the last word or
    grapheme that fits.
    """
    used, end = 0, 0
    for (_, unit_end), size in units_of(text, rule):
        used += size
        if used > limit:
            return end
        end = unit_end
    return len(text)


def units_of(text: str, rule: LengthRule) -> Iterator[tuple[CharRange, int]]:
    """Yield (span, length units) of each word or grapheme in order; invisible ones count 0."""
    if is_spaced(text):
        for word in _WORD.finditer(text):
            yield word.span(), _word_length(word.end() - word.start(), rule)
        return
    for match in _UNIT.finditer(text):
        start, end = match.span()
        if not _is_visible(text[start]):
            yield (start, end), 0
        elif _is_letter(text[start]):
            yield (start, end), _word_length(end - start, rule)
        else:
            yield (start, end), 1


def _word_length(size: int, rule: LengthRule) -> int:
    return size if rule.longest_word and size > rule.longest_word else rule.word


def _is_letter(character: str) -> bool:
    if character.isascii():
        return character.isalpha()
    return _LATIN.match(character) is not None


def emoji(text: str) -> list[CharRange]:
    """The span of each emoji; a family, flag or keycap and an emoji with skin tone are one each."""
    if not has_others(text):
        return []
    return [match.span() for match in _EMOJI.finditer(text)]


def punctuation_share(text: str) -> tuple[int, int]:
    """The number of punctuation marks and the number of visible graphemes."""
    if not has_others(text):
        kinds = kinds_of(text)
        return kinds.count(MARK), len(text) - kinds.count(SPACE)
    marks = len(_PUNCTUATION.findall(text))
    return marks, sum(_is_visible(grapheme[0]) for grapheme in _GRAPHEME.findall(text))


def _is_visible(character: str) -> bool:
    """Whether a character is neither white space nor a control or format character."""
    if character.isspace():
        return False
    return character.isascii() or unicodedata.category(character) not in ("Cf", "Cc")
