"""`python -m core policy`: look at policies of copy verification before they are used."""

import argparse
import json
import sys
from typing import TYPE_CHECKING

from core.cli.verify_job import policy_from
from core.verification import Level, lint, policy_changes, write_policy

if TYPE_CHECKING:
    from argparse import _SubParsersAction

FINE, WITH_ERRORS = 0, 1


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("policy", help="show and check copy policies", description=__doc__)
    acts = parser.add_subparsers(dest="act", required=True, metavar="ACT")
    linted = acts.add_parser(
        "lint",
        help="find what a policy can never do",
        epilog=(
            "Exit codes: 0 valid, with or without warnings; 1 errors that prevent "
            "publishing; 2 not a policy."
        ),
    )
    linted.add_argument("policy", metavar="FILE|VERSION")
    linted.set_defaults(run=_lint)
    shown = acts.add_parser("show", help="print a policy as YAML, as a start for your own")
    shown.add_argument("policy", metavar="VERSION|FILE")
    shown.set_defaults(run=_show)
    compared = acts.add_parser("diff", help="show differences between two policies")
    compared.add_argument("old", metavar="OLD")
    compared.add_argument("new", metavar="NEW")
    compared.set_defaults(run=_diff)


def _lint(arguments: argparse.Namespace) -> int:
    policy = policy_from(arguments.policy)
    remarks = lint(policy)
    for remark in remarks:
        sys.stdout.write(f"{remark.level}: {remark.where}: {remark.said.worded()}\n")
    errors = sum(remark.level is Level.ERROR for remark in remarks)
    sys.stdout.write(
        f"{policy.version} {policy.sha256[:12]}: errors {errors}, warnings "
        f"{len(remarks) - errors}\n"
    )
    return WITH_ERRORS if errors else FINE


def _show(arguments: argparse.Namespace) -> int:
    sys.stdout.write(write_policy(policy_from(arguments.policy)))
    return FINE


def _diff(arguments: argparse.Namespace) -> int:
    old, new = policy_from(arguments.old), policy_from(arguments.new)
    for change in policy_changes(old, new):
        sys.stdout.write(f"{change.where}\n  - {_json(change.before)}\n  + {_json(change.after)}\n")
    return FINE


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
