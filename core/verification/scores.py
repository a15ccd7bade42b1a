"""Compute scores from findings and record the arithmetic (source 001, sections 1-3).

All arithmetic is in whole numbers, so that 1.0 minus three times 0.3 is exactly 0.1 (reading 1).
"""

import functools
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.verification.findings import Code, Dimension, Finding
from core.verification.policy.files import source_policy
from core.verification.policy.policy import Policy
from core.verification.policy_parts import Mode
from core.verification.quality.quality import QualityReading

WHOLE = 10_000
"""Units of a score of 1; that many because a quality score may end in .925."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The deduction of one code. `points` are hundredths; a hard code sets the score to 0.

    `count` is how often the code was counted, `uncapped` the points without the cap. A monitored
    code deducts nothing: `points` is 0, and `uncapped` is what it would deduct if enforced.
    """

    code: Code
    count: int
    points: int
    uncapped: int
    mode: Mode = Mode.ENFORCE
    hard: bool = False
    at_most: int | None = None

    @property
    def capped(self) -> bool:
        """Whether the cap reduced the points."""
        return self.mode is Mode.ENFORCE and self.points < self.uncapped

    def to_dict(self) -> dict[str, Any]:
        return {
            "code": self.code.value,
            "count": self.count,
            "points": self.points,
            "uncapped": self.uncapped,
            "mode": self.mode.value,
            "hard": self.hard,
            "at_most": self.at_most,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "ScoreLine":
        return cls(**{**data, "code": Code(data["code"]), "mode": Mode(data["mode"])})


@dataclass(frozen=True, slots=True)
class ScorePart:
    """One part of the quality score: `value` and `weight` are hundredths."""

    name: str
    value: int
    weight: int

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "value": self.value, "weight": self.weight}


@dataclass(frozen=True, slots=True)
class Score:
    """A score in `units` of `WHOLE`: 100 minus the points of `lines`, or for quality the sum of
    value x weight over `parts`; then at most `held_to` hundredths, set by codes with `at_most`.
    """

    dimension: Dimension
    units: int
    lines: tuple[ScoreLine, ...] = ()
    parts: tuple[ScorePart, ...] = ()
    held_to: int | None = None

    @property
    def value(self) -> float:
        return self.units / WHOLE

    def to_dict(self) -> dict[str, Any]:
        return {
            "dimension": self.dimension.value,
            "value": self.value,
            "units": self.units,
            "lines": [line.to_dict() for line in self.lines],
            "parts": [part.to_dict() for part in self.parts],
            "held_to": self.held_to,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Score":
        return cls(
            Dimension(data["dimension"]),
            data["units"],
            tuple(map(ScoreLine.from_dict, data["lines"])),
            tuple(ScorePart(**part) for part in data["parts"]),
            data["held_to"],
        )


def score(dimension: Dimension, findings: Sequence[Finding], policy: Policy | None = None) -> Score:
    """Score of facts or compliance: max(0, 1 - sum of the penalties); 0 with a hard violation."""
    if not findings:
        return _FULL_SCORES[dimension]
    lines = lines_of(findings, policy or source_policy())
    remaining = _remaining_points(lines)
    limit = _lowest_at_most(lines)
    return Score(
        dimension, _to_units(remaining, limit), lines, held_to=_binding_limit(limit, remaining)
    )


_FULL_SCORES = {dimension: Score(dimension, WHOLE) for dimension in Dimension}


def quality_score(reading: QualityReading, policy: Policy | None = None) -> Score:
    """Weighted sum of readability, style, novelty and basic quality (reading 8)."""
    policy = policy or source_policy()
    lines = lines_of(reading.findings, policy)
    return _quality_score(reading.readability, reading.novelty, lines, policy)


@functools.lru_cache(maxsize=4096)
def _quality_score(
    readability: int, novelty: int, lines: tuple[ScoreLine, ...], policy: Policy
) -> Score:
    """`quality_score` with a cache, since most copies share a few scores."""
    weights = policy.quality
    parts = (
        ScorePart("readability", readability, weights.readability),
        ScorePart("style", _remaining_points([x for x in lines if x.code.is_style]), weights.style),
        ScorePart("novelty", novelty, weights.novelty),
        ScorePart(
            "basic", _remaining_points([x for x in lines if not x.code.is_style]), weights.basic
        ),
    )
    units = sum(part.value * part.weight for part in parts)
    if any(line.hard for line in lines):
        units = 0
    limit = _lowest_at_most(lines)
    binding = limit if limit is not None and limit * 100 < units else None
    return Score(
        Dimension.QUALITY, units if binding is None else binding * 100, lines, parts, binding
    )


def lines_of(findings: Sequence[Finding], policy: Policy) -> tuple[ScoreLine, ...]:
    """One line per code, in the order of `Code`."""
    if not findings:
        return ()
    by_code: defaultdict[Code, list[Finding]] = defaultdict(list)
    for finding in findings:
        by_code[finding.code].append(finding)
    return tuple(
        _line(code, by_code[code], policy) for code in sorted(by_code, key=_ORDER.__getitem__)
    )


_ORDER = {code: at for at, code in enumerate(Code)}


def _line(code: Code, findings: Sequence[Finding], policy: Policy) -> ScoreLine:
    counts_each = policy.rule(code).count == "each"
    return _line_of(code, len(set(map(_subject, findings))) if counts_each else 1, policy)


@functools.lru_cache(maxsize=4096)
def _line_of(code: Code, count: int, policy: Policy) -> ScoreLine:
    rule = policy.rule(code)
    uncapped = rule.points * count
    points = uncapped if rule.cap is None else min(uncapped, rule.cap)
    monitored = rule.mode is Mode.MONITOR
    return ScoreLine(
        code,
        count,
        points=0 if monitored else points,
        uncapped=uncapped,
        mode=rule.mode,
        hard=rule.hard and not monitored,
        at_most=None if monitored else rule.at_most,
    )


def _subject(finding: Finding) -> object:
    """The key by which findings of one code are counted; without a subject each finding counts."""
    subject = finding.subject
    return subject if subject is not None else (finding.span, tuple(finding.measure.items()))


def _remaining_points(lines: Iterable[ScoreLine]) -> int:
    """100 minus the points of all lines, at least 0; 0 if one is hard."""
    deducted = 0
    for line in lines:
        if line.hard:
            return 0
        deducted += line.points
    return max(0, 100 - deducted)


def _lowest_at_most(lines: Iterable[ScoreLine]) -> int | None:
    """The lowest limit that a code sets for the score; None if no code sets one."""
    return min((line.at_most for line in lines if line.at_most is not None), default=None)


def _binding_limit(limit: int | None, remaining: int) -> int | None:
    """The limit if it is below the remaining points, otherwise None."""
    return limit if limit is not None and limit < remaining else None


def _to_units(remaining: int, limit: int | None) -> int:
    return 100 * (remaining if limit is None else min(remaining, limit))
