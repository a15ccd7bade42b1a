"""Intervals hold the truth as often as docs/measurements/coverage.md says; a part of it here."""

import numpy as np
import pytest

from tests.bench.coverage import SCENARIOS, SEED, hold_differences, hold_rates


@pytest.mark.parametrize(("rate", "correlation"), [(0.5, 0.2), (0.85, 0.1), (0.95, 0.3)])
def test_clustered_intervals_keep_their_level_and_others_do_not(
    rate: float, correlation: float
) -> None:
    held = hold_rates(np.random.default_rng(SEED), SCENARIOS[1], rate, correlation, draws=600)
    assert held.ours >= 0.92
    assert held.questions_alone < 0.9


def test_paired_differences_keep_their_level() -> None:
    chances = np.random.default_rng(SEED)
    assert hold_differences(chances, SCENARIOS[2], (0.85, 0.75), 0.1, draws=300) >= 0.92
