"""Commands whose output nobody reads any more end quietly, whatever they print it to."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.cli.ending import CLOSED, ends_at_closed_pipe
from tests.core.cli.commands import ROOT


def _end(arguments: list[str], *, unbuffered: bool, errors: bool) -> tuple[int, bytes]:
    """Exit code and what is said on standard error, with standard output closed, and with `errors`
    standard error too.
    """
    reader, writer = os.pipe()
    os.close(reader)
    environ = {**os.environ, "PYTHONUNBUFFERED": "1" if unbuffered else ""}
    ended = subprocess.run(
        [sys.executable, "-m", "core", *arguments],
        cwd=ROOT,
        env=environ,
        stdout=writer,
        stderr=writer if errors else subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    return ended.returncode, ended.stderr or b""


@pytest.mark.parametrize(
    ("arguments", "unbuffered", "errors"),
    [
        (["policy", "diff", "v1.0.0", "v1.2.0"], True, False),
        (["policy", "show", "v1.0.0"], False, False),
        (["validate", "--help"], False, False),
        (["policy", "lint", "nowhere"], True, True),
    ],
)
def test_a_command_ends_quietly_when_its_output_is_closed(
    arguments: list[str], unbuffered: bool, errors: bool
) -> None:
    assert _end(arguments, unbuffered=unbuffered, errors=errors) == (CLOSED, b"")


def test_results_go_to_their_file_when_only_the_summary_is_not_read(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    code, _ = _end(["verify", "--sample", "--out", str(out)], unbuffered=True, errors=False)
    assert code in (0, CLOSED)
    assert out.stat().st_size > 1000


def test_another_broken_pipe_is_a_failure_and_not_silence() -> None:
    def fail() -> int:
        raise BrokenPipeError("a connection")

    with pytest.raises(BrokenPipeError):
        ends_at_closed_pipe(fail)
