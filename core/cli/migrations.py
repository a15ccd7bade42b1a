"""`python -m db.migrations`: Alembic on DATABASE_URL; its tables change while nobody uses them."""

import argparse
import sys
from contextlib import nullcontext

from core.cli.interrupts import end_quietly_at_interrupt, exit_with

if __name__ == "__main__":
    end_quietly_at_interrupt()  # before what takes long to import

from alembic.config import CommandLine, Config

from core.cli.ending import FINISHED
from core.cli.language import _
from core.cli.main import run_spoken
from core.cli.streams import CLOSED, require_output
from core.ops.database import desk_alone
from core.settings import Settings

CHANGING = frozenset({"upgrade", "downgrade", "stamp", "ensure_version"})
"""Alembic's commands that write to the database."""


def main() -> int:
    """The exit code: 0 done, 2 wrong use or a desk in use, 255 what Alembic itself refuses."""
    return run_spoken((), _run)


def _run() -> int:
    alembic = CommandLine(prog="python -m db.migrations")
    options = alembic.parser.parse_args()
    if not hasattr(options, "cmd"):
        alembic.parser.error(_("name a command, such as current"))
    config = Config(cmd_opts=options, stdout=sys.stdout)  # the default is of the time of import
    config.set_main_option("script_location", "db:migrations")
    with desk_alone(Settings.from_environment()) if _changes(options) else nullcontext():
        alembic.run_cmd(config, options)
    return FINISHED if require_output(kept=_changes(options)) else CLOSED


def _changes(options: argparse.Namespace) -> bool:
    command, *_names = options.cmd
    return command.__name__ in CHANGING


if __name__ == "__main__":
    exit_with(main())
