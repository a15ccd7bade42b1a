"""Thresholds, codes and points without effect, and scores and verdicts that cannot be reached."""

from collections.abc import Iterator

from core.verification.findings import Code, Dimension
from core.verification.lint.reachable_scores import codes_of, lowest_alone, most_soft, reachable
from core.verification.lint.remarks import Lint, Path, Remark, lint_error, lint_warning
from core.verification.policy.policy import Policy
from core.verification.policy_parts import CodeRule, Mode
from core.verification.verdict import PRIORITY, Verdict, own_verdict


def lint_weights(policy: Policy) -> Iterator[Remark]:
    yield from _thresholds(policy)
    yield from _codes(policy)
    yield from _soft_zero(policy)
    yield from _bands(policy)


def _thresholds(policy: Policy) -> Iterator[Remark]:
    """Report thresholds that leave no score to revise."""
    for dimension in PRIORITY:
        limits = policy.thresholds.of(dimension)
        if limits.reject_below > limits.revise_below:
            yield lint_error(
                Lint.THRESHOLDS_OUT_OF_ORDER,
                ("thresholds", dimension.value),
                "{dimension} rejects below {reject} and revises below {revise}, so nothing is "
                "ever revised. Reject below less than that.",
                dimension=dimension.value,
                reject=limits.reject_below,
                revise=limits.revise_below,
            )


def never_decides(policy: Policy) -> tuple[Code, ...]:
    """Enforced codes that alone, however often they are found, leave the verdict at ALLOW."""
    return tuple(
        code
        for code in Code
        if (rule := policy.rule(code)).mode is Mode.ENFORCE
        and _does_something(rule)
        and _alone(code, policy) is Verdict.ALLOW
    )


def _alone(code: Code, policy: Policy) -> Verdict:
    return own_verdict(lowest_alone(code, policy), policy.thresholds.of(code.dimension))


def _does_something(rule: CodeRule) -> bool:
    return rule.hard or rule.points > 0 or rule.at_most is not None


def _codes(policy: Policy) -> Iterator[Remark]:
    """Warn of codes without an effect."""
    silent = never_decides(policy)
    for code in Code:
        rule, path = policy.rule(code), ("codes", code.value)
        if rule.mode is Mode.ENFORCE and not _does_something(rule):
            yield lint_warning(
                Lint.CODE_WITHOUT_EFFECT,
                path,
                "{code} is enforced but deducts no points. Give it points, or monitor it.",
                code=code.value,
            )
        if code in silent:
            yield lint_warning(
                Lint.CODE_NEVER_DECIDES,
                path,
                "{code} alone never changes the verdict: the score stays at {score} or above.",
                code=code.value,
                score=f"{lowest_alone(code, policy):.4g}",
            )
        yield from _limits(code, rule, policy, path)


def _limits(code: Code, rule: CodeRule, policy: Policy, path: Path) -> Iterator[Remark]:
    """Warn of a ceiling that never changes the verdict, and of a cap that never applies."""
    revise = policy.thresholds.of(code.dimension).revise_below
    if rule.at_most is not None and rule.at_most >= revise:
        yield lint_warning(
            Lint.CEILING_WITHOUT_EFFECT,
            path,
            "{code} caps the score at {held}, which still passes {limit}. Use a lower cap.",
            code=code.value,
            held=rule.at_most,
            limit=revise,
        )
    if rule.cap is not None and rule.count == "once" and rule.cap >= rule.points:
        yield lint_warning(
            Lint.CAP_WITHOUT_EFFECT,
            path,
            "{code} is counted once, so its cap of {cap} has no effect. Remove the cap, or count "
            "each occurrence.",
            code=code.value,
            cap=rule.cap,
        )


def _soft_zero(policy: Policy) -> Iterator[Remark]:
    """Warn where soft codes can deduct all of compliance: 0 is a hard violation's (reading 3)."""
    rules = codes_of(Dimension.COMPLIANCE, policy)
    most = most_soft(Dimension.COMPLIANCE, rules)
    if most >= 100:
        yield lint_warning(
            Lint.SOFT_REACHES_ZERO,
            ("codes",),
            "Soft compliance violations can deduct {most} of 100, and a score of 0 rejects like "
            "a hard violation. Cap them.",
            most=most,
        )


def _bands(policy: Policy) -> Iterator[Remark]:
    """Warn of verdicts that a dimension alone cannot result in."""
    for dimension in (Dimension.COMPLIANCE, Dimension.FACT):
        limits = policy.thresholds.of(dimension)
        verdicts = {own_verdict(score / 100, limits) for score in reachable(dimension, policy)}
        for verdict in Verdict:
            if verdict not in verdicts:
                yield lint_warning(
                    Lint.BAND_UNREACHABLE,
                    ("thresholds", dimension.value),
                    "No combination of findings makes {dimension} alone result in {verdict}.",
                    dimension=dimension.value,
                    verdict=verdict.value,
                )
