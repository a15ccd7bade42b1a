"""Text as words are looked for in it: one width, one case, one script, nothing invisible."""

import functools
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

import regex  # type: ignore[import-untyped]

from core.text.language.scripts import simplified_characters
from core.verification.copy_text.character_kinds import has_others
from core.verification.findings import Span

# Soft hyphens, zero-width characters, marks of writing direction and what else is not drawn.
INVISIBLE = regex.compile(r"[\p{Cf}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFE00-\uFE0F\uFFA0]+")


class FoldedText(NamedTuple):
    """`places[i]` is where character i stands in the original; None: the same place."""

    text: str
    places: Sequence[int] | None = None

    def span(self, start: int, end: int) -> Span:
        """The original's range of a range that is not empty."""
        if self.places is None:
            return start, end
        return self.places[start], self.places[end - 1] + 1


@functools.lru_cache(maxsize=4)
def fold(text: str) -> FoldedText:
    """Every character becomes one character, except that invisible ones are left out.

    Kept for the last few texts: compliance and facts are looked for in the same one.
    """
    if text.isascii():
        return FoldedText(text.lower())
    places: list[int] | None = None
    if has_others(text) and INVISIBLE.search(text):
        hidden = {at for match in INVISIBLE.finditer(text) for at in range(*match.span())}
        places = [at for at in range(len(text)) if at not in hidden]
        text = "".join([text[at] for at in places])
    return FoldedText(text.translate(_CHARACTERS), places)


def unfolded(text: str) -> FoldedText:
    return FoldedText(text)


class _Characters(dict[int, str]):
    """Filled as characters are met: there are more than a million of them."""

    def __missing__(self, code: int) -> str:
        self[code] = folded = _character(chr(code))
        return folded


def _character(character: str) -> str:
    plain = unicodedata.normalize("NFKC", character).lower()
    plain = plain if len(plain) == 1 else character
    return _simplified().get(plain, plain)


@functools.cache
def _simplified() -> dict[str, str]:
    return simplified_characters()


_CHARACTERS = _Characters()
