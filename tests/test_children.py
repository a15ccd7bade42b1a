"""A test that fails leaves no process behind and does not wait for one."""

import signal
import subprocess
import sys

import pytest

from tests.children import killed, terminated


@pytest.mark.parametrize(("ending", "by"), [(killed, signal.SIGKILL), (terminated, signal.SIGTERM)])
def test_a_process_ends_with_the_block_that_fails(ending, by: signal.Signals) -> None:
    waits = [sys.executable, "-c", "print(flush=True); input()"]
    process = subprocess.Popen(waits, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with pytest.raises(ZeroDivisionError), ending(process):
        assert process.stdout.read(1) == "\n"
        1 / 0  # noqa: B018 - what fails
    assert process.returncode == -by
