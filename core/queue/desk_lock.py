"""The lock on a desk's database: shared by every process that may write, exclusive for a restore
or a move.
"""

import logging
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from enum import StrEnum

from sqlalchemy import Engine

from core.errors import InputError, Sentence
from core.queue.locks import NamedLock, let_holders_return
from core.queue.retry_loop import run_forever

_log = logging.getLogger(__name__)

_USERS = 0x0DE5E
"""First key of these PostgreSQL advisory locks; executors use another (`core.queue.locks`)."""
_LOOK_S = 1.0


class Process(StrEnum):
    """A kind of process that writes to the desk. Each kind has its own lock, so that an error can
    name which kind holds the database.
    """

    APP = "app"
    API = "api"
    WORKER = "worker"
    COMMAND = "command"


_STOP = {
    Process.APP: Sentence("the app (stop streamlit run app.py, or its service)"),
    Process.API: Sentence("the API (stop python -m core serve)"),
    Process.WORKER: Sentence("a worker (stop python -m core worker; the app stops its own)"),
    Process.COMMAND: Sentence("another command of python -m core (wait for its end)"),
}


@contextmanager
def shared_desk(engine: Engine, process: Process) -> Iterator[None]:
    """Hold the shared lock of `process` on the desk while the block runs.

    Raises InputError while the desk is being restored or moved. A restart of PostgreSQL drops the
    lock, and so does whoever deletes its file: a thread takes it again within a second, or as soon
    as the server is back, and sends SIGTERM to this process if a restore or move holds it by then.
    """
    lock = _lock(engine, process, shared=True)
    if not lock.take_soon():
        raise InputError("Data is being restored or moved. Wait until that ends, then start again.")
    ended = threading.Event()
    watch = threading.Thread(target=_keep, args=[lock, ended], name="desk lock", daemon=True)
    watch.start()
    try:
        yield
    finally:
        ended.set()
        watch.join()
        lock.release()


@contextmanager
def whole_desk(engine: Engine) -> Iterator[None]:
    """Hold the desk exclusively while the block runs; `shared_desk` raises InputError meanwhile.

    Raises InputError naming the kinds of process that use the desk.
    """
    let_holders_return(engine)
    with ExitStack() as held:
        in_use = []
        for process in Process:
            lock = _lock(engine, process, shared=False)
            if lock.take():
                held.callback(lock.release)
            else:
                in_use.append(_STOP[process])
        if in_use:
            raise InputError(
                "The database is in use by {processes}. Try again once nothing uses it.",
                processes=tuple(in_use),
            )
        yield


def _lock(engine: Engine, process: Process, *, shared: bool) -> NamedLock:
    key = _USERS, list(Process).index(process)
    return NamedLock(engine, process.value, key, shared=shared)


def _keep(lock: NamedLock, ended: threading.Event) -> None:
    """Check the lock every second until `ended`; end this process with SIGTERM if it is lost."""
    while not ended.wait(_LOOK_S):
        with run_forever(_log, "taking the lock on the desk again"):
            if not lock.hold():
                _log.critical("the desk is being moved, so this process ends")
                os.kill(os.getpid(), signal.SIGTERM)
                return
