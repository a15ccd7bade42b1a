"""`python -m core health`, `backup`, `restore` and `move`: act on the desk's database."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from core.cli.ending import FINISHED, INCOMPLETE, print_error
from core.cli.language import _, _n, translate
from core.cli.parser import Commands
from core.cli.text_width import left_aligned, right_aligned
from core.settings import Settings

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from core.ops.transfer import TransferredTable


@contextmanager
def opened_desk() -> Iterator["Engine"]:
    """The migrated database of DATABASE_URL, held while in use.

    Raises InputError while the desk is restored or moved, ConfigurationError for an unusable
    database.
    """
    from core.ops.database import open_database, using_desk  # noqa: PLC0415 - heavy to import
    from core.queue import Process  # noqa: PLC0415

    settings = Settings.from_environment()
    with using_desk(settings, Process.COMMAND):
        yield open_database(settings)


def add_parsers(commands: Commands) -> None:
    health = commands.add_parser(
        "health",
        help=_("show the state of the database and the workers"),
        description=_("Show how the desk is doing. Exit code 0: well; 1: not."),
    )
    health.set_defaults(run=_run_health)
    _add_backup(commands)
    move = commands.add_parser(
        "move",
        help=_("copy the data to another database, and compare"),
        description=_("Copy the desk to another database, every table counted and compared."),
        epilog=_(
            "Stop the app and its workers first. The database of DATABASE_URL is not changed; set "
            "DATABASE_URL to the new address afterwards. Exit code 1: the copy differed, and "
            "nothing was kept there."
        ),
    )
    move.add_argument(
        "--to",
        required=True,
        metavar="URL",
        help=_("an empty database: postgresql://... or sqlite:///..."),
    )
    move.set_defaults(run=_run_move)


def _add_backup(commands: Commands) -> None:
    backup = commands.add_parser(
        "backup",
        help=_("back up the data to a file, while the app runs"),
        description=_("Copy the desk in use to a file, and check the copy."),
    )
    backup.add_argument(
        "file", type=Path, help=_("a new file; an existing one is never overwritten")
    )
    backup.set_defaults(run=_run_backup)
    restore = commands.add_parser(
        "restore",
        help=_("replace the data with a backup"),
        description=_("Put back what a backup holds. Stop the app and its workers first."),
    )
    restore.add_argument("file", type=Path, help=_("a file from `backup`"))
    restore.add_argument(
        "--replace",
        action="store_true",
        help=_("replace existing data; it is kept beside the new one"),
    )
    restore.set_defaults(run=_run_restore)


def _run_health(_arguments: argparse.Namespace) -> int:
    from core.ops.database import open_engine  # noqa: PLC0415 - heavy to import
    from core.ops.health import check_health  # noqa: PLC0415

    report = check_health(open_engine(Settings.from_environment()))
    took = report.database_ms
    facts = {
        _("version"): report.version,
        _("database"): None if took is None else _("answers in {ms} ms").format(ms=f"{took:g}"),
        _("tables"): report.revision,
        _("workers active"): report.workers,
        _("last heartbeat"): _age(report.heartbeat_age_s),
        _("waiting"): report.waiting,
        _("oldest"): _age(report.queue_age_s),
    }
    unknown = _("unknown")
    for name, value in facts.items():
        sys.stdout.write(f"{name}: {unknown if value is None else value}\n")
    for problem in report.problems:
        print_error(translate(problem) + (f" ({report.cause})" if report.cause else ""))
    return FINISHED if report.is_well else INCOMPLETE


def _age(seconds: float | None) -> str:
    return _("none") if seconds is None else _("{seconds} s ago").format(seconds=f"{seconds:.0f}")


def _run_backup(arguments: argparse.Namespace) -> int:
    from core.ops.backup import back_up  # noqa: PLC0415 - heavy to import

    size = back_up(Settings.from_environment().database_url, arguments.file)
    line = _("{file}: {size} MB, checked").format(file=arguments.file, size=f"{size / 1e6:.1f}")
    sys.stdout.write(f"{line}\n")
    return FINISHED


def _run_restore(arguments: argparse.Namespace) -> int:
    from core.ops.backup import restore  # noqa: PLC0415 - heavy to import

    url = Settings.from_environment().database_url
    old_file = restore(url, arguments.file, replace=arguments.replace)
    sys.stdout.write(_("restored from {file}").format(file=arguments.file) + "\n")
    if old_file is not None:
        sys.stdout.write(_("what was there before: {file}").format(file=old_file) + "\n")
    return FINISHED


def _run_move(arguments: argparse.Namespace) -> int:
    from core.ops.transfer import move  # noqa: PLC0415 - heavy to import

    heading = [_table_row(_("table"), _("rows"), _("arrived"))]

    def print_table(table: "TransferredTable") -> None:
        while heading:
            sys.stdout.write(heading.pop() + "\n")
        row = _table_row(table.table, f"{table.rows:,}", f"{table.arrived:,}")
        verdict = _("equal") if table.same else _("DIFFERENT")
        sys.stdout.write(f"{row}  {verdict}\n")

    tables = move(Settings.from_environment().database_url, arguments.to, print_table)
    if not all(table.same for table in tables):
        sys.stderr.write(_("The copy differs, so nothing was kept at the target address.") + "\n")
        return INCOMPLETE
    rows = sum(table.rows for table in tables)
    line = _n(
        "moved: {n} row in {tables} tables, all equal",
        "moved: {n} rows in {tables} tables, all equal",
        rows,
        tables=len(tables),
    )
    sys.stdout.write(f"{line}\n")
    return FINISHED


def _table_row(name: str, rows: str, arrived: str) -> str:
    return left_aligned(name, 24) + right_aligned(rows, 12) + right_aligned(arrived, 12)
