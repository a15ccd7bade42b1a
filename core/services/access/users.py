"""Users, identified by issuer and subject, which stay when a name or email address changes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Engine, func
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from core.errors import InputError, NotFoundError
from core.roles import Role
from core.services.access.audit import ROLE_CHANGED, SIGNED_IN
from core.services.access.principal import Principal, acting_as, demand, event
from core.services.access.rights import Right
from core.settings import Settings
from db import as_operator, writing
from db.queries import review as reviewers
from db.tables import DeskUser, now

MAX_NAME = 60


@dataclass(frozen=True, slots=True)
class IdentityClaims:
    """What an identity provider states about a user. `issued_at`: when they signed in there."""

    issuer: str
    subject: str
    name: str
    email: str
    email_verified: bool
    issued_at: datetime

    @classmethod
    def from_token(cls, claims: Mapping[str, Any]) -> "IdentityClaims":
        """Read the claims of an ID token. Raises InputError if iss or sub is missing."""
        issuer, subject = str(claims.get("iss") or ""), str(claims.get("sub") or "")
        if not issuer or not subject:
            raise InputError(
                "The identity provider did not identify the user: iss and sub are missing. Ask "
                "whoever set up sign-in."
            )
        email = str(claims.get("email") or "")
        name = str(claims.get("name") or claims.get("preferred_username") or email or subject)
        issued = claims.get("iat")
        at = datetime.fromtimestamp(issued, UTC) if isinstance(issued, int | float) else now()
        verified = claims.get("email_verified") is True
        return cls(issuer, subject, _usable(name), email, verified, at)

    @property
    def key(self) -> str:
        return f"{self.issuer}|{self.subject}"


@dataclass(frozen=True, slots=True)
class User:
    """Somebody who has signed in. `name` signs their decisions and never changes; `seen_at` is
    their latest sign-in.
    """

    id: int
    name: str
    email: str
    role: Role | None
    seen_at: datetime
    subject: str

    @property
    def principal(self) -> Principal:
        return Principal(self.name, self.role, self.subject)


def sign_in(engine: Engine, claims: IdentityClaims, settings: Settings) -> User:
    """Return the user of these claims; a new one is added with the default role.

    Somebody whose verified address is in DESK_ADMINS becomes an admin. A sign-in is audited once,
    however many pages follow.
    """
    try:
        return _sign_in(engine, claims, settings)
    except IntegrityError:  # two of their pages were opened at once, and the other one added them
        return _sign_in(engine, claims, settings)


def _sign_in(engine: Engine, claims: IdentityClaims, settings: Settings) -> User:
    with writing(as_operator(engine)) as session:
        row = _row_of(session, claims)
        is_new = row is None
        if row is None:
            default = settings.default_role
            row = DeskUser(
                issuer=claims.issuer,
                subject=claims.subject,
                name=_free_name(session, claims),
                role=default,
                seen_at=claims.issued_at,
            )
        row.email = claims.email
        is_sign_in = is_new or claims.issued_at > row.seen_at
        row.seen_at = max(row.seen_at, claims.issued_at)
        before = row.role
        if claims.email_verified and claims.email.casefold() in settings.admins:
            row.role = Role.ADMIN.value
        session.add(row)
        session.flush()
        reviewers.reviewer(session, row.name)
        user = _user(row)
        if is_sign_in:
            user_engine = acting_as(as_operator(engine), user.principal)
            session.add(event(user_engine, SIGNED_IN, email=user.email))
        if row.role != before:
            session.add(
                event(
                    as_operator(engine), ROLE_CHANGED, user=row.name, before=before, after=row.role
                )
            )
    return user


def principal_for(engine: Engine, issuer: str, subject: str) -> Principal | None:
    """Return the user's principal with their current role; None if they never signed in."""
    query = select(DeskUser).where(DeskUser.issuer == issuer, DeskUser.subject == subject)
    with Session(as_operator(engine)) as session:
        row = session.exec(query).first()
        return _user(row).principal if row else None


def list_users(engine: Engine) -> list[User]:
    """List all users by name. Raises ForbiddenError for non-admins."""
    demand(engine, Right.ADMINISTER)
    with Session(engine) as session:
        return [_user(row) for row in session.exec(select(DeskUser).order_by(col(DeskUser.name)))]


def admin_addresses(engine: Engine) -> list[str]:
    """List the email addresses of the admins, for somebody without a role to ask; the name of an
    admin whose address is unknown.
    """
    admins = select(DeskUser).where(DeskUser.role == Role.ADMIN.value).order_by(col(DeskUser.name))
    with Session(as_operator(engine)) as session:
        return [row.email or row.name for row in session.exec(admins)]


def set_role(engine: Engine, user_id: int, role: Role | None) -> None:
    """Give a user a role, None for none. Raises NotFoundError for an unknown user, InputError if it
    would leave no admin, ForbiddenError for non-admins.
    """
    demand(engine, Right.ADMINISTER)
    with writing(engine) as session:
        # All admins are locked, so that two of them cannot take away each other's role at once.
        admins = session.exec(
            select(DeskUser).where(DeskUser.role == Role.ADMIN.value).with_for_update()
        ).all()
        row = session.get(DeskUser, user_id)
        if row is None:
            raise NotFoundError("User {user_id} does not exist.", user_id=user_id)
        before = row.role
        if role != Role.ADMIN and [admin.id for admin in admins] == [user_id]:
            raise InputError("This is the last admin. Make somebody else an admin first.")
        row.role = role.value if role else ""
        session.add(row)
        if row.role != before:
            session.add(event(engine, ROLE_CHANGED, user=row.name, before=before, after=row.role))


def _row_of(session: Session, claims: IdentityClaims) -> DeskUser | None:
    query = select(DeskUser).where(
        DeskUser.issuer == claims.issuer, DeskUser.subject == claims.subject
    )
    return session.exec(query).first()


def _free_name(session: Session, claims: IdentityClaims) -> str:
    """Return a name that no other user has: the claimed one, with a number if it is taken."""
    taken = {name.casefold() for name in session.exec(select(DeskUser.name))}
    for number in range(1, session.exec(select(func.count(col(DeskUser.id)))).one() + 2):
        ending = f" ({number})" if number > 1 else ""
        name = claims.name[: MAX_NAME - len(ending)] + ending
        if name.casefold() not in taken:
            return name
    raise RuntimeError("more names than users")


def _usable(name: str) -> str:
    """Drop unprintable characters and extra spaces, cut to MAX_NAME; "?" if nothing is left."""
    printable = "".join(char for char in name if char.isprintable())
    return " ".join(printable.split())[:MAX_NAME] or "?"


def _user(row: DeskUser) -> User:
    role = Role(row.role) if row.role else None
    subject = f"{row.issuer}|{row.subject}"
    return User(row.id or 0, row.name, row.email, role, row.seen_at, subject)
