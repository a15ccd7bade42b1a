"""Tokens for the API: shown once, kept as a hash.

A token is 256 random bits, so that a plain SHA-256 of it cannot be guessed back.
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from core.errors import InputError, NotFoundError
from core.roles import Role
from core.services.access.audit import TOKEN_CREATED, TOKEN_REVOKED
from core.services.access.principal import Principal, demand, event, principal_of
from core.services.access.rights import Right
from db import as_operator, writing
from db.tables import ApiToken, now

BEGINS = "desk_"
PREFIX_CHARS = len(BEGINS) + 6
"""Characters of a token that are stored in clear, so that people can recognise theirs."""

LONGEST_NAME, MOST_DAYS = 60, 3650
_NOTED_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class AccessToken:
    """A token as it is listed, without its secret text. `prefix`: its first characters."""

    id: int
    name: str
    prefix: str
    role: Role
    created_by: str
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    revoked_at: datetime | None

    @property
    def is_usable(self) -> bool:
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > now())


def create_token(
    engine: Engine, name: str, role: Role, *, days: int | None = 90
) -> tuple[AccessToken, str]:
    """Create a token; return it as it is listed, and its text, which cannot be read again.

    `days`: until it expires, None for never. Raises InputError for an unusable name or number of
    days, ForbiddenError for non-admins.
    """
    demand(engine, Right.ADMINISTER)
    clean = " ".join(name.split())
    if not 1 <= len(clean) <= LONGEST_NAME or not clean.isprintable():
        raise InputError(
            "Enter a purpose for the token, 1 to {most} characters.", most=LONGEST_NAME
        )
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise InputError("Choose 1 to {most} days.", most=MOST_DAYS)
    text = BEGINS + secrets.token_urlsafe(32)
    principal = principal_of(engine)
    row = ApiToken(
        name=clean,
        prefix=text[:PREFIX_CHARS],
        token_hash=_hash(text),
        role=role.value,
        created_by=principal.name if principal else "",
        expires_at=now() + timedelta(days=days) if days is not None else None,
    )
    with writing(engine) as session:
        session.add(row)
        session.flush()
        detail = {"token": row.prefix, "name": clean, "role": role.value}
        session.add(event(engine, TOKEN_CREATED, **detail))
        return _token(row), text


def list_tokens(engine: Engine) -> list[AccessToken]:
    """List all tokens, newest first, revoked and expired ones included; for admins."""
    demand(engine, Right.ADMINISTER)
    with Session(engine) as session:
        return [_token(row) for row in session.exec(select(ApiToken).order_by(_newest))]


def revoke_token(engine: Engine, token_id: int) -> None:
    """Revoke a token from the next request on; revoking it again changes nothing.

    Raises NotFoundError for an unknown token, ForbiddenError for non-admins.
    """
    demand(engine, Right.ADMINISTER)
    with writing(engine) as session:
        row = session.get(ApiToken, token_id)
        if row is None:
            raise NotFoundError("Token {token_id} does not exist.", token_id=token_id)
        if row.revoked_at is not None:
            return
        row.revoked_at = now()
        session.add(row)
        session.add(event(engine, TOKEN_REVOKED, token=row.prefix, name=row.name))


def principal_with(engine: Engine, text: str) -> Principal | None:
    """Return the principal of the token `text`; None if it is unknown, revoked or expired."""
    with Session(as_operator(engine)) as session:
        row = session.exec(select(ApiToken).where(ApiToken.token_hash == _hash(text))).first()
        token = _token(row) if row else None
    if token is None or not token.is_usable:
        return None
    _note_use(engine, token)
    return Principal(token.name, token.role, f"token:{token.prefix}")


def has_tokens(engine: Engine) -> bool:
    """Whether any token was ever created. From then on the API requires one, also when all are
    revoked: revoking the last token must not open the API to everybody.
    """
    with Session(as_operator(engine)) as session:
        return session.exec(select(ApiToken.id).limit(1)).first() is not None


def _note_use(engine: Engine, token: AccessToken) -> None:
    """Store when the token was last used, at most once in _NOTED_EVERY."""
    at = now()
    if token.last_used_at is not None and at - token.last_used_at < _NOTED_EVERY:
        return
    with writing(as_operator(engine)) as session:
        row = session.get(ApiToken, token.id)
        if row is not None:
            row.last_used_at = at
            session.add(row)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


_newest = col(ApiToken.id).desc()


def _token(row: ApiToken) -> AccessToken:
    return AccessToken(
        row.id or 0,
        row.name,
        row.prefix,
        Role(row.role),
        row.created_by,
        row.created_at,
        row.expires_at,
        row.last_used_at,
        row.revoked_at,
    )
