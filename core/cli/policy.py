"""`python -m core policy`: look at policies of copy verification before they are used."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from core.cli import policy_publish, policy_replay
from core.cli.inputs import bytes_within
from core.cli.policy_source import (
    case_failure,
    file_of,
    policy_file_from,
    policy_from,
    remark_line,
)
from core.settings import Settings
from core.verification import (
    Level,
    lint,
    policy_changes,
    read_recent,
    run_cases,
    write_policy,
)

if TYPE_CHECKING:
    from argparse import _SubParsersAction

FINE, WITH_ERRORS = 0, 1


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("policy", help="show and check copy policies", description=__doc__)
    acts = parser.add_subparsers(dest="act", required=True, metavar="ACT")
    _add_lint(acts)
    tested = acts.add_parser(
        "test",
        help="run the cases of a policy",
        epilog=(
            "Exit codes: 0 every case passes; 1 a case fails, or there is none; 2 not a policy."
        ),
    )
    tested.add_argument("policy", metavar="FILE|VERSION")
    tested.set_defaults(run=_test)
    shown = acts.add_parser("show", help="print a policy as YAML, as a start for your own")
    shown.add_argument("policy", metavar="VERSION|FILE")
    shown.set_defaults(run=_show)
    compared = acts.add_parser("diff", help="show differences between two policies")
    compared.add_argument("old", metavar="OLD")
    compared.add_argument("new", metavar="NEW")
    compared.set_defaults(run=_diff)
    policy_replay.add_parser(acts)
    policy_publish.add_parser(acts)


def _add_lint(acts: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    linted = acts.add_parser(
        "lint",
        help="find what a policy can never do, and what it does by mistake",
        epilog=(
            "Exit codes: 0 valid, with or without warnings; 1 errors that prevent "
            "publishing; 2 not a policy."
        ),
    )
    linted.add_argument("policy", metavar="FILE|VERSION")
    linted.add_argument(
        "--recent",
        type=Path,
        help="recently sent copy, to find words that flag most of it (JSONL or CSV with a text)",
    )
    linted.set_defaults(run=_lint)


def _lint(arguments: argparse.Namespace) -> int:
    file = policy_file_from(arguments.policy)
    remarks = lint(file.policy, recent=_recent(arguments.recent))
    for remark in remarks:
        sys.stdout.write(remark_line(file, remark))
    errors = sum(remark.level is Level.ERROR for remark in remarks)
    sys.stdout.write(
        f"{file.policy.version} {file.policy.sha256[:12]}: errors {errors}, warnings "
        f"{len(remarks) - errors}\n"
    )
    return WITH_ERRORS if errors else FINE


def _recent(path: Path | None) -> tuple[str, ...]:
    if path is None:
        return ()
    limit = Settings.from_environment().max_upload_bytes
    table = read_recent(bytes_within(path, limit), file_name=str(path))
    if table.refused:
        sys.stderr.write(f"warning: {path.name}: {len(table.refused)} rows could not be read\n")
    return table.values


def _test(arguments: argparse.Namespace) -> int:
    file = policy_file_from(arguments.policy)
    outcomes = run_cases(file.policy)
    if not outcomes:
        sys.stdout.write(f"{file.name}: no cases. Add some under `cases`.\n")
        return WITH_ERRORS
    failed = [outcome for outcome in outcomes if not outcome.passed]
    for outcome in failed:
        sys.stdout.write(case_failure(file, outcome))
    sys.stdout.write(f"{file.name}: {len(outcomes) - len(failed)} of {len(outcomes)} cases pass\n")
    return WITH_ERRORS if failed else FINE


def _show(arguments: argparse.Namespace) -> int:
    file = policy_file_from(arguments.policy)
    shipped = file_of(arguments.policy) is None
    sys.stdout.write(file.text if shipped else write_policy(file.policy))
    return FINE


def _diff(arguments: argparse.Namespace) -> int:
    old, new = policy_from(arguments.old), policy_from(arguments.new)
    for change in policy_changes(old, new):
        sys.stdout.write(f"{change.where}\n  - {_json(change.before)}\n  + {_json(change.after)}\n")
    return FINE


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
