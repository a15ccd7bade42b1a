"""Cohen's kappa and Krippendorff's alpha against published examples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.stats.agreement import cohen_kappa, krippendorff_alpha, reviewer_pairs

KINDS = st.sampled_from(["keep", "fix", "drop"])
OPINIONS = st.dictionaries(
    st.integers(0, 20),
    st.lists(st.tuples(st.sampled_from("ABC"), KINDS), max_size=3, unique_by=lambda one: one[0]),
    max_size=12,
)


def _pairs(counts: dict[tuple[str, str], int]) -> dict[int, list[tuple[str, str]]]:
    said = [pair for pair, n in counts.items() for _ in range(n)]
    return {at: [("A", ours), ("B", theirs)] for at, (ours, theirs) in enumerate(said)}


def test_kappa_of_fifty_grant_proposals() -> None:
    # 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: observed 0.7, by chance 0.5.
    opinions = _pairs({("y", "y"): 20, ("y", "n"): 5, ("n", "y"): 10, ("n", "n"): 15})
    found = cohen_kappa(opinions, "A", "B")
    assert found.value == pytest.approx(0.4)
    assert (found.n, found.observed) == (50, pytest.approx(0.7))
    assert found.interval is not None
    assert found.interval[0] < 0.4 < found.interval[1]
    assert not found.muted


def test_alpha_of_krippendorffs_four_observers_and_twelve_units() -> None:
    # "Computing Krippendorff's Alpha-Reliability", section C: nominal alpha 0.743.
    observers = {
        "A": ["1", "2", "3", "3", "2", "1", "4", "1", "2", "", "", ""],
        "B": ["1", "2", "3", "3", "2", "2", "4", "1", "2", "5", "", "3"],
        "C": ["", "3", "3", "3", "2", "3", "4", "2", "2", "5", "1", ""],
        "D": ["1", "2", "3", "3", "2", "4", "4", "1", "2", "5", "1", ""],
    }
    opinions = {
        unit: [(who, said[unit]) for who, said in observers.items() if said[unit]]
        for unit in range(12)
    }
    found = krippendorff_alpha(opinions)
    assert found.value == pytest.approx(0.743, abs=0.0005)
    assert found.n == 11
    assert found.muted


def test_alpha_of_two_observers_and_ten_units() -> None:
    # The same paper, section A: binary data, alpha 0.095.
    ours, theirs = "0100000010", "1110010000"
    opinions = {
        at: [("A", a), ("B", b)] for at, (a, b) in enumerate(zip(ours, theirs, strict=True))
    }
    assert krippendorff_alpha(opinions).value == pytest.approx(0.095, abs=0.0005)


@pytest.mark.parametrize("opinions", [{}, {1: [("A", "keep")]}, {1: [("A", "keep")], 2: []}])
def test_nothing_is_said_of_items_with_one_opinion(
    opinions: dict[int, list[tuple[str, str]]],
) -> None:
    for found in (krippendorff_alpha(opinions), cohen_kappa(opinions, "A", "B")):
        assert (found.n, found.observed, found.value, found.interval) == (0, None, None, None)


def test_it_is_undefined_where_everybody_always_says_the_same() -> None:
    opinions = _pairs({("keep", "keep"): 30})
    for found in (krippendorff_alpha(opinions), cohen_kappa(opinions, "A", "B")):
        assert (found.n, found.observed) == (30, 1.0)
        assert found.value is None
        assert found.interval is None


@given(OPINIONS)
def test_coefficients_stay_in_their_bounds_and_repeat_themselves(
    opinions: dict[int, list[tuple[str, str]]],
) -> None:
    for found in (
        krippendorff_alpha(opinions, resamples=50),
        cohen_kappa(opinions, "A", "B", resamples=50),
    ):
        if found.value is not None:
            assert -1.0001 <= found.value <= 1
            assert (found.value == pytest.approx(1)) is (found.observed == 1)
    assert krippendorff_alpha(opinions, resamples=50) == krippendorff_alpha(opinions, resamples=50)


@given(OPINIONS)
def test_alpha_does_not_ask_who_said_what(opinions: dict[int, list[tuple[str, str]]]) -> None:
    turned = {item: said[::-1] for item, said in opinions.items()}
    ours, theirs = krippendorff_alpha(opinions), krippendorff_alpha(turned)
    assert ours.value == pytest.approx(theirs.value) if ours.value is not None else True
    assert ours.n == theirs.n


def test_reviewers_who_share_most_items_come_first() -> None:
    opinions = {
        1: [("A", "keep"), ("B", "keep")],
        2: [("B", "drop"), ("A", "keep"), ("C", "fix")],
    }
    assert list(reviewer_pairs(opinions)) == [("A", "B", 2), ("A", "C", 1), ("B", "C", 1)]
