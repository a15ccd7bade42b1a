"""Ctrl-C ends a command with 130 and no traceback, however early and often it comes."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.children import killed
from tests.core.cli.commands import ROOT

SLOW_IMPORT = """
import sys, time

class Slow:
    \"\"\"Says when a module is imported, and again when that is interrupted, and waits.\"\"\"

    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            try:
                self.wait("importing")
            finally:
                self.wait("interrupted")

    def wait(self, word):
        print(word, flush=True)
        time.sleep(600)

sys.meta_path.insert(0, Slow())
"""


@pytest.mark.parametrize(
    ("module", "command", "last_words"),
    [
        ("core.cli.main", ["-m", "core", "policy", "show", "v1.0.0"], []),
        ("core.validation", ["-m", "core", "health"], []),
        ("core.cli.main", ["-m", "db.migrations", "current"], []),
        ("core.ops.health", ["-m", "core", "health"], ["interrupted"]),
    ],
)
def test_ctrl_c_while_the_command_is_still_loaded_ends_it_without_a_traceback(
    module: str, command: list[str], last_words: list[str], tmp_path: Path
) -> None:
    """Once before any work, and a second time while the first one unwinds."""
    (tmp_path / "sitecustomize.py").write_text(SLOW_IMPORT.format(module=module))
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]),
            "PYTHONNODEBUGRANGES": "1",  # a start of its own, which imports everything
            "DATABASE_URL": f"sqlite:///{tmp_path}/desk.db",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with killed(process):
        assert process.stdout is not None
        assert process.stdout.readline() == "importing\n"
        for word in ["", *last_words]:
            if word:
                assert process.stdout.readline() == f"{word}\n"
            process.send_signal(signal.SIGINT)
        _rest, errors = process.communicate(timeout=300)
    assert (process.returncode, errors) == (130, "")
