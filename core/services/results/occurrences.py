"""Every place of the book where the passage that a quote was found in stands."""

import re

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.results.items import ItemDetail
from core.text.matching.verdicts import MAX_LISTED_OCCURRENCES
from db.queries import results as queries

_TERM = re.compile(r"[a-z0-9]+|\w", re.IGNORECASE)


def occurrences(engine: Engine, shown: ItemDetail) -> list[tuple[int, int]]:
    """Characters [start, end) of each place, in the text's order, at most MAX_LISTED_OCCURRENCES
    and that of the item always among them. Marks, spaces and capitals are no difference. None of a
    quote in parts, and of one that was not located.
    """
    result = shown.result
    if result is None or not shown.judged or len(result.places) != 1 or not result.matched_text:
        return []
    own = result.places[0]
    found = _places(_text_of(engine, shown), result.matched_text)
    listed = sorted([own, *(place for place in found if not _meet(place, own))])
    first = max(0, listed.index(own) - MAX_LISTED_OCCURRENCES + 1)
    return listed[first : first + MAX_LISTED_OCCURRENCES]


def _places(text: str, passage: str) -> list[tuple[int, int]]:
    terms = _TERM.findall(passage)
    if not terms:
        return []
    latin = terms[0].isascii(), terms[-1].isascii()
    edges = (r"\b" if latin[0] else ""), (r"\b" if latin[1] else "")
    sought = edges[0] + r"[\W_]*".join(map(re.escape, terms)) + edges[1]
    return [match.span() for match in re.finditer(sought, text, re.IGNORECASE)]


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _text_of(engine: Engine, shown: ItemDetail) -> str:
    if shown.own_context is not None or shown.source_id is None:
        return shown.own_context or ""
    with Session(engine) as session:
        return queries.source_text(session, shown.source_id)
