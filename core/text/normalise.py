"""The normal form in which texts are compared, with a map back to the original characters.

Source 000, `_normalize_text` and property 2. It keeps letters, digits and what changes a number,
and drops how a passage was typed.
"""

import html
import re
import unicodedata
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import regex  # type: ignore[import-untyped]

from core.text.language.scripts import HAN, UNSPACED, simplified_characters
from core.text.language.words import NUMBERED
from core.text.span import Span

Positions = npt.NDArray[np.int32]

# Placeholders that stand in a text only while it is folded.
_NOTHING = "\0"
_APART = "\x1f"  # a space between two digits, else nothing
_COMBINES = "\x02"
_SIGNED = "\x01"

# Deleted even inside a word: markdown marks and invisible characters.
_MARKDOWN = "*_~`"
_HIDDEN = rf"{_MARKDOWN}\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\p{{Cf}}"
_HIDDEN_CHARACTER = regex.compile(f"[{_HIDDEN}]")
_COMBINING = r"\p{M}\u1160-\u11ff\uff9e\uff9f"
_COMBINING_CHARACTER = regex.compile(f"[{_COMBINING}]")
# More than 12 marks on one letter are noise, and slow to sort.
_LETTER_WITH_MARKS = regex.compile(
    rf"((?:[^{_COMBINING}{_HIDDEN}][{_HIDDEN}]*+)?"
    rf"[{_COMBINING}](?:[{_HIDDEN}]*+[{_COMBINING}]){{0,11}})"
)
# Reference marks ([12]) after a word or a mark of punctuation, not in a[3], article [7] or 第[7];
# line breaks after a soft hyphen, where a word goes on; escapes written for a machine (&quot; or
# \\').
_OPENING = r"[\[［〔]"
_CLOSES_SENTENCE = r"[*_~`.,;:!?\"'”’)\]］〕。，；：！？」』）、…—]"
_NOT_NUMBERED = "".join(rf"(?<!(?i:{word}){_OPENING})" for word in NUMBERED)
_INSERTED = re.compile(
    rf"[\[［〔\u00ad¬&\\](?:(?:(?<=[A-Za-zÀ-ÿ'’][A-Za-zÀ-ÿ]{_OPENING}){_NOT_NUMBERED}|(?<=(?!第)[{HAN}]{_OPENING})"
    rf"|(?<={_CLOSES_SENTENCE}{_OPENING})|(?<={_CLOSES_SENTENCE}[ \n]{_OPENING}))"
    r"\d{1,3}[\]］〕]|(?<=[\u00ad¬])[ \t]*\r?\n[ \t]*"
    r"|(?<=&)(?:#[0-9]{2,5}|#[xX][0-9A-Fa-f]{2,4}|[a-z]{2,6});"
    r"""|(?<=\\)(?:["'“”‘’]|n(?![a-z])))"""
)

_APOSTROPHES = "'’‘‛ʼʻʽʹ′"
_DASHES = "-\u2013\u2212"
_MINUS = "\u2212"
_NARROW_SPACE = "\u00a0"  # may separate thousands; an ordinary space may also separate two numbers
_WORD = re.compile(r"[\w%‰$€£¥₩]")
_AS_WRITTEN = {
    **dict.fromkeys("○◯", "〇"),  # the zero of 二○○八年
    **dict.fromkeys("…‥", " "),  # no decimal point
    **dict.fromkeys("\u00a0\u2009\u202f", _NARROW_SPACE),
    **dict.fromkeys("\u2010\u2011", "-"),
    "´": "'",
}

_SPACED_LETTER = rf"[^\W\d_{UNSPACED}]"
_SPACED_WORD = rf"[^\W{UNSPACED}]"
# Every pattern begins with rare characters, so that it costs little in a text without them.
_BETWEEN_DIGITS = re.compile(rf"([0-9.]{_NOTHING}*){_APART}(?=[{_NOTHING}{_APART}]*[0-9])")
_THOUSANDS = re.compile(
    rf"[0-9](?<![0-9.,][0-9])[0-9]{{0,2}}([,{_NARROW_SPACE}])[0-9]{{3}}(?:\1[0-9]{{3}})*(?![0-9])"
)
_APOSTROPHE_IN_WORD = re.compile(rf"'(?<={_SPACED_LETTER}')(?={_SPACED_LETTER})")
# to-day, to-night, to-morrow; not day-to-day.
_OLD_SPELLING = re.compile(
    rf"to[{_DASHES}](?<!{_SPACED_WORD}to.)(?<!\w-to.)(?<!\w\u2013to\u2013)"
    rf"(?=(?:day|night|morrow)(?!{_SPACED_WORD}))"
)
# The sign of a number: not the dash of a range (3-5, 3月-5月), of a word (B-52) or of a page (-5-).
_SIGN = re.compile(
    rf"[{_DASHES}](?<!{_SPACED_WORD}.)"
    rf"(?:(?<={_MINUS})|(?<![-\u2013].)(?<![0-9][{HAN}].)(?<![0-9][{HAN}][{HAN}].))"
    rf"(?=[$€£¥₩]?[0-9])(?![$€£¥₩]?[0-9.,{_NOTHING}]+[-\u2013])"
)
_ANY_MARK = re.compile(f"[{_DASHES}',.{_NARROW_SPACE}]")
_OTHER_MARK = re.compile(rf"{_ANY_MARK.pattern}(?!(?<=[0-9]\.)[0-9])")
# Spaces to delete: one stays, between two words of a script that is written with spaces.
_SPARE_SPACE = re.compile(rf" (?:(?<=  )|(?<![^{UNSPACED}] )|(?! *[^{UNSPACED} ]))")


@dataclass(frozen=True, eq=False)
class Normalised:
    """A normalised text; text[i] comes from the original characters [starts[i], ends[i])."""

    text: str
    starts: Positions = field(repr=False)
    ends: Positions = field(repr=False)

    def original(self, start: int, end: int) -> Span:
        """Return the original span of text[start:end]. Raises ValueError if it has no character."""
        if not 0 <= start < end <= len(self.text):
            raise ValueError(f"[{start}, {end}) holds no character of {len(self.text)}")
        return Span(int(self.starts[start]), int(self.ends[end - 1]))


def normalise(text: str) -> Normalised:
    """Fold how `text` was typed and keep its content; normalising twice changes nothing.

    Compatibility forms and width (NFKC), case and traditional characters are folded. Invisible
    characters, markdown marks and reference marks ([12]) vanish, and so do apostrophes inside
    words and the hyphen of to-day; every other mark is one space between words and nothing beside
    Chinese. A decimal point and the sign of a number stay (1.8万 is not 18万, -5 not 5), and
    numbers stay apart (3~5 is not 35); a separator of thousands goes. A word hyphenated at the end
    of a line is joined after a soft hyphen only: "well-" and "known" may be two.
    About 0.15 s per million characters.
    """
    text = _INSERTED.sub(_as_read, text)
    folded, starts, ends = _folded(text)
    folded = _numbers_apart(folded)
    if _NOTHING in folded:
        present = np.flatnonzero(code_points(folded))
        folded, starts, ends = folded.replace(_NOTHING, ""), starts[present], ends[present]
    words = _words(folded)
    codes = code_points(words)
    remaining = np.flatnonzero(codes)
    spaces = np.flatnonzero(codes[remaining] == ord(" "))
    first, last = starts[remaining], ends[remaining]
    # A space maps to everything between the two words beside it.
    first[spaces], last[spaces] = starts[remaining[spaces - 1] + 1], ends[remaining[spaces + 1] - 1]
    return Normalised(words.replace(_NOTHING, ""), first, last)


def normal_form(text: str) -> str:
    """`normalise(text).text`, in a third of the time."""
    text = _INSERTED.sub(_as_read, text)
    folded = text.translate(_FORMS_BY_CODE)
    if _COMBINES in folded:
        folded, _, _ = _folded(text)
    return _words(_numbers_apart(folded).replace(_NOTHING, "")).replace(_NOTHING, "")


def _folded(text: str) -> tuple[str, Positions, Positions]:
    """Return the folded text, and where in `text` each of its characters begins and ends.

    Works on arrays of character codes, ten times as fast as on strings.
    """
    codes = code_points(text)
    used = np.flatnonzero(np.bincount(codes))
    forms = [_FORMS[chr(code)] for code in used.tolist()]
    if any(_COMBINES in form for form in forms):
        return _folded_units(text)
    widths = np.zeros(int(used[-1]) + 1 if len(used) else 0, dtype=np.int32)
    widths[used] = list(map(len, forms))
    firsts = np.cumsum(widths, dtype=np.int32) - widths
    characters, ends = code_points("".join(forms)), np.arange(1, len(codes) + 1, dtype=np.int32)
    if len(characters) == len(forms) and all(forms):
        return _text_of(characters[firsts[codes]]), ends - 1, ends
    width, first = widths[codes], firsts[codes]
    before = np.cumsum(width, dtype=np.int32) - width
    places = np.repeat(first - before, width)
    places += np.arange(len(places), dtype=np.int32)
    return _text_of(characters[places]), np.repeat(ends - 1, width), np.repeat(ends, width)


def _folded_units(text: str) -> tuple[str, Positions, Positions]:
    """Do the same for a text with combining marks, which fold together with their letter."""
    units = _units(text)
    forms = [*map(_FORMS.__getitem__, units)]
    ends = np.cumsum(np.fromiter(map(len, units), np.int32, len(units)), dtype=np.int32)
    starts = np.concatenate((np.zeros(1, np.int32), ends[:-1]))
    lengths = np.fromiter(map(len, forms), np.int32, len(forms))
    folded = "".join(forms).replace(_COMBINES, _NOTHING)
    return folded, np.repeat(starts, lengths), np.repeat(ends, lengths)


def _numbers_apart(folded: str) -> str:
    if _APART not in folded:
        return folded
    return _BETWEEN_DIGITS.sub(r"\1 ", folded).replace(_APART, _NOTHING)


def _as_read(inserted: re.Match[str]) -> str:
    """Return what replaces an inserted mark, padded to its length."""
    written = inserted[0]
    mark = ""
    if written[0] == "\\":
        mark = written[1].replace("n", "\n")
    elif written[0] == "&":
        mark = html.unescape(written)
        if len(mark) > 1 or _WORD.match(mark) or _COMBINING_CHARACTER.match(mark):
            return " " + written[1:]  # not a mark: leave the entity as text
    return mark.ljust(len(written), "*")


def _units(text: str) -> list[str]:
    """Split `text` into characters, a letter with its combining marks (e + ´) as one."""
    units: list[str] = []
    for number, part in enumerate(_LETTER_WITH_MARKS.split(text)):
        units += (part,) if number % 2 else part
    return units


def _words(text: str) -> str:
    """Replace the marks of a folded text by spaces or _NOTHING; its length stays the same."""
    if _ANY_MARK.search(text):
        text = _THOUSANDS.sub(_without_separators, text)
        text = _OLD_SPELLING.sub("to" + _NOTHING, text)
        text = _APOSTROPHE_IN_WORD.sub(_NOTHING, text)
        text = _SIGN.sub(_SIGNED, text)
        text = _OTHER_MARK.sub(" ", text)
    return _SPARE_SPACE.sub(_NOTHING, text).replace(_SIGNED, _MINUS)


def _without_separators(number: re.Match[str]) -> str:
    return number[0].replace(number[1], _NOTHING)


class _Forms(dict[str, str]):
    """Cache of the folded form of each unit, computed when it is first met."""

    def __missing__(self, unit: str) -> str:
        if len(self) > 200_000:  # room for all Chinese characters, but bounded
            self.clear()
        return self.setdefault(unit, _form(unit))


class _FormsByCode(dict[int, str]):
    """The same by the code of a single character, for `str.translate`."""

    def __missing__(self, code: int) -> str:
        if len(self) > 200_000:
            self.clear()
        return self.setdefault(code, _FORMS[chr(code)])


_FORMS = _Forms()
_FORMS_BY_CODE = _FormsByCode()


def _form(unit: str) -> str:
    """Fold one character, or a letter with its combining marks."""
    folded = _AS_WRITTEN.get(unit) or _fold(_visible(unit))
    form = "".join(map(_mark, folded)) or _NOTHING
    if _COMBINING_CHARACTER.fullmatch(unit):
        return _COMBINES + form
    if unicodedata.category(unit[0]) == "No":  # 3½ is not 31/2, nor 1908① 19081
        return _APART + form + _APART
    return form


def _visible(unit: str) -> str:
    """Remove hidden characters from a letter with marks; `_mark` deals with single characters."""
    return _HIDDEN_CHARACTER.sub("", unit) if len(unit) > 1 else unit


def _fold(unit: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", unit).casefold())


def _mark(character: str) -> str:
    """Return what stands for one character after NFKC and case folding."""
    if character in _MARKDOWN:
        return _APART
    # A combining mark that composed with nothing must not meet another letter later.
    if _COMBINING_CHARACTER.match(character) or _HIDDEN_CHARACTER.match(character):
        return ""
    if character in _APOSTROPHES:
        return "'"
    if character in _NARROW_SPACE + ",." + _DASHES:
        return character
    if character == "&":
        return " and "
    written = _AS_WRITTEN.get(character) or simplified_characters().get(character, character)
    return written if _WORD.match(written) else " "


def code_points(text: str) -> npt.NDArray[np.uint32]:
    """Return the code point of each character; lone surrogates keep theirs."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def _text_of(codes: npt.NDArray[np.uint32]) -> str:
    return codes.tobytes().decode("utf-32-le", "surrogatepass")
