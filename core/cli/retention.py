"""`python -m core delete` and `retention`: what leaves the desk for good."""

import argparse
import sys
from datetime import timedelta
from typing import TYPE_CHECKING

from core.cli.desk import opened_desk
from core.cli.values import row_id
from core.settings import Settings

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from core.services.retention import Dependents


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    deleting = commands.add_parser(
        "delete",
        help="delete a text or a question set with everything that depends on it",
        description=(
            "Without --yes, it lists what would be deleted and changes nothing (exit code 1)."
        ),
    )
    deleting.add_argument("kind", choices=("source", "set"), help="a text, or only a question set")
    deleting.add_argument("id", type=row_id, help="its number, as in its address in the library")
    deleting.add_argument("--yes", metavar="TITLE", help="its title, to confirm")
    deleting.set_defaults(run=_delete)
    ageing = commands.add_parser(
        "retention",
        help="delete old model replies and answers without feedback",
        description="Outcomes, reasons, quotes, decisions and figures stay.",
    )
    ageing.add_argument(
        "--older-than", type=_days, required=True, metavar="DAYS", help="age, such as 90d"
    )
    ageing.add_argument("--dry-run", action="store_true", help="only count")
    ageing.set_defaults(run=_retention)


def _days(said: str) -> int:
    days = said.removesuffix("d")
    if not days.isdecimal() or not 1 <= int(days) <= 36_500:
        raise argparse.ArgumentTypeError("use a number of days, such as 90d")
    return int(days)


def _delete(arguments: argparse.Namespace) -> int:
    from core.ops.database import require_desk  # noqa: PLC0415 - heavy to import
    from core.services.retention import (  # noqa: PLC0415
        DeletionRoot,
        delete_with_all,
        list_dependents,
        require_deletable,
    )

    require_desk(Settings.from_environment().database_url)
    root = DeletionRoot(arguments.kind)
    if arguments.yes is None:
        with opened_desk() as engine:
            found = list_dependents(engine, root, arguments.id)
        require_deletable(found)
        sys.stdout.write(f"{found.title}\n{_listed(found)}")
        sys.stderr.write(f'Nothing is deleted yet. Confirm with --yes "{found.title}".\n')
        return 1
    with opened_desk() as engine:
        gone = delete_with_all(engine, root, arguments.id, confirm=arguments.yes)
    sys.stdout.write(f"deleted: {gone.title}\n{_listed(gone)}")
    return 0


def _listed(found: "Dependents") -> str:
    return "".join(f"{n:>9,}  {table}\n" for table, n in found.rows.items())


def _retention(arguments: argparse.Namespace) -> int:
    from core.ops.database import require_desk  # noqa: PLC0415 - heavy to import
    from core.services.retention import delete_expired  # noqa: PLC0415
    from db.tables import now  # noqa: PLC0415

    require_desk(Settings.from_environment().database_url)
    before = now() - timedelta(days=arguments.older_than)
    with opened_desk() as engine:
        found = delete_expired(engine, before, dry_run=arguments.dry_run)
    said = "would be deleted" if arguments.dry_run else "deleted"
    sys.stdout.write(f"{said}, from before {before:%F %R} UTC:\n")
    sys.stdout.write("".join(f"{n:>9,}  {what}\n" for what, n in found.rows.items()))
    return 0
