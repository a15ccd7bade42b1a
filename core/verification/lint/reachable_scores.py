"""Which scores a policy's penalties can make, and which a single code can (for the linter)."""

from collections.abc import Mapping

from core.verification.findings import Code, Dimension
from core.verification.policy.policy import Policy
from core.verification.policy_parts import CodeRule, Mode


def codes_of(dimension: Dimension, policy: Policy) -> dict[Code, CodeRule]:
    """The enforced rules that count in a dimension."""
    return {
        code: rule
        for code, rule in policy.codes.items()
        if code.dimension is dimension and rule.mode is Mode.ENFORCE
    }


def losses(rule: CodeRule) -> tuple[int, ...]:
    """Hundredths that one code can take off, from nothing to all it can; a hard one takes all."""
    if rule.hard:
        return (0, 100)
    most = 100 if rule.cap is None else rule.cap
    if rule.count == "once" or rule.points == 0:
        return tuple(sorted({0, min(rule.points, most)}))
    counts = range(100 // rule.points + 2)
    return tuple(sorted({min(rule.points * count, most, 100) for count in counts}))


def reachable(dimension: Dimension, policy: Policy) -> frozenset[int]:
    """Every score in hundredths that penalties can leave, of fact or compliance.

    Quality is also measured, so it has no such list.
    """
    found = {(100, 100)}  # what is left, and what the codes so far hold it to
    for rule in codes_of(dimension, policy).values():
        lost = losses(rule)[1:] or ((0,) if rule.at_most is not None else ())
        found |= {(max(0, left - loss), _held(held, rule)) for left, held in found for loss in lost}
    return frozenset(min(left, held) for left, held in found)


def _held(held: int, rule: CodeRule) -> int:
    return held if rule.at_most is None else min(held, rule.at_most)


def lowest_alone(code: Code, policy: Policy, *, times: int | None = None) -> float:
    """The lowest score in [0, 1] of its dimension with this code alone, at most `times` counted."""
    rule = policy.rule(code)
    if rule.hard:
        return 0.0
    taken = losses(rule)[-1] if times is None else min(rule.points * times, losses(rule)[-1])
    left: float = 100 - taken
    if code.dimension is Dimension.QUALITY:
        weight = policy.quality.style if code.is_style else policy.quality.basic
        left = 100 - taken * weight / 100
    return min(left, 100 if rule.at_most is None else rule.at_most) / 100


def most_soft(dimension: Dimension, rules: Mapping[Code, CodeRule]) -> int:
    """What all soft codes of a dimension take together at most."""
    soft = [rule for code, rule in rules.items() if code.dimension is dimension and not rule.hard]
    return sum(losses(rule)[-1] for rule in soft)
