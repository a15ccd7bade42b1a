"""Which chapter of its novel a place lies in."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.results.items import ItemDetail
from core.text.language.chapters import Chapter, chapters
from db.queries import results as queries


@dataclass(frozen=True, slots=True)
class ChapterSpan:
    """A chapter by its heading: characters [start, end) of the novel."""

    title: str
    start: int
    end: int


def chapter_at(engine: Engine, shown: ItemDetail, at: int) -> ChapterSpan | None:
    """The chapter that character `at` of the item's text lies in; None in front of the first one,
    in a novel without headings, and where the question brings its own context.
    """
    if shown.source_id is None or shown.own_context is not None:
        return None
    found = _chapters(engine, shown.source_id)
    number = bisect_right([chapter.start for chapter in found], at) - 1
    if number < 0:
        return None
    end = found[number + 1].start if number + 1 < len(found) else shown.total_chars
    return ChapterSpan(found[number].title, found[number].start, end)


@lru_cache(maxsize=64)
def _chapters(engine: Engine, source_id: int) -> tuple[Chapter, ...]:
    """Kept, since a stored text never changes."""
    with Session(engine) as session:
        return tuple(chapters(queries.source_text(session, source_id)))
