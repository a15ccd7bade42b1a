"""`python -m core policy`: show, check and publish policies of copy verification."""

import argparse
import getpass
import json
import sys
from pathlib import Path

from core.cli import policy_replay
from core.cli.desk import opened_desk
from core.cli.ending import FINISHED, INCOMPLETE, print_warning
from core.cli.inputs import bytes_within
from core.cli.language import _, _n
from core.cli.parser import Commands
from core.cli.policy_source import (
    case_failure,
    file_of,
    policy_file_from,
    policy_from,
    remark_line,
)
from core.files import file_bytes
from core.settings import Settings
from core.verification import (
    Level,
    lint,
    policy_changes,
    read_policy_file,
    read_recent,
    run_cases,
    write_policy,
)


def add_parser(commands: Commands) -> None:
    parser = commands.add_parser(
        "policy",
        help=_("show and check copy policies"),
        description=_("Look at policies of the copy check before they are used."),
    )
    acts = parser.add_subparsers(dest="act", required=True, metavar="ACT")
    _add_lint(acts)
    testing = acts.add_parser(
        "test",
        help=_("run the cases of a policy"),
        epilog=_(
            "Exit codes: 0 every case passes; 1 a case fails, or there is none; 2 not a policy."
        ),
    )
    testing.add_argument("policy", metavar="FILE|VERSION")
    testing.set_defaults(run=_test)
    showing = acts.add_parser("show", help=_("print a policy as YAML, as a start for your own"))
    showing.add_argument("policy", metavar="VERSION|FILE")
    showing.set_defaults(run=_show)
    comparing = acts.add_parser("diff", help=_("show differences between two policies"))
    comparing.add_argument("old", metavar="OLD")
    comparing.add_argument("new", metavar="NEW")
    comparing.set_defaults(run=_diff)
    policy_replay.add_parser(acts)
    _add_publish(acts)


def _add_lint(acts: Commands) -> None:
    linting = acts.add_parser(
        "lint",
        help=_("find what a policy can never do, and what it does by mistake"),
        epilog=_(
            "Exit codes: 0 valid, with or without warnings; 1 errors that prevent publishing; "
            "2 not a policy."
        ),
    )
    linting.add_argument("policy", metavar="FILE|VERSION")
    linting.add_argument(
        "--recent",
        type=Path,
        help=_("recently sent copy, to find words that flag most of it (JSONL or CSV with a text)"),
    )
    linting.set_defaults(run=_lint)


def _add_publish(acts: Commands) -> None:
    publishing = acts.add_parser(
        "publish",
        help=_("make a file a version of the desk, once its cases pass"),
        epilog=_(
            "Exit codes: 0 published; 1 not published: errors of the linter, or cases that fail; "
            "2 not a policy, a version that exists already, or no desk."
        ),
    )
    publishing.add_argument("policy", type=Path, metavar="FILE")
    publishing.add_argument(
        "--by", default=getpass.getuser(), metavar="NAME", help=_("who publishes; default: you")
    )
    publishing.set_defaults(run=_publish)


def _lint(arguments: argparse.Namespace) -> int:
    file = policy_file_from(arguments.policy)
    remarks = lint(file.policy, recent=_recent(arguments.recent))
    for remark in remarks:
        sys.stdout.write(remark_line(file, remark))
    errors = sum(remark.level is Level.ERROR for remark in remarks)
    line = _("{version} {hash}: errors {errors}, warnings {warnings}").format(
        version=file.policy.version,
        hash=file.policy.sha256[:12],
        errors=errors,
        warnings=len(remarks) - errors,
    )
    sys.stdout.write(f"{line}\n")
    return INCOMPLETE if errors else FINISHED


def _recent(path: Path | None) -> tuple[str, ...]:
    if path is None:
        return ()
    limit = Settings.from_environment().max_upload_bytes
    table = read_recent(bytes_within(path, limit), file_name=str(path))
    if table.refused:
        unread = _n(
            "{file}: {n} row could not be read",
            "{file}: {n} rows could not be read",
            len(table.refused),
            file=path.name,
        )
        print_warning(unread)
    return table.values


def _test(arguments: argparse.Namespace) -> int:
    file = policy_file_from(arguments.policy)
    outcomes = run_cases(file.policy)
    if not outcomes:
        line = _("{file}: no cases. Add some under `cases`.").format(file=file.name)
        sys.stdout.write(f"{line}\n")
        return INCOMPLETE
    failed = [outcome for outcome in outcomes if not outcome.passed]
    for outcome in failed:
        sys.stdout.write(case_failure(file, outcome))
    line = _n(
        "{file}: {passed} of {n} case pass",
        "{file}: {passed} of {n} cases pass",
        len(outcomes),
        file=file.name,
        passed=len(outcomes) - len(failed),
    )
    sys.stdout.write(f"{line}\n")
    return INCOMPLETE if failed else FINISHED


def _show(arguments: argparse.Namespace) -> int:
    file = policy_file_from(arguments.policy)
    shipped = file_of(arguments.policy) is None
    sys.stdout.write(file.text if shipped else write_policy(file.policy))
    return FINISHED


def _diff(arguments: argparse.Namespace) -> int:
    old, new = policy_from(arguments.old), policy_from(arguments.new)
    for change in policy_changes(old, new):
        sys.stdout.write(f"{change.where}\n  - {_json(change.before)}\n  + {_json(change.after)}\n")
    return FINISHED


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _publish(arguments: argparse.Namespace) -> int:
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
        sys.stdout.write(_("{file}: not published").format(file=file.name) + "\n")
        return INCOMPLETE
    require_desk(Settings.from_environment().database_url)
    with opened_desk() as engine:
        version = publish_text(engine, file.text, by=arguments.by, name=file.name)
    line = _("published {version} {hash}, cases {cases}").format(
        version=version.version, hash=version.sha256[:12], cases=len(file.policy.cases)
    )
    sys.stdout.write(f"{line}\n")
    return FINISHED
