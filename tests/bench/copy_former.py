"""How the copy check read a text's disguises before, to be measured against; kept as it was.

Every search read them anew, in texts without a mark and under policies without rules too, and the
policy's brands were put in plain spelling for every copy.
"""

import functools
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import regex  # type: ignore[import-untyped]

from core.verification import Candidate, Policy
from core.verification.claims.claims import CopyClaim, brand_key
from core.verification.copy_text import word_rules, written_prices
from core.verification.copy_text.text_folding import INVISIBLE, FoldedText, fold
from core.verification.copy_text.word_rules import ANYWHERE, RuledHit, RuledWords, Setting
from core.verification.facts import facts

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


@contextmanager
def former() -> Iterator[None]:
    """Copy is verified in the way of before, with the same findings."""
    find, declared = RuledWords.find, facts._declared

    def find_before(
        self: RuledWords[object], text: str, setting: Setting = ANYWHERE
    ) -> list[RuledHit[object]]:
        if not self._uses:
            seen_through(text)
        return find(self, text, setting)

    def declared_before(candidate: Candidate, policy: Policy) -> tuple[CopyClaim, ...]:
        for brand in policy.brands:
            brand_key(brand, policy)
        return declared(candidate, policy)

    with (
        patch.object(word_rules, "without_disguises", seen_through),
        patch.object(written_prices, "without_disguises", seen_through),
        patch.object(RuledWords, "find", find_before),
        patch.object(facts, "_declared", declared_before),
    ):
        yield
