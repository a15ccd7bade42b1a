"""Find questions of the same run with nearly the same wording or the same evidence."""

from dataclasses import dataclass

from rapidfuzz import process
from rapidfuzz.distance import Indel
from sqlalchemy import Engine
from sqlmodel import Session

from core.services.results.items import ItemDetail
from db.queries import similar as queries

ALIKE = 0.75
"""Minimum Indel similarity of similar wordings: above that of a common frame such as "What does ...
say about ...", below that of a copy.
"""
MOST = 6


@dataclass(frozen=True, slots=True)
class Similar:
    """A similar item of the run. `alike`: similarity of the wording in [ALIKE, 1], None if only the
    place is the same. `same_place`: its quote overlaps that of the item.
    """

    item_id: int
    line: int
    question: str
    alike: float | None
    same_place: bool


def similar(engine: Engine, item: ItemDetail) -> list[Similar]:
    """Return at most MOST similar items, the most similar wording first."""
    with Session(engine) as session:
        questions = queries.questions(session, item.run_id)
        places = set(queries.items_at(session, item.run_id, item.places, item.id))
    wording = process.extract(
        item.question.casefold(),
        {
            item_id: question.casefold()
            for item_id, _line, question in questions
            if item_id != item.id
        },
        scorer=Indel.normalized_similarity,
        score_cutoff=ALIKE,
        limit=MOST,
    )
    similarities = {item_id: ratio for _text, ratio, item_id in wording}
    matches = [
        Similar(item_id, line, question, similarities.get(item_id), item_id in places)
        for item_id, line, question in questions
        if item_id in similarities or item_id in places
    ]
    return sorted(matches, key=lambda match: (-(match.alike or 0.0), match.line))[:MOST]
