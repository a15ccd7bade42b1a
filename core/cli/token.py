"""`python -m core token`: tokens for programs that ask the API."""

import argparse
import sys
from typing import TYPE_CHECKING

from core.cli.desk import opened_desk
from core.cli.values import row_id
from core.roles import Role

if TYPE_CHECKING:
    from argparse import _SubParsersAction

ROLES = [role.value for role in Role]


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("token", help="API tokens", description=__doc__)
    acts = parser.add_subparsers(dest="act", required=True, metavar="ACT")
    making = acts.add_parser(
        "create",
        help="create a token",
        epilog=(
            "The token is printed once, alone on standard output, and cannot be shown "
            "again. Once the first token exists, every API request needs one."
        ),
    )
    making.add_argument("name", help="purpose")
    making.add_argument("--role", choices=ROLES, default="annotator", help="default annotator")
    making.add_argument(
        "--days", type=int, default=90, help="days until it expires, default 90; 0 for never"
    )
    making.set_defaults(run=_create)
    listing = acts.add_parser("list", help="list all tokens, without secrets")
    listing.set_defaults(run=_list)
    revoking = acts.add_parser("revoke", help="revoke a token at once")
    revoking.add_argument("id", type=row_id, help="its number, as listed")
    revoking.set_defaults(run=_revoke)


def _create(arguments: argparse.Namespace) -> int:
    from core.services.access import create_token  # noqa: PLC0415 - the database is heavy to import

    days = arguments.days or None
    with opened_desk() as engine:
        _, text = create_token(engine, arguments.name, Role(arguments.role), days=days)
    sys.stdout.write(f"{text}\n")
    return 0


def _list(_arguments: argparse.Namespace) -> int:
    from core.services.access import list_tokens  # noqa: PLC0415

    with opened_desk() as engine:
        tokens = list_tokens(engine)
    for one in tokens:
        until = f"until {one.expires_at:%F}" if one.expires_at else "for good"
        state = "revoked" if one.revoked_at else until if one.is_usable else "over"
        used = f"used {one.last_used_at:%F %R}" if one.last_used_at else "never used"
        said = (str(one.id), one.prefix + "...", one.role.value, one.name, state, used)
        sys.stdout.write("\t".join(said) + "\n")
    return 0


def _revoke(arguments: argparse.Namespace) -> int:
    from core.services.access import revoke_token  # noqa: PLC0415

    with opened_desk() as engine:
        revoke_token(engine, arguments.id)
    return 0
