"""How much of what is bad was caught, when only some of everything was looked at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.stats.stratified_recall import ReviewedGroup, Stratum, recall, recall_of_groups


@st.composite
def strata(draw: st.DrawFn) -> Stratum:
    total = draw(st.integers(1, 300))
    decided = draw(st.integers(1, total))
    return Stratum(total, decided, draw(st.integers(0, decided)))


def test_each_stratum_counts_as_a_whole() -> None:
    # All 100 flagged were looked at and 60 were bad; of 900 that passed 90 were, 3 of them bad: the
    # desk expects 30 bad ones there, so 60 of 90 were flagged.
    found = recall(Stratum(100, 100, 60), [Stratum(900, 90, 3)])
    assert found is not None
    assert found.value == pytest.approx(60 / 90)
    assert found.bad == 63
    low, high = found.interval
    assert low < 0.6 < 0.75 < high


def test_it_is_unknown_where_nobody_looked() -> None:
    assert recall(Stratum(100, 100, 60), [Stratum(900, 0, 0)]) is None


def test_it_is_unknown_where_nothing_bad_was_seen() -> None:
    assert recall(Stratum(10, 10, 0), [Stratum(90, 10, 0)]) is None


def test_an_empty_stratum_need_not_be_looked_at() -> None:
    found = recall(Stratum(10, 10, 4), [Stratum(0, 0, 0)])
    assert found is not None
    assert found.value == 1.0


def test_a_group_nobody_looked_into_changes_nothing() -> None:
    looked = ReviewedGroup(Stratum(100, 50, 30), [Stratum(900, 90, 3)])
    alone = recall(looked.caught, looked.missed)
    half = ReviewedGroup(Stratum(500, 400, 200), [Stratum(70, 0, 0)])
    for other in (ReviewedGroup(Stratum(500, 0, 0), [Stratum(70, 0, 0)]), half):
        assert recall_of_groups([looked, other]) == alone


def test_it_is_unknown_where_nobody_looked_at_anything_caught() -> None:
    """Elsewhere nothing was caught: that is no measure of what would be."""
    unseen = ReviewedGroup(Stratum(7, 0, 0), [Stratum(20, 20, 5)])
    nothing_caught = ReviewedGroup(Stratum(0, 0, 0), [Stratum(20, 20, 5)])
    assert recall_of_groups([unseen, nothing_caught]) is None
    found = recall_of_groups([nothing_caught])
    assert found is not None
    assert found.value == 0


def test_groups_are_added_up_each_with_its_own_shares() -> None:
    # 20 of 40 caught in the one, 90 of 100 in the other: one pool would take the shares for equal.
    one = ReviewedGroup(Stratum(40, 10, 5), [Stratum(200, 20, 2)])
    other = ReviewedGroup(Stratum(100, 100, 90), [Stratum(1000, 100, 1)])
    found = recall_of_groups([one, other])
    assert found is not None
    assert found.groups == 2
    assert found.value == pytest.approx((20 + 90) / (20 + 90 + 20 + 10))


def test_more_decided_than_there_are_is_refused() -> None:
    with pytest.raises(ValueError, match="3 bad of 2 decided"):
        Stratum(9, 2, 3)


@given(strata(), strata())
def test_the_value_lies_in_its_interval(caught: Stratum, missed: Stratum) -> None:
    found = recall(caught, [missed], draws=200)
    if found is None:
        assert caught.bad + missed.bad == 0
    else:
        assert 0 <= found.interval[0] <= found.value <= found.interval[1] <= 1
