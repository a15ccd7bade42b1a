"""Stored results judged by other similarity thresholds, without asking anything again."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
from sqlalchemy import Engine
from sqlmodel import Session

from core.accuracy.calibration import BAD, Reviewed
from core.accuracy.scope import Scope, Validated
from core.accuracy.slices import within
from core.stats import Rate
from core.stats.strata import Recall, Stratum, recall
from core.text import SIMILARITY_FLOOR
from core.validation.reasons import FailureReason
from core.validation.rejudging import reworded_found_at
from db.queries import accuracy as queries

STEPS = tuple(step / 100 for step in range(round(SIMILARITY_FLOOR * 100), 101))
"""Thresholds that can be tried; below the floor no similarity is stored."""


@dataclass(frozen=True, slots=True)
class Tried:
    """One threshold: what would pass, and which results would change sides.

    `precision` and `recall` as people's decisions have them, of what it would flag.
    """

    threshold: float
    rate: Rate
    newly_flagged: int
    newly_passed: int
    precision: Rate
    recall: Recall | None


@dataclass(frozen=True)
class WhatIf:
    """All that judging again needs: what any threshold leaves as it is, counted in `reviewed`, and
    the results near it.
    """

    reviewed: Reviewed
    near: Sequence[queries.Near]

    def at(self, threshold: float) -> Tried:
        passes, was = self._passes_to >= threshold, self._passed
        # (total, decided, bad) of what passes, whatever the threshold, and of what does now.
        always = self._all_passed - self._counts[was].sum(axis=0)
        good, whole = always + self._counts[passes].sum(axis=0), self._all
        passed = Stratum(*map(int, good))
        flagged = Stratum(*map(int, whole - good))
        return Tried(
            threshold,
            Rate(passed.total, int(whole[0])),
            newly_flagged=int(self._counts[was & ~passes, 0].sum()),
            newly_passed=int(self._counts[~was & passes, 0].sum()),
            precision=Rate(flagged.bad, flagged.decided),
            recall=recall(flagged, [passed]),
        )

    def curve(self) -> Sequence[Tried]:
        return [self.at(threshold) for threshold in STEPS]

    def items_newly_passed(self, threshold: float) -> Sequence[int]:
        """Newest run first, in the file's order within it."""
        passing = zip(self.near, self._passes_to >= threshold, strict=True)
        return [one.item_id for one, passes in passing if passes and one.item_id is not None]

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
                or reworded_found_at(one.similarity, one.similarity, one.differences, one.evidence)
                else -1.0
                for one in self.near
            ],
            dtype=float,
        )

    @cached_property
    def _counts(self) -> npt.NDArray[np.int64]:
        return _counted(self.near)

    @cached_property
    def _all(self) -> npt.NDArray[np.int64]:
        return _total(self.reviewed.counts)

    @cached_property
    def _all_passed(self) -> npt.NDArray[np.int64]:
        passed = [one for one in self.reviewed.counts if one.outcome == "passed"]
        return _total(passed)


def _counted(found: Sequence[queries.Near | queries.Review]) -> npt.NDArray[np.int64]:
    """Results, those decided, those found bad: a row for each."""
    rows = [
        (one.results, one.results if one.action else 0, one.results if one.action in BAD else 0)
        for one in found
    ]
    return np.array(rows, dtype=np.int64).reshape(-1, 3)


def _total(found: Sequence[queries.Review]) -> npt.NDArray[np.int64]:
    total: npt.NDArray[np.int64] = _counted(found).sum(axis=0)
    return total


def what_if(engine: Engine, runs: Sequence[Validated], scope: Scope, counted: Reviewed) -> WhatIf:
    """`counted`: the same scope's results and decisions."""
    with Session(engine) as session:
        near = queries.near_threshold(
            session, within(runs, scope), FailureReason.EVIDENCE_REWORDED.value
        )
    return WhatIf(counted, near)
