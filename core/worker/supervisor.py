"""Keep one worker process running as long as the app runs."""

import asyncio
import logging
import subprocess
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from core.settings import Settings
from core.worker.processes import start_child, wait_for_end

_log = logging.getLogger(__name__)

_SOON_S = 1.0
_LONGEST_S = 60.0
_HEALTHY_S = 10.0
_END_S = 12.0


@asynccontextmanager
async def supervise_worker(settings: Settings) -> AsyncIterator[None]:
    """Run `python -m core worker` as a child, restarted whenever it ends, while the block runs.

    A worker that repeatedly ends at once is restarted at growing intervals (1 to 60 s). On leaving,
    the child gets SIGTERM and 12 s to record the calls in flight, then it is killed.
    """
    keeper = asyncio.create_task(_keep(settings))
    try:
        yield
    finally:
        keeper.cancel()
        with suppress(asyncio.CancelledError):
            await keeper


async def _keep(settings: Settings) -> None:
    wait_s = _SOON_S / 2
    while True:
        started = time.monotonic()
        child = start_child(settings, "-m", "core", "worker")
        try:
            code = await wait_for_end(child)
        except asyncio.CancelledError:
            await _end(child)
            raise
        healthy = time.monotonic() - started > _HEALTHY_S
        wait_s = _SOON_S if healthy else min(wait_s * 2, _LONGEST_S)
        _log.warning("the worker ended (%s); starting it again in %.0f s", code, wait_s)
        await asyncio.sleep(wait_s)


async def _end(child: "subprocess.Popen[bytes]") -> None:
    child.terminate()
    try:
        await asyncio.wait_for(wait_for_end(child), _END_S)
    except TimeoutError:
        child.kill()
        await wait_for_end(child)
