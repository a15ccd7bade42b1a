"""`python -m core serve` as people call it."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest


def _command(folder: Path, *arguments: str) -> tuple[list[str], dict[str, str]]:
    command = [sys.executable, "-m", "core", "serve", *arguments]
    return command, {**os.environ, "DATABASE_URL": f"sqlite:///{folder / 'desk.db'}"}


def _refused(folder: Path, *arguments: str) -> str:
    """The one sentence, without an address that would serve nothing."""
    command, environ = _command(folder, *arguments)
    done = subprocess.run(
        command, env=environ, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 2, done.stderr
    (said,) = done.stderr.splitlines()
    assert "http://" not in said
    return said


def test_a_port_that_is_taken_is_one_sentence_and_no_address(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = _refused(tmp_path, "--port", str(port))
    assert said == (
        f"error: Port {port} of 127.0.0.1 is already in use. Choose another --host or --port."
    )


@pytest.mark.parametrize("port", ["99999", "-1"])
def test_a_port_that_is_none_is_one_sentence(port: str, tmp_path: Path) -> None:
    said = _refused(tmp_path, "--port", port)
    assert said == f"error: Port {port} does not exist. Choose --port 1 to 65535."


@pytest.mark.usefixtures("cold_starts")
async def test_the_address_that_is_said_is_served(tmp_path: Path) -> None:
    command, environ = _command(tmp_path, "--port", "0")
    process = await asyncio.create_subprocess_exec(
        *command, env=environ, stderr=asyncio.subprocess.PIPE
    )
    try:
        assert process.stderr
        address = (await asyncio.wait_for(process.stderr.readline(), 300)).decode().strip()
        document = await asyncio.to_thread(httpx2.get, address, timeout=60)
        assert document.json()["info"]["title"] == "Evidence Desk"
    finally:
        process.send_signal(signal.SIGINT)
        assert await process.wait() == 0
