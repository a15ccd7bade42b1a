"""How long a context may be, said in a sentence that holds its own evidence."""

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

ORACLE = ClusteredRate.independent(190, 200)  # 95 %: 80.75 % are needed


def _rates(**hits: int) -> dict[int, ClusteredRate]:
    """k8=190 stands for 190 of 200 right at 8000 tokens."""
    return {
        int(name[1:]) * 1000: ClusteredRate.independent(right, 200) for name, right in hits.items()
    }


def test_the_longest_length_whose_lower_bound_holds_is_named() -> None:
    found = effective_length(_rates(k8=190, k32=182, k64=165, k128=90), ORACLE)
    assert found.length == 32000  # 165 of 200 are 82.5 %, but their lower bound is 76.6 %
    assert found.threshold == pytest.approx(0.8075)
    assert str(found.said.worded()) == (
        "The effective length is 32,000 tokens: the longest whose lower bound, 86.2%, "
        "reaches 85% of the oracle accuracy of 95.0% (n = 200)."
    )


def test_a_shorter_length_that_fails_is_named() -> None:
    found = effective_length(_rates(k8=190, k32=100, k64=190), ORACLE)
    assert found.length == 64000
    assert found.said.worded().endswith("The shorter lengths 32,000 do not.")


def test_too_few_questions_claim_nothing_and_are_told_from_a_weak_model() -> None:
    few = effective_length({8000: ClusteredRate.independent(10, 10)}, ORACLE)
    weak = effective_length(_rates(k8=100), ORACLE)
    assert few.length is None and weak.length is None
    assert few.said.worded().endswith("Use more questions.")
    assert "has 50.0% correct and a lower bound of 43.1%" in weak.said.worded()


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
def test_why_there_is_none_is_said(
    rates: dict[int, ClusteredRate], control: ClusteredRate | None, said: str
) -> None:
    found = effective_length(rates, control)
    assert found.length is None
    assert said in found.said.worded()
    assert found.said.worded(wording("zh_CN")).startswith("没有有效长度")


def test_a_length_without_its_hard_depths_is_not_looked_at() -> None:
    results = [
        entry(item_key=f"q{number}", test_context_length=length, depth_bin=label)
        for length, label in ((8000, "0%"), (8000, "50%"), (32000, "0%"))
        for number in range(100)
    ]
    cells = calculate_depth_bins(results, [8000, 32000], ["0%", "50%"])
    assert incomplete_lengths(cells) == [32000]
    found = effective_length(
        rates_by_length(results),
        control_rates(oracle(95, 100))["oracle"],
        incomplete=incomplete_lengths(cells),
    )
    assert found.length == 8000
    assert found.left_out is not None
    assert "32,000" in found.left_out.worded()
