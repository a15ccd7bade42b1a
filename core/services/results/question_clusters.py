"""Which questions hang together, because they ask about one passage or one chapter."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.results.novel_divisions import BookDivisions, PlacedRun, books_of
from core.stats import FEWEST_CLUSTERS, ClusteredRate, ClusterUnit
from db.queries import accuracy as queries

Counts = tuple[int, int, int]
"""Of one question: its id, results that are hits, results that were judged."""


@dataclass(frozen=True)
class QuestionClusters:
    """Question id -> number of its passage or chapter; one that is not named stands alone."""

    unit: ClusterUnit = ClusterUnit.QUESTION
    numbers: Mapping[int, int] = field(default_factory=dict)

    def number(self, question_id: int) -> int:
        return self.numbers.get(question_id, -question_id)

    def rate(self, counts: Iterable[Counts]) -> ClusteredRate:
        """Of questions that were judged at least once."""
        clusters: dict[int, tuple[int, int]] = {}
        items = 0
        for question_id, hits, judged in counts:
            if judged:
                items += 1
                number = self.number(question_id)
                ours, of = clusters.get(number, (0, 0))
                clusters[number] = (ours + hits, of + judged)
        return ClusteredRate.from_counts(clusters.values()).of(self.unit, items)


ALONE = QuestionClusters()


def clusters_of(engine: Engine, runs: Sequence[PlacedRun]) -> QuestionClusters:
    """By chapter where the questions of a set lie in ten or more, else by passage: a twentieth of
    the novel, or the context that a question brings along. A question lies where its position
    says, else where evidence for it was found. Several sets are clustered by the finest unit that
    any of them has.
    """
    books = books_of(engine, runs)
    with Session(engine) as session:
        by_set = {
            set_id: queries.places(session, set_id)
            for set_id in sorted({run.set_id for run in runs})
        }
    numbers: dict[int, int] = {}
    units: set[ClusterUnit] = set()
    for set_id, places in by_set.items():
        unit, found = _clustered(places, books.get(set_id))
        units.add(unit)
        begin = len(numbers)
        order = {key: begin + at for at, key in enumerate(dict.fromkeys(found.values()))}
        numbers.update((question_id, order[key]) for question_id, key in found.items())
    unit = next((one for one in ClusterUnit if one in units), ClusterUnit.QUESTION)
    return QuestionClusters(unit, numbers)


def _clustered(
    places: Sequence[queries.Place], book: BookDivisions | None
) -> tuple[ClusterUnit, Mapping[int, object]]:
    chapters = _within(places, book.chapters, book.chapter_starts) if book else {}
    if len(set(chapters.values())) >= FEWEST_CLUSTERS:
        return ClusterUnit.CHAPTER, chapters
    passages: dict[int, object] = {
        place.question_id: place.context for place in places if place.context is not None
    }
    if book:
        passages.update(_within(places, book.stretches, book.stretch_starts))
    return (ClusterUnit.PASSAGE if passages else ClusterUnit.QUESTION), passages


def _within(
    places: Iterable[queries.Place], cuts: Sequence[int], starts: Sequence[int]
) -> Mapping[int, int]:
    """In which part of the novel: `cuts` are in tokens, `starts` the same in characters."""
    found = {}
    for place in places:
        if not cuts or place.context is not None:
            continue
        if place.middle is not None:
            found[place.question_id] = bisect_right(cuts, place.middle)
        elif place.evidence is not None:
            found[place.question_id] = bisect_right(starts, place.evidence)
    return found
