"""The worker beside the app lives as long as the app, with its settings and none of its files."""

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing

import pytest
import uvloop

from core.worker.supervisor import supervise_worker
from tests.core.services.runs.desk import PATIENCE_S, Desk
from tests.openai_server import OpenAIServer
from tests.ports import free_port


@pytest.mark.usefixtures("cold_starts")
def test_the_worker_does_not_keep_the_port_that_the_app_listens_on(
    make_desk: Callable[..., tuple[Desk, OpenAIServer]],
) -> None:
    """Tested under uvloop, as the app runs, and with an inheritable socket, as servers make it."""
    desk, _ = make_desk(1)

    async def serve() -> None:
        with closing(socket.create_server(("127.0.0.1", free_port()))) as listening:
            listening.set_inheritable(True)
            address = listening.getsockname()
            async with supervise_worker(desk.settings):
                until = time.monotonic() + PATIENCE_S
                while not children():
                    assert time.monotonic() < until
                    await asyncio.sleep(0.1)
                listening.close()
                socket.create_server(address).close()
                assert children()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve())


def children() -> list[int]:
    """Process ids of living workers that this process started."""
    listed = subprocess.run(
        ["ps", "-o", "pid=,args=", "--ppid", str(os.getpid())],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.splitlines()
    return [int(line.split()[0]) for line in listed if f"{sys.executable} -m core worker" in line]
