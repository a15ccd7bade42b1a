"""Who may sign in and as what, tokens of the API, and the audit."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, UniqueConstraint
from sqlmodel import Field, SQLModel

from db.tables.moments import now, when


class DeskUser(SQLModel, table=True):
    """Somebody who has signed in. `role` is empty for who may do nothing yet; `name` signs their
    decisions and stays as it was first given; `seen_at` is their latest sign-in.
    """

    __tablename__ = "desk_user"
    __table_args__ = (UniqueConstraint("issuer", "subject"),)

    id: int | None = Field(default=None, primary_key=True)
    issuer: str
    subject: str
    name: str = Field(unique=True)
    email: str = ""
    role: str = ""
    created_at: datetime = Field(default_factory=now, sa_column=when())
    seen_at: datetime = Field(default_factory=now, sa_column=when())


class ApiToken(SQLModel, table=True):
    """`token_hash` is the sha256 of the whole token in hex; `prefix` its first characters."""

    __tablename__ = "api_token"

    id: int | None = Field(default=None, primary_key=True)
    name: str
    prefix: str
    token_hash: str = Field(unique=True)
    role: str
    created_by: str = ""
    created_at: datetime = Field(default_factory=now, sa_column=when())
    expires_at: datetime | None = Field(default=None, sa_column=when(nullable=True))
    last_used_at: datetime | None = Field(default=None, sa_column=when(nullable=True))
    revoked_at: datetime | None = Field(default=None, sa_column=when(nullable=True))


class AuditEvent(SQLModel, table=True):
    """Appended, never changed. `kind` is one of `core.services.access.KINDS`; `actor` is empty for
    the operator, `subject` says who it was whatever they are called.
    """

    __tablename__ = "audit_event"

    id: int | None = Field(default=None, primary_key=True)
    at: datetime = Field(default_factory=now, sa_column=when(index=True))
    actor: str = ""
    subject: str = ""
    kind: str
    detail: dict[str, Any] = Field(default={}, sa_column=Column(JSON, nullable=False))
