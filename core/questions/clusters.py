"""Cluster questions that ask about the same passage or chapter."""

from bisect import bisect_right
from collections.abc import Hashable, Mapping, Sequence
from typing import Protocol, TypeVar

from core.stats import FEWEST_CLUSTERS, ClusterUnit
from core.text.divisions import BookDivisions

Key = TypeVar("Key", bound=Hashable)


class QuestionPlace(Protocol):
    """Where a question lies: the `middle` of its position in tokens, else the first character of
    the `evidence` found for it; or the beginning of its own `context`.
    """

    @property
    def middle(self) -> float | None: ...
    @property
    def evidence(self) -> int | None: ...
    @property
    def context(self) -> str | None: ...


def clusters_by_place(
    places: Mapping[Key, QuestionPlace], book: BookDivisions | None
) -> tuple[ClusterUnit, Mapping[Key, Hashable]]:
    """Return the unit of the clusters, and the cluster of each question.

    Clusters are chapters if the questions lie in FEWEST_CLUSTERS or more, else passages: twentieths
    of the novel, or the context of a question. A question that is not returned is a cluster of its
    own.
    """
    chapters = _within(places, book.chapters, book.chapter_starts) if book else {}
    if len(set(chapters.values())) >= FEWEST_CLUSTERS:
        return ClusterUnit.CHAPTER, chapters
    passages: dict[Key, Hashable] = {
        key: place.context for key, place in places.items() if place.context is not None
    }
    if book:
        passages.update(_within(places, book.stretches, book.twentieth_starts))
    return (ClusterUnit.PASSAGE if passages else ClusterUnit.QUESTION), passages


def _within(
    places: Mapping[Key, QuestionPlace], cuts: Sequence[int], starts: Sequence[int]
) -> Mapping[Key, int]:
    """Return the part of the novel each lies in; `cuts` in tokens, `starts` in characters."""
    parts = {}
    for key, place in places.items():
        if not cuts or place.context is not None:
            continue
        if place.middle is not None:
            parts[key] = bisect_right(cuts, place.middle)
        elif place.evidence is not None:
            parts[key] = bisect_right(starts, place.evidence)
    return parts
