"""`python -m core serve`: the API without the pages (source 002)."""

import argparse
import sys
from typing import TYPE_CHECKING

from core.ops.logs import set_up_logging
from core.settings import Settings

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "serve",
        help="serve only the API",
        description=__doc__,
        epilog="The app serves the same API under its own address. Stop with Ctrl+C.",
    )
    parser.add_argument("--host", default="127.0.0.1", help="default 127.0.0.1: this machine only")
    parser.add_argument("--port", type=int, default=8001, help="default 8001")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from core.api.server import make_server  # noqa: PLC0415
    from core.cli.listening import listening_at, serve_at  # noqa: PLC0415
    from core.ops.database import using_desk  # noqa: PLC0415
    from core.ops.preparing import prepare  # noqa: PLC0415
    from core.queue.desk_lock import Process  # noqa: PLC0415
    from core.services.access import has_tokens, require_local_address  # noqa: PLC0415
    from core.services.answers import AnswerContext, load_sample_documents  # noqa: PLC0415 - heavy to import

    settings = Settings.from_environment()
    set_up_logging(settings)
    with using_desk(settings, Process.API):
        engine = prepare(settings)
        guarded = has_tokens(engine) or settings.open_to_all
        require_local_address(
            arguments.host,
            guarded=guarded,
            fix=("Create a token first: python -m core token create NAME --role annotator."),
        )
        with listening_at(arguments.host, arguments.port) as listening:
            load_sample_documents(engine)
            host = f"[{arguments.host}]" if ":" in arguments.host else arguments.host
            port = listening.getsockname()[1]
            sys.stderr.write(f"http://{host}:{port}/api/v1/openapi.json\n")
            serve_at(listening, make_server(AnswerContext(settings), guarded=guarded))
    return 0
