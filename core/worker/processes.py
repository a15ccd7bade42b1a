"""Child processes of the desk: they get its settings and end when their parent is gone."""

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from core.settings import Settings

_WATCHED = "DESK_PARENT_PIPE"
_LOOK_S = 0.1
_ROOT = Path(__file__).parents[2]


def environment(settings: Settings) -> dict[str, str]:
    """Environment of a child that has a pipe as its standard input: same settings, same code."""
    paths = [str(_ROOT), os.environ.get("PYTHONPATH", "")]
    # DESK_CONNECTIONS must name an existing file; the default file may be missing, so omit it.
    connections = settings.connections_file
    connections_variable = (
        {"DESK_CONNECTIONS": str(connections)} if connections != Settings.connections_file else {}
    )
    return {
        **os.environ,
        **connections_variable,
        "DATABASE_URL": settings.database_url,
        "DESK_TOKENIZER": settings.tokenizer,
        "DESK_MAX_UPLOAD_MB": str(settings.max_upload_mb),
        "DESK_WORKER_HANG_S": str(settings.worker_hang_s),
        "DESK_LOG_LEVEL": settings.log_level,
        "DESK_LOG_FORMAT": settings.log_format,
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        _WATCHED: "1",
    }


def start_child(settings: Settings, *arguments: str) -> "subprocess.Popen[bytes]":
    """Start `python ARGUMENTS` with a pipe as its standard input and none of our open files.

    uvloop's subprocesses inherit inheritable files, and servers make their listening socket
    inheritable: the child would keep the port after the end of the app.
    """
    return subprocess.Popen(  # noqa: S603 - our own interpreter and modules
        [sys.executable, *arguments],
        stdin=subprocess.PIPE,
        env=environment(settings),
        close_fds=True,
    )


async def wait_for_end(child: "subprocess.Popen[bytes]") -> int:
    """Wait for the child to end; return its exit code."""
    while (code := child.poll()) is None:  # noqa: ASYNC110 - a waiting thread cannot be cancelled
        await asyncio.sleep(_LOOK_S)
    if child.stdin is not None:
        child.stdin.close()
    return code


def exit_with_parent(act: Callable[[], object]) -> None:
    """Call `act` from a thread once the parent is gone; do nothing in a process started by hand.

    The parent holds the other end of our standard input and never writes to it, so end of file
    means that the parent ended, however it died.
    """
    if os.environ.get(_WATCHED) != "1":
        return

    def watch() -> None:
        # Unbuffered: a thread inside the buffered reader is fatal when the interpreter ends.
        while os.read(sys.stdin.fileno(), 4096):
            pass
        act()

    threading.Thread(target=watch, name="parent", daemon=True).start()
