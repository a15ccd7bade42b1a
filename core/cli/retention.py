"""`python -m core delete` and `retention`: delete data permanently."""

import argparse
import sys
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from core.cli.arguments import days, row_id
from core.cli.desk import opened_desk
from core.cli.ending import FINISHED, INCOMPLETE
from core.cli.language import _
from core.cli.parser import Commands
from core.settings import Settings


def add_parsers(commands: Commands) -> None:
    deleting = commands.add_parser(
        "delete",
        help=_("delete a text or a question set with everything that depends on it"),
        description=_(
            "Without --yes, it lists what would be deleted and changes nothing (exit code 1)."
        ),
    )
    deleting.add_argument(
        "kind", choices=("source", "set"), help=_("a text, or only a question set")
    )
    deleting.add_argument("id", type=row_id, help=_("its number, as in its address in the library"))
    deleting.add_argument("--yes", metavar="TITLE", help=_("its title, to confirm"))
    deleting.set_defaults(run=_delete)
    retention = commands.add_parser(
        "retention",
        help=_("delete old model replies and answers without feedback"),
        description=_("Outcomes, reasons, quotes, decisions and figures stay."),
    )
    retention.add_argument(
        "--older-than", type=days, required=True, metavar="DAYS", help=_("age, such as 90d")
    )
    retention.add_argument("--dry-run", action="store_true", help=_("only count"))
    retention.set_defaults(run=_retention)


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
            dependents = list_dependents(engine, root, arguments.id)
        require_deletable(dependents)
        sys.stdout.write(f"{dependents.title}\n{_counts(dependents.rows)}")
        line = _('Nothing is deleted yet. Confirm with --yes "{title}".')
        sys.stderr.write(line.format(title=dependents.title) + "\n")
        return INCOMPLETE
    with opened_desk() as engine:
        deleted = delete_with_all(engine, root, arguments.id, confirm=arguments.yes)
    line = _("deleted: {title}").format(title=deleted.title)
    sys.stdout.write(f"{line}\n{_counts(deleted.rows)}")
    return FINISHED


def _counts(rows: Mapping[str, int]) -> str:
    return "".join(f"{n:>9,}  {table}\n" for table, n in rows.items())


def _retention(arguments: argparse.Namespace) -> int:
    from core.ops.database import require_desk  # noqa: PLC0415 - heavy to import
    from core.services.retention import delete_expired  # noqa: PLC0415

    require_desk(Settings.from_environment().database_url)
    before = datetime.now(UTC) - timedelta(days=arguments.older_than)
    with opened_desk() as engine:
        expired = delete_expired(engine, before, dry_run=arguments.dry_run)
    heading = (
        _("would be deleted, from before {time} UTC:")
        if arguments.dry_run
        else _("deleted, from before {time} UTC:")
    )
    sys.stdout.write(heading.format(time=f"{before:%F %R}") + "\n")
    sys.stdout.write(_counts(expired.rows))
    return FINISHED
