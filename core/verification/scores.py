"""From findings to scores, with the arithmetic kept (source 001, sections 1-3).

Everything is whole numbers: three times 0.3 off 1.0 is 0.1 exactly (reading 1).
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
"""A score of 1 in its units: a quality score may end in .925."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """What one code took. `points` are hundredths; a hard code takes all there is.

    `count` is how often the code was counted, `uncapped` what that would take without the cap. A
    monitored code took nothing: `points` is 0 and `uncapped` what it would take.
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
    def from_dict(cls, said: Mapping[str, Any]) -> "ScoreLine":
        return cls(**{**said, "code": Code(said["code"]), "mode": Mode(said["mode"])})


@dataclass(frozen=True, slots=True)
class ScorePart:
    """A part of the quality score: `value` and `weight` are hundredths."""

    name: str
    value: int
    weight: int

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "value": self.value, "weight": self.weight}


@dataclass(frozen=True, slots=True)
class Score:
    """`units` of `WHOLE`. Its arithmetic: the lines' points off 100, or for quality the parts'
    value x weight; then `held_to` hundredths by the codes that allow no more.
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
    def from_dict(cls, said: Mapping[str, Any]) -> "Score":
        return cls(
            Dimension(said["dimension"]),
            said["units"],
            tuple(map(ScoreLine.from_dict, said["lines"])),
            tuple(ScorePart(**part) for part in said["parts"]),
            said["held_to"],
        )


def score(dimension: Dimension, findings: Sequence[Finding], policy: Policy | None = None) -> Score:
    """max(0, 1 - the sum of the penalties); 0 with a hard violation. For facts and compliance."""
    if not findings:
        return _UNTOUCHED[dimension]
    lines = lines_of(findings, policy or source_policy())
    left = _left(lines)
    held = _held(lines)
    return Score(dimension, _to_units(left, held), lines, held_to=_if_binding(held, left))


_UNTOUCHED = {dimension: Score(dimension, WHOLE) for dimension in Dimension}


def quality_score(reading: QualityReading, policy: Policy | None = None) -> Score:
    """readability, style, novelty and basic quality by their weights (reading 8: a sum)."""
    policy = policy or source_policy()
    lines = lines_of(reading.findings, policy)
    return _quality_score(reading.readability, reading.novelty, lines, policy)


@functools.lru_cache(maxsize=4096)
def _quality_score(
    readability: int, novelty: int, lines: tuple[ScoreLine, ...], policy: Policy
) -> Score:
    """Most copies share a few scores."""
    weights = policy.quality
    parts = (
        ScorePart("readability", readability, weights.readability),
        ScorePart("style", _left([x for x in lines if x.code.is_style]), weights.style),
        ScorePart("novelty", novelty, weights.novelty),
        ScorePart("basic", _left([x for x in lines if not x.code.is_style]), weights.basic),
    )
    units = sum(part.value * part.weight for part in parts)
    if any(line.hard for line in lines):
        units = 0
    held = _held(lines)
    binding = held if held is not None and held * 100 < units else None
    return Score(
        Dimension.QUALITY, units if binding is None else binding * 100, lines, parts, binding
    )


def lines_of(findings: Sequence[Finding], policy: Policy) -> tuple[ScoreLine, ...]:
    """One line a code, in the codes' order."""
    if not findings:
        return ()
    found: defaultdict[Code, list[Finding]] = defaultdict(list)
    for finding in findings:
        found[finding.code].append(finding)
    return tuple(_line(code, found[code], policy) for code in sorted(found, key=_ORDER.__getitem__))


_ORDER = {code: at for at, code in enumerate(Code)}


def _line(code: Code, findings: Sequence[Finding], policy: Policy) -> ScoreLine:
    each = policy.rule(code).count == "each"
    return _line_of(code, len(set(map(_subject, findings))) if each else 1, policy)


@functools.lru_cache(maxsize=4096)
def _line_of(code: Code, count: int, policy: Policy) -> ScoreLine:
    rule = policy.rule(code)
    uncapped = rule.points * count
    taken = uncapped if rule.cap is None else min(uncapped, rule.cap)
    monitored = rule.mode is Mode.MONITOR
    return ScoreLine(
        code,
        count,
        points=0 if monitored else taken,
        uncapped=uncapped,
        mode=rule.mode,
        hard=rule.hard and not monitored,
        at_most=None if monitored else rule.at_most,
    )


def _subject(finding: Finding) -> object:
    """What makes a violation another one; of a code that names no subject each finding is one."""
    subject = finding.subject
    return subject if subject is not None else (finding.span, tuple(finding.measure.items()))


def _left(lines: Iterable[ScoreLine]) -> int:
    taken = 0
    for line in lines:
        if line.hard:
            return 0
        taken += line.points
    return max(0, 100 - taken)


def _held(lines: Iterable[ScoreLine]) -> int | None:
    return min((line.at_most for line in lines if line.at_most is not None), default=None)


def _if_binding(held: int | None, left: int) -> int | None:
    return held if held is not None and held < left else None


def _to_units(left: int, held: int | None) -> int:
    return 100 * (left if held is None else min(left, held))
