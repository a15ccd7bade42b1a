"""The effective length, and the sentence that states it with its numbers."""

import pytest

from core.depth import (
    calculate_depth_bins,
    control_rates,
    effective_length,
    incomplete_lengths,
    rates_by_length,
)
from core.locale import wording
from core.stats import ClusteredRate
from tests.core.depth.simulated import entry, oracle

ORACLE = ClusteredRate.independent(190, 200)  # 95%: 80.75% are required


def _rates(**hits: int) -> dict[int, ClusteredRate]:
    """Return rates by length: k8=190 stands for 190 of 200 correct at 8000 tokens."""
    return {
        int(name[1:]) * 1000: ClusteredRate.independent(n_correct, 200)
        for name, n_correct in hits.items()
    }


def test_the_longest_length_whose_lower_bound_reaches_the_threshold_is_named() -> None:
    effective = effective_length(_rates(k8=190, k32=182, k64=165, k128=90), ORACLE)
    assert effective.length == 32000  # 165 of 200 are 82.5%, but their lower bound is 76.6%
    assert effective.threshold == pytest.approx(0.8075)
    assert str(effective.said.translate()) == (
        "The effective length is 32,000 tokens: the longest whose lower bound, 86.2%, "
        "reaches 85% of the oracle accuracy of 95.0% (n = 200)."
    )


def test_a_shorter_length_that_fails_is_named() -> None:
    effective = effective_length(_rates(k8=190, k32=100, k64=190), ORACLE)
    assert effective.length == 64000
    assert effective.said.translate().endswith("The shorter lengths 32,000 do not.")


def test_too_few_questions_and_a_weak_model_have_different_messages() -> None:
    few_questions = effective_length({8000: ClusteredRate.independent(10, 10)}, ORACLE)
    weak_model = effective_length(_rates(k8=100), ORACLE)
    assert few_questions.length is None and weak_model.length is None
    assert few_questions.said.translate().endswith("Use more questions.")
    assert "has 50.0% correct and a lower bound of 43.1%" in weak_model.said.translate()


@pytest.mark.parametrize(
    ("rates", "control", "said"),
    [
        (_rates(k8=190), None, "No effective length: there are no answers from the evidence alone"),
        (
            _rates(k8=190),
            ClusteredRate.independent(0, 0),
            "No effective length: there are no answers from the evidence alone",
        ),
        (_rates(k8=190), ClusteredRate.independent(0, 7), "none of 7 questions"),
        ({}, ORACLE, "no question was answered at any length"),
    ],
)
def test_the_message_says_why_there_is_no_effective_length(
    rates: dict[int, ClusteredRate], control: ClusteredRate | None, said: str
) -> None:
    effective = effective_length(rates, control)
    assert effective.length is None
    assert said in effective.said.translate()
    assert effective.said.translate(wording("zh_CN")).startswith("没有有效长度")


def test_incomplete_lengths_are_not_considered() -> None:
    results = [
        entry(item_key=f"q{number}", test_context_length=length, depth_bin=label)
        for length, label in ((8000, "0%"), (8000, "50%"), (32000, "0%"))
        for number in range(100)
    ]
    cells = calculate_depth_bins(results, [8000, 32000], ["0%", "50%"])
    assert incomplete_lengths(cells) == [32000]
    effective = effective_length(
        rates_by_length(results),
        control_rates(oracle(95, 100))["oracle"],
        incomplete=incomplete_lengths(cells),
    )
    assert effective.length == 8000
    assert effective.left_out is not None
    assert "32,000" in effective.left_out.translate()
