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
def test_mcnemars_p_is_the_binomial_tail(one: int, other: int) -> None:
    n = one + other
    tail = sum(Fraction(comb(n, k), 2**n) for k in range(min(one, other) + 1))
    assert mcnemar_exact(one, other) == pytest.approx(float(min(Fraction(1), 2 * tail)), rel=1e-9)


def test_mcnemars_p_of_published_tables() -> None:
    """Fagerland et al. (2013): 1 against 7 gives 0.0703; 59 against 6 is far beyond chance."""
    assert mcnemar_exact(1, 7) == pytest.approx(0.0703, abs=5e-5)
    assert mcnemar_exact(59, 6) < 1e-10
    assert mcnemar_exact(40_000, 40_001) == pytest.approx(1.0, abs=0.01)


@given(SCORES, st.integers(0, 5))
def test_the_interval_holds_the_difference_and_swapping_the_models_mirrors_it(
    scores: list[tuple[float, float]], seed: int
) -> None:
    found = paired_difference(scores, seed=seed, resamples=500)
    swapped = paired_difference([(b, a) for a, b in scores], seed=seed, resamples=500)
    assert found and swapped
    assert -1 <= found.interval[0] <= found.interval[1] <= 1
    assert found.difference == pytest.approx(-swapped.difference)
    assert found.p_value == swapped.p_value
    assert found.first_better == swapped.second_better


def test_questions_that_all_agree_leave_doubt_and_more_of_them_leave_less() -> None:
    few, many = (paired_difference([(1.0, 1.0)] * n) for n in (10, 1000))
    assert few and many
    assert few.interval[0] < -0.1 < 0.1 < few.interval[1]
    assert -0.01 < many.interval[0] < 0 < many.interval[1] < 0.01
    assert few.p_value == many.p_value == 1.0


def test_the_same_seed_gives_the_same_interval_and_no_question_none() -> None:
    scores = [(1.0, 0.0)] * 12 + [(0.0, 1.0)] * 5 + [(1.0, 1.0)] * 30
    assert paired_difference(scores, seed=3) == paired_difference(scores, seed=3)
    assert paired_difference([]) is None


def test_intervals_hold_the_true_difference() -> None:
    random = np.random.default_rng(8)
    held = 0
    for _ in range(400):
        first, second = random.random(120) < 0.8, random.random(120) < 0.65
        found = paired_difference(
            zip(first.astype(float), second.astype(float), strict=True), resamples=1000
        )
        assert found
        held += found.interval[0] <= 0.15 <= found.interval[1]
    assert held >= 0.93 * 400


def test_holm_as_published() -> None:
    """Holm (1979): the smallest times 4, the next times 3, never falling."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=30))
def test_holm_lies_between_p_and_bonferroni(p_values: list[float]) -> None:
    for p, adjusted in zip(p_values, holm(p_values), strict=True):
        assert p <= adjusted <= min(1.0, p * len(p_values)) + 1e-12 or adjusted <= 1.0
        assert p <= adjusted


def test_clusters_make_a_difference_less_sure_and_never_surer() -> None:
    """All of what one model wins lies in two chapters of twelve."""
    scores = [(1.0, 0.0) if at < 20 else (1.0, 1.0) for at in range(120)]
    chapters = [at // 10 for at in range(120)]
    alone, clustered = paired_difference(scores), paired_difference(scores, chapters)
    assert alone and clustered
    assert alone.p_value < 0.001 < 0.05 < clustered.p_value
    assert clustered.interval[0] < alone.interval[0] < alone.difference
    assert (clustered.clusters, clustered.too_few) == (12, False)
    few = paired_difference(scores, [at // 20 for at in range(120)])
    assert few
    assert few.too_few
