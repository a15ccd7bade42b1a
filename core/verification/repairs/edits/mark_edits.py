"""Bring the marks, emoji, spaces and character widths of a copy within a policy's limits."""

import re
import unicodedata

from core.verification.copy_text.text_folding import INVISIBLE
from core.verification.copy_text.text_measures import emoji, has_han, punctuation_share
from core.verification.policy_parts import Marks

_REPEATED = re.compile(r"([!！?？~～，,、。])(?:\s?\1)+(?!\1)")
_MIXED = re.compile(r"[!！?？](?:\s?[!！?？])+")
_TILDES = re.compile(r"[~～]{2,}")
_TILDE_BEFORE = re.compile(r"(?<=[一-龥])[~～](?=[!！])")
_STRETCHED_LATIN = re.compile(r"([A-Za-z])\1{3,}")
_STRETCHED_HAN = re.compile(r"([一-龥])\1{3,}")
_WIDE = re.compile(r"[０-９Ａ-Ｚａ-ｚ]+")
_ALL_WIDE = re.compile(r"[！-～]+")
_SPACES = (
    (re.compile(r"[^\S\r\n]{2,}"), " "),
    (re.compile(r"(?<!\s)\s+(?=[,，。！？；：、])"), ""),
)
_DRAWN = r"[★☆◆◇■□●○▲△※→←↓↑♪♫♥♡~～|｜·•—=^*#]"
_DECORATION = re.compile(rf"(?<!{_DRAWN}){_DRAWN}+(?=\W|$)|(?<=\W){_DRAWN}+")
_JOINERS = "\u200d\ufe0e\ufe0f"


def with_fewer_marks(text: str, limits: Marks) -> str:
    """The text with one mark for each run, no more exclamation marks and emoji than `limits`
    allows, and even spaces and widths.

    A text with nothing wrong is returned as it is.
    """
    han = has_han(text)
    text = INVISIBLE.sub(
        lambda m: m[0] if all(c in _JOINERS or ord(c) >= 0xE0020 for c in m[0]) else "", text
    )
    text = _REPEATED.sub(r"\1", text)
    text = _MIXED.sub(lambda m: _one_mark(m[0], han), text)
    text = _TILDE_BEFORE.sub("", _TILDES.sub(lambda m: m[0][0], text))
    text = _STRETCHED_LATIN.sub(r"\1", _STRETCHED_HAN.sub(r"\1\1", text))
    wide = _WIDE if han else _ALL_WIDE
    text = wide.sub(lambda m: unicodedata.normalize("NFKC", m[0]), text)
    text = _fewer_exclamations(text, limits.exclamations, han)
    text = _fewer_emoji(text, limits.emoji)
    marks, graphemes = punctuation_share(text)
    if marks * 100 > limits.punctuation_percent * graphemes:
        text = _DECORATION.sub("", text)
    for pattern, by in _SPACES:
        text = pattern.sub(by, text)
    return text.strip()


def _one_mark(marks: str, han: bool) -> str:
    """One mark for a run of them: a question mark where it has one (?! becomes ?), else !."""
    mark = "？" if "?" in marks or "？" in marks else "！"
    return mark if han else {"？": "?", "！": "!"}[mark]


def _fewer_exclamations(text: str, limit: int, han: bool) -> str:
    """Keep the last `limit` exclamation marks; those before become full stops."""
    places = [at for at, mark in enumerate(text) if mark in "!！"]
    over = set(places[: max(0, len(places) - limit)])
    if not over:
        return text
    stop = "。" if han else "."
    return "".join(stop if at in over else mark for at, mark in enumerate(text))


def _fewer_emoji(text: str, limit: int) -> str:
    """Keep the first `limit` emoji; one removed between Chinese characters becomes a comma."""
    over = emoji(text)[limit:]
    pieces, at, before = [], 0, ""
    for start, end in over:
        pieces.append(text[at:start])
        before = text[start - 1 : start] if start > at else before
        if has_han(before) and has_han(text[end : end + 1]):
            pieces.append("，")
        at = end
    pieces.append(text[at:])
    return re.sub(r"[^\S\r\n]{2,}", " ", "".join(pieces)) if over else text


def in_sentence_case(text: str) -> str:
    """The text in sentence case where 70 % of its letters or more are capitals; else as it is.

    Names cannot be told from other words, so no single word is lowered.
    """
    letters = [c for c in text if c.isalpha()]
    if not letters or not text.isascii() or sum(c.isupper() for c in letters) < 0.7 * len(letters):
        return text
    low = text.lower()
    low = re.sub(r"(^|[.!?]\s+)([a-z])", lambda m: m[1] + m[2].upper(), low)
    return re.sub(r"\bi\b", "I", low)
