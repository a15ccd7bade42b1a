"""Simulated models: recover their accuracies, their differences, and the absence of these."""

from dataclasses import replace

import pytest

from core.depth import DepthBinStats, calculate_depth_bins, compare_models
from core.depth.cells import percent_of
from core.stats import ClusteredRate
from tests.core.depth.simulated import LENGTHS, Truth, lost_in_the_middle, simulated


def _covered(cells: list[DepthBinStats], truth: Truth) -> list[bool]:
    covered = []
    for cell in cells:
        depth = percent_of(cell.depth_bin)
        assert cell.interval is not None and depth is not None
        low, high = cell.interval
        covered.append(low <= truth(cell.context_length, depth / 100) <= high)
    return covered


def test_intervals_cover_the_planted_accuracy() -> None:
    """500 cells of 200 questions; one interval in twenty may miss the truth."""
    covered = []
    for seed in range(25):
        results = simulated(lost_in_the_middle, seed=seed, failing=0.03)
        covered += _covered(calculate_depth_bins(results, LENGTHS), lost_in_the_middle)
    assert len(covered) == 500
    assert sum(covered) >= 0.93 * len(covered)


def test_system_failures_do_not_bias_the_accuracy() -> None:
    """A third of the calls fails; only accuracy over answered attempts covers the truth."""
    covered, covered_over_all = [], []
    for seed in range(15):
        results = simulated(lost_in_the_middle, seed=300 + seed, failing=0.33)
        cells = calculate_depth_bins(results, LENGTHS)
        covered += _covered(cells, lost_in_the_middle)
        over_all = [
            replace(cell, rate=ClusteredRate.independent(cell.correct, cell.attempts))
            for cell in cells
        ]
        covered_over_all += _covered(over_all, lost_in_the_middle)
    assert sum(covered) >= 0.93 * len(covered)
    assert sum(covered_over_all) <= 0.05 * len(covered)


def test_a_planted_difference_is_found_where_it_was_planted() -> None:
    """The second model is 25 points worse in the second half of contexts of 64,000 and more."""

    def worse(length: int, depth: float) -> float:
        harmed = length >= 64000 and depth > 0.5
        return lost_in_the_middle(length, depth) - (0.25 if harmed else 0.0)

    first = simulated(lost_in_the_middle, seed=5)
    second = simulated(worse, seed=6)
    comparison = compare_models(first, second, LENGTHS)
    framed = {(c.context_length, c.depth_bin) for c in comparison.cells if c.significant}
    assert framed == {(length, label) for length in (64000, 128000) for label in ("75%", "100%")}
    assert comparison.overall is not None
    assert comparison.overall.p_value < 1e-3


def test_intervals_cover_the_planted_difference() -> None:
    def worse(length: int, depth: float) -> float:
        return lost_in_the_middle(length, depth) - depth / 4

    covered = []
    for seed in range(15):
        first, second = (
            simulated(truth, seed=400 + 2 * seed + offset, failing=0.03)
            for offset, truth in enumerate((lost_in_the_middle, worse))
        )
        for cell in compare_models(first, second, LENGTHS).cells:
            depth = percent_of(cell.depth_bin)
            assert cell.paired is not None and depth is not None
            low, high = cell.paired.interval
            covered.append(low <= depth / 400 <= high)
    assert len(covered) == 300
    assert sum(covered) >= 0.93 * len(covered)


@pytest.mark.long
def test_an_absent_difference_is_not_found() -> None:
    """20 pairs of equal models: about one in twenty may be found to differ."""
    framed = overall = 0
    for seed in range(20):
        first, second = (simulated(lost_in_the_middle, seed=s) for s in (100 + seed, 200 + seed))
        comparison = compare_models(first, second, LENGTHS)
        framed += any(cell.significant for cell in comparison.cells)
        assert comparison.overall is not None
        overall += comparison.overall.p_value < 0.05
    assert framed <= 3
    assert overall <= 3
