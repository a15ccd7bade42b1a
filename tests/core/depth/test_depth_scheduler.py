from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.depth.depth_scheduler import (
    DEPTH_BINS,
    DEPTH_LABELS,
    DepthAssignment,
    DepthMode,
    DepthScheduler,
    depth_label,
)
from core.errors import InputError

LENGTHS = st.lists(st.integers(1, 10**6), min_size=1, max_size=6, unique=True)


def questions(count: int) -> list[dict[str, str]]:
    return [{"question": f"{number}?"} for number in range(count)]


def max_count_difference(assignments: list[DepthAssignment]) -> int:
    counts = Counter(assignment.depth_bin for assignment in assignments)
    bin_counts = [counts[label] for label in DEPTH_LABELS]
    return max(bin_counts) - min(bin_counts)


@given(st.integers(0, 200), LENGTHS)
def test_uniform_is_balanced_within_every_length_and_over_all(n: int, lengths: list[int]) -> None:
    """Source 003, property 4."""
    assignments = DepthScheduler(DepthMode.UNIFORM, context_lengths=lengths).schedule(questions(n))
    assert max_count_difference(assignments) <= 1
    for length in lengths:
        at_length = [
            assignment for assignment in assignments if assignment.context_length == length
        ]
        assert max_count_difference(at_length) <= 1
        assert [assignment.question_index for assignment in at_length] == list(range(n))


@given(st.integers(0, 40), LENGTHS)
def test_crossed_asks_every_question_once_at_every_depth_and_length(
    n: int, lengths: list[int]
) -> None:
    assignments = DepthScheduler(DepthMode.CROSSED, context_lengths=lengths).schedule(questions(n))
    cells = {(a.question_index, a.depth_bin, a.context_length) for a in assignments}
    assert len(cells) == len(assignments) == n * len(DEPTH_BINS) * len(lengths)


def test_fixed_asks_every_question_at_one_depth_and_every_length() -> None:
    assignments = DepthScheduler(DepthMode.FIXED, 0.3, [10, 20]).schedule(questions(2))
    assert assignments == [
        DepthAssignment(0, 0.3, "25%", 10),
        DepthAssignment(1, 0.3, "25%", 10),
        DepthAssignment(0, 0.3, "25%", 20),
        DepthAssignment(1, 0.3, "25%", 20),
    ]


def test_legacy_has_no_depth() -> None:
    assignments = DepthScheduler(DepthMode.LEGACY, context_lengths=[10]).schedule(questions(2))
    assert assignments == [DepthAssignment(0, None, None, 10), DepthAssignment(1, None, None, 10)]


def test_the_bins_are_source_003s() -> None:
    assert DepthScheduler.DEPTH_BINS == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert DepthScheduler.DEPTH_LABELS == ["0%", "25%", "50%", "75%", "100%"]
    assert [depth_label(depth) for depth in DEPTH_BINS] == list(DEPTH_LABELS)


@given(st.floats(0, 1))
def test_a_depth_is_labelled_by_the_nearest_bin(depth: float) -> None:
    label = depth_label(depth)
    distance = abs(DEPTH_BINS[DEPTH_LABELS.index(label)] - depth)
    assert distance <= min(abs(bin_depth - depth) for bin_depth in DEPTH_BINS) + 1e-12


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"mode": "deep"}, "legacy, uniform, fixed, crossed"),
        ({"mode": "fixed"}, "needs a depth"),
        ({"mode": "fixed", "fixed_depth": 1.2}, "from 0 to 1"),
        ({"mode": "uniform", "fixed_depth": 0.5}, "Only the mode fixed"),
        ({"mode": "uniform", "context_lengths": []}, "at least one"),
        ({"mode": "uniform", "context_lengths": [100, 0]}, "at least 1"),
        ({"mode": "uniform", "context_lengths": [100, 100]}, "twice"),
    ],
)
def test_invalid_arguments_are_named(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        DepthScheduler(**arguments)  # type: ignore[arg-type]
