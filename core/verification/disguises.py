"""Text as a reader sees it through disguises: spaces and marks between letters, look-alike letters.

`seen_through` gives one text to search in: the plain reading and, where something was taken for a
disguise, a second reading without it. Every character knows where it stood in the original.
"""

import functools
import unicodedata

import regex  # type: ignore[import-untyped]

from core.verification.text_folding import INVISIBLE, FoldedText, fold

# Cyrillic and Greek letters that are drawn as Latin ones, and a radical drawn as a character.
_LOOKALIKES = str.maketrans(
    "абвеѕіјкмноԛрстухԝһԁɡαβεικνορτυχωѵӏ⻋",
    "abbesijkmhoqpctyxwhdgabeiknoptuxwvl车",
)
_JOINERS = r"[^\p{L}\p{N}\n,，.。!！?？;；:：、$¥￥€£%@#&()（）《》“”\"'【】\[\]{}…]"
# Between characters of which one is Chinese, marks and single spaces are taken for a disguise;
# what ends a clause is not, except a full stop with no space after it.
_BETWEEN_HAN = regex.compile(
    rf"(?<=\p{{Han}})(?:{_JOINERS}|[.:]){{1,3}}(?=[\p{{Han}}a-z0-9])"
    rf"|(?<=[a-z0-9])(?:{_JOINERS}|[.:]){{1,3}}(?=\p{{Han}})"
)
_SPELLED = regex.compile(r"(?<![a-z0-9])[a-z0-9@$](?:[ ._*+/|~-][a-z0-9@$]){2,}(?![a-z0-9])")
_ARTICLE = regex.compile(r" [ai] [a-z]{2}")
_INSIDE = regex.compile(r"(?<=[a-z])(?:[-*_~^|·•]|[\p{So}\p{Sk}]){1,2}(?=[a-z@])")
_WORD = regex.compile(r"[a-z0-9@$!+]{2,}")
_LONGEST_WORD = 40
"""Characters; within longer ones no letters are looked for, so that the work stays linear."""
_TOKEN = regex.compile(r"[a-z0-9@$!+]*[0-9@$!+][a-z0-9@$!+]*[a-z]|[a-z]+[013457@$!+]+(?![a-z0-9])")
_LEET = str.maketrans("013457@$!+", "oieastasit")
_HYPHENS = regex.compile(r"(?<=[a-z0-9])[-‐‑‒–](?=[a-z])")


@functools.lru_cache(maxsize=4)  # words, claims and prices are looked for in one text in turn
def seen_through(text: str) -> FoldedText:
    """The plain reading, and after a line break the one without disguises if that differs."""
    plain = _plain(text)
    bare = _without_disguises(plain)
    spaced = FoldedText(_HYPHENS.sub(" ", plain.text), plain.places)
    if bare.text == plain.text and spaced.text == plain.text:
        return plain
    return _joined(spaced, bare)


def _joined(first: FoldedText, second: FoldedText) -> FoldedText:
    places = [*_places(first), len(first.text), *_places(second)]
    return FoldedText(f"{first.text}\n{second.text}", places)


def _places(text: FoldedText) -> list[int]:
    return list(range(len(text.text)) if text.places is None else text.places)


def _plain(text: str) -> FoldedText:
    if text.isascii():
        return FoldedText(text.lower())
    parts: list[str] = []
    places: list[int] = []
    for at, character in enumerate(text):
        seen = _character(character)
        parts.append(seen)
        places.extend([at] * len(seen))
    return FoldedText("".join(parts), places)


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
    text = plain.text
    dropped = {
        at
        for pattern in (_BETWEEN_HAN, _INSIDE)
        for match in pattern.finditer(text)
        for at in range(*match.span())
    }
    for match in _SPELLED.finditer(text):
        # "p u r c h a s e d a bike": the article belongs to what follows.
        end = match.end() - 2 if _ARTICLE.match(text, match.end() - 2) else match.end()
        dropped.update(range(match.start() + 1, end, 2))
    letters = list(text)
    words = (word for word in _WORD.finditer(text) if len(word[0]) <= _LONGEST_WORD)
    for match in (match for word in words for match in _TOKEN.finditer(text, *word.span())):
        if sum(map(str.isalpha, match[0])) > 1 or (len(match[0]) > 3 and "@" in match[0]):
            letters[match.start() : match.end()] = match[0].translate(_LEET)
    kept = [at for at in range(len(text)) if at not in dropped]
    places = _places(plain)
    return FoldedText("".join(letters[at] for at in kept), [places[at] for at in kept])
