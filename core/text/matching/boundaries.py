"""Check what a passage cuts off at its edges: part of a word, a number or a negation."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from core.text.language.numerals import CHINESE_NUMERALS, ENGLISH_NUMERALS
from core.text.language.quantities import BESIDE_NUMBERS, is_numeral, numbers_of
from core.text.language.scripts import HAN, UNSPACED
from core.text.language.words import (
    CHINESE_NEGATORS,
    ENGLISH_NEGATORS,
    MINUS,
    NEGATING_PREFIXES,
    TOKEN,
    letter_length,
    negators,
    negators_among,
)
from core.text.matching.search import PreparedText
from core.text.matching.verdicts import EvidenceWarning
from core.text.span import Span

# Letters below which a quote, or one part of an elided one, proves little; Chinese counts double.
MIN_WEIGHT = 8
_CLAUSE_END = re.compile(r"[。！？!?；;.…\n]")
_WORD = re.compile(r"\w")
# Two characters that may be of one word or number.
_PIECE = rf"(?:[^\W{UNSPACED}]|[{CHINESE_NUMERALS}.%‰{MINUS}])"
_JOINED = re.compile(_PIECE * 2)
_REACH = 64  # longer words and numbers are not widened
_REACH_OF_NUMBER, _TOKENS_OF_NUMBER = 16, 3
_NO_NUMBER = re.compile(rf"(?:(?![{CHINESE_NUMERALS}之])[{UNSPACED}]){{2}}")
# 三分 | 之一, five per | cent, two and | a half
_INSIDE_NUMBER = frozenset({"之", "cent", "and"})
_PLAIN_CHARACTERS = re.compile(rf"(?:(?![之{CHINESE_NUMERALS}{CHINESE_NEGATORS}])[{HAN}])*")
_NUMBER_WORDS = ENGLISH_NUMERALS | BESIDE_NUMBERS | _INSIDE_NUMBER


def whole_tokens(text: str, start: int, end: int) -> tuple[int, int]:
    """Widen [start, end) of a normalised text to the words and numbers it cuts."""
    return _token_around(text, start)[0], _token_around(text, end)[1]


def _token_around(text: str, at: int) -> tuple[int, int]:
    """Return the token that a cut at `at` falls inside, else (at, at)."""
    if 0 < at < len(text) and _JOINED.match(text, at - 1):
        for token in TOKEN.finditer(text, max(0, at - _REACH), min(len(text), at + _REACH)):
            if token.start() < at < token.end():
                return token.span()
    return at, at


def cuts_word(text: str, at: int) -> bool:
    """Whether `at` falls inside a word of a normalised text, or inside a number of several."""
    return _token_around(text, at) != (at, at) or _cuts_number(text, at)


def cuts_number(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] begins or ends inside a number ("8万" of "1.8万", "5" of "−5").

    Also inside one of several words: "two hundred" of "two hundred and fifty", 三 of 第三.
    """
    return _cuts_number(text, start) or _cuts_number(text, end)


def _cuts_number(text: str, at: int) -> bool:
    """Whether the text before and after `at` has other numbers apart than together."""
    if at > 0 and _NO_NUMBER.match(text, at - 1):
        return False
    # A sign before a currency is a word of its own.
    if at > 0 and text[at - 1] == MINUS:
        return True
    start, end = _token_around(text, at)
    if start < end:
        return is_numeral(text[start:end])
    before, after = text[max(0, at - _REACH_OF_NUMBER) : at], text[at : at + _REACH_OF_NUMBER]
    if _is_plain(before.split()[-1:]) and _is_plain(after.split()[:1]):
        return False
    words = TOKEN.findall(before)[-_TOKENS_OF_NUMBER:]
    following = TOKEN.findall(after)[:_TOKENS_OF_NUMBER]
    beside = words[-1:] + following[:1]
    if not (_INSIDE_NUMBER.intersection(beside) or any(map(is_numeral, beside))):
        return False
    apart = numbers_of(words)[0] + numbers_of(following)[0]
    return numbers_of(words + following)[0] != apart


def _is_plain(words: Sequence[str]) -> bool:
    """Whether words, if any, are in Latin letters and of no number: a check without tokenizing."""
    return all(
        word.isascii() and word.isalpha() and word not in _INSIDE_NUMBER and not is_numeral(word)
        for word in words
    )


def cuts_negation(text: str, start: int, end: int, clause_start: int = 0) -> bool:
    """Whether text[start:end] cuts a negation, or leaves out one within two words before it.

    Words before `clause_start` belong to another sentence.
    """
    wide_start, wide_end = whole_tokens(text, start, end)
    # Only its first and last words can be cut.
    first, last = min(end, start + _REACH), max(start, end - _REACH)
    if wide_start < start and negators(text[wide_start:first]) != negators(text[start:first]):
        return True
    if end < wide_end and negators(text[last:wide_end]) != negators(text[last:end]):
        return True
    if text[wide_start:start] in NEGATING_PREFIXES:
        return True
    before = TOKEN.findall(text[max(clause_start, wide_start - 24) : wide_start])[-2:]
    return bool(negators_among(before))


def _continues_with_negation(span: Span, prepared: PreparedText, end: int) -> bool:
    """Whether the next word denies ("he would | not"), without a mark between."""
    if not _continues(span, prepared):
        return False
    following = TOKEN.search(prepared.normal.text, end, end + _REACH)
    return following is not None and bool(negators_among([following[0]]))


def breaks_off_negation(prepared: PreparedText, start: int, end: int) -> bool:
    """Whether the last word of a normalised passage denies the next ("he would not | go")."""
    text = prepared.normal.text
    last = TOKEN.findall(text, max(start, end - _REACH), end)
    last = last[-2:] if last[-1:] == ["有"] else last[-1:]
    denies = bool(negators_among(last))
    return denies and _continues(prepared.normal.original(start, end), prepared)


def _continues(span: Span, prepared: PreparedText) -> bool:
    """Whether a word follows a passage without a mark between, or at the end of the passage."""
    ends_in_word = prepared.text[span.start : span.end].rstrip(" ")[-1:].isalnum()
    return ends_in_word and prepared.text[span.end : span.end + 2].lstrip(" ")[:1].isalpha()


def edge_warnings(span: Span, prepared: PreparedText) -> list[str]:
    """Return the warnings about the edges and the length of a passage of the original text."""
    text = prepared.normal.text
    start, end = prepared.normal_index(span.start), prepared.normal_index(span.end)
    possible = _may_cut(text, start, end)
    warnings: list[str] = []
    if possible.number and cuts_number(text, start, end):
        warnings.append(EvidenceWarning.CUT_NUMBER)
    if possible.negation and _leaves_out_negation(span, prepared, start, end):
        warnings.append(EvidenceWarning.CUT_NEGATION)
    if end - start < 2 * MIN_WEIGHT and letter_length(text[start:end]) < MIN_WEIGHT:
        warnings.append(EvidenceWarning.SHORT)
    return warnings


def _leaves_out_negation(span: Span, prepared: PreparedText, start: int, end: int) -> bool:
    """Whether a passage cuts a negation, or leaves one out right before or after it."""
    # A mark at the beginning of the passage also ends the sentence before it.
    word = _WORD.search(prepared.text, span.start, span.end)
    begin = word.start() if word else span.start
    before = prepared.text[max(0, span.start - 60) : begin]
    clause_start = prepared.normal_index(begin - len(_CLAUSE_END.split(before)[-1]))
    left_out = cuts_negation(prepared.normal.text, start, end, clause_start)
    return left_out or _continues_with_negation(span, prepared, end)


class _Cut(NamedTuple):
    number: bool
    negation: bool


def _may_cut(text: str, start: int, end: int) -> _Cut:
    """Tell quickly what may be cut; not beside plain words. A full check takes ten times longer."""
    characters = text[max(0, start - 2) : start + 1] + text[end - 1 : end + 1]
    if _PLAIN_CHARACTERS.fullmatch(characters):
        return _Cut(number=False, negation=False)
    words = [
        *text[max(0, start - _REACH) : start].split()[-2:],
        *text[start : start + _REACH].split(None, 1)[:1],
        *text[max(0, end - _REACH) : end].split()[-1:],
        *text[end : end + _REACH].split(None, 1)[:1],
    ]
    together = "".join(words)
    apart = text[start - 1 : start] in ("", " ") and text[end : end + 1] in ("", " ")
    if not (apart and together.isascii() and together.isalpha()):
        return _Cut(number=True, negation=True)
    return _Cut(not _NUMBER_WORDS.isdisjoint(words), not ENGLISH_NEGATORS.keys().isdisjoint(words))
