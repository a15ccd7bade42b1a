"""The command line: one parser, one place where errors become sentences and exit codes."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from core.cli import (
    access,
    ask,
    desk,
    heatmap,
    policy,
    retention,
    servers,
    test,
    validate,
    verify,
)
from core.cli.ending import (
    UNFINISHED,
    WRONG_USE,
    interrupted,
    print_error,
)
from core.cli.interrupts import ends_at_second_interrupt
from core.cli.language import OPTION, _, chosen_language, speaking, translate
from core.cli.parser import CommandParser, argparse_translated
from core.cli.streams import CLOSED, lasting_streams, require_output
from core.errors import DeskError
from core.files import ResultsNotWritten
from core.locale import LANGUAGES

MODULE = "python -m core"


def main(argv: Sequence[str] | None = None, *, prog: str = MODULE) -> int:
    """Run a command and return its exit code.

    0 done, 1 done with skips or system errors, 2 wrong use or an unusable endpoint, 3 unfinished
    with paid results kept, 130 interrupted, 141 output closed by its reader.
    """
    arguments = sys.argv[1:] if argv is None else argv
    return run_spoken(arguments, lambda: _run(arguments, prog))


def run_spoken(argv: Sequence[str], command: Callable[[], int]) -> int:
    """The command's exit code, its errors told as sentences in the language chosen by `argv`."""
    with lasting_streams():
        try:
            language = chosen_language(argv, os.environ)
        except DeskError as error:
            print_error(translate(error))
            return WRONG_USE
        with speaking(language), argparse_translated():
            return _exit_code(command)


def _run(argv: Sequence[str], prog: str) -> int:
    try:
        arguments = command_parser(prog).parse_args(argv)
    except SystemExit as ended:
        if ended.code or require_output(kept=False):
            raise
        return CLOSED  # nobody reads the help
    code = int(arguments.run(arguments))
    return code if require_output(kept=_keeps_more_than_output(arguments)) else CLOSED


def _keeps_more_than_output(arguments: argparse.Namespace) -> bool:
    match arguments.command, getattr(arguments, "act", None):
        case ("health", _) | ("token" | "users", "list") | ("policy", "lint" | "test"):
            return False
        case ("policy", "show" | "diff"):
            return False
        case ("policy", "replay"):
            return arguments.out is not None
        case ("delete", _):
            return arguments.yes is not None
        case ("retention", _):
            return not arguments.dry_run
    return True


def command_parser(prog: str = MODULE) -> argparse.ArgumentParser:
    """The parser of all commands, in the command's language."""
    parser: argparse.ArgumentParser = CommandParser(
        prog=prog,
        description=_("Evidence Desk: review model output against its evidence."),
        allow_abbrev=False,  # --language is looked for before there is a parser
    )
    parser.add_argument(
        OPTION,
        dest="spoken_language",
        choices=tuple(LANGUAGES),
        help=_(
            "of help, progress and errors, given before the command; default: DESK_LANGUAGE, else "
            "the system's"
        ),
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    validate.add_parser(commands)
    test.add_parser(commands)
    heatmap.add_parser(commands)
    verify.add_parser(commands)
    policy.add_parser(commands)
    ask.add_parser(commands)
    servers.add_parsers(commands)
    desk.add_parsers(commands)
    retention.add_parsers(commands)
    access.add_parsers(commands)
    return parser


def _exit_code(command: Callable[[], int]) -> int:
    try:
        with ends_at_second_interrupt():
            return command()
    except ResultsNotWritten as error:
        print_error(translate(error))
        return UNFINISHED
    except DeskError as error:
        print_error(translate(error))
        return WRONG_USE
    except Exception as error:
        if (failure := _database_failure(error)) is None:
            raise
        print_error(translate(failure))
        return WRONG_USE
    except KeyboardInterrupt:
        return interrupted(_("the command did not finish."))


def _database_failure(error: Exception) -> DeskError | None:
    """The error to print for a database that failed during a command."""
    from core.ops.database import describe_failure  # noqa: PLC0415 - heavy to import, and rarely needed

    return describe_failure(error)
