"""`python -m core users` and `token`: roles of users, and tokens of the API."""

import argparse
import sys
from typing import TYPE_CHECKING

from core.cli.arguments import default_value, row_id
from core.cli.desk import opened_desk
from core.cli.language import _
from core.cli.parser import Commands
from core.errors import InputError
from core.roles import Role

if TYPE_CHECKING:
    from core.services.access import AccessToken

NO_ROLE = "none"
ROLES = [role.value for role in Role]


def add_parsers(commands: Commands) -> None:
    _add_tokens(commands)
    users = commands.add_parser(
        "users",
        help=_("users and their roles"),
        description=_("Who has signed in, and what they may do."),
    )
    acts = users.add_subparsers(dest="act", required=True, metavar="ACT")
    listing = acts.add_parser("list", help=_("list everybody who has signed in"))
    listing.set_defaults(run=_list_users)
    setting = acts.add_parser("set-role", help=_("set a user's role"))
    setting.add_argument("user", help=_("number, address or name, as listed"))
    setting.add_argument("role", choices=[NO_ROLE, *ROLES])
    setting.set_defaults(run=_set_role)


def _add_tokens(commands: Commands) -> None:
    token = commands.add_parser(
        "token",
        help=_("API tokens"),
        description=_("Tokens of programs that ask the API."),
    )
    acts = token.add_subparsers(dest="act", required=True, metavar="ACT")
    creating = acts.add_parser(
        "create",
        help=_("create a token"),
        epilog=_(
            "The token is printed once, alone on standard output, and cannot be shown again. Once "
            "the first token exists, every API request needs one."
        ),
    )
    creating.add_argument("name", help=_("purpose"))
    creating.add_argument(
        "--role", choices=ROLES, default="annotator", help=default_value("annotator")
    )
    creating.add_argument(
        "--days", type=int, default=90, help=_("days until it expires, default 90; 0 for never")
    )
    creating.set_defaults(run=_create_token)
    listing = acts.add_parser("list", help=_("list all tokens, without secrets"))
    listing.set_defaults(run=_list_tokens)
    revoking = acts.add_parser("revoke", help=_("revoke a token at once"))
    revoking.add_argument("id", type=row_id, help=_("its number, as listed"))
    revoking.set_defaults(run=_revoke_token)


def _create_token(arguments: argparse.Namespace) -> int:
    from core.services.access import create_token  # noqa: PLC0415 - the database is heavy to import

    days = arguments.days or None
    with opened_desk() as engine:
        _info, text = create_token(engine, arguments.name, Role(arguments.role), days=days)
    sys.stdout.write(f"{text}\n")
    return 0


def _list_tokens(_arguments: argparse.Namespace) -> int:
    from core.services.access import list_tokens  # noqa: PLC0415

    with opened_desk() as engine:
        tokens = list_tokens(engine)
    for token in tokens:
        used = (
            _("used {time}").format(time=f"{token.last_used_at:%F %R}")
            if token.last_used_at
            else _("never used")
        )
        columns = (
            str(token.id),
            token.prefix + "...",
            token.role.value,
            token.name,
            _validity(token),
            used,
        )
        sys.stdout.write("\t".join(columns) + "\n")
    return 0


def _validity(token: "AccessToken") -> str:
    if token.revoked_at:
        return _("revoked")
    if not token.is_usable:
        return _("over")
    if token.expires_at is None:
        return _("for good")
    return _("until {date}").format(date=f"{token.expires_at:%F}")


def _revoke_token(arguments: argparse.Namespace) -> int:
    from core.services.access import revoke_token  # noqa: PLC0415

    with opened_desk() as engine:
        revoke_token(engine, arguments.id)
    return 0


def _list_users(_arguments: argparse.Namespace) -> int:
    from core.services.access import list_users  # noqa: PLC0415

    with opened_desk() as engine:
        users = list_users(engine)
    for user in users:
        role = user.role or NO_ROLE
        sys.stdout.write(f"{user.id}\t{role}\t{user.name}\t{user.email}\t{user.seen_at:%F %R}\n")
    return 0


def _set_role(arguments: argparse.Namespace) -> int:
    from core.services.access import list_users, set_role  # noqa: PLC0415

    query = arguments.user.casefold()
    role = None if arguments.role == NO_ROLE else Role(arguments.role)
    with opened_desk() as engine:
        named = [
            user
            for user in list_users(engine)
            if query in (str(user.id), user.email.casefold(), user.name.casefold())
        ]
        if not named:
            raise InputError(
                "No user is called {user}. Choose one of `users list`.", user=arguments.user
            )
        if len(named) > 1:
            raise InputError(
                "{n} users are called {user}. Use the number shown by `users list`.",
                n=len(named),
                user=arguments.user,
            )
        set_role(engine, named[0].id, role)
    sys.stdout.write(f"{named[0].name}: {arguments.role}\n")
    return 0
