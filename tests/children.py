"""Processes that a test starts end with it, also where the test fails."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T", str, bytes)


@contextmanager
def killed(process: "subprocess.Popen[T]") -> Iterator["subprocess.Popen[T]"]:
    """Alone, `with process` waits for good when the block fails while the process goes on."""
    with process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def terminated(process: "subprocess.Popen[T]") -> Iterator["subprocess.Popen[T]"]:
    """As `killed`, and has minutes to end by itself first. Raises TimeoutExpired."""
    with killed(process):
        try:
            yield process
        finally:
            process.terminate()
            process.wait(timeout=300)
