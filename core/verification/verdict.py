"""Three scores, one verdict (source 001, section 4)."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.verification.findings import Dimension
from core.verification.policy_parts import Threshold, Thresholds
from core.verification.scores import WHOLE, Score

LITERAL = Thresholds(
    compliance=Threshold(reject_below=0, revise_below=80),
    fact=Threshold(reject_below=60, revise_below=80),
    quality=Threshold(reject_below=50, revise_below=70),
)
"""Section 4's own numbers."""

PRIORITY = (Dimension.COMPLIANCE, Dimension.FACT, Dimension.QUALITY)
"""Compliance > Fact > Quality."""


class Verdict(StrEnum):
    ALLOW = "ALLOW"
    REVISE = "REVISE"
    REJECT = "REJECT"

    @property
    def rank(self) -> int:
        """0 the mildest."""
        return tuple(Verdict).index(self)


def make_verdict(
    fact: float, compliance: float, quality: float, *, thresholds: Thresholds = LITERAL
) -> Verdict:
    """Section 4's `makeVerdict`: the first dimension in order of priority that is not content.

    Scores lie in [0, 1]; anything else raises ValueError.
    """
    scores = {
        Dimension.COMPLIANCE: compliance,
        Dimension.FACT: fact,
        Dimension.QUALITY: quality,
    }
    for dimension in PRIORITY:
        own = own_verdict(scores[dimension], thresholds.of(dimension))
        if own is not Verdict.ALLOW:
            return own
    return Verdict.ALLOW


def own_verdict(score: float, threshold: Threshold) -> Verdict:
    """One dimension's verdict alone; a score exactly at a threshold is above it, 0 is a REJECT."""
    if not 0 <= score <= 1:
        raise ValueError(f"a score lies in [0, 1], not {score}")
    if score == 0 or score < threshold.reject_below / 100:
        return Verdict.REJECT
    return Verdict.REVISE if score < threshold.revise_below / 100 else Verdict.ALLOW


@dataclass(frozen=True, slots=True)
class Margin:
    """How far a score is from the next thresholds; None where there is none on that side.

    `to_better` is what is missing for the next better verdict, `to_worse` what may be lost before
    the next worse one begins: 0 means exactly at the threshold.
    """

    to_better: float | None
    to_worse: float | None


def margin(units: int, threshold: Threshold, own: Verdict) -> Margin:
    """Of a score in its units; `own` is the dimension's own verdict on it."""
    reject, revise = threshold.reject_below * 100, threshold.revise_below * 100
    match own:
        case Verdict.REJECT:
            # Out of 0 only what is above 0 leads, however low the threshold is.
            return Margin(max(reject - units, 1 if units == 0 else 0) / WHOLE, None)
        case Verdict.REVISE:
            return Margin((revise - units) / WHOLE, (units - reject) / WHOLE)
        case Verdict.ALLOW:
            return Margin(None, (units - revise) / WHOLE)


@dataclass(frozen=True)
class VerdictDecision:
    """The verdict, which dimension decided it, and every dimension's own verdict.

    A dimension that was not checked, since compliance was violated hard, has no own verdict.
    `masked_reject`: another dimension alone would have rejected what is only to be revised, since a
    dimension before it spoke first (reading 5).
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
            "own": {dimension.value: own.value for dimension, own in self.own.items()},
            "margins": {
                dimension.value: {"to_better": each.to_better, "to_worse": each.to_worse}
                for dimension, each in self.margins.items()
            },
            "masked_reject": self.masked_reject,
        }

    @classmethod
    def from_dict(cls, said: Mapping[str, Any]) -> "VerdictDecision":
        return cls(
            Verdict(said["verdict"]),
            Dimension(said["decided_by"]) if said["decided_by"] else None,
            {Dimension(name): Verdict(own) for name, own in said["own"].items()},
            {Dimension(name): Margin(**each) for name, each in said["margins"].items()},
        )


def decide(scores: Mapping[Dimension, Score], thresholds: Thresholds) -> VerdictDecision:
    """The same as `make_verdict`, with why. Scores may miss what a REJECT left unchecked."""
    units = [(dimension, scores[dimension].units) for dimension in PRIORITY if dimension in scores]
    return _decide(tuple(units), thresholds)


@functools.lru_cache(maxsize=4096)
def _decide(scores: tuple[tuple[Dimension, int], ...], thresholds: Thresholds) -> VerdictDecision:
    """Of scores in their units, by priority: most copies share a few of them."""
    own = {each: own_verdict(units / WHOLE, thresholds.of(each)) for each, units in scores}
    decided_by = next((each for each in own if own[each] is not Verdict.ALLOW), None)
    return VerdictDecision(
        own[decided_by] if decided_by else Verdict.ALLOW,
        decided_by,
        own,
        {each: margin(units, thresholds.of(each), own[each]) for each, units in scores},
    )
