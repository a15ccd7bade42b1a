"""How long a copy is, and what it is made of (source 001, section 3; readings 10-12).

A length unit is a Chinese character. Text without Chinese counts its words, 5 units each; mixed
text counts 5 for a Latin word and 1 for every other grapheme, white space nothing.
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
from core.verification.findings import Span
from core.verification.policy_parts import LengthRule

# Thai, Lao, Burmese and Khmer stand without spaces, too.
_NO_SPACES = f"[{UNSPACED}\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]"
_WITHOUT_SPACES = re.compile(_NO_SPACES)
_HAN = regex.compile(r"\p{Han}")
_LATIN = regex.compile(r"\p{Latin}")
_WORD = re.compile(r"\S+")
_LATIN_WORD = r"\p{Latin}[\p{Latin}\p{M}'’]*+"
# Flags before anything else: \X alone looks back over all of a row of them.
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
"""A full stop within a number or an address ends no sentence, nor does the mark of a query.

The characters come first, what is around them after: so nothing but them is ever tried.
"""


def has_han(text: str) -> bool:
    kinds = kinds_of(text)
    return HAN in kinds or RARE_HAN in kinds or (has_others(text) and bool(_HAN.search(text)))


def has_latin(text: str) -> bool:
    kinds = kinds_of(text)
    return SMALL in kinds or CAPITAL in kinds or (has_others(text) and bool(_LATIN.search(text)))


def latin_words(text: str) -> list[str]:
    """Apostrophes within and after them included."""
    if has_others(text):
        words: list[str] = _ANY_LATIN_WORD.findall(text)
        return words
    return _PLAIN_WORD.findall(text) if has_latin(text) else []


def is_spaced(text: str) -> bool:
    """Whether the text is written in words with spaces between them."""
    kinds = kinds_of(text)
    if HAN in kinds or RARE_HAN in kinds:
        return False
    return not has_others(text) or _WITHOUT_SPACES.search(text) is None


def length(text: str, rule: LengthRule) -> int:
    """In length units."""
    if is_spaced(text):
        return _of_words(text.split(), rule)
    if has_others(text):
        return sum(size for _, size in units_of(text, rule))
    seen, words = len(text) - kinds_of(text).count(SPACE), latin_words(text)
    return seen + _of_words(words, rule) - sum(map(len, words)) if words else seen


def _of_words(words: Sequence[str], rule: LengthRule) -> int:
    if rule.longest_word is None:
        return len(words) * rule.word
    return sum(_of_word(len(word), rule) for word in words)


def cut_at(text: str, limit: int, rule: LengthRule) -> int:
    """Where to cut so that what is before has at most `limit` units: the end of the last unit that
    fits, at a grapheme boundary and outside words.
    """
    used, end = 0, 0
    for (_, unit_end), size in units_of(text, rule):
        used += size
        if used > limit:
            return end
        end = unit_end
    return len(text)


def units_of(text: str, rule: LengthRule) -> Iterator[tuple[Span, int]]:
    """What is counted, in order, and what it counts for; what is not seen counts 0."""
    if is_spaced(text):
        for word in _WORD.finditer(text):
            yield word.span(), _of_word(word.end() - word.start(), rule)
        return
    for match in _UNIT.finditer(text):
        start, end = match.span()
        if not _is_seen(text[start]):
            yield (start, end), 0
        elif _is_letter(text[start]):
            yield (start, end), _of_word(end - start, rule)
        else:
            yield (start, end), 1


def _of_word(size: int, rule: LengthRule) -> int:
    return size if rule.longest_word and size > rule.longest_word else rule.word


def _is_letter(character: str) -> bool:
    if character.isascii():
        return character.isalpha()
    return _LATIN.match(character) is not None


def emoji(text: str) -> list[Span]:
    """Each emoji once, families, flags, keycaps and skin tones included."""
    if not has_others(text):
        return []
    return [match.span() for match in _EMOJI.finditer(text)]


def punctuation_share(text: str) -> tuple[int, int]:
    """Punctuation marks, and graphemes that are no white space."""
    if not has_others(text):
        kinds = kinds_of(text)
        return kinds.count(MARK), len(text) - kinds.count(SPACE)
    marks = len(_PUNCTUATION.findall(text))
    return marks, sum(_is_seen(grapheme[0]) for grapheme in _GRAPHEME.findall(text))


def _is_seen(character: str) -> bool:
    """No white space, no control, no mark of writing direction and the like."""
    if character.isspace():
        return False
    return character.isascii() or unicodedata.category(character) not in ("Cf", "Cc")
