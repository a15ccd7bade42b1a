"""Wilson intervals against published values, and their bounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.stats import Rate


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(8, 10, 0.49, 0.94), (20, 25, 0.61, 0.91), (40, 50, 0.67, 0.89), (80, 100, 0.71, 0.87)],
)
def test_the_interval_is_wilsons(hits: int, n: int, low: float, high: float) -> None:
    interval = Rate(hits, n).interval
    assert interval is not None
    assert interval == pytest.approx((low, high), abs=0.005)


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_holds_the_rate_and_stays_inside_0_and_1(counts: tuple[int, int]) -> None:
    rate = Rate(*counts)
    assert rate.value is not None and rate.interval is not None
    low, high = rate.interval
    assert 0 <= low <= rate.value + 1e-12
    assert rate.value - 1e-12 <= high <= 1


def test_no_items_means_no_rate_and_no_interval() -> None:
    assert (Rate(0, 0).value, Rate(0, 0).interval) == (None, None)


def test_more_hits_than_items_is_refused() -> None:
    with pytest.raises(ValueError, match="3 of 2"):
        Rate(3, 2)


def test_fewer_than_25_are_muted() -> None:
    assert Rate(1, 24).low_n
    assert not Rate(1, 25).low_n
