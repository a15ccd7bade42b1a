"""Source 001, section 4."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.verification import Dimension, Score, Verdict, make_verdict
from core.verification.verdict import SOURCE_THRESHOLDS, decide
from tests.core.verification.desk import V1

UNIT = st.floats(0, 1)


@pytest.mark.parametrize(
    ("fact", "compliance", "quality", "verdict"),
    [
        (0.9, 0.0, 0.8, "REJECT"),
        (0.5, 1.0, 0.9, "REJECT"),
        (0.75, 0.95, 0.85, "REVISE"),
        (0.85, 1.0, 0.65, "REVISE"),
        (0.9, 1.0, 0.85, "ALLOW"),
    ],
)
def test_the_five_rows_of_section_4(
    fact: float, compliance: float, quality: float, verdict: str
) -> None:
    assert make_verdict(fact, compliance, quality) == verdict


@pytest.mark.parametrize(
    ("fact", "compliance", "quality", "verdict"),
    [
        (0.6, 1, 1, "REVISE"),
        (0.5999, 1, 1, "REJECT"),
        (0.8, 1, 1, "ALLOW"),
        (0.7999, 1, 1, "REVISE"),
        (1, 0.8, 1, "ALLOW"),
        (1, 0.7999, 1, "REVISE"),
        (1, 0.0001, 1, "REVISE"),
        (1, 0, 1, "REJECT"),
        (1, 1, 0.5, "REVISE"),
        (1, 1, 0.4999, "REJECT"),
        (1, 1, 0.7, "ALLOW"),
        (1, 1, 0.6999, "REVISE"),
        (0, 1, 1, "REJECT"),
        (1, 1, 0, "REJECT"),
    ],
)
def test_a_score_exactly_at_a_threshold_is_above_it(
    fact: float, compliance: float, quality: float, verdict: str
) -> None:
    assert make_verdict(fact, compliance, quality) == verdict


def test_compliance_speaks_before_facts_even_where_facts_alone_would_reject() -> None:
    """Reading 5: section 4 is normative."""
    assert make_verdict(0.3, 0.7, 0.1) == "REVISE"


def literal(fact: float, compliance: float, quality: float) -> str:
    """Section 4's code, line by line."""
    if compliance == 0:
        return "REJECT"
    if compliance < 0.8:
        return "REVISE"
    if fact < 0.6:
        return "REJECT"
    if fact < 0.8:
        return "REVISE"
    if quality < 0.5:
        return "REJECT"
    if quality < 0.7:
        return "REVISE"
    return "ALLOW"


NEAR = st.sampled_from([0.0, 0.1, 0.5, 0.6, 0.7, 0.8, 1.0, 0.4999, 0.7999]) | UNIT


@given(NEAR, NEAR, NEAR)
def test_the_verdict_is_section_4s_code(fact: float, compliance: float, quality: float) -> None:
    assert make_verdict(fact, compliance, quality) == literal(fact, compliance, quality)


@pytest.mark.parametrize("wrong", [-0.1, 1.1, math.nan, math.inf])
def test_what_is_no_score_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="lies in"):
        make_verdict(1, wrong, 1)


def test_the_shipped_policy_has_the_sources_thresholds() -> None:
    assert V1.thresholds == SOURCE_THRESHOLDS


def score(dimension: Dimension, units: int) -> Score:
    return Score(dimension, units)


def made(fact: int, compliance: int, quality: int) -> dict[Dimension, Score]:
    values = {
        Dimension.FACT: fact,
        Dimension.COMPLIANCE: compliance,
        Dimension.QUALITY: quality,
    }
    return {dimension: score(dimension, units * 100) for dimension, units in values.items()}


def test_a_reject_behind_a_revise_is_flagged() -> None:
    """Reading 5: masked REJECT."""
    decision = decide(made(30, 70, 90), SOURCE_THRESHOLDS)
    assert decision.verdict is Verdict.REVISE
    assert decision.decided_by is Dimension.COMPLIANCE
    assert decision.own[Dimension.FACT] is Verdict.REJECT
    assert decision.masked_reject


def test_a_plain_reject_masks_nothing() -> None:
    assert not decide(made(30, 100, 90), SOURCE_THRESHOLDS).masked_reject


def test_the_distance_to_the_next_thresholds_is_told() -> None:
    margins = decide(made(75, 100, 45), SOURCE_THRESHOLDS).margins
    assert margins[Dimension.FACT].to_better == pytest.approx(0.05)
    assert margins[Dimension.FACT].to_worse == pytest.approx(0.15)
    assert margins[Dimension.COMPLIANCE].to_better is None
    assert margins[Dimension.COMPLIANCE].to_worse == pytest.approx(0.2)
    assert margins[Dimension.QUALITY].to_better == pytest.approx(0.05)
    assert margins[Dimension.QUALITY].to_worse is None


def test_out_of_zero_the_next_step_is_the_smallest_there_is() -> None:
    assert (
        decide(made(100, 0, 100), SOURCE_THRESHOLDS).margins[Dimension.COMPLIANCE].to_better
        == 0.0001
    )


@given(st.integers(0, 100), st.integers(0, 100), st.integers(0, 100))
def test_a_decision_is_the_verdict_with_why(fact: int, compliance: int, quality: int) -> None:
    decision = decide(made(fact, compliance, quality), SOURCE_THRESHOLDS)
    assert decision.verdict == make_verdict(fact / 100, compliance / 100, quality / 100)
    assert (decision.decided_by is None) == (decision.verdict is Verdict.ALLOW)
