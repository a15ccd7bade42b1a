"""The clusters of a depth test's intervals: the chapter or passage of each question's evidence."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.depth.results import ResultEntry
from core.questions import Question
from core.questions.clusters import clusters_by_place
from core.stats import ClusteredRate, ClusterUnit
from core.text import Span, TokenizedText
from core.text.divisions import BookDivisions

METRIC = "evidence_cluster"
"""The key, in a result's metrics, of the chapter or passage that its evidence is in."""


@dataclass(frozen=True, slots=True)
class EvidenceCluster:
    """A chapter or passage by its number, which questions of one test may share."""

    unit: ClusterUnit
    number: int

    @classmethod
    def from_entry(cls, entry: ResultEntry) -> "EvidenceCluster | None":
        fields = entry.metrics.get(METRIC)
        return cls(ClusterUnit(fields["unit"]), fields["number"]) if fields else None

    def mark(self, entry: ResultEntry) -> ResultEntry:
        """Return the result with this cluster in its metrics."""
        cluster = {"unit": self.unit.value, "number": self.number}
        return replace(entry, metrics={**entry.metrics, METRIC: cluster})


@dataclass(frozen=True, slots=True)
class _Place:
    middle: float | None
    evidence: int | None
    context: str | None = None


def clusters_of_test(
    questions: Sequence[Question], evidence: Mapping[str, Span], tokens: TokenizedText
) -> Mapping[str, EvidenceCluster]:
    """Return clusters by item key; a question without one is a cluster of its own. `evidence`: the
    validator's passages by item key.
    """
    places = {question.item_key: _place(question, evidence) for question in questions}
    unit, place_by_key = clusters_by_place(places, BookDivisions.from_text(tokens))
    numbers = {place: number for number, place in enumerate(dict.fromkeys(place_by_key.values()))}
    return {key: EvidenceCluster(unit, numbers[place]) for key, place in place_by_key.items()}


def _place(question: Question, evidence: Mapping[str, Span]) -> _Place:
    position, span = question.position, evidence.get(question.item_key)
    middle = (position.start_pos + position.end_pos) / 2 if position else None
    return _Place(middle, span.start if span else None)


def clustered_rate(
    counts: Mapping[str, tuple[int, int]], clusters: Mapping[str, EvidenceCluster]
) -> ClusteredRate:
    """Return the rate of questions' (correct, answered), by the clusters where they are known."""
    if not clusters:
        return ClusteredRate.from_counts(counts.values())
    sums: dict[object, tuple[int, int]] = {}
    for key, (correct, answered) in counts.items():
        cluster = clusters.get(key, key)
        cluster_correct, cluster_answered = sums.get(cluster, (0, 0))
        sums[cluster] = (cluster_correct + correct, cluster_answered + answered)
    items = sum(1 for _, answered in counts.values() if answered)
    return ClusteredRate.from_counts(sums.values()).of(finest(clusters.values()), items)


def finest(clusters: Iterable[EvidenceCluster]) -> ClusterUnit:
    units: set[Any] = {cluster.unit for cluster in clusters}
    return next((unit for unit in ClusterUnit if unit in units), ClusterUnit.QUESTION)
