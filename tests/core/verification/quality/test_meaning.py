"""Similarity in meaning (source 001, section 9.2)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.verification import RecentMeanings, diversity_by_meaning


def unit(*numbers: float) -> np.ndarray:
    vector = np.asarray(numbers, dtype=np.float64)
    return (vector / np.linalg.norm(vector)).astype(np.float32)


VECTORS = st.lists(
    st.lists(st.floats(-5, 5), min_size=3, max_size=3)
    .filter(lambda numbers: np.linalg.norm(numbers) > 0.1)
    .map(lambda numbers: unit(*numbers)),
    max_size=40,
)


def test_the_nearest_is_the_text_with_the_greatest_cosine() -> None:
    recent = RecentMeanings(["a", "b", "c"], [unit(1, 0), unit(1, 1), unit(-1, 0)])
    nearest = recent.nearest(unit(1, 0.8))
    assert nearest
    assert nearest.text == "b"
    assert nearest.similarity == pytest.approx(0.9939, abs=1e-4)


def test_of_equals_the_oldest_is_the_nearest() -> None:
    nearest = RecentMeanings(["a", "b"], [unit(1, 2), unit(1, 2)]).nearest(unit(1, 2))
    assert nearest
    assert nearest.text == "a"
    assert nearest.similarity == pytest.approx(1)
    assert nearest.similarity <= 1


def test_without_recent_copy_nothing_is_near() -> None:
    assert RecentMeanings([], []).nearest(unit(1, 0)) is None


def test_the_same_text_again_and_again_is_no_diversity_and_opposites_are_the_most() -> None:
    assert diversity_by_meaning([unit(1, 2)] * 600) == pytest.approx(0, abs=1e-6)
    assert diversity_by_meaning([unit(1, 0), unit(-1, 0)]) == pytest.approx(2)
    assert diversity_by_meaning([unit(1, 0)]) is None
    assert diversity_by_meaning([]) is None


@given(VECTORS)
def test_diversity_is_what_comparing_one_by_one_gives(vectors: list[np.ndarray]) -> None:
    diversity = diversity_by_meaning(vectors * 8)
    repeated = vectors * 8
    if len(repeated) < 2:
        assert diversity is None
        return
    nearest = [max(float(v @ w) for w in repeated[:at]) for at, v in enumerate(repeated) if at]
    assert diversity == pytest.approx(1 - sum(nearest) / len(nearest), abs=1e-4)
