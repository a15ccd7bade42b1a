"""`python -m core app`, `serve` and `worker`: processes that run until stopped."""

import argparse
import os
import sys
import threading
from pathlib import Path

import core
from core.cli.arguments import default_value
from core.cli.language import _
from core.cli.parser import Commands
from core.ops.logs import set_up_logging
from core.settings import Settings

APP = Path(core.__file__).parents[1] / "app.py"
"""The file beside the packages, in a checkout and in an installation."""
_END_S = 5.0


def add_parsers(commands: Commands) -> None:
    _add_app(commands)
    _add_serve(commands)
    worker = commands.add_parser(
        "worker",
        help=_("execute queued runs"),
        description=_("Execute the runs, checks and loops that were started in the browser."),
        epilog=_("Stop with Ctrl+C."),
    )
    worker.set_defaults(run=_run_worker)


def _add_app(commands: Commands) -> None:
    app = commands.add_parser(
        "app",
        help=_("serve the pages, the API and a worker"),
        description=_("Serve the desk in a browser, with the API and a worker beside it."),
        epilog=_("Data and settings are those of the folder it is started in. Stop with Ctrl+C."),
    )
    app.add_argument("--host", help=_("default 127.0.0.1: this machine only"))
    app.add_argument("--port", type=int, help=default_value(8501))
    app.set_defaults(run=_run_app)


def _add_serve(commands: Commands) -> None:
    serve = commands.add_parser(
        "serve",
        help=_("serve only the API"),
        description=_("Serve the API without the pages."),
        epilog=_("The app serves the same API under its own address. Stop with Ctrl+C."),
    )
    serve.add_argument(
        "--host", default="127.0.0.1", help=_("default 127.0.0.1: this machine only")
    )
    serve.add_argument("--port", type=int, default=8001, help=default_value(8001))
    serve.set_defaults(run=_run_serve)


def _run_app(arguments: argparse.Namespace) -> int:
    from streamlit.web.cli import main  # noqa: PLC0415 - heavy to import

    given = {"--server.address": arguments.host, "--server.port": arguments.port}
    options = [f"{name}={value}" for name, value in given.items() if value is not None]
    main(["run", str(APP), *options])
    return 0


def _run_serve(arguments: argparse.Namespace) -> int:
    from core.api.server import make_server  # noqa: PLC0415
    from core.cli.listening import listening_at, serve_at  # noqa: PLC0415
    from core.ops.database import using_desk  # noqa: PLC0415
    from core.ops.preparing import prepare  # noqa: PLC0415
    from core.queue import Process  # noqa: PLC0415
    from core.services.access import CREATE_TOKEN, has_tokens, require_local_address  # noqa: PLC0415
    from core.services.answers import AnswerContext, load_sample_documents  # noqa: PLC0415 - heavy to import

    settings = Settings.from_environment()
    set_up_logging(settings)
    with using_desk(settings, Process.API):
        engine = prepare(settings)
        guarded = has_tokens(engine) or settings.open_to_all
        require_local_address(
            arguments.host,
            guarded=guarded,
            fix=CREATE_TOKEN,
        )
        with listening_at(arguments.host, arguments.port) as listening:
            load_sample_documents(engine)
            host = f"[{arguments.host}]" if ":" in arguments.host else arguments.host
            port = listening.getsockname()[1]
            sys.stderr.write(f"http://{host}:{port}/api/v1/openapi.json\n")
            serve_at(listening, make_server(AnswerContext(settings), guarded=guarded))
    return 0


def _run_worker(_arguments: argparse.Namespace) -> int:
    from core.ops.gc_tuning import tune_gc  # noqa: PLC0415 - the engine is heavy to import
    from core.worker.worker import run_worker  # noqa: PLC0415

    tune_gc()
    code = run_worker(Settings.from_environment())
    _end_within(_END_S, code)
    return code


def _end_within(seconds: float, code: int) -> None:
    """End the process after that time even if a thread hangs; the interpreter would wait for it."""
    timer = threading.Timer(seconds, os._exit, [code])
    timer.daemon = True
    timer.start()
