"""Fold a text for word searches: half width, lower case, simplified script, nothing invisible."""

import functools
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

import regex  # type: ignore[import-untyped]

from core.text.language import simplified_characters
from core.verification.copy_text.character_kinds import has_others
from core.verification.findings import CharRange

# Soft hyphens, zero-width characters, direction marks and other invisible characters.
INVISIBLE = regex.compile(r"[\p{Cf}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFE00-\uFE0F\uFFA0]+")


class FoldedText(NamedTuple):
    """A folded text; `places[i]` is the position of character i in the original, None: always i."""

    text: str
    places: Sequence[int] | None = None

    def span(self, start: int, end: int) -> CharRange:
        """The range in the original for a non-empty range of the folded text."""
        if self.places is None:
            return start, end
        return self.places[start], self.places[end - 1] + 1


@functools.lru_cache(maxsize=4)
def fold(text: str) -> FoldedText:
    """Replace every character by its folded form, one for one, and leave out invisible ones.

    Cached, since compliance and facts of a text are both searched in it.
    """
    if text.isascii():
        return FoldedText(text.lower())
    places: list[int] | None = None
    if has_others(text) and INVISIBLE.search(text):
        hidden = {at for match in INVISIBLE.finditer(text) for at in range(*match.span())}
        places = [at for at in range(len(text)) if at not in hidden]
        text = "".join([text[at] for at in places])
    return FoldedText(text.translate(_FOLDED_CHARACTERS), places)


def unfolded(text: str) -> FoldedText:
    """The text unchanged, for searches that expect a `FoldedText`."""
    return FoldedText(text)


class _FoldedCharacters(dict[int, str]):
    """Folded form by code point, filled on demand: there are more than a million code points."""

    def __missing__(self, code: int) -> str:
        self[code] = folded = _folded_character(chr(code))
        return folded


def _folded_character(character: str) -> str:
    plain = unicodedata.normalize("NFKC", character).lower()
    plain = plain if len(plain) == 1 else character
    return _simplified().get(plain, plain)


@functools.cache
def _simplified() -> dict[str, str]:
    return simplified_characters()


_FOLDED_CHARACTERS = _FoldedCharacters()
