"""Scores that the penalties of a policy, or of a single code, can produce (for the linter)."""

from collections.abc import Mapping

from core.verification.findings import Code, Dimension
from core.verification.policy.policy import Policy
from core.verification.policy_parts import CodeRule, Mode


def codes_of(dimension: Dimension, policy: Policy) -> dict[Code, CodeRule]:
    """The enforced rules of a dimension, by code."""
    return {
        code: rule
        for code, rule in policy.codes.items()
        if code.dimension is dimension and rule.mode is Mode.ENFORCE
    }


def losses(rule: CodeRule) -> tuple[int, ...]:
    """Hundredths that one code can deduct, from 0 up to its most; a hard code deducts all."""
    if rule.hard:
        return (0, 100)
    most = 100 if rule.cap is None else rule.cap
    if rule.count == "once" or rule.points == 0:
        return tuple(sorted({0, min(rule.points, most)}))
    counts = range(100 // rule.points + 2)
    return tuple(sorted({min(rule.points * count, most, 100) for count in counts}))


def reachable(dimension: Dimension, policy: Policy) -> frozenset[int]:
    """Every score of fact or compliance, in hundredths, that penalties can leave.

    Quality has measured parts, too, so it has no such list.
    """
    states = {(100, 100)}  # (score left, ceiling that the codes so far set)
    for rule in codes_of(dimension, policy).values():
        deductions = losses(rule)[1:] or ((0,) if rule.at_most is not None else ())
        states |= {
            (max(0, score - loss), _lower_ceiling(ceiling, rule))
            for score, ceiling in states
            for loss in deductions
        }
    return frozenset(min(score, ceiling) for score, ceiling in states)


def _lower_ceiling(ceiling: int, rule: CodeRule) -> int:
    """The ceiling of a score, lowered to that of a rule."""
    return ceiling if rule.at_most is None else min(ceiling, rule.at_most)


def lowest_alone(code: Code, policy: Policy, *, times: int | None = None) -> float:
    """The lowest score in [0, 1] that a code alone can leave its dimension.

    `times`: how often it is counted at most.
    """
    rule = policy.rule(code)
    if rule.hard:
        return 0.0
    deducted = losses(rule)[-1] if times is None else min(rule.points * times, losses(rule)[-1])
    score: float = 100 - deducted
    if code.dimension is Dimension.QUALITY:
        weight = policy.quality.style if code.is_style else policy.quality.basic
        score = 100 - deducted * weight / 100
    return min(score, 100 if rule.at_most is None else rule.at_most) / 100


def most_soft(dimension: Dimension, rules: Mapping[Code, CodeRule]) -> int:
    """Hundredths that all soft codes of a dimension deduct together at most."""
    soft = [rule for code, rule in rules.items() if code.dimension is dimension and not rule.hard]
    return sum(losses(rule)[-1] for rule in soft)
