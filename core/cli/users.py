"""`python -m core users`: who has signed in, and what they may do."""

import argparse
import sys
from typing import TYPE_CHECKING

from core.cli.desk import opened_desk
from core.roles import Role

if TYPE_CHECKING:
    from argparse import _SubParsersAction

NONE = "none"


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("users", help="users and their roles", description=__doc__)
    acts = parser.add_subparsers(dest="act", required=True, metavar="ACT")
    listing = acts.add_parser("list", help="list everybody who has signed in")
    listing.set_defaults(run=_list)
    setting = acts.add_parser("set-role", help="set a user's role")
    setting.add_argument("user", help="number, address or name, as listed")
    setting.add_argument("role", choices=[NONE, *(role.value for role in Role)])
    setting.set_defaults(run=_set_role)


def _list(_arguments: argparse.Namespace) -> int:
    from core.services.access import list_users  # noqa: PLC0415 - the database is heavy to import

    with opened_desk() as engine:
        users = list_users(engine)
    for user in users:
        role = user.role or NONE
        sys.stdout.write(f"{user.id}\t{role}\t{user.name}\t{user.email}\t{user.seen_at:%F %R}\n")
    return 0


def _set_role(arguments: argparse.Namespace) -> int:
    from core.errors import InputError  # noqa: PLC0415
    from core.services.access import list_users, set_role  # noqa: PLC0415

    wanted = arguments.user.casefold()
    role = None if arguments.role == NONE else Role(arguments.role)
    with opened_desk() as engine:
        named = [
            user
            for user in list_users(engine)
            if wanted in (str(user.id), user.email.casefold(), user.name.casefold())
        ]
        if len(named) != 1:
            raise InputError(
                "{n} users are called {user}. Use the number shown by `users list`.",
                n=len(named),
                user=arguments.user,
            )
        set_role(engine, named[0].id, role)
    sys.stdout.write(f"{named[0].name}: {arguments.role}\n")
    return 0
