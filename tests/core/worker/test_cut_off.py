"""A worker whose host vanishes: its process does not end and its connections do not close."""

from collections import Counter
from pathlib import Path

import pytest

from tests.core.services.runs.desk import PATIENCE_S, open_desk
from tests.core.worker.killing import asked_after_commit, server_process
from tests.other_host import other_host
from tests.postgres import new_database, server_on

CONCURRENCY = 8


@pytest.mark.long
@pytest.mark.postgres
def test_the_work_of_a_host_that_is_cut_off_is_done_by_another(tmp_path: Path) -> None:
    log = tmp_path / "asked.jsonl"
    with (
        other_host() as other,
        server_on(other.here) as url,
        server_process(log, "--latency", "0.2", "--host", other.here) as address,
    ):
        desk = open_desk(tmp_path, address, 200, database_url=new_database(url), timeout_s=30)
        connections = desk.settings.connections_file
        limited = connections.read_text().replace("= 50", f"= {CONCURRENCY}")
        connections.write_text(limited)  # so that another worker needs the slots of the lost one
        run_id = desk.start(concurrency=CONCURRENCY)
        cut_off = desk.spawn(*other.within)
        desk.wait(run_id, lambda now: now.done >= 60)
        other.cut()
        with desk.worker():
            desk.wait(run_id)
            other.join()
            next_run = desk.start(concurrency=CONCURRENCY)
            desk.wait(next_run)
        cut_off.terminate()
        cut_off.wait(PATIENCE_S)

        items = desk.items(run_id)
        assert Counter(item.outcome for item in items) == {"passed": 200}
        # Requests in flight are repeated by the other worker, and once more by retries of the first
        # one when its network is back; results of the latter are not taken.
        assert len(asked_after_commit(desk, run_id, log)) <= CONCURRENCY
        assert 200 <= len(log.read_text().splitlines()) <= 200 + 2 * CONCURRENCY
        assert Counter(item.outcome for item in desk.items(next_run)) == {"passed": 200}
