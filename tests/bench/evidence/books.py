"""The novels quotes are taken from, and the three kinds of text they are looked up in."""

import functools
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.text import Span

SHORT = 30_000
"""Characters of a short book and of a context."""
_SHORT_BOOK_AT = 0.4


@dataclass(frozen=True, eq=False)
class Book:
    """A whole text; `language` is "en" or "zh"."""

    name: str
    language: str
    text: str

    @functools.cached_property
    def folded(self) -> str:
        return fold(self.text)

    def short(self) -> "Book":
        """SHORT characters of it as a book of its own, begun at a line."""
        start = self.text.find("\n", int(len(self.text) * _SHORT_BOOK_AT)) + 1
        return Book(self.name, self.language, self.text[start : start + SHORT])

    def context_of(self, place: Span) -> Span | None:
        """About SHORT characters around `place`, whole paragraphs; None where it is too long."""
        room = SHORT - len(place)
        if room < 0:
            return None
        first = max(0, place.start - place.start % (room + 1))
        start = self.text.rfind("\n", 0, first) + 1
        end = self.text.find("\n", max(place.end, first + SHORT))
        return Span(start, end if end >= 0 else len(self.text))


def fold(text: str) -> str:
    """Letters and digits alone: a test of "the same words" that owes nothing to `core.text`."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))


def read_books(folder: Path) -> Iterator[Book]:
    """The novels of a folder, called LANGUAGE_title.txt."""
    for path in sorted(folder.glob("*_*.txt")):
        language, _, title = path.stem.partition("_")
        yield Book(title, language, path.read_text(encoding="utf-8"))


def trimmed(place: Span, text: str) -> Span:
    """From the first letter of a place to its last: marks at the edges prove nothing."""
    letters = [at for at in range(place.start, place.end) if text[at].isalnum()]
    return Span(letters[0], letters[-1] + 1) if letters else Span(place.start, place.start)


def overlap(one: Span, other: Span) -> float:
    """Intersection over union, in [0, 1]."""
    common = min(one.end, other.end) - max(one.start, other.start)
    union = max(one.end, other.end) - min(one.start, other.start)
    return max(0, common) / union if union else 0.0
