"""Messages of a starting worker."""

import subprocess
import sys
from pathlib import Path

from core.worker.processes import environment
from tests.core.services.runs.desk import PATIENCE_S, open_desk


def test_a_typo_in_the_connections_is_told_at_once_and_to_each_run_that_reads_them(
    tmp_path: Path,
) -> None:
    desk = open_desk(tmp_path, "http://127.0.0.1:9/v1", 3)
    desk.settings.connections_file.write_text('[test]\nbase_ulr = "x"\nmodel = "m"\n')
    worker = subprocess.Popen(
        [sys.executable, "-m", "core", "worker"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(desk.settings),
    )
    try:
        run_id = desk.start(connection="lexical")
        end = desk.wait(run_id)
        assert end.status == "stopped"
    finally:
        worker.terminate()
        _, log = worker.communicate(timeout=PATIENCE_S)
    line = next(line for line in log.splitlines() if "core.worker.worker" in line)
    assert "connections.toml" in line
    assert "base_ulr" in line
