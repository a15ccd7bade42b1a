"""Text as a reader sees it through disguises: spaces and marks between letters, look-alike letters.

`seen_through` gives one text to search in: the plain reading and, where something was taken for a
disguise, a second reading without it. Every character knows where it stood in the original.
"""

import functools
import re
import unicodedata
from collections.abc import Sequence

import regex  # type: ignore[import-untyped]

from core.verification.text_folding import INVISIBLE, FoldedText, fold

# Cyrillic and Greek letters that are drawn as Latin ones, and a radical drawn as a character.
_LOOKALIKES = str.maketrans(
    "абвеѕіјкмноԛрстухԝһԁɡαβεικνορτυχωѵӏ⻋",
    "abbesijkmhoqpctyxwhdgabeiknoptuxwvl车",
)
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
_SPELLED = re.compile(r"(?<![a-z0-9])[a-z0-9@$](?:[ ._*+/|~-][a-z0-9@$]){2,}(?![a-z0-9])")
_ARTICLE = re.compile(r" [ai] [a-z]{2}")
_INSIDE = regex.compile(r"(?<=[a-z])(?:[-*_~^|·•]|[\p{So}\p{Sk}]){1,2}(?=[a-z@])")
_WORD = re.compile(r"[a-z0-9@$!+]{2,}")
_LONGEST_WORD = 40
"""Characters; within longer ones no letters are looked for, so that the work stays linear."""
_TOKEN = re.compile(r"[a-z0-9@$!+]*[0-9@$!+][a-z0-9@$!+]*[a-z]|[a-z]+[013457@$!+]+(?![a-z0-9])")
_DIGIT_FOR_LETTER = re.compile(r"[a-z][0-9@$!+]|[0-9@$!+][a-z]")
"""Stands wherever `_TOKEN` finds something, and is found faster."""
_LEET = str.maketrans("013457@$!+", "oieastasit")
_HYPHENS = re.compile(r"(?<=[a-z0-9])[-‐‑‒–](?=[a-z])")


@functools.lru_cache(maxsize=4)
def seen_through(text: str) -> FoldedText:
    """The plain reading, and after a line break the one without disguises if that differs.

    Kept for the last few texts: words, prices and claims are all looked for in the same one.
    """
    plain = _plain(text)
    bare = _without_disguises(plain)
    spaced = _HYPHENS.sub(" ", plain.text) if _MARKED.search(plain.text) else plain.text
    if bare is plain and spaced == plain.text:
        return plain
    places = [*_places(plain), len(spaced), *_places(bare)]
    return FoldedText(f"{spaced}\n{bare.text}", places)


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
    if INVISIBLE.fullmatch(character):
        return ""
    if character in "‘’＇`´":
        return "'"
    plain = unicodedata.normalize("NFKC", character).lower().translate(_LOOKALIKES)
    if len(plain) == 1 and "à" <= plain <= "ɏ":
        plain = unicodedata.normalize("NFD", plain)[0]
    return fold(plain).text if not plain.isascii() else plain


def _without_disguises(plain: FoldedText) -> FoldedText:
    """The same object where nothing was taken for a disguise."""
    text = plain.text
    dropped = _dropped(text)
    letters = _letters_for_digits(text) if _DIGIT_FOR_LETTER.search(text) else text
    if not dropped:
        return plain if letters == text else FoldedText(letters, plain.places)
    places = _places(plain)
    kept = [at for at in range(len(text)) if at not in dropped]
    return FoldedText("".join([letters[at] for at in kept]), [places[at] for at in kept])


def _dropped(text: str) -> set[int]:
    """Where a mark or space stands between the letters of a word."""
    dropped = set[int]()
    if not _MARKED.search(text):
        return dropped
    for pattern in (_INSIDE,) if text.isascii() else (_BETWEEN_HAN, _INSIDE):
        for match in pattern.finditer(text):
            dropped.update(range(*match.span()))
    for match in _SPELLED.finditer(text):
        # "p u r c h a s e d a bike": the article belongs to what follows.
        end = match.end() - 2 if _ARTICLE.match(text, match.end() - 2) else match.end()
        dropped.update(range(match.start() + 1, end, 2))
    return dropped


def _letters_for_digits(text: str) -> str:
    letters = list(text)
    words = (word for word in _WORD.finditer(text) if len(word[0]) <= _LONGEST_WORD)
    for match in (match for word in words for match in _TOKEN.finditer(text, *word.span())):
        if sum(map(str.isalpha, match[0])) > 1 or (len(match[0]) > 3 and "@" in match[0]):
            letters[match.start() : match.end()] = match[0].translate(_LEET)
    return "".join(letters)
