"""Find all occurrences of the matched passage of a quote in its text."""

import re

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.results.items import ItemDetail
from core.text.matching.verdicts import MAX_LISTED_OCCURRENCES
from db.queries import results as queries

_TERM = re.compile(r"[a-z0-9]+|\w", re.IGNORECASE)


def occurrences(engine: Engine, item: ItemDetail) -> list[tuple[int, int]]:
    """Return [start, end) of each occurrence in text order, ignoring punctuation, spaces and case.

    At most MAX_LISTED_OCCURRENCES, the item's own place always included. Empty for a quote in parts
    and for one that was not located.
    """
    result = item.result
    if result is None or not item.judged or len(result.places) != 1 or not result.matched_text:
        return []
    own_place = result.places[0]
    places = _places(_text_of(engine, item), result.matched_text)
    all_places = sorted([own_place, *(place for place in places if not _overlap(place, own_place))])
    start = max(0, all_places.index(own_place) - MAX_LISTED_OCCURRENCES + 1)
    return all_places[start : start + MAX_LISTED_OCCURRENCES]


def _places(text: str, passage: str) -> list[tuple[int, int]]:
    terms = _TERM.findall(passage)
    if not terms:
        return []
    latin = terms[0].isascii(), terms[-1].isascii()
    edges = (r"\b" if latin[0] else ""), (r"\b" if latin[1] else "")
    pattern = edges[0] + r"[\W_]*".join(map(re.escape, terms)) + edges[1]
    return [match.span() for match in re.finditer(pattern, text, re.IGNORECASE)]


def _overlap(first: tuple[int, int], second: tuple[int, int]) -> bool:
    return first[0] < second[1] and second[0] < first[1]


def _text_of(engine: Engine, item: ItemDetail) -> str:
    if item.own_context is not None or item.source_id is None:
        return item.own_context or ""
    with Session(engine) as session:
        return queries.source_text(session, item.source_id)
