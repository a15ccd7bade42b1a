"""Cohen's kappa and Krippendorff's alpha against published examples."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.stats import wilson
from core.stats.agreement import cohen_kappa, krippendorff_alpha, reviewer_pairs

KINDS = st.sampled_from(["keep", "fix", "drop"])
Said = tuple[tuple[str, str], ...]
OPINION_PAIRS = st.lists(
    st.tuples(st.sampled_from("ABC"), KINDS), max_size=3, unique_by=lambda pair: pair[0]
)
OPINIONS = st.dictionaries(OPINION_PAIRS.map(tuple), st.integers(1, 20), max_size=12)


def _pairs(counts: dict[tuple[str, str], int]) -> dict[Said, int]:
    return {(("A", ours), ("B", theirs)): n for (ours, theirs), n in counts.items()}


def test_kappa_of_fifty_grant_proposals() -> None:
    # 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: observed 0.7, by chance 0.5.
    opinions = _pairs({("y", "y"): 20, ("y", "n"): 5, ("n", "y"): 10, ("n", "n"): 15})
    agreement = cohen_kappa(opinions, "A", "B")
    assert agreement.value == pytest.approx(0.4)
    assert (agreement.n, agreement.observed) == (50, pytest.approx(0.7))
    assert agreement.interval is not None
    assert agreement.interval[0] < 0.4 < agreement.interval[1]
    assert not agreement.low_n


def test_alpha_of_krippendorffs_four_observers_and_twelve_units() -> None:
    # "Computing Krippendorff's Alpha-Reliability", section C: nominal alpha 0.743.
    observers = {
        "A": ["1", "2", "3", "3", "2", "1", "4", "1", "2", "", "", ""],
        "B": ["1", "2", "3", "3", "2", "2", "4", "1", "2", "5", "", "3"],
        "C": ["", "3", "3", "3", "2", "3", "4", "2", "2", "5", "1", ""],
        "D": ["1", "2", "3", "3", "2", "4", "4", "1", "2", "5", "1", ""],
    }
    opinions = Counter(
        tuple((observer, values[unit]) for observer, values in observers.items() if values[unit])
        for unit in range(12)
    )
    agreement = krippendorff_alpha(opinions)
    assert agreement.value == pytest.approx(0.743, abs=0.0005)
    assert agreement.n == 11
    assert agreement.low_n


def test_alpha_of_two_observers_and_ten_units() -> None:
    # The same paper, section A: binary data, alpha 0.095.
    ours, theirs = "0100000010", "1110010000"
    opinions = Counter((("A", a), ("B", b)) for a, b in zip(ours, theirs, strict=True))
    assert krippendorff_alpha(opinions).value == pytest.approx(0.095, abs=0.0005)


@pytest.mark.parametrize("opinions", [{}, {(("A", "keep"),): 3}, {(("A", "keep"),): 1, (): 2}])
def test_items_with_one_opinion_give_no_agreement(opinions: dict[Said, int]) -> None:
    for agreement in (krippendorff_alpha(opinions), cohen_kappa(opinions, "A", "B")):
        assert (agreement.n, agreement.observed, agreement.value, agreement.interval) == (
            0,
            None,
            None,
            None,
        )


def test_agreement_is_undefined_where_all_opinions_are_the_same() -> None:
    opinions = _pairs({("keep", "keep"): 30})
    for agreement in (krippendorff_alpha(opinions), cohen_kappa(opinions, "A", "B")):
        assert (agreement.n, agreement.observed) == (30, 1.0)
        assert agreement.value is None
        assert agreement.interval is None


@given(OPINIONS)
def test_coefficients_are_bounded_and_deterministic(opinions: dict[Said, int]) -> None:
    for agreement in (
        krippendorff_alpha(opinions, resamples=50),
        cohen_kappa(opinions, "A", "B", resamples=50),
    ):
        if agreement.value is not None:
            assert -1.0001 <= agreement.value <= 1
            assert (agreement.value == pytest.approx(1)) is (agreement.observed == 1)
            assert agreement.interval is not None
            assert -1 <= agreement.interval[0] <= agreement.interval[1] <= 1
    assert krippendorff_alpha(opinions, resamples=50) == krippendorff_alpha(opinions, resamples=50)


@given(OPINIONS)
def test_alpha_depends_neither_on_names_nor_on_order(opinions: dict[Said, int]) -> None:
    renamed = {"A": "C", "B": "A", "C": "B"}
    reordered: Counter[Said] = Counter()
    for opinion_pairs, n in reversed(opinions.items()):
        reordered[tuple((renamed[reviewer], kind) for reviewer, kind in opinion_pairs[::-1])] += n
    assert krippendorff_alpha(opinions, resamples=50) == krippendorff_alpha(reordered, resamples=50)


def test_kappa_of_three_kinds_by_hand() -> None:
    # Rows A, columns B (keep, fix, drop): [[25, 3, 2], [4, 10, 1], [1, 2, 12]], 60 items.
    # Observed 47/60; by chance (30*30 + 15*15 + 15*15) / 3600 = 0.375; so (0.78333-0.375)/0.625.
    table = {
        ("keep", "keep"): 25,
        ("keep", "fix"): 3,
        ("keep", "drop"): 2,
        ("fix", "keep"): 4,
        ("fix", "fix"): 10,
        ("fix", "drop"): 1,
        ("drop", "keep"): 1,
        ("drop", "fix"): 2,
        ("drop", "drop"): 12,
    }
    agreement = cohen_kappa(_pairs(table), "A", "B")
    assert agreement.value == pytest.approx(0.653333, abs=1e-6)
    assert agreement.observed == pytest.approx(47 / 60)


def test_a_few_items_that_all_agree_give_a_wide_interval() -> None:
    # All ten agree, half of them by chance; Wilson's interval of 10 of 10 begins at 0.72.
    agreement = cohen_kappa(_pairs({("keep", "keep"): 5, ("drop", "drop"): 5}), "A", "B")
    assert (agreement.n, agreement.value) == (10, pytest.approx(1))
    assert agreement.interval == (pytest.approx((wilson(1, 10)[0] - 0.5) / 0.5), 1.0)


def test_the_interval_of_kappa_covers_the_truth_at_its_level() -> None:
    # Two reviewers who each give the true answer four times in five: observed 0.68, kappa 0.36.
    generator = random.Random(5)

    def opinion(truth: str) -> str:
        return truth if generator.random() < 0.8 else {"keep": "drop", "drop": "keep"}[truth]

    covered = 0
    for _ in range(200):
        truths = generator.choices(("keep", "drop"), k=40)
        table = Counter((opinion(truth), opinion(truth)) for truth in truths)
        interval = cohen_kappa(_pairs(table), "A", "B", resamples=200).interval
        covered += interval is not None and interval[0] <= 0.36 <= interval[1]
    assert 183 <= covered <= 199


def test_reviewers_who_share_most_items_come_first() -> None:
    opinions = {
        (("A", "keep"), ("B", "keep")): 1,
        (("B", "drop"), ("A", "keep"), ("C", "fix")): 1,
        (("A", "keep"),): 9,
    }
    assert list(reviewer_pairs(opinions)) == [("A", "B", 2), ("A", "C", 1), ("B", "C", 1)]
