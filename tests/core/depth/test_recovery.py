"""A planted model is recovered: its accuracies, its differences, and their absence."""

from dataclasses import replace

import pytest

from core.depth import DepthBinStats, calculate_depth_bins, compare_models
from core.depth.cells import percent_of
from core.stats import ClusteredRate
from tests.core.depth.simulated import LENGTHS, Truth, lost_in_the_middle, simulated


def _held(cells: list[DepthBinStats], truth: Truth) -> list[bool]:
    found = []
    for cell in cells:
        depth = percent_of(cell.depth_bin)
        assert cell.interval is not None and depth is not None
        low, high = cell.interval
        found.append(low <= truth(cell.context_length, depth / 100) <= high)
    return found


def test_the_intervals_hold_the_planted_accuracy() -> None:
    """500 cells of 200 questions, of which one in twenty may miss."""
    held = []
    for seed in range(25):
        results = simulated(lost_in_the_middle, seed=seed, failing=0.03)
        held += _held(calculate_depth_bins(results, LENGTHS), lost_in_the_middle)
    assert len(held) == 500
    assert sum(held) >= 0.93 * len(held)


def test_failures_of_the_machinery_do_not_bend_the_accuracy() -> None:
    """A third of the calls fails, and the cells still hold the truth; over all they would not."""
    held, held_over_all = [], []
    for seed in range(15):
        results = simulated(lost_in_the_middle, seed=300 + seed, failing=0.33)
        cells = calculate_depth_bins(results, LENGTHS)
        held += _held(cells, lost_in_the_middle)
        over_all = [
            replace(cell, rate=ClusteredRate.independent(cell.correct, cell.attempts))
            for cell in cells
        ]
        held_over_all += _held(over_all, lost_in_the_middle)
    assert sum(held) >= 0.93 * len(held)
    assert sum(held_over_all) <= 0.05 * len(held)


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


def test_the_intervals_hold_the_planted_difference() -> None:
    def worse(length: int, depth: float) -> float:
        return lost_in_the_middle(length, depth) - depth / 4

    held = []
    for seed in range(15):
        first, second = (
            simulated(truth, seed=400 + 2 * seed + at, failing=0.03)
            for at, truth in enumerate((lost_in_the_middle, worse))
        )
        for cell in compare_models(first, second, LENGTHS).cells:
            depth = percent_of(cell.depth_bin)
            assert cell.paired is not None and depth is not None
            low, high = cell.paired.interval
            held.append(low <= depth / 400 <= high)
    assert len(held) == 300
    assert sum(held) >= 0.93 * len(held)


@pytest.mark.long
def test_an_absent_difference_is_not_found() -> None:
    """20 pairs of equal models: one or two of them may be thought to differ, no more."""
    framed = overall = 0
    for seed in range(20):
        one, other = (simulated(lost_in_the_middle, seed=s) for s in (100 + seed, 200 + seed))
        comparison = compare_models(one, other, LENGTHS)
        framed += any(cell.significant for cell in comparison.cells)
        assert comparison.overall is not None
        overall += comparison.overall.p_value < 0.05
    assert framed <= 3
    assert overall <= 3
