"""Undo disguises in a text: spaces and marks between letters, look-alike letters.

`without_disguises` returns one text to search: the plain reading and, if it may contain disguises,
more readings without them. Every character is mapped to its position in the original.
"""

import functools
import re
import unicodedata
from collections.abc import Sequence

import regex  # type: ignore[import-untyped]

from core.verification.copy_text.text_folding import INVISIBLE, FoldedText, fold

# Cyrillic and Greek letters that look like Latin ones, rare characters that look like common ones,
# Japanese forms of Chinese characters, and pictures of a car.
_LOOKALIKES = str.maketrans(
    "абвеѕіјкмноԛрстухԝһԁɡαβεικνορτυχωѵӏɓƈɗƒɠɦƙɱɲƥʂƭʋƴʐʀɴʟɪʙ⻋絶対価売専実発誔莭囯發舂蔲㝡冣苐毋🚗🚙",
    "abbesijkmhoqpctyxwhdgabeiknoptuxwvlbcdfghkmnpstvyzrnlib车绝对价卖专实发诞节国发春蔻最最第母车车",
)
# Small capitals, letters in filled circles and squares, and those of flags, by Unicode name.
_STYLED_LETTER = re.compile(
    r"(?:LATIN LETTER SMALL CAPITAL|NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL LETTER|"
    r"REGIONAL INDICATOR SYMBOL LETTER) ([A-Z])"
)
_KEYCAP = "\u20e3"
_NO_JOINERS = r"\n,，。!！?？;；、$¥￥€£%@#&()（）《》“”\"'【】\[\]{}…"
_MAY_HIDE_WORD = re.compile(rf"[^\w{_NO_JOINERS}]|_")
"""A fast pre-check: matches wherever a mark or space could hide a word."""
_JOINERS = rf"[^\p{{L}}\p{{N}}{_NO_JOINERS}.:：]"
# Next to a Chinese character, up to three marks and spaces count as a disguise; punctuation that
# ends a clause does not, except ASCII full stops and colons.
_BETWEEN_HAN = regex.compile(
    rf"(?<=\p{{Han}})(?:{_JOINERS}|[.:]){{1,3}}(?=[\p{{Han}}a-z0-9])"
    rf"|(?<=[a-z0-9])(?:{_JOINERS}|[.:]){{1,3}}(?=\p{{Han}})"
)
_LETTER_BETWEEN_HAN = regex.compile(r"(?<=\p{Han})[a-z](?=\p{Han})")
_STRAY_HAN = regex.compile(
    r"(?<=[\p{Han}a-z])[丶丿灬](?=[\p{Han}a-z])"
    r"|(?<=\p{Han})(?<![零一二三四五六七八九十〇])〇(?=\p{Han})(?![零一二三四五六七八九十〇])"
)
"""Strokes and the round zero between characters, used like dots and rings."""
_LISTED_HAN = regex.compile(r"(?<!\p{Han})\p{Han}(?:[、，,]\p{Han}){2,}(?!\p{Han})")
_BOXED_HAN = regex.compile(r"(?:[【\[(（「『]\p{Han}[】\])）」』]){2,}")
_SPELLED = re.compile(r"(?<![a-z0-9'])[a-z0-9@$](?:[ ._*+/|~-][a-z0-9@$]){2,}(?![a-z0-9])")
_WORD_BEFORE = re.compile(r"[a-z] [a-z](?:([._*+/|~-])[a-z0-9@$](?:\1[a-z0-9@$])*)$")
_ARTICLE_AFTER = re.compile(r" a (?:[a-hj-z][a-z]|i[a-mo-rt-z])")
_WIDE_SPACE = re.compile(r"(?<= ) +")
_IN_LATIN = regex.compile(r"(?<=[a-z])(?:[-*_~^|·•.]|[\p{So}\p{Sk}]){1,2}(?=[a-z@])")
_WORD = re.compile(r"[a-z0-9@$!+€]{2,}")
_LONGEST_WORD = 40
"""Characters of a word; longer ones are not searched for letters, so that the work stays linear."""
_TOKEN = re.compile(
    r"[a-z0-9@$!+€]*[0-9@$!+€][a-z0-9@$!+€]*[a-z][$5]?|[a-z]+[013457@$!+€]+(?![a-z0-9])"
)
_DIGIT_FOR_LETTER = re.compile(r"[a-z][0-9@$!+€]|[0-9@$!+€][a-z]")
"""A fast pre-check: matches wherever `_TOKEN` matches."""
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)")
_LEET = str.maketrans("013457@$!+€", "oieastasite")
_LEET_WITH_L = _LEET | str.maketrans("1", "l")
_ONE_FOR_LETTER = re.compile(r"[a-z]1|1[a-z]")
_HYPHENS = re.compile(r"(?<=[a-z0-9])[-‐‑‒–_](?=[a-z])")


@functools.lru_cache(maxsize=4)
def without_disguises(text: str) -> FoldedText:
    """The plain reading and, on further lines, the readings without disguises if they differ.

    There are two of those if a 1 stands for a letter, which may be i or l. Cached, since words,
    prices and claims of a text are all searched in it.
    """
    plain = _plain(text)
    undisguised = _without_disguises(plain, _LEET)
    spaced = _HYPHENS.sub(" ", plain.text) if _MAY_HIDE_WORD.search(plain.text) else plain.text
    if undisguised is plain and spaced == plain.text:
        return plain
    readings = [FoldedText(spaced, plain.places), undisguised]
    if _ONE_FOR_LETTER.search(plain.text):
        readings.append(_without_disguises(plain, _LEET_WITH_L))
    return _joined_by_lines(readings)


def _joined_by_lines(readings: list[FoldedText]) -> FoldedText:
    """All readings in one text, one per line."""
    places: list[int] = []
    for reading in readings:
        # The line break has no position in the original; no match ever contains it.
        places += [*_places(reading), len(reading.text)]
    return FoldedText("\n".join(reading.text for reading in readings), places[:-1])


def _places(text: FoldedText) -> Sequence[int]:
    return range(len(text.text)) if text.places is None else text.places


def _plain(text: str) -> FoldedText:
    """The plain reading: every character in its `_character` form."""
    if text.isascii():
        return FoldedText(text.lower())
    parts = list(map(_character, text))
    plain = "".join(parts)
    if len(plain) == len(text) and all(parts):
        return FoldedText(plain)
    return FoldedText(plain, [at for at, part in enumerate(parts) for _ in part])


@functools.lru_cache(maxsize=65_536)
def _character(character: str) -> str:
    """A character in half width and lower case, without accent; "" for an invisible one."""
    if character.isascii():
        return character.lower()
    if INVISIBLE.fullmatch(character) or character == _KEYCAP:
        return ""
    if (digit := unicodedata.digit(character, None)) is not None:
        return str(digit)
    if styled := _STYLED_LETTER.fullmatch(unicodedata.name(character, "")):
        return styled[1].lower()
    if character in "‘’＇`´":
        return "'"
    plain = unicodedata.normalize("NFKC", character).lower().translate(_LOOKALIKES)
    if len(plain) == 1 and "à" <= plain <= "ɏ":
        plain = unicodedata.normalize("NFD", plain)[0]
    return fold(plain).text if not plain.isascii() else plain


def latin_letter(character: str) -> str:
    """The ASCII letter or digit that a character looks like, otherwise the character itself."""
    plain = unicodedata.normalize("NFKC", character).translate(_LOOKALIKES)
    return plain if len(plain) == 1 and plain.isascii() and plain.isalnum() else character


def _without_disguises(plain: FoldedText, leet: dict[int, int]) -> FoldedText:
    """The reading without disguises; the same object if there are none."""
    text = plain.text
    disguises = _disguise_positions(text)
    letters = _letters_for_digits(text, leet) if _DIGIT_FOR_LETTER.search(text) else text
    if letters is not text:
        letters = _HYPHENS.sub(" ", letters)
    if not disguises:
        return plain if letters == text else FoldedText(letters, plain.places)
    places = _places(plain)
    remaining = [at for at in range(len(text)) if at not in disguises]
    return FoldedText("".join([letters[at] for at in remaining]), [places[at] for at in remaining])


def _disguise_positions(text: str) -> set[int]:
    """Positions of marks, spaces and stray letters between the letters of a word."""
    positions: set[int] = set()
    if not text.isascii():
        for match in _LETTER_BETWEEN_HAN.finditer(text):
            positions.update(range(*match.span()))
        for match in _STRAY_HAN.finditer(text):
            positions.add(match.start())
        for match in _LISTED_HAN.finditer(text):
            positions.update(range(match.start() + 1, match.end(), 2))
        for match in _BOXED_HAN.finditer(text):
            positions.update(at for at in range(*match.span()) if (at - match.start()) % 3 != 1)
    if not _MAY_HIDE_WORD.search(text):
        return positions
    for pattern in (
        (_IN_LATIN, _WIDE_SPACE) if text.isascii() else (_BETWEEN_HAN, _IN_LATIN, _WIDE_SPACE)
    ):
        for match in pattern.finditer(text):
            positions.update(range(*match.span()))
    for match in _SPELLED.finditer(text):
        # "p u r c h a s e d a bike": the article is a word of its own.
        end = match.end() - 2 if _ARTICLE_AFTER.match(text, match.end() - 2) else match.end()
        # "u s.a.v.e.d": the first letter is a word of its own.
        start = match.start() + (2 if _WORD_BEFORE.match(match[0]) else 0)
        joiners = range(start + 1, end, 2)
        # "c-u-r-e-s a-l-l": if marks are between the letters, spaces separate words.
        marks = [at for at in joiners if text[at] != " "]
        positions.update(marks if len(marks) > 1 else joiners)
    return positions


def _letters_for_digits(text: str, leet: dict[int, int]) -> str:
    """The text with digits and signs in words replaced by the letters they stand for."""
    letters = list(text)
    words = (word for word in _WORD.finditer(text) if len(word[0]) <= _LONGEST_WORD)
    for match in (match for word in words for match in _TOKEN.finditer(text, *word.span())):
        if _ORDINAL.fullmatch(match[0]):
            continue
        if sum(map(str.isalpha, match[0])) > 1 or (len(match[0]) > 3 and "@" in match[0]):
            letters[match.start() : match.end()] = match[0].translate(leet)
    return "".join(letters)
