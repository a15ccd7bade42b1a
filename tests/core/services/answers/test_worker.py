"""Answer loops in a worker of the desk, over the library's own index."""

import subprocess
import sys
import time
from pathlib import Path

from sqlalchemy import Engine

from core.services.answers.loops import LoopSpec, get_loop, start_loop
from core.services.library.sources import add_source
from core.settings import Settings
from core.worker.processes import environment
from db.engine import url_of
from tests.children import terminated
from tests.core.answer_loop.looping import QUERY
from tests.core.evidence_gate.evidence_texts import GENEALOGY


def test_a_worker_process_answers_from_a_text_of_the_library(
    engine: Engine, tmp_path: Path
) -> None:
    """Issue 7: the loop works offline, with the extractive baseline and the rules."""
    add_source(engine, GENEALOGY.encode(), file_name="族谱.txt", max_bytes=1_000_000)
    loop_id = start_loop(engine, QUERY, LoopSpec())
    worker = subprocess.Popen(
        [sys.executable, "-m", "core", "worker"],
        stdin=subprocess.PIPE,
        env={
            **environment(Settings(database_url=url_of(engine))),
            "DESK_OBSERVATIONAL_DATA": str(tmp_path / "observed.json"),
        },
    )
    with terminated(worker):
        end = time.monotonic() + 60
        while not get_loop(engine, loop_id).is_over:
            assert time.monotonic() < end
            time.sleep(0.05)
    loop = get_loop(engine, loop_id)
    assert (loop.status, loop.outcome) == ("done", "passed")
    assert "洪武三年" in loop.attempts[-1].answer
    assert "[1]" in loop.attempts[-1].answer
