"""How much of what is bad was caught, when only some of everything was looked at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.stats.strata import Stratum, recall


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
