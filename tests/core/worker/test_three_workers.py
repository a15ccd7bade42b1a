"""Three workers on one database; `python -m tests.bench.three_workers` measures the whole."""

from pathlib import Path

import pytest

from tests.core.worker.three_workers import three_workers


@pytest.mark.long
@pytest.mark.postgres
def test_three_workers_get_every_result_once_whatever_happens_to_two_and_to_the_database(
    tmp_path: Path,
) -> None:
    story = three_workers(
        tmp_path, 260, per_minute=180, at_once=12, latency_s=0.2, held_s=3, concurrency=8
    )
    assert (story.rows, story.different) == (260, 260)
    assert story.outcomes == {"passed": 260}
    assert story.asked_after_commit == 0
    assert story.asked <= 260 + 8, "what the killed one had in hand"
    assert 160 < story.in_the_worst_minute <= 180
    assert max(story.in_a_fixed_minute) <= 180
    assert story.most_at_once == 12, "of the 24 that three workers would ask at once"
