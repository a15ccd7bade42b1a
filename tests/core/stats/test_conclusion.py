"""What came of a run, from its stored status and its counts."""

import pytest

from core.stats import Conclusion


@pytest.mark.parametrize(
    ("total", "unusable", "state", "said"),
    [
        (6, 0, "done", "Done"),
        (6, 1, "done_with_problems", "Done with problems"),
        (6, 6, "failed", "Failed: 0 of 6 results usable"),
        (1200, 1200, "failed", "Failed: 0 of 1,200 results usable"),
        (0, 0, "done", "Done"),
    ],
)
def test_a_run_that_is_done_says_how_much_of_it_is_usable(
    total: int, unusable: int, state: str, said: str
) -> None:
    conclusion = Conclusion("done", total, unusable)
    assert conclusion.state == state
    assert str(conclusion) == said


@pytest.mark.parametrize("status", ["queued", "running", "paused", "cancelled"])
def test_a_run_that_is_not_over_keeps_its_status(status: str) -> None:
    assert Conclusion(status, 6, 6).state == status


def test_a_run_at_work_says_how_far_it_is() -> None:
    assert str(Conclusion("running", 200, 0, 125)) == "Running 62%"
    assert str(Conclusion("running", 200, 0)) == "Running"


@pytest.mark.parametrize(("finished", "unusable"), [(0, 0), (5, 5)])
def test_a_run_that_an_error_stopped_has_failed_where_nothing_is_usable(
    finished: int, unusable: int
) -> None:
    stopped = Conclusion("stopped", 100, unusable, finished)
    assert str(stopped) == "Failed: 0 of 100 results usable"
    assert Conclusion("stopped", 100, unusable, finished + 1).state == "stopped"


def test_most_of_a_run_is_unusable_below_half() -> None:
    assert Conclusion("done", 10, 6).is_mostly_unusable
    assert not Conclusion("done", 10, 5).is_mostly_unusable
    assert not Conclusion("running", 10, 6, 6).is_mostly_unusable
