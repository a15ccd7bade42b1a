"""A short run of `python -m tests.fuzz` (docs/fuzzing-inputs.md): whatever a file or a reply holds,
it is read or refused with a sentence.
"""

import pytest
from hypothesis import strategies as st

from core.errors import InputError
from tests.fuzz.running import Count, fuzz
from tests.fuzz.targets import Target, targets

INPUTS, MANY_INPUTS = 15, 150


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> list[Target]:
    return targets(tmp_path_factory.mktemp("fuzz"))


@pytest.mark.parametrize(
    "inputs",
    [
        pytest.param(INPUTS, marks=pytest.mark.short),
        pytest.param(MANY_INPUTS, marks=pytest.mark.long),
    ],
)
def test_what_comes_in_is_read_or_refused_with_a_sentence(doors: list[Target], inputs: int) -> None:
    for door in doors:
        counted = Count()
        fuzz(door, counted, examples=inputs, by=7)
        assert counted.failures == {}, door.name
        assert counted.inputs >= inputs // 2, door.name


def test_what_is_raised_is_counted_with_its_place_and_shortest_input() -> None:
    def breaks(given: int) -> None:
        if given > 5:
            raise ZeroDivisionError
        if given > 2:
            raise InputError("Too large. Give less.")

    counted = Count()
    fuzz(Target("numbers", st.integers(0, 9), breaks), counted, examples=60, by=1)
    assert counted.inputs == counted.read + counted.refused.total() + counted.failed.total()
    assert counted.read and counted.refused["Too large. Give less."]
    [where] = counted.failed
    assert where.startswith("ZeroDivisionError in tests/core/test_fuzzing.py:")
    assert counted.failures[where] in {"6", "7", "8", "9"}
