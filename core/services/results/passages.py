"""Cut windows of text around a quote, with the quote's parts marked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.results.items import ItemDetail
from core.services.results.novel_chapters import chapter_at
from core.services.results.passage_anchors import AnchorKind, PassageAnchor, anchor_of
from db.queries import results as queries

PASSAGE_CHARS = 500
"""Characters shown on each side of a quote before the reader asks for more."""
CLOSING = "。！？；：，、…—”’」』）》】.!?;:,\"')]"
"""Marks that end a sentence or a quotation."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The place of part `number` of the quote (from 1, in quote order): characters [start, end)."""

    start: int
    end: int
    number: int


@dataclass(frozen=True, slots=True)
class TextWindow:
    """A window of the text: characters [start, start + len(text)) of `total`.

    `anchor`: what it shows instead of a quote that was not located; a mark is then of the file's
    evidence.
    """

    start: int
    total: int
    text: str
    marks: tuple[Mark, ...] = ()
    anchor: PassageAnchor | None = None

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    def between(self, start: int, end: int) -> str:
        """Return characters [start, end) of the whole text, as far as the window contains them."""
        return self.text[max(0, start - self.start) : max(0, end - self.start)]

    def pieces(self) -> Iterator[tuple[str, Mark | None]]:
        """Yield the window cut into (text, its mark or None). Where marks overlap, a character
        belongs to the first of them.
        """
        position = self.start
        for mark in sorted(self.marks, key=lambda mark: mark.start):
            if mark.end <= position:
                continue
            yield self.between(position, max(position, mark.start)), None
            yield self.between(max(position, mark.start), mark.end), mark
            position = mark.end
        yield self.between(position, self.end), None


def passages(
    engine: Engine,
    item: ItemDetail,
    around: int = PASSAGE_CHARS,
    place: tuple[int, int] | None = None,
    *,
    whole_chapter: bool = False,
) -> list[TextWindow]:
    """Return windows of `around` characters on each side of every part of the quote, in text order.

    Windows that touch are merged. If nothing was located, the window of `anchor_of`; none if there
    is no text. `place`: show this occurrence instead of the item's own. `whole_chapter`: extend
    each window to at least the whole chapter, where the novel has chapters.
    """
    if item.own_context is None and item.source_id is None:
        return []
    places = (place,) if place else item.places
    if not places:
        return [_anchored(engine, item, around, whole_chapter=whole_chapter)]
    marks = [Mark(start, end, number) for number, (start, end) in enumerate(places, start=1)]
    marks[-1] = _with_closing_marks(engine, item, marks[-1])
    windows = []
    for start, end in _windows(engine, item, marks, around, whole_chapter=whole_chapter):
        inside = tuple(mark for mark in marks if start <= mark.start and mark.end <= end)
        text = _slice(engine, item, start, end)
        windows.append(TextWindow(start, item.total_chars, text, inside))
    return windows


def passage_at(
    engine: Engine, item: ItemDetail, start: int, end: int, around: int = PASSAGE_CHARS
) -> TextWindow:
    """Return the window around characters [start, end) of the item's text, with these marked."""
    window_start, window_end = max(0, start - around), min(item.total_chars, end + around)
    text = _slice(engine, item, window_start, window_end)
    return TextWindow(window_start, item.total_chars, text, (Mark(start, end, 1),))


def _anchored(engine: Engine, item: ItemDetail, around: int, *, whole_chapter: bool) -> TextWindow:
    """Return a window with the file's evidence marked, else from the start of the anchor on."""
    anchor = anchor_of(engine, item)
    start, end, marks = anchor.start, anchor.start + around, list[Mark]()
    if anchor.kind is AnchorKind.EVIDENCE:
        start, end = max(0, anchor.start - around), min(item.total_chars, anchor.end + around)
        marks = [Mark(anchor.start, anchor.end, 1)]
    if whole_chapter:
        anchor_end = max(anchor.start + 1, anchor.end)
        start, end = _widened(engine, item, anchor.start, anchor_end, (start, end))
    text = _slice(engine, item, start, end)
    return TextWindow(start, item.total_chars, text, tuple(marks), anchor)


def _windows(
    engine: Engine, item: ItemDetail, marks: Sequence[Mark], around: int, *, whole_chapter: bool
) -> list[tuple[int, int]]:
    """Return [start, end) of the windows around the marks, with those that touch merged."""
    windows: list[tuple[int, int]] = []
    for mark in sorted(marks, key=lambda mark: mark.start):
        start, end = max(0, mark.start - around), min(item.total_chars, mark.end + around)
        if whole_chapter:
            start, end = _widened(engine, item, mark.start, mark.end, (start, end))
        if windows and start <= windows[-1][1]:
            start, end = windows[-1][0], max(windows.pop()[1], end)
        windows.append((start, end))
    return windows


def _widened(
    engine: Engine, item: ItemDetail, start: int, end: int, window: tuple[int, int]
) -> tuple[int, int]:
    """Return the span of the chapters that contain [start, end); `window` without chapters."""
    first_chapter, last_chapter = chapter_at(engine, item, start), chapter_at(engine, item, end - 1)
    return (first_chapter.start, last_chapter.end) if first_chapter and last_chapter else window


def _slice(engine: Engine, item: ItemDetail, start: int, end: int) -> str:
    """Load characters [start, end) of the item's text."""
    if item.own_context is not None or item.source_id is None:
        return (item.own_context or "")[start:end]
    with Session(engine) as session:
        return queries.source_slice(session, item.source_id, start, end)


def _with_closing_marks(engine: Engine, item: ItemDetail, mark: Mark) -> Mark:
    """Extend the mark by the closing marks that the quote has too: a match ends with its last word,
    so that a full stop at the end of the quote would look added.
    """
    quote = item.result.evidence.strip() if item.result else ""
    matched = _slice(engine, item, mark.start, mark.end)
    missing = _count_leading_marks(quote[::-1]) - _count_leading_marks(matched[::-1])
    if missing <= 0:
        return mark
    after = _slice(engine, item, mark.end, mark.end + missing)
    return Mark(mark.start, mark.end + _count_leading_marks(after), mark.number)


def _count_leading_marks(text: str) -> int:
    return len(text) - len(text.lstrip(CLOSING))
