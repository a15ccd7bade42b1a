"""Judge stored results by other similarity thresholds, without new model calls."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
from sqlalchemy import Engine
from sqlmodel import Session

from core.services.reports.calibration import BAD, ReviewedResults
from core.services.reports.scope import ReportedRun, ReportScope
from core.services.reports.slices import is_alone, within
from core.services.results.question_clusters import ALONE, QuestionClusters, clusters_of
from core.stats import ClusteredRate, Rate, Recall, ReviewedGroup, Stratum, recall_of_groups
from core.text import SIMILARITY_FLOOR, WordRule
from core.validation import FailureReason, found_at_threshold
from db.queries import accuracy as queries

STEPS = tuple(step / 100 for step in range(round(SIMILARITY_FLOOR * 100), 101))
"""Thresholds that can be tried; below the floor no similarity is stored."""

_IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ThresholdTrial:
    """Effect of one threshold: the pass rate, and how many results would change.

    `precision` and `recall`: of what it would flag, measured by reviewers' decisions.
    """

    threshold: float
    rate: ClusteredRate
    newly_flagged: int
    newly_passed: int
    precision: Rate
    recall: Recall | None


@dataclass(frozen=True)
class WhatIf:
    """What judging by another threshold needs.

    `reviewed`: counts of all results of the scope. `near`: the single results that a threshold can
    change. `questions`: question id -> (results that passed, results that were judged); None where
    results are independent. `wording`: the rule by which quotes were compared. `clusters`: which
    questions share a passage or chapter.
    """

    reviewed: ReviewedResults
    near: Sequence[queries.NearThreshold]
    questions: Mapping[int, tuple[int, int]] | None = None
    wording: WordRule = WordRule.STRICT
    clusters: QuestionClusters = ALONE

    def at(self, threshold: float) -> ThresholdTrial:
        """Judge all results by this threshold."""
        passes, passed_before = self._passes_to >= threshold, self._passed
        # A row (total, decided, bad) for each run: passing at any threshold, plus at this one.
        passing = self._all_passed - self._by_run(passed_before) + self._by_run(passes)
        flagged = self._all - passing
        pooled = Stratum(*map(int, flagged.sum(axis=0)))
        return ThresholdTrial(
            threshold,
            self._rate(~passed_before & passes, passed_before & ~passes),
            newly_flagged=int(self._counts[passed_before & ~passes, 0].sum()),
            newly_passed=int(self._counts[~passed_before & passes, 0].sum()),
            precision=Rate(pooled.bad, pooled.decided),
            recall=recall_of_groups(
                [
                    ReviewedGroup(
                        Stratum(*map(int, flagged_counts)), [Stratum(*map(int, passing_counts))]
                    )
                    for flagged_counts, passing_counts in zip(flagged, passing, strict=True)
                ]
            ),
        )

    def curve(self) -> Sequence[ThresholdTrial]:
        """Judge all results by each of STEPS; computed once."""
        return self._curve

    @cached_property
    def _curve(self) -> Sequence[ThresholdTrial]:
        return [self.at(threshold) for threshold in STEPS]

    def items_newly_passed(self, threshold: float) -> Sequence[int]:
        """Return ids of flagged items that would pass: newest run first, then in file order."""
        passing = zip(self.near, self._passes_to >= threshold, strict=True)
        return [
            result.item_id for result, passes in passing if passes and result.item_id is not None
        ]

    def _rate(self, more: npt.NDArray[np.bool_], fewer: npt.NDArray[np.bool_]) -> ClusteredRate:
        """The clustered pass rate when `more` of the results near the threshold pass and `fewer` do
        not.
        """
        change = self._counts[:, 0] * (more.astype(np.int64) - fewer.astype(np.int64))
        if self.questions is None:
            passed = int(self._all_passed[:, 0].sum() + change.sum())
            return ClusteredRate.independent(passed, int(self._all[:, 0].sum()))
        numbers, passed_before, judged = self._by_cluster
        passes = passed_before.copy()
        near_clusters = [self.clusters.number(result.question_id or 0) for result in self.near]
        np.add.at(passes, np.searchsorted(numbers, near_clusters), change)
        sums = (passes, judged, passes * passes, passes * judged, judged * judged)
        rate = ClusteredRate.from_sums(len(numbers), *(int(values.sum()) for values in sums))
        return rate.of(self.clusters.unit, len(self.questions))

    @cached_property
    def _by_cluster(self) -> tuple[_IntArray, _IntArray, _IntArray]:
        """Arrays over clusters: their numbers in ascending order, passed and judged results."""
        sums: dict[int, tuple[int, int]] = {}
        for question_id, (passed, judged) in (self.questions or {}).items():
            number = self.clusters.number(question_id)
            cluster_passed, cluster_judged = sums.get(number, (0, 0))
            sums[number] = (cluster_passed + passed, cluster_judged + judged)
        rows = sorted((number, *counts) for number, counts in sums.items())
        numbers, hits, judged_ = np.array(rows, dtype=np.int64).reshape(-1, 3).T
        return numbers, hits, judged_

    @cached_property
    def _passed(self) -> npt.NDArray[np.bool_]:
        return np.array([result.passed for result in self.near], dtype=bool)

    @cached_property
    def _passes_to(self) -> npt.NDArray[np.float64]:
        """The highest threshold at which each of `near` passes; -1 if it passes at none."""
        return np.array(
            [
                result.similarity
                if result.passed
                or found_at_threshold(
                    result.similarity,
                    result.similarity,
                    result.differences,
                    result.evidence,
                    self.wording,
                )
                else -1.0
                for result in self.near
            ],
            dtype=float,
        )

    @cached_property
    def _counts(self) -> _IntArray:
        return _counted(self.near)

    @cached_property
    def _runs(self) -> Sequence[int]:
        return sorted({count.run_id for count in self.reviewed.counts})

    def _by_run(self, chosen: npt.NDArray[np.bool_]) -> _IntArray:
        """Sum up the chosen ones of `near`: a row (total, decided, bad) for each run."""
        return self._summed(self.near, self._counts * chosen[:, None])

    @cached_property
    def _all(self) -> _IntArray:
        counts = self.reviewed.counts
        return self._summed(counts, _counted(counts))

    @cached_property
    def _all_passed(self) -> _IntArray:
        passed = [count for count in self.reviewed.counts if count.outcome == "passed"]
        return self._summed(passed, _counted(passed))

    def _summed(
        self, results: Sequence[queries.NearThreshold | queries.Review], counts: _IntArray
    ) -> _IntArray:
        """Add up the counts of the results by run, in the order of `_runs`."""
        sums = np.zeros((len(self._runs), 3), dtype=np.int64)
        run_rows = np.searchsorted(self._runs, [result.run_id for result in results])
        np.add.at(sums, run_rows, counts)
        return sums


def _counted(results: Sequence[queries.NearThreshold | queries.Review]) -> _IntArray:
    """Return a row (results, decided, found bad) for each entry."""
    rows = [
        (
            result.results,
            result.results if result.action else 0,
            result.results if result.action in BAD else 0,
        )
        for result in results
    ]
    return np.array(rows, dtype=np.int64).reshape(-1, 3)


def what_if(
    engine: Engine, runs: Sequence[ReportedRun], scope: ReportScope, counted: ReviewedResults
) -> WhatIf:
    """Load what judging by other thresholds needs. `counted`: results and decisions of the scope.

    All runs must have the same wording rule; the caller ensures that.
    """
    conditions, clusters = within(runs, scope), clusters_of(engine, runs)
    independent = is_alone(runs) and not clusters.numbers
    with Session(engine) as session:
        near = queries.near_threshold(
            session, conditions, FailureReason.EVIDENCE_REWORDED.value, by_question=not independent
        )
        questions = None if independent else queries.by_question(session, conditions)
    wording = runs[0].spec.wording if runs else WordRule.STRICT
    return WhatIf(counted, near, questions, wording, clusters)
