"""Clustered rates: attempts at one question are not independent, which widens the interval."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.stats import ClusteredRate, ClusterUnit, Rate, wilson

COUNTS = st.lists(
    st.integers(0, 5).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), max_size=40
)


@given(st.lists(st.booleans(), min_size=1, max_size=200))
def test_one_attempt_a_question_gives_wilsons_interval(answers: list[bool]) -> None:
    clustered = ClusteredRate.from_counts((int(right), 1) for right in answers)
    assert clustered.interval == pytest.approx(Rate(sum(answers), len(answers)).interval)


@given(st.lists(st.booleans(), min_size=2, max_size=60), st.integers(2, 6))
def test_attempts_that_always_agree_count_as_one(answers: list[bool], repeats: int) -> None:
    clustered = ClusteredRate.from_counts((repeats * right, repeats) for right in answers)
    # The estimate of a variance from k questions has k - 1 degrees of freedom.
    assert len(answers) - 1 <= clustered.effective_n + 1e-9
    assert clustered.effective_n <= len(answers) + 1e-9


@given(COUNTS)
def test_the_interval_is_never_narrower_than_that_of_independent_attempts(
    counts: list[tuple[int, int]],
) -> None:
    clustered = ClusteredRate.from_counts(counts)
    plain = Rate(clustered.hits, clustered.n)
    if plain.interval is None:
        assert clustered.interval is None
        return
    assert clustered.interval is not None
    assert clustered.interval[0] <= plain.interval[0] + 1e-9
    assert clustered.interval[1] >= plain.interval[1] - 1e-9
    share = clustered.hits / clustered.n
    assert clustered.interval[0] - 1e-9 <= share <= clustered.interval[1] + 1e-9


@given(COUNTS)
def test_a_databases_sums_give_the_same_rate(counts: list[tuple[int, int]]) -> None:
    nonempty = [(hits, n) for hits, n in counts if n]
    sums = ClusteredRate.from_sums(
        len(nonempty),
        sum(hits for hits, _ in nonempty),
        sum(n for _, n in nonempty),
        sum(hits * hits for hits, _ in nonempty),
        sum(hits * n for hits, n in nonempty),
        sum(n * n for _, n in nonempty),
    )
    assert sums == ClusteredRate.from_counts(counts)


def test_repeats_do_not_count_for_muting() -> None:
    assert ClusteredRate.from_counts([(2, 3)] * 24).low_n
    assert not ClusteredRate.from_counts([(2, 3)] * 25).low_n


def test_intervals_cover_the_truth_where_questions_differ_in_difficulty() -> None:
    """1,000 simulations of 60 questions asked 5 times each: the clustered interval covers the truth
    in at least 93%, the one for independent attempts in less than 85%.
    """
    random = np.random.default_rng(4)
    difficulty = random.beta(1.4, 0.6, size=(1000, 60))
    hits = random.binomial(5, difficulty)
    truth, covered, covered_plainly = 0.7, 0, 0
    for row in hits.tolist():
        clustered = ClusteredRate.from_counts((question_hits, 5) for question_hits in row).interval
        plain = Rate(sum(row), 300).interval
        assert clustered and plain
        covered += clustered[0] <= truth <= clustered[1]
        covered_plainly += plain[0] <= truth <= plain[1]
    assert covered >= 930
    assert covered_plainly < 850


@pytest.mark.parametrize(("hits", "n", "clusters"), [(3, 2, 2), (0, 2, 3), (1, 2, 0)])
def test_counts_that_make_no_rate_are_refused(hits: int, n: int, clusters: int) -> None:
    with pytest.raises(ValueError, match="is not a rate"):
        ClusteredRate(hits, n, clusters)


def test_a_clustered_interval_of_known_counts() -> None:
    """12 chapters of 10 questions: effective n and interval computed by hand."""
    hits = (10, 9, 9, 8, 10, 6, 9, 8, 7, 10, 8, 8)
    rate = ClusteredRate.from_counts((chapter_hits, 10) for chapter_hits in hits)
    share = sum(hits) / 120
    variance = sum((chapter_hits - 10 * share) ** 2 for chapter_hits in hits) * 12 / 11 / 120**2
    expected = min(120.0, share * (1 - share) / variance)
    assert rate.effective_n == pytest.approx(expected)
    assert rate.balanced == 12
    assert rate.interval == pytest.approx(wilson(share, expected * (1.959964 / 2.200985) ** 2))
    assert not rate.too_few


def test_fewer_than_ten_clusters_are_too_few_unless_results_are_independent() -> None:
    assert ClusteredRate.from_counts([(8, 10)] * 9).too_few
    assert not ClusteredRate.from_counts([(8, 10)] * 10).too_few
    assert not ClusteredRate.independent(5, 6).too_few


def test_few_chapters_with_many_questions_are_not_muted() -> None:
    rate = ClusteredRate.from_counts([(8, 10)] * 12).of(ClusterUnit.CHAPTER, 120)
    assert not rate.low_n
    assert (rate.complement.hits, rate.complement.unit) == (24, ClusterUnit.CHAPTER)
