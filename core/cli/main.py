"""The command line: one parser, one place where errors become sentences and exit codes."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

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
    ends_at_closed_pipe,
    exit_with,
    interrupted,
    print_error,
)
from core.cli.language import OPTION, _, chosen_language, speaking, translate
from core.cli.parser import CommandParser, argparse_translated
from core.errors import DeskError
from core.files import ResultsNotWritten
from core.locale import LANGUAGES

MODULE = "python -m core"


def evidence_desk() -> NoReturn:
    """The command of an installed desk, `evidence-desk`: the same as `python -m core`."""
    exit_with(main(prog="evidence-desk"))


def main(argv: Sequence[str] | None = None, *, prog: str = MODULE) -> int:
    """Run a command and return its exit code.

    0 done, 1 done with skips or system errors, 2 wrong use or an unusable endpoint, 3 unfinished
    with paid results kept, 130 interrupted, 141 output closed by its reader.
    """
    arguments = sys.argv[1:] if argv is None else argv
    return ends_at_closed_pipe(lambda: _main(arguments, prog))


def _main(argv: Sequence[str], prog: str) -> int:
    try:
        language = chosen_language(argv, os.environ)
    except DeskError as error:
        print_error(translate(error))
        return WRONG_USE
    with speaking(language), argparse_translated():
        return _run(command_parser(prog).parse_args(argv))


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


def _run(arguments: argparse.Namespace) -> int:
    try:
        return int(arguments.run(arguments))
    except ResultsNotWritten as error:
        print_error(translate(error))
        return UNFINISHED
    except DeskError as error:
        print_error(translate(error))
        return WRONG_USE
    except BrokenPipeError:
        raise
    except Exception as error:
        if (failure := _database_failure(error)) is None:
            raise
        print_error(translate(failure))
        return WRONG_USE
    except KeyboardInterrupt:
        return interrupted(_("finished results are kept; continue with --resume."))


def _database_failure(error: Exception) -> DeskError | None:
    """The error to print for a database that failed during a command."""
    from core.ops.database import describe_failure  # noqa: PLC0415 - heavy to import, and rarely needed

    return describe_failure(error)
