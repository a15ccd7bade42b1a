"""Find the chapter of a novel that contains a character position."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.results.items import ItemDetail
from core.text.language import Chapter, find_chapters
from db.queries import results as queries


@dataclass(frozen=True, slots=True)
class ChapterSpan:
    """A chapter with its heading: characters [start, end) of the novel."""

    title: str
    start: int
    end: int


def chapter_at(engine: Engine, item: ItemDetail, position: int) -> ChapterSpan | None:
    """Return the chapter at character `position` of the item's text; None before the first chapter,
    in a novel without headings, and for a question with its own context.
    """
    if item.source_id is None or item.own_context is not None:
        return None
    chapter_list = _chapters(engine, item.source_id)
    index = bisect_right([chapter.start for chapter in chapter_list], position) - 1
    if index < 0:
        return None
    end = chapter_list[index + 1].start if index + 1 < len(chapter_list) else item.total_chars
    return ChapterSpan(chapter_list[index].title, chapter_list[index].start, end)


@lru_cache(maxsize=64)
def _chapters(engine: Engine, source_id: int) -> tuple[Chapter, ...]:
    """Find the chapters of a novel; cached, since a stored text never changes."""
    with Session(engine) as session:
        return tuple(find_chapters(queries.source_text(session, source_id)))
