"""Stored results judged by other similarity thresholds, without asking anything again."""

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
from core.stats import ClusteredRate, Rate
from core.stats.stratified_recall import Recall, ReviewedGroup, Stratum, recall_of_groups
from core.text import SIMILARITY_FLOOR, WordRule
from core.validation.reasons import FailureReason
from core.validation.rejudging import found_at_threshold
from db.queries import accuracy as queries

STEPS = tuple(step / 100 for step in range(round(SIMILARITY_FLOOR * 100), 101))
"""Thresholds that can be tried; below the floor no similarity is stored."""

_Whole = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ThresholdTrial:
    """One threshold: what would pass, and which results would change sides.

    `precision` and `recall` as people's decisions have them, of what it would flag.
    """

    threshold: float
    rate: ClusteredRate
    newly_flagged: int
    newly_passed: int
    precision: Rate
    recall: Recall | None


@dataclass(frozen=True)
class WhatIf:
    """All that judging again needs: what any threshold leaves as it is, counted in `reviewed`, and
    the results near it. `questions`: how many of its results passed and how many were judged, for
    each question by its id; None where each result stands alone. `wording`: the rule for words that
    they were judged by. `clusters`: which questions hang together.
    """

    reviewed: ReviewedResults
    near: Sequence[queries.NearThreshold]
    questions: Mapping[int, tuple[int, int]] | None = None
    wording: WordRule = WordRule.STRICT
    clusters: QuestionClusters = ALONE

    def at(self, threshold: float) -> ThresholdTrial:
        passes, was = self._passes_to >= threshold, self._passed
        # Run by run (total, decided, bad) of what passes: whatever the threshold, and now.
        good = self._all_passed - self._by_run(was) + self._by_run(passes)
        flagged = self._all - good
        pooled = Stratum(*map(int, flagged.sum(axis=0)))
        return ThresholdTrial(
            threshold,
            self._rate(~was & passes, was & ~passes),
            newly_flagged=int(self._counts[was & ~passes, 0].sum()),
            newly_passed=int(self._counts[~was & passes, 0].sum()),
            precision=Rate(pooled.bad, pooled.decided),
            recall=recall_of_groups(
                [
                    ReviewedGroup(Stratum(*map(int, ours)), [Stratum(*map(int, passed))])
                    for ours, passed in zip(flagged, good, strict=True)
                ]
            ),
        )

    def curve(self) -> Sequence[ThresholdTrial]:
        return self._curve

    @cached_property
    def _curve(self) -> Sequence[ThresholdTrial]:
        return [self.at(threshold) for threshold in STEPS]

    def items_newly_passed(self, threshold: float) -> Sequence[int]:
        """Newest run first, in the file's order within it."""
        passing = zip(self.near, self._passes_to >= threshold, strict=True)
        return [one.item_id for one, passes in passing if passes and one.item_id is not None]

    def _rate(self, more: npt.NDArray[np.bool_], fewer: npt.NDArray[np.bool_]) -> ClusteredRate:
        """What passes, clustered, when `more` of the results near pass and `fewer` do not; where
        nothing changes it is the rate as it stands.
        """
        change = self._counts[:, 0] * (more.astype(np.int64) - fewer.astype(np.int64))
        if self.questions is None:
            passed = int(self._all_passed[:, 0].sum() + change.sum())
            return ClusteredRate.independent(passed, int(self._all[:, 0].sum()))
        numbers, was, judged = self._by_cluster
        passes = was.copy()
        near = [self.clusters.number(one.question_id or 0) for one in self.near]
        np.add.at(passes, np.searchsorted(numbers, near), change)
        sums = (passes, judged, passes * passes, passes * judged, judged * judged)
        rate = ClusteredRate.of_sums(len(numbers), *(int(one.sum()) for one in sums))
        return rate.of(self.clusters.unit, len(self.questions))

    @cached_property
    def _by_cluster(self) -> tuple[_Whole, _Whole, _Whole]:
        """Numbers in ascending order, results that passed, results that were judged."""
        sums: dict[int, tuple[int, int]] = {}
        for question_id, (passed, judged) in (self.questions or {}).items():
            number = self.clusters.number(question_id)
            ours, of = sums.get(number, (0, 0))
            sums[number] = (ours + passed, of + judged)
        found = sorted((number, *counts) for number, counts in sums.items())
        numbers, hits, judged_ = np.array(found, dtype=np.int64).reshape(-1, 3).T
        return numbers, hits, judged_

    @cached_property
    def _passed(self) -> npt.NDArray[np.bool_]:
        return np.array([one.passed for one in self.near], dtype=bool)

    @cached_property
    def _passes_to(self) -> npt.NDArray[np.float64]:
        """The highest threshold each result near passes at; below all of them: at none."""
        return np.array(
            [
                one.similarity
                if one.passed
                or found_at_threshold(
                    one.similarity, one.similarity, one.differences, one.evidence, self.wording
                )
                else -1.0
                for one in self.near
            ],
            dtype=float,
        )

    @cached_property
    def _counts(self) -> _Whole:
        return _counted(self.near)

    @cached_property
    def _runs(self) -> Sequence[int]:
        return sorted({one.run_id for one in self.reviewed.counts})

    def _by_run(self, chosen: npt.NDArray[np.bool_]) -> _Whole:
        """Of the results near: a row for each run."""
        return self._summed(self.near, self._counts * chosen[:, None])

    @cached_property
    def _all(self) -> _Whole:
        counts = self.reviewed.counts
        return self._summed(counts, _counted(counts))

    @cached_property
    def _all_passed(self) -> _Whole:
        passed = [one for one in self.reviewed.counts if one.outcome == "passed"]
        return self._summed(passed, _counted(passed))

    def _summed(
        self, found: Sequence[queries.NearThreshold | queries.Review], counts: _Whole
    ) -> _Whole:
        sums = np.zeros((len(self._runs), 3), dtype=np.int64)
        at = np.searchsorted(self._runs, [one.run_id for one in found])
        np.add.at(sums, at, counts)
        return sums


def _counted(found: Sequence[queries.NearThreshold | queries.Review]) -> _Whole:
    """Results, those decided, those found bad: a row for each."""
    rows = [
        (one.results, one.results if one.action else 0, one.results if one.action in BAD else 0)
        for one in found
    ]
    return np.array(rows, dtype=np.int64).reshape(-1, 3)


def what_if(
    engine: Engine, runs: Sequence[ReportedRun], scope: ReportScope, counted: ReviewedResults
) -> WhatIf:
    """`counted`: the same scope's results and decisions. Runs are of one rule for words, which the
    page sees to.
    """
    where, clusters = within(runs, scope), clusters_of(engine, runs)
    alone = is_alone(runs) and not clusters.numbers
    with Session(engine) as session:
        near = queries.near_threshold(
            session, where, FailureReason.EVIDENCE_REWORDED.value, by_question=not alone
        )
        questions = None if alone else queries.by_question(session, where)
    wording = runs[0].spec.wording if runs else WordRule.STRICT
    return WhatIf(counted, near, questions, wording, clusters)
