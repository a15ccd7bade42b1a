"""Cluster questions about the same passage or chapter, for intervals of rates."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Engine
from sqlmodel import Session

from core.questions import clusters_by_place
from core.services.results.novel_divisions import PlacedRun, books_of
from core.stats import ClusteredRate, ClusterUnit
from db.queries import accuracy as queries

Counts = tuple[int, int, int]
"""(question id, results that are hits, results that were judged)."""


@dataclass(frozen=True)
class QuestionClusters:
    """Question id -> number of its passage or chapter; any other question is its own cluster."""

    unit: ClusterUnit = ClusterUnit.QUESTION
    numbers: Mapping[int, int] = field(default_factory=dict)

    def number(self, question_id: int) -> int:
        """Return the number of a question's cluster; negative for a question on its own."""
        return self.numbers.get(question_id, -question_id)

    def rate(self, counts: Iterable[Counts]) -> ClusteredRate:
        """Return the clustered rate over questions that were judged at least once."""
        clusters: dict[int, tuple[int, int]] = {}
        items = 0
        for question_id, hits, judged in counts:
            if judged:
                items += 1
                number = self.number(question_id)
                cluster_hits, cluster_judged = clusters.get(number, (0, 0))
                clusters[number] = (cluster_hits + hits, cluster_judged + judged)
        return ClusteredRate.from_counts(clusters.values()).of(self.unit, items)


ALONE = QuestionClusters()


def clusters_of(engine: Engine, runs: Sequence[PlacedRun]) -> QuestionClusters:
    """Cluster the questions of each set by chapter or passage, as `clusters_by_place` does.

    The unit of several sets is the finest one that any of them has.
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
        by_id = {place.question_id: place for place in places}
        unit, cluster_keys = clusters_by_place(by_id, books.get(set_id))
        units.add(unit)
        first_number = len(numbers)
        order = {
            key: first_number + index
            for index, key in enumerate(dict.fromkeys(cluster_keys.values()))
        }
        numbers.update((question_id, order[key]) for question_id, key in cluster_keys.items())
    unit = next(
        (candidate for candidate in ClusterUnit if candidate in units), ClusterUnit.QUESTION
    )
    return QuestionClusters(unit, numbers)
