"""`python -m core heatmap`: chart and tabulate the results of depth tests (source 003)."""

import argparse
import sys
from functools import partial
from pathlib import Path

from core.cli.inputs import require_places
from core.cli.language import _, language
from core.cli.parser import Commands
from core.errors import InputError
from core.locale import LANGUAGES

MODES = ("depth",)
SCALES = ("red-green", "cividis")


def add_parser(commands: Commands) -> None:
    parser = commands.add_parser(
        "heatmap",
        help=_("chart the results of depth tests"),
        description=_("Draw the results of depth tests as a page, and print them as a table."),
        epilog=_(
            "The page works offline; its camera buttons save PNG. Exit codes: 0 done; 2 wrong use, "
            "or results that cannot be charted."
        ),
    )
    parser.add_argument(
        "results",
        type=Path,
        nargs="+",
        metavar="RESULTS",
        help=_(
            "output of `test --out`, or JSON in the same format; with several files or models, the "
            "first is compared with each of the others on the same questions"
        ),
    )
    parser.add_argument(
        "--mode",
        default="depth",
        metavar="MODE",
        help=_("{choices}; default {value}").format(choices=", ".join(MODES), value="depth"),
    )
    parser.add_argument(
        "--out", type=Path, required=True, help=_("HTML page, such as heatmap.html")
    )
    parser.add_argument("--csv", type=Path, help=_("cells as CSV"))
    parser.add_argument("--json", type=Path, help=_("cells with the test settings as JSON"))
    parser.add_argument(
        "--model", action="append", metavar="NAME", help=_("only this model; may be repeated")
    )
    parser.add_argument(
        "--scale", choices=SCALES, default=SCALES[0], help=_("cividis: colour-blind safe")
    )
    parser.add_argument(
        "--language",
        choices=tuple(LANGUAGES),
        default=language(),
        help=_("of the page; default: the command's own"),
    )
    parser.set_defaults(run=partial(_run, parser))


def _run(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    if arguments.mode not in MODES:
        parser.print_help(sys.stderr)
        raise InputError(
            "Unknown heatmap mode {mode}. Choose one of: {known}.",
            mode=arguments.mode,
            known=", ".join(MODES),
        )
    written = (arguments.out, arguments.csv, arguments.json)
    require_places(read=tuple(arguments.results), written=written)
    from core.cli.heatmap_output import write_and_print  # noqa: PLC0415 - Plotly is slow to import

    return write_and_print(arguments)
