"""`python -m core backup FILE` and `restore FILE`: a copy of the desk, and putting it back."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from core.settings import Settings

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    back_up = commands.add_parser(
        "backup", help="back up the data to a file, while the app runs", description=__doc__
    )
    back_up.add_argument("file", type=Path, help="a new file; an existing one is never overwritten")
    back_up.set_defaults(run=_back_up)
    restore = commands.add_parser(
        "restore", help="replace the data with a backup", description=__doc__
    )
    restore.add_argument("file", type=Path, help="a file from `backup`")
    restore.add_argument(
        "--replace",
        action="store_true",
        help="replace existing data; it is kept beside the new one",
    )
    restore.set_defaults(run=_restore)


def _back_up(arguments: argparse.Namespace) -> int:
    from core.ops.backup import back_up  # noqa: PLC0415 - heavy to import

    size = back_up(Settings.from_environment().database_url, arguments.file)
    sys.stdout.write(f"{arguments.file}: {size / 1e6:.1f} MB, checked\n")
    return 0


def _restore(arguments: argparse.Namespace) -> int:
    from core.ops.backup import restore  # noqa: PLC0415 - heavy to import

    url = Settings.from_environment().database_url
    kept = restore(url, arguments.file, replace=arguments.replace)
    sys.stdout.write(f"restored from {arguments.file}\n")
    if kept is not None:
        sys.stdout.write(f"what was there before: {kept}\n")
    return 0
