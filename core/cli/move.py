"""`python -m core move --to URL`: the desk on another database, counted and compared."""

import argparse
import sys
from typing import TYPE_CHECKING

from core.settings import Settings

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from core.ops.transfer import TransferredTable


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "move",
        help="copy the data to another database, and compare",
        description=__doc__,
        epilog=(
            "Stop the app and its workers first. The database of DATABASE_URL is not "
            "changed; set DATABASE_URL to the new address afterwards. Exit code 1: the "
            "copy differed, and nothing was kept there."
        ),
    )
    parser.add_argument(
        "--to", required=True, metavar="URL", help="postgresql://... or sqlite:///..., empty"
    )
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from core.ops.transfer import move  # noqa: PLC0415 - heavy to import

    head = [f"{'table':<24}{'rows':>12}{'arrived':>12}\n"]

    def told(one: "TransferredTable") -> None:
        while head:
            sys.stdout.write(head.pop())
        said = "equal" if one.same else "DIFFERENT"
        sys.stdout.write(f"{one.table:<24}{one.rows:>12,}{one.arrived:>12,}  {said}\n")

    found = move(Settings.from_environment().database_url, arguments.to, told)
    rows = sum(one.rows for one in found)
    if all(one.same for one in found):
        sys.stdout.write(f"moved: {rows:,} rows in {len(found)} tables, all equal\n")
        return 0
    sys.stderr.write("The copy differs, so nothing was kept at the target address.\n")
    return 1
