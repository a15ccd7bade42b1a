"""kill -9 in the middle of a check, and several who go for it at once: everything once."""

import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

from sqlalchemy import Engine

from core.services.verification import AuditFilter, count_audit, get_check, run_check
from core.settings import Settings
from core.worker.processes import environment
from db.engine import make_engine, migrate, url_of
from tests.children import killed, terminated
from tests.core.services.verification.desk import GOOD, lines, row, started

ROWS = [row(f"{GOOD}{at}", id=f"c{at}") for at in range(3_000)]


def test_a_killed_worker_loses_nothing_and_the_next_one_goes_on(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    migrate(url)
    engine = make_engine(url)
    check_id = started(engine, ROWS)
    with killed(_worker(engine)):
        _until(engine, check_id, 1)
    committed = {each.id: each.checked_at for each in lines(engine)}
    assert 0 < len(committed) < len(ROWS), "it was killed half-way"
    with terminated(_worker(engine)):
        _until(engine, check_id, len(ROWS))
        assert count_audit(engine, AuditFilter()) == len(ROWS)
        kept = {each.id: each.checked_at for each in lines(engine) if each.id in committed}
        assert kept == committed


def _worker(engine: Engine) -> "subprocess.Popen[bytes]":
    settings = Settings(database_url=url_of(engine))
    return subprocess.Popen(
        [sys.executable, "-m", "core", "worker"],
        stdin=subprocess.PIPE,
        env=environment(settings),
    )


def _until(engine: Engine, check_id: int, done: int) -> None:
    end = time.monotonic() + 60
    while get_check(engine, check_id).counts.done < done:
        assert time.monotonic() < end
        time.sleep(0.02)


def test_of_two_who_go_for_a_check_one_does_it(engine: Engine) -> None:
    check_id = started(engine, ROWS[:300])
    said: list[bool] = []
    begin = threading.Barrier(3)

    def go() -> None:
        begin.wait()
        said.append(run_check(engine, check_id))

    threads = [threading.Thread(target=go) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Counter(said) == {True: 1, False: 2}
    assert count_audit(engine, AuditFilter()) == 300
