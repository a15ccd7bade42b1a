"""`python -m core worker`: executes the runs that pages and people have started."""

import argparse
import os
import threading
from typing import TYPE_CHECKING

from core.settings import Settings

if TYPE_CHECKING:
    from argparse import _SubParsersAction

_END_S = 5.0


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "worker", help="execute queued runs", description=__doc__, epilog="Stop with Ctrl+C."
    )
    parser.set_defaults(run=_run)


def _run(_arguments: argparse.Namespace) -> int:
    from core.ops.gc_tuning import tune_gc  # noqa: PLC0415 - the engine is heavy to import
    from core.worker.worker import run_worker  # noqa: PLC0415

    tune_gc()
    code = run_worker(Settings.from_environment())
    _end_within(_END_S, code)
    return code


def _end_within(seconds: float, code: int) -> None:
    """The interpreter waits for threads, and one that hangs would keep what the process holds."""
    last = threading.Timer(seconds, os._exit, [code])
    last.daemon = True
    last.start()
