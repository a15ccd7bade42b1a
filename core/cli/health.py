"""`python -m core health`: how the desk is doing; exit code 0 well, 1 not."""

import argparse
import sys
from typing import TYPE_CHECKING

from core.settings import Settings

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "health", help="show the state of the database and the workers", description=__doc__
    )
    parser.set_defaults(run=_run)


def _run(_arguments: argparse.Namespace) -> int:
    from core.ops.database import open_engine  # noqa: PLC0415 - heavy to import
    from core.ops.health import check_health  # noqa: PLC0415

    found = check_health(open_engine(Settings.from_environment()))
    known = {
        "version": found.version,
        "database": _ms(found.database_ms),
        "tables": found.revision,
        "workers active": found.workers,
        "last heartbeat": _ago(found.heartbeat_age_s),
        "waiting": found.waiting,
        "oldest": _ago(found.queue_age_s),
    }
    for name, value in known.items():
        sys.stdout.write(f"{name}: {'unknown' if value is None else value}\n")
    for one in found.problems:
        sys.stderr.write(f"error: {one}{f' ({found.cause})' if found.cause else ''}\n")
    return 0 if found.is_well else 1


def _ms(value: float | None) -> str | None:
    return None if value is None else f"answers in {value:g} ms"


def _ago(seconds: float | None) -> str:
    return "none" if seconds is None else f"{seconds:.0f} s ago"
