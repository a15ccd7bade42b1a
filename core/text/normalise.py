"""The form in which texts are compared, with the way back to every original character.

Source 000, `_normalize_text` and property 2. What remains is letters, digits and what changes a
number; what goes is how a passage was typed.
"""

import functools
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import regex  # type: ignore[import-untyped]

from core.text.scripts import HAN, UNSPACED, simplified_characters
from core.text.span import Span

Codes = npt.NDArray[np.uint32]
Positions = npt.NDArray[np.int32]

# Marks that may stand inside a word without being part of it: markdown and invisible characters.
_WEIGHTLESS = re.compile(r"[*_~`\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
_REFERENCE_MARK = re.compile(r"[\[［〔]\d{1,3}[\]］〕]")
_APOSTROPHES = "'’‘ʼ＇´`ʹ′"
_WORD = re.compile(r"[\w%‰$€£¥₩]")
_DASHES = "-\u2013\u2212"
_MINUS = "\u2212"
# The zero of 二○○八年 is often typed as a circle; an ellipsis is no decimal point.
_AS_WRITTEN = {"○": "〇", "◯": "〇", "…": " ", "‥": " "}

# More marks on one letter than this are noise, and slow to put in order.
_COMPOSING = regex.compile(r"\P{M}?[\p{M}\u1160-\u11ff\uff9e\uff9f\U000110bd]{1,12}")
_THOUSANDS = re.compile(r"(?<![0-9.,])[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])")
_DECIMAL_POINT = re.compile(r"(?<=[0-9])\.(?=[0-9])")
# The sign of a number: not the dash of a range (3-5, 3月-5月), of a word (B-52) or of a page (-5-).
_SIGN = re.compile(
    rf"(?<![^\W{UNSPACED}])(?:{_MINUS}|(?<![-\u2013])(?<![0-9])(?<![0-9][{HAN}])"
    rf"(?<![0-9][{HAN}][{HAN}])[-\u2013])(?=[$€£¥₩]?[0-9])(?![$€£¥₩]?[0-9.,]+[-\u2013])"
)
_APOSTROPHE_IN_WORD = re.compile(rf"(?<=[^\W\d_{UNSPACED}])'(?=[^\W\d_{UNSPACED}])")


_MARKS = np.array([ord(mark) for mark in " ',." + _DASHES], dtype=np.uint32)


@dataclass(frozen=True, eq=False)
class Normalised:
    """A text as it is compared. text[i] came from the original characters [starts[i], ends[i])."""

    text: str
    starts: Positions = field(repr=False)
    ends: Positions = field(repr=False)

    def original(self, start: int, end: int) -> Span:
        """The original characters behind text[start:end]; empty ranges have none (ValueError)."""
        if not 0 <= start < end <= len(self.text):
            raise ValueError(f"[{start}, {end}) holds no character of {len(self.text)}")
        return Span(int(self.starts[start]), int(self.ends[end - 1]))


def normalise(text: str) -> Normalised:
    """Fold how `text` was typed and keep what it says; normalising twice changes nothing.

    Compatibility forms and width (NFKC), case and traditional characters are folded. Invisible
    characters, markdown marks and reference marks ([12]) vanish, and so do apostrophes inside
    words; every other mark is one space between words and nothing beside Chinese. A decimal point
    and the sign of a number stay (1.8万 is not 18万, -5 not 5), a separator of thousands goes.
    About 0.15 s per million characters.
    """
    codes, starts, ends = _folded(text)
    kept = _drop_separators(_text_of(codes))
    codes, starts, ends = codes[kept], starts[kept], ends[kept]
    return _words_joined(codes, starts, ends)


def _folded(text: str) -> tuple[Codes, Positions, Positions]:
    """Every character replaced by its folded form, which may be none or several characters."""
    codes = _codes_of(text)
    starts = np.flatnonzero(_outside(_REFERENCE_MARK, text)).astype(np.int32)
    codes, ends = codes[starts], starts + 1
    if any(map(_composes, set(text))):
        # Invisible characters first: they may stand between a letter and its accent.
        codes, starts, ends = _replaced(codes, starts, ends, _visible)
        codes, starts, ends = _composed(_text_of(codes), starts, ends)
    return _replaced(codes, starts, ends, _plain)


def _outside(pattern: re.Pattern[str], text: str) -> npt.NDArray[np.bool_]:
    """False for every character of a match."""
    kept = np.ones(len(text), dtype=np.bool_)
    for match in pattern.finditer(text):
        kept[match.start() : match.end()] = False
    return kept


def _replaced(
    codes: Codes,
    starts: Positions,
    ends: Positions,
    replacement: Callable[[str], str],
) -> tuple[Codes, Positions, Positions]:
    """`replacement` of each character, looked up once per different character of the text."""
    alphabet = np.flatnonzero(np.bincount(codes)) if len(codes) else codes
    forms = [replacement(chr(code)) for code in alphabet]
    lengths = np.zeros(int(alphabet[-1]) + 1 if len(alphabet) else 1, dtype=np.int32)
    offsets = np.zeros_like(lengths)
    lengths[alphabet] = [len(form) for form in forms]
    offsets[alphabet] = np.cumsum(lengths[alphabet]) - lengths[alphabet]
    flat = _codes_of("".join(forms))
    if lengths.max() <= 1:
        kept = np.flatnonzero(lengths[codes])
        return flat[offsets[codes[kept]]], starts[kept], ends[kept]
    produced = lengths[codes]
    source = np.repeat(np.arange(len(codes), dtype=np.int32), produced)
    within = np.arange(len(source), dtype=np.int32) - (np.cumsum(produced) - produced)[source]
    return flat[offsets[codes[source]] + within], starts[source], ends[source]


def _composed(text: str, starts: Positions, ends: Positions) -> tuple[Codes, Positions, Positions]:
    """Letters joined with the combining marks that follow them (e + ´ -> é), where they can be."""
    pieces: list[str] = []
    firsts: list[int] = []
    lasts: list[int] = []
    done = 0
    for match in _COMPOSING.finditer(text):
        first, last = match.span()
        unit = _fold(match.group())
        pieces += (text[done:first], unit)
        firsts += [*range(done, first), *(first for _ in unit)]
        lasts += [*range(done, first), *(last - 1 for _ in unit)]
        done = last
    pieces.append(text[done:])
    firsts += range(done, len(text))
    lasts += range(done, len(text))
    return _codes_of("".join(pieces)), starts[firsts], ends[lasts]


@functools.cache
def _composes(character: str) -> bool:
    return _COMPOSING.match(character) is not None


@functools.cache
def _visible(character: str) -> str:
    """Nothing for a character that leaves no mark or only a markdown mark."""
    invisible = unicodedata.category(character) == "Cf" or _WEIGHTLESS.match(character)
    return "" if invisible else character


@functools.cache
def _plain(character: str) -> str:
    """The folded form of one character: letters, digits, marks that may join or sign them."""
    folded = _AS_WRITTEN.get(character) or _fold(character)
    simplified = simplified_characters()
    return "".join(_mark(simplified.get(each, each)) for each in folded)


@functools.lru_cache(10_000)
def _fold(unit: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", unit).casefold())


def _mark(character: str) -> str:
    # A combining mark that composed with nothing must not meet another letter later.
    if _composes(character) or not _visible(character):
        return ""
    if character in _APOSTROPHES:
        return "'"
    return character if character in ".," or character in _DASHES or _WORD.match(character) else " "


def _drop_separators(text: str) -> npt.NDArray[np.bool_]:
    """False where an apostrophe or a comma stands inside a word or a number."""
    kept = _outside(_APOSTROPHE_IN_WORD, text)
    for number in _THOUSANDS.finditer(text):
        first, last = number.span()
        kept[[at for at in range(first, last) if text[at] == ","]] = False
    return kept


def _words_joined(codes: Codes, starts: Positions, ends: Positions) -> Normalised:
    """Words with one space between those written with spaces; all other marks left out."""
    text = _text_of(codes)
    is_word = ~np.isin(codes, _MARKS)
    is_word[[match.start() for match in _DECIMAL_POINT.finditer(text)]] = True
    signs = [match.start() for match in _SIGN.finditer(text)]
    codes[signs], is_word[signs] = ord(_MINUS), True
    at = np.flatnonzero(is_word)
    words = codes[at]
    spaced = ~_unspaced(words)
    # A space follows word character i where something stood between it and the next one.
    gap = (np.diff(at) > 1) & spaced[:-1] & spaced[1:] if len(at) else np.zeros(0, np.bool_)
    place = np.arange(len(at)) + np.concatenate(([0], np.cumsum(gap)))[: len(at)]
    out = np.full(len(at) + int(gap.sum()), ord(" "), dtype=np.uint32)
    out_starts = np.empty(len(out), dtype=np.int32)
    out_ends = np.empty(len(out), dtype=np.int32)
    out[place], out_starts[place], out_ends[place] = words, starts[at], ends[at]
    before = np.flatnonzero(gap)
    spaces = place[before] + 1
    out_starts[spaces], out_ends[spaces] = starts[at[before] + 1], ends[at[before + 1] - 1]
    return Normalised(_text_of(out), out_starts, out_ends)


@functools.cache
def _unspaced_table() -> npt.NDArray[np.bool_]:
    table = np.zeros(0x110000, dtype=np.bool_)
    for low, high in re.findall("(.)-(.)", UNSPACED):
        table[ord(low) : ord(high) + 1] = True
    return table


def _unspaced(codes: Codes) -> npt.NDArray[np.bool_]:
    return _unspaced_table()[codes]


def _codes_of(text: str) -> Codes:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def _text_of(codes: Codes) -> str:
    return codes.astype(np.uint32, copy=False).tobytes().decode("utf-32-le", "surrogatepass")
