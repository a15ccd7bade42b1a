"""Combine three scores into one verdict (source 001, section 4)."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.verification.findings import Dimension
from core.verification.policy_parts import Threshold, Thresholds
from core.verification.scores import WHOLE, Score

SOURCE_THRESHOLDS = Thresholds(
    compliance=Threshold(reject_below=0, revise_below=80),
    fact=Threshold(reject_below=60, revise_below=80),
    quality=Threshold(reject_below=50, revise_below=70),
)
"""The thresholds of section 4."""

PRIORITY = (Dimension.COMPLIANCE, Dimension.FACT, Dimension.QUALITY)
"""The order in which dimensions decide the verdict, highest priority first."""


class Verdict(StrEnum):
    ALLOW = "ALLOW"
    REVISE = "REVISE"
    REJECT = "REJECT"

    @property
    def rank(self) -> int:
        """0 for ALLOW, 1 for REVISE, 2 for REJECT."""
        return tuple(Verdict).index(self)


def make_verdict(
    fact: float, compliance: float, quality: float, *, thresholds: Thresholds = SOURCE_THRESHOLDS
) -> Verdict:
    """Section 4's `makeVerdict`: the first verdict in order of priority that is not ALLOW.

    Raises ValueError if a score is outside [0, 1].
    """
    scores = {
        Dimension.COMPLIANCE: compliance,
        Dimension.FACT: fact,
        Dimension.QUALITY: quality,
    }
    for dimension in PRIORITY:
        verdict = own_verdict(scores[dimension], thresholds.of(dimension))
        if verdict is not Verdict.ALLOW:
            return verdict
    return Verdict.ALLOW


def own_verdict(score: float, threshold: Threshold) -> Verdict:
    """The verdict of one dimension; a score equal to a threshold passes it, 0 is always a REJECT.

    Raises ValueError if the score is outside [0, 1].
    """
    if not 0 <= score <= 1:
        raise ValueError(f"a score lies in [0, 1], not {score}")
    if score == 0 or score < threshold.reject_below / 100:
        return Verdict.REJECT
    return Verdict.REVISE if score < threshold.revise_below / 100 else Verdict.ALLOW


@dataclass(frozen=True, slots=True)
class Margin:
    """Distance of a score to the next thresholds, in [0, 1]; None if there is none on that side.

    `to_better`: what the next better verdict needs. `to_worse`: what can be lost before the next
    worse verdict; 0 means exactly at the threshold.
    """

    to_better: float | None
    to_worse: float | None


def margin(units: int, threshold: Threshold, own: Verdict) -> Margin:
    """Margin of a score in its units; `own` is the verdict of its dimension."""
    reject, revise = threshold.reject_below * 100, threshold.revise_below * 100
    match own:
        case Verdict.REJECT:
            # A score of 0 is a REJECT even if the threshold is 0, so at least 1 unit is missing.
            return Margin(max(reject - units, 1 if units == 0 else 0) / WHOLE, None)
        case Verdict.REVISE:
            return Margin((revise - units) / WHOLE, (units - reject) / WHOLE)
        case Verdict.ALLOW:
            return Margin(None, (units - revise) / WHOLE)


@dataclass(frozen=True)
class VerdictDecision:
    """The verdict, the dimension that decided it, and the verdict of each dimension alone.

    `own` and `margins` lack the dimensions that were not checked after a hard violation of
    compliance. `masked_reject`: the verdict is REVISE although a dimension of lower priority alone
    would be a REJECT (reading 5).
    """

    verdict: Verdict
    decided_by: Dimension | None
    own: Mapping[Dimension, Verdict]
    margins: Mapping[Dimension, Margin]

    @property
    def masked_reject(self) -> bool:
        return self.verdict is not Verdict.REJECT and Verdict.REJECT in self.own.values()

    def to_dict(self) -> dict[str, Any]:
        return {
            "verdict": self.verdict.value,
            "decided_by": self.decided_by.value if self.decided_by else None,
            "own": {dimension.value: verdict.value for dimension, verdict in self.own.items()},
            "margins": {
                dimension.value: {"to_better": margin.to_better, "to_worse": margin.to_worse}
                for dimension, margin in self.margins.items()
            },
            "masked_reject": self.masked_reject,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "VerdictDecision":
        return cls(
            Verdict(data["verdict"]),
            Dimension(data["decided_by"]) if data["decided_by"] else None,
            {Dimension(name): Verdict(verdict) for name, verdict in data["own"].items()},
            {Dimension(name): Margin(**margin) for name, margin in data["margins"].items()},
        )


def decide(scores: Mapping[Dimension, Score], thresholds: Thresholds) -> VerdictDecision:
    """`make_verdict` with reasons; `scores` may lack dimensions that a REJECT left unchecked."""
    units = [(dimension, scores[dimension].units) for dimension in PRIORITY if dimension in scores]
    return _decide(tuple(units), thresholds)


@functools.lru_cache(maxsize=4096)
def _decide(scores: tuple[tuple[Dimension, int], ...], thresholds: Thresholds) -> VerdictDecision:
    """`decide` on scores in units, by priority; cached, since most copies share a few scores."""
    own = {
        dimension: own_verdict(units / WHOLE, thresholds.of(dimension))
        for dimension, units in scores
    }
    decided_by = next((dimension for dimension in own if own[dimension] is not Verdict.ALLOW), None)
    return VerdictDecision(
        own[decided_by] if decided_by else Verdict.ALLOW,
        decided_by,
        own,
        {
            dimension: margin(units, thresholds.of(dimension), own[dimension])
            for dimension, units in scores
        },
    )
