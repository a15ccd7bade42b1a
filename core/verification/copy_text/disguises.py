"""Text as a reader sees it through disguises: spaces and marks between letters, look-alike letters.

`seen_through` gives one text to search in: the plain reading and, where something was taken for a
disguise, a second reading without it. Every character knows where it stood in the original.
"""

import functools
import re
import unicodedata
from collections.abc import Sequence

import regex  # type: ignore[import-untyped]

from core.verification.copy_text.text_folding import INVISIBLE, FoldedText, fold

# Cyrillic and Greek letters that are drawn as Latin ones, a radical drawn as a character, and
# Japanese forms of Chinese characters.
_LOOKALIKES = str.maketrans(
    "абвеѕіјкмноԛрстухԝһԁɡαβεικνορτυχωѵӏɓƈɗƒɠɦƙɱɲƥʂƭʋƴʐʀɴʟɪʙ⻋絶対価売専実発誔莭囯發舂蔲㝡冣苐毋🚗🚙",
    "abbesijkmhoqpctyxwhdgabeiknoptuxwvlbcdfghkmnpstvyzrnlib车绝对价卖专实发诞节国发春蔻最最第母车车",
)
# Letters and digits in circles, squares, small capitals and on keys, by their names in Unicode.
_DRAWN = re.compile(
    r"(?:LATIN LETTER SMALL CAPITAL|NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL LETTER|"
    r"REGIONAL INDICATOR SYMBOL LETTER) ([A-Z])"
)
_KEYCAP = "\u20e3"
_NO_JOINERS = r"\n,，。!！?？;；、$¥￥€£%@#&()（）《》“”\"'【】\[\]{}…"
_MARKED = re.compile(rf"[^\w{_NO_JOINERS}]|_")
"""Stands wherever a mark or space could hide a word, and is found faster."""
_JOINERS = rf"[^\p{{L}}\p{{N}}{_NO_JOINERS}.:：]"
# Between characters of which one is Chinese, marks and single spaces are taken for a disguise;
# what ends a clause is not, except a full stop with no space after it.
_BETWEEN_HAN = regex.compile(
    rf"(?<=\p{{Han}})(?:{_JOINERS}|[.:]){{1,3}}(?=[\p{{Han}}a-z0-9])"
    rf"|(?<=[a-z0-9])(?:{_JOINERS}|[.:]){{1,3}}(?=\p{{Han}})"
)
_LETTER_BETWEEN_HAN = regex.compile(r"(?<=\p{Han})[a-z](?=\p{Han})")
_STRAY_HAN = regex.compile(
    r"(?<=[\p{Han}a-z])[丶丿灬](?=[\p{Han}a-z])"
    r"|(?<=\p{Han})(?<![零一二三四五六七八九十〇])〇(?=\p{Han})(?![零一二三四五六七八九十〇])"
)
"""Strokes and a round zero between characters, drawn like dots and rings."""
_LISTED_HAN = regex.compile(r"(?<!\p{Han})\p{Han}(?:[、，,]\p{Han}){2,}(?!\p{Han})")
_BOXED_HAN = regex.compile(r"(?:[【\[(（「『]\p{Han}[】\])）」』]){2,}")
_SPELLED = re.compile(r"(?<![a-z0-9'])[a-z0-9@$](?:[ ._*+/|~-][a-z0-9@$]){2,}(?![a-z0-9])")
_WORD_BEFORE = re.compile(r"[a-z] [a-z](?:([._*+/|~-])[a-z0-9@$](?:\1[a-z0-9@$])*)$")
_ARTICLE = re.compile(r" a (?:[a-hj-z][a-z]|i[a-mo-rt-z])")
_WIDE_SPACE = re.compile(r"(?<= ) +")
_INSIDE = regex.compile(r"(?<=[a-z])(?:[-*_~^|·•.]|[\p{So}\p{Sk}]){1,2}(?=[a-z@])")
_WORD = re.compile(r"[a-z0-9@$!+€]{2,}")
_LONGEST_WORD = 40
"""Characters; within longer ones no letters are looked for, so that the work stays linear."""
_TOKEN = re.compile(
    r"[a-z0-9@$!+€]*[0-9@$!+€][a-z0-9@$!+€]*[a-z][$5]?|[a-z]+[013457@$!+€]+(?![a-z0-9])"
)
_DIGIT_FOR_LETTER = re.compile(r"[a-z][0-9@$!+€]|[0-9@$!+€][a-z]")
"""Stands wherever `_TOKEN` finds something, and is found faster."""
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)")
_LEET = str.maketrans("013457@$!+€", "oieastasite")
_LEET_WITH_L = _LEET | str.maketrans("1", "l")
_ONE_FOR_LETTER = re.compile(r"[a-z]1|1[a-z]")
_HYPHENS = re.compile(r"(?<=[a-z0-9])[-‐‑‒–_](?=[a-z])")


@functools.lru_cache(maxsize=4)
def seen_through(text: str) -> FoldedText:
    """The plain reading, and after line breaks those without disguises if they differ: where a 1
    may be an i it may be an l.

    Kept for the last few texts: words, prices and claims are all looked for in the same one.
    """
    plain = _plain(text)
    bare = _without_disguises(plain, _LEET)
    spaced = _HYPHENS.sub(" ", plain.text) if _MARKED.search(plain.text) else plain.text
    if bare is plain and spaced == plain.text:
        return plain
    readings = [FoldedText(spaced, plain.places), bare]
    if _ONE_FOR_LETTER.search(plain.text):
        readings.append(_without_disguises(plain, _LEET_WITH_L))
    return _one_below_another(readings)


def _one_below_another(readings: list[FoldedText]) -> FoldedText:
    places: list[int] = []
    for reading in readings:
        # A line break stands nowhere in the original; it never is part of what is found.
        places += [*_places(reading), len(reading.text)]
    return FoldedText("\n".join(reading.text for reading in readings), places[:-1])


def _places(text: FoldedText) -> Sequence[int]:
    return range(len(text.text)) if text.places is None else text.places


def _plain(text: str) -> FoldedText:
    if text.isascii():
        return FoldedText(text.lower())
    parts = list(map(_character, text))
    seen = "".join(parts)
    if len(seen) == len(text) and all(parts):
        return FoldedText(seen)
    return FoldedText(seen, [at for at, part in enumerate(parts) for _ in part])


@functools.lru_cache(maxsize=65_536)
def _character(character: str) -> str:
    """One width, one case, no accent; "" for what is not drawn."""
    if character.isascii():
        return character.lower()
    if INVISIBLE.fullmatch(character) or character == _KEYCAP:
        return ""
    if (digit := unicodedata.digit(character, None)) is not None:
        return str(digit)
    if drawn := _DRAWN.fullmatch(unicodedata.name(character, "")):
        return drawn[1].lower()
    if character in "‘’＇`´":
        return "'"
    plain = unicodedata.normalize("NFKC", character).lower().translate(_LOOKALIKES)
    if len(plain) == 1 and "à" <= plain <= "ɏ":
        plain = unicodedata.normalize("NFD", plain)[0]
    return fold(plain).text if not plain.isascii() else plain


def latin_letter(character: str) -> str:
    """The letter or digit of ASCII that a character is drawn as; else the character itself."""
    seen = unicodedata.normalize("NFKC", character).translate(_LOOKALIKES)
    return seen if len(seen) == 1 and seen.isascii() and seen.isalnum() else character


def _without_disguises(plain: FoldedText, leet: dict[int, int]) -> FoldedText:
    """The same object where nothing was taken for a disguise."""
    text = plain.text
    dropped = _dropped(text)
    letters = _letters_for_digits(text, leet) if _DIGIT_FOR_LETTER.search(text) else text
    if letters is not text:
        letters = _HYPHENS.sub(" ", letters)
    if not dropped:
        return plain if letters == text else FoldedText(letters, plain.places)
    places = _places(plain)
    kept = [at for at in range(len(text)) if at not in dropped]
    return FoldedText("".join([letters[at] for at in kept]), [places[at] for at in kept])


def _dropped(text: str) -> set[int]:
    """Where a mark, a space or a stray letter stands between the letters of a word."""
    dropped: set[int] = set()
    if not text.isascii():
        for match in _LETTER_BETWEEN_HAN.finditer(text):
            dropped.update(range(*match.span()))
        for match in _STRAY_HAN.finditer(text):
            dropped.add(match.start())
        for match in _LISTED_HAN.finditer(text):
            dropped.update(range(match.start() + 1, match.end(), 2))
        for match in _BOXED_HAN.finditer(text):
            dropped.update(at for at in range(*match.span()) if (at - match.start()) % 3 != 1)
    if not _MARKED.search(text):
        return dropped
    for pattern in (
        (_INSIDE, _WIDE_SPACE) if text.isascii() else (_BETWEEN_HAN, _INSIDE, _WIDE_SPACE)
    ):
        for match in pattern.finditer(text):
            dropped.update(range(*match.span()))
    for match in _SPELLED.finditer(text):
        # "p u r c h a s e d a bike": the article belongs to what follows.
        end = match.end() - 2 if _ARTICLE.match(text, match.end() - 2) else match.end()
        # "u s.a.v.e.d": the first letter is a word of its own.
        start = match.start() + (2 if _WORD_BEFORE.match(match[0]) else 0)
        joiners = range(start + 1, end, 2)
        # "c-u-r-e-s a-l-l": where marks hide the letters, spaces part the words.
        marks = [at for at in joiners if text[at] != " "]
        dropped.update(marks if len(marks) > 1 else joiners)
    return dropped


def _letters_for_digits(text: str, leet: dict[int, int]) -> str:
    letters = list(text)
    words = (word for word in _WORD.finditer(text) if len(word[0]) <= _LONGEST_WORD)
    for match in (match for word in words for match in _TOKEN.finditer(text, *word.span())):
        if _ORDINAL.fullmatch(match[0]):
            continue
        if sum(map(str.isalpha, match[0])) > 1 or (len(match[0]) > 3 and "@" in match[0]):
            letters[match.start() : match.end()] = match[0].translate(leet)
    return "".join(letters)
