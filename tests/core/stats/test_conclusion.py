"""What came of a run, from its stored status and its counts."""

import pytest

from core.stats import Conclusion


@pytest.mark.parametrize(
    ("total", "unusable", "state", "said"),
    [
        (6, 0, "done", "Done"),
        (6, 1, "done_with_problems", "Done with problems"),
        (6, 6, "failed", "Failed: 0 of 6 usable"),
        (1200, 1200, "failed", "Failed: 0 of 1,200 usable"),
        (0, 0, "done", "Done"),
    ],
)
def test_a_run_that_is_done_says_how_much_of_it_is_usable(
    total: int, unusable: int, state: str, said: str
) -> None:
    conclusion = Conclusion("done", total, unusable)
    assert conclusion.state == state
    assert str(conclusion) == said


@pytest.mark.parametrize("status", ["queued", "running", "paused", "cancelled", "stopped"])
def test_a_run_that_is_not_done_keeps_its_status(status: str) -> None:
    assert Conclusion(status, 6, 6).state == status
