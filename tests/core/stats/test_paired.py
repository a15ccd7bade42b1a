"""Differences of two models on the same questions."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.stats import holm, mcnemar_exact, paired_difference

SCORES = st.lists(
    st.tuples(st.sampled_from((0.0, 0.5, 1.0)), st.sampled_from((0.0, 0.5, 1.0))),
    min_size=1,
    max_size=80,
)


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemars_p_is_the_binomial_tail(only_first: int, only_second: int) -> None:
    n = only_first + only_second
    tail = sum(Fraction(comb(n, k), 2**n) for k in range(min(only_first, only_second) + 1))
    assert mcnemar_exact(only_first, only_second) == pytest.approx(
        float(min(Fraction(1), 2 * tail)), rel=1e-9
    )


def test_mcnemars_p_of_published_tables() -> None:
    """Fagerland et al. (2013): 1 against 7 gives 0.0703; 59 against 6 is far beyond chance."""
    assert mcnemar_exact(1, 7) == pytest.approx(0.0703, abs=5e-5)
    assert mcnemar_exact(59, 6) < 1e-10
    assert mcnemar_exact(40_000, 40_001) == pytest.approx(1.0, abs=0.01)


@given(SCORES, st.integers(0, 5))
def test_swapping_the_models_negates_the_difference(
    scores: list[tuple[float, float]], seed: int
) -> None:
    paired = paired_difference(scores, seed=seed, resamples=500)
    swapped = paired_difference([(b, a) for a, b in scores], seed=seed, resamples=500)
    assert paired and swapped
    assert -1 <= paired.interval[0] <= paired.interval[1] <= 1
    assert paired.difference == pytest.approx(-swapped.difference)
    assert paired.p_value == swapped.p_value
    assert paired.first_better == swapped.second_better


def test_equal_scores_give_an_interval_that_narrows_with_n() -> None:
    few, many = (paired_difference([(1.0, 1.0)] * n) for n in (10, 1000))
    assert few and many
    assert few.interval[0] < -0.1 < 0.1 < few.interval[1]
    assert -0.01 < many.interval[0] < 0 < many.interval[1] < 0.01
    assert few.p_value == many.p_value == 1.0


def test_a_seed_fixes_the_interval_and_no_question_gives_none() -> None:
    scores = [(1.0, 0.0)] * 12 + [(0.0, 1.0)] * 5 + [(1.0, 1.0)] * 30
    assert paired_difference(scores, seed=3) == paired_difference(scores, seed=3)
    assert paired_difference([]) is None


def test_intervals_hold_the_true_difference() -> None:
    random = np.random.default_rng(8)
    covered = 0
    for _ in range(400):
        first, second = random.random(120) < 0.8, random.random(120) < 0.65
        paired = paired_difference(
            zip(first.astype(float), second.astype(float), strict=True), resamples=1000
        )
        assert paired
        covered += paired.interval[0] <= 0.15 <= paired.interval[1]
    assert covered >= 0.93 * 400


def test_holm_as_published() -> None:
    """Holm (1979): the smallest times 4, the next times 3, never falling."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=30))
def test_holm_lies_between_p_and_bonferroni(p_values: list[float]) -> None:
    for p, adjusted in zip(p_values, holm(p_values), strict=True):
        assert p <= adjusted <= min(1.0, p * len(p_values)) + 1e-12 or adjusted <= 1.0
        assert p <= adjusted


def test_clusters_widen_the_interval_and_raise_p() -> None:
    """All questions that only one model got right lie in two chapters of twelve."""
    scores = [(1.0, 0.0) if index < 20 else (1.0, 1.0) for index in range(120)]
    chapters = [index // 10 for index in range(120)]
    unclustered, clustered = paired_difference(scores), paired_difference(scores, chapters)
    assert unclustered and clustered
    assert unclustered.p_value < 0.001 < 0.05 < clustered.p_value
    assert clustered.interval[0] < unclustered.interval[0] < unclustered.difference
    assert (clustered.clusters, clustered.too_few) == (12, False)
    few_clusters = paired_difference(scores, [index // 20 for index in range(120)])
    assert few_clusters
    assert few_clusters.too_few
