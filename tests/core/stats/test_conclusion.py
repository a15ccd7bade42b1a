"""The state of a run, from its stored status and its counts."""

import pytest

from core.stats import Conclusion


@pytest.mark.parametrize(
    ("total", "unusable", "state"),
    [(6, 0, "done"), (6, 1, "done_with_problems"), (6, 6, "failed"), (0, 0, "failed")],
)
def test_a_run_that_is_done_has_failed_where_nothing_is_usable(
    total: int, unusable: int, state: str
) -> None:
    assert Conclusion("done", total, unusable).state == state


@pytest.mark.parametrize("status", ["queued", "running", "paused", "cancelled"])
def test_a_run_that_is_not_over_keeps_its_status(status: str) -> None:
    assert Conclusion(status, 6, 6).state == status


@pytest.mark.parametrize(("finished", "unusable"), [(0, 0), (5, 5)])
def test_a_run_that_an_error_stopped_has_failed_where_nothing_is_usable(
    finished: int, unusable: int
) -> None:
    stopped = Conclusion("stopped", 100, unusable, finished)
    assert stopped.state == "failed"
    assert Conclusion("stopped", 100, unusable, finished + 1).state == "stopped"


def test_most_of_a_run_is_unusable_below_half() -> None:
    assert Conclusion("done", 10, 6).is_mostly_unusable
    assert not Conclusion("done", 10, 5).is_mostly_unusable
    assert not Conclusion("running", 10, 6, 6).is_mostly_unusable


@pytest.mark.parametrize(("finished", "unusable"), [(5, 0), (1, 0), (6, 1)])
def test_a_run_is_done_only_where_every_item_has_a_usable_outcome(
    finished: int, unusable: int
) -> None:
    assert Conclusion("done", 6, unusable, finished).state == "done_with_problems"
