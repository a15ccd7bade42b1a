"""Scores computed from findings (source 001, sections 1-3; reading 1)."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Sentence
from core.verification import Code, Dimension, Finding, Policy, QualityReading
from core.verification.scores import quality_score, score
from tests.core.verification.desk import V1, V1_1, verified, with_rule


def finding(code: Code, subject: str = "a", policy: Policy = V1) -> Finding:
    measure = {code.subject: subject} if code.subject else {}
    return policy.finding(code, Sentence("said", measure))


FINDINGS = st.lists(st.builds(finding, st.sampled_from(list(Code)), st.sampled_from("abcd")))


def total(findings: Sequence[Finding], dimension: Dimension, policy: Policy, seen: int) -> float:
    of_dimension = [each for each in findings if each.dimension is dimension]
    if dimension is Dimension.QUALITY:
        return quality_score(QualityReading(tuple(of_dimension), seen, 100 - seen), policy).value
    return score(dimension, of_dimension, policy).value


@pytest.mark.parametrize("policy", [V1, V1_1])
@given(FINDINGS, FINDINGS, st.sampled_from(list(Dimension)), st.integers(0, 100))
def test_a_score_lies_in_0_to_1_and_more_findings_never_raise_it(
    policy: Policy,
    findings: list[Finding],
    more: list[Finding],
    dimension: Dimension,
    seen: int,
) -> None:
    fewer = total(findings, dimension, policy, seen)
    assert 0 <= total([*findings, *more], dimension, policy, seen) <= fewer <= 1


@given(FINDINGS)
def test_the_lines_say_what_was_taken(findings: list[Finding]) -> None:
    fact_findings = [each for each in findings if each.dimension is Dimension.FACT]
    scored = score(Dimension.FACT, fact_findings, V1)
    assert scored.units == 100 * max(0, 100 - sum(line.points for line in scored.lines))
    assert {line.code for line in scored.lines} == {each.code for each in fact_findings}


@given(FINDINGS)
def test_soft_violations_of_compliance_alone_never_make_0(findings: list[Finding]) -> None:
    """Reading 3."""
    compliance_findings = [f for f in findings if f.dimension is Dimension.COMPLIANCE]
    soft = [f for f in compliance_findings if not V1.rule(f.code).hard]
    assert score(Dimension.COMPLIANCE, soft, V1).value >= 0.1


def test_sums_are_exact() -> None:
    """Reading 1: as floats 1 - .1 - .3 - .3 - .3 is 1.1e-16 and not 0."""
    items = [finding(Code.FACT_ITEM_INVALID, name) for name in "ab"]
    assert score(Dimension.FACT, items, V1).value == 0
    both = [finding(Code.FACT_USER_EVENT_MISS), finding(Code.FACT_HOLIDAY_INVALID)]
    assert score(Dimension.FACT, both, V1).value == 0.5


def test_a_cap_is_shown() -> None:
    words = [finding(Code.COMPLIANCE_ABSOLUTE_WORDS, word) for word in "abc"]
    (line,) = score(Dimension.COMPLIANCE, words, V1).lines
    assert (line.count, line.points, line.uncapped, line.capped) == (3, 60, 90, True)


def test_a_code_counted_once_is_one_line_whatever_it_found() -> None:
    events = [finding(Code.FACT_USER_EVENT_MISS, name) for name in "abc"]
    (line,) = score(Dimension.FACT, events, V1).lines
    assert (line.count, line.points, line.capped) == (1, 30, False)


def test_a_ceiling_holds_the_score_and_says_so() -> None:
    scored = score(Dimension.FACT, [finding(Code.FACT_BRAND_MISMATCH)], V1_1)
    assert (scored.value, scored.held_to) == (0.79, 79)
    lower = [finding(Code.FACT_BRAND_MISMATCH), finding(Code.FACT_USER_EVENT_MISS)]
    assert score(Dimension.FACT, lower, V1_1).value == 0.55
    assert score(Dimension.FACT, lower, V1_1).held_to is None


@pytest.mark.parametrize(("seen", "value", "held"), [(100, 0.69, 69), (0, 0.675, None)])
def test_a_ceiling_of_quality_holds_only_what_is_above_it(
    seen: int, value: float, held: int | None
) -> None:
    over = QualityReading((finding(Code.QUALITY_LEN_OVER, policy=V1_1),), seen)
    scored = quality_score(over, V1_1)
    assert (scored.value, scored.held_to) == (value, held)


def test_a_monitored_code_takes_nothing_and_says_what_it_would_take() -> None:
    policy = with_rule(V1, Code.FACT_USER_EVENT_MISS, points=30, mode="monitor")
    scored = score(Dimension.FACT, [finding(Code.FACT_USER_EVENT_MISS)], policy)
    assert scored.value == 1
    assert (scored.lines[0].points, scored.lines[0].uncapped) == (0, 30)
    assert not scored.lines[0].capped


def test_a_monitored_hard_code_rejects_nothing() -> None:
    policy = with_rule(V1, Code.COMPLIANCE_FORBIDDEN_WORDS, hard=True, mode="monitor")
    verification = verified("这里没有垃圾，欢迎放心选购", policy)
    assert verification.verdict == "ALLOW"
    assert verification.codes == {Code.COMPLIANCE_FORBIDDEN_WORDS}
    assert verification.warnings == ()


def test_a_hard_code_of_quality_or_facts_makes_0_too() -> None:
    policy = with_rule(V1, Code.QUALITY_LEN_OVER, hard=True)
    over = QualityReading((finding(Code.QUALITY_LEN_OVER, policy=policy),), 100)
    assert quality_score(over, policy).value == 0
