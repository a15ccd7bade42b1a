"""`python -m core policy publish`: a file becomes a version of the desk that never changes."""

import argparse
import getpass
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from core.cli.desk import opened_desk
from core.cli.policy_source import case_failure, remark_line
from core.files import file_bytes
from core.settings import Settings
from core.verification import Level, lint, read_policy_file, run_cases

if TYPE_CHECKING:
    from argparse import _SubParsersAction

PUBLISHED, REFUSED = 0, 1


def add_parser(acts: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = acts.add_parser(
        "publish",
        help="make a file a version of the desk, once its cases pass",
        epilog=(
            "Exit codes: 0 published; 1 not published: errors of the linter, or cases that fail; "
            "2 not a policy, a version that exists already, or no desk."
        ),
    )
    parser.add_argument("policy", type=Path, metavar="FILE")
    parser.add_argument(
        "--by", default=getpass.getuser(), metavar="NAME", help="who publishes; default: you"
    )
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from core.ops.database import require_desk  # noqa: PLC0415 - heavy to import
    from core.services.verification import publish_text  # noqa: PLC0415

    file = read_policy_file(file_bytes(arguments.policy), file_name=str(arguments.policy))
    errors = [remark for remark in lint(file.policy) if remark.level is Level.ERROR]
    failed = [outcome for outcome in run_cases(file.policy) if not outcome.passed]
    for remark in errors:
        sys.stdout.write(remark_line(file, remark))
    for outcome in failed:
        sys.stdout.write(case_failure(file, outcome))
    if errors or failed:
        sys.stdout.write(f"{file.name}: not published\n")
        return REFUSED
    require_desk(Settings.from_environment().database_url)
    with opened_desk() as engine:
        version = publish_text(engine, file.text, by=arguments.by, name=file.name)
    sys.stdout.write(
        f"published {version.version} {version.sha256[:12]}, cases {len(file.policy.cases)}\n"
    )
    return PUBLISHED
