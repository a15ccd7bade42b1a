"""The command line: one parser, one place where errors become sentences and exit codes."""

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from core.cli import (
    app,
    ask,
    backup,
    health,
    heatmap,
    move,
    policy,
    retention,
    serve,
    test,
    token,
    users,
    validate,
    verify,
    worker,
)
from core.cli.closed_pipes import ends_at_closed_pipe
from core.cli.interrupts import exit_with, interrupted
from core.errors import DeskError
from core.files import ResultsNotWritten

WRONG_USE, UNFINISHED = 2, 3
MODULE = "python -m core"


def evidence_desk() -> NoReturn:
    """The command of an installed desk, `evidence-desk`: the same as `python -m core`."""
    exit_with(main(prog="evidence-desk"))


def main(argv: Sequence[str] | None = None, *, prog: str = MODULE) -> int:
    """The exit code: 0 done, 1 done with skips or infrastructure failures, 2 wrong use or an
    endpoint that cannot be used, 3 unfinished with what was paid for kept, 130 interrupted, 141
    whoever reads the output has closed it.
    """
    return ends_at_closed_pipe(lambda: _main(argv, prog))


def _main(argv: Sequence[str] | None, prog: str) -> int:
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Evidence Desk: review model output against its evidence.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    app.add_parser(commands)
    validate.add_parser(commands)
    test.add_parser(commands)
    heatmap.add_parser(commands)
    verify.add_parser(commands)
    policy.add_parser(commands)
    ask.add_parser(commands)
    serve.add_parser(commands)
    worker.add_parser(commands)
    health.add_parser(commands)
    backup.add_parser(commands)
    move.add_parser(commands)
    retention.add_parser(commands)
    token.add_parser(commands)
    users.add_parser(commands)
    for command in commands.choices.values():
        command.description = (command.description or "").replace(MODULE, prog)
    arguments = parser.parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except ResultsNotWritten as error:
        sys.stderr.write(f"error: {error}\n")
        return UNFINISHED
    except DeskError as error:
        sys.stderr.write(f"error: {error}\n")
        return WRONG_USE
    except BrokenPipeError:
        raise
    except Exception as error:
        if (said := _trouble_of(error)) is None:
            raise
        sys.stderr.write(f"error: {said}\n")
        return WRONG_USE
    except KeyboardInterrupt:
        return interrupted("finished results are kept; continue with --resume.")


def _trouble_of(error: Exception) -> DeskError | None:
    """Of a database that failed in the middle of a command."""
    from core.ops.database import describe_failure  # noqa: PLC0415 - heavy to import, and rarely needed

    return describe_failure(error)
