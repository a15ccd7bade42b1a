"""Recall of bad items, estimated from a partial review."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.stats.stratified_recall import ReviewedGroup, Stratum, recall, recall_of_groups


@st.composite
def strata(draw: st.DrawFn) -> Stratum:
    total = draw(st.integers(1, 300))
    decided = draw(st.integers(1, total))
    return Stratum(total, decided, draw(st.integers(0, decided)))


def test_each_stratum_is_scaled_up_to_its_total() -> None:
    # All 100 flagged items were reviewed and 60 were bad; of 900 that passed, 90 were reviewed and
    # 3 were bad: 30 bad ones are expected there, so 60 of 90 were flagged.
    estimate = recall(Stratum(100, 100, 60), [Stratum(900, 90, 3)])
    assert estimate is not None
    assert estimate.value == pytest.approx(60 / 90)
    assert estimate.bad == 63
    low, high = estimate.interval
    assert low < 0.6 < 0.75 < high


def test_recall_is_unknown_without_reviews_of_a_stratum() -> None:
    assert recall(Stratum(100, 100, 60), [Stratum(900, 0, 0)]) is None


def test_recall_is_unknown_without_bad_items() -> None:
    assert recall(Stratum(10, 10, 0), [Stratum(90, 10, 0)]) is None


def test_an_empty_stratum_needs_no_review() -> None:
    estimate = recall(Stratum(10, 10, 4), [Stratum(0, 0, 0)])
    assert estimate is not None
    assert estimate.value == 1.0


def test_groups_with_an_unreviewed_stratum_do_not_count() -> None:
    reviewed = ReviewedGroup(Stratum(100, 50, 30), [Stratum(900, 90, 3)])
    expected = recall(reviewed.caught, reviewed.missed)
    half_reviewed = ReviewedGroup(Stratum(500, 400, 200), [Stratum(70, 0, 0)])
    for unreviewed in (ReviewedGroup(Stratum(500, 0, 0), [Stratum(70, 0, 0)]), half_reviewed):
        assert recall_of_groups([reviewed, unreviewed]) == expected


def test_recall_is_unknown_where_no_caught_item_was_reviewed() -> None:
    """A group without caught items says nothing about the group where they were not reviewed."""
    unreviewed = ReviewedGroup(Stratum(7, 0, 0), [Stratum(20, 20, 5)])
    nothing_caught = ReviewedGroup(Stratum(0, 0, 0), [Stratum(20, 20, 5)])
    assert recall_of_groups([unreviewed, nothing_caught]) is None
    estimate = recall_of_groups([nothing_caught])
    assert estimate is not None
    assert estimate.value == 0


def test_groups_are_added_up_with_their_own_shares() -> None:
    # 20 of 40 caught in one group, 90 of 100 in the other; one pool would assume equal shares.
    first = ReviewedGroup(Stratum(40, 10, 5), [Stratum(200, 20, 2)])
    second = ReviewedGroup(Stratum(100, 100, 90), [Stratum(1000, 100, 1)])
    estimate = recall_of_groups([first, second])
    assert estimate is not None
    assert estimate.groups == 2
    assert estimate.value == pytest.approx((20 + 90) / (20 + 90 + 20 + 10))


def test_more_decided_than_there_are_is_refused() -> None:
    with pytest.raises(ValueError, match="3 bad of 2 decided"):
        Stratum(9, 2, 3)


@given(strata(), strata())
def test_the_value_lies_in_its_interval(caught: Stratum, missed: Stratum) -> None:
    estimate = recall(caught, [missed], draws=200)
    if estimate is None:
        assert caught.bad + missed.bad == 0
    else:
        assert 0 <= estimate.interval[0] <= estimate.value <= estimate.interval[1] <= 1
