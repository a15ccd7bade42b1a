"""However a worker dies, no finished item is lost or asked again."""

from collections import Counter
from pathlib import Path

from tests.core.services.runs.desk import open_desk
from tests.core.worker.killing import asked_after_commit, kill_run, lives, server_process

CONCURRENCY = 10


def test_a_run_whose_worker_is_killed_at_random_moments_has_every_result_once(
    tmp_path: Path,
) -> None:
    log = tmp_path / "asked.jsonl"
    with server_process(log, "--latency", "0.2") as url:
        desk = open_desk(tmp_path, url, questions=120)
        run_id = desk.start(concurrency=CONCURRENCY)
        moments = kill_run(desk, run_id, url, kills=3, seed=7, wait_s=0.4)
        worker_lives = lives(desk, run_id, log, moments)

    items = desk.items(run_id)
    assert Counter(item.outcome for item in items) == {"passed": 120}
    assert len({item.item_key for item in items}) == 120
    assert asked_after_commit(desk, run_id, log) == []
    assert all(life.repeated <= CONCURRENCY for life in worker_lives)
    assert len(log.read_text().splitlines()) == 120 + sum(life.repeated for life in worker_lives)
    assert len(desk.replies()) == 120
