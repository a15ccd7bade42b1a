"""`python -m core app`: the desk in a browser, with the API and a worker beside it."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import core

if TYPE_CHECKING:
    from argparse import _SubParsersAction

APP = Path(core.__file__).parents[1] / "app.py"
"""Beside the packages, in a checkout as in what is installed."""


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "app",
        help="serve the pages, the API and a worker",
        description=__doc__,
        epilog=("Data and settings are those of the folder it is started in. Stop with Ctrl+C."),
    )
    parser.add_argument("--host", help="default 127.0.0.1: this machine only")
    parser.add_argument("--port", type=int, help="default 8501")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from streamlit.web.cli import main  # noqa: PLC0415 - heavy to import

    given = {"--server.address": arguments.host, "--server.port": arguments.port}
    options = [f"{name}={value}" for name, value in given.items() if value is not None]
    main(["run", str(APP), *options])
    return 0
