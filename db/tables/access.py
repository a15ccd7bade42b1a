"""Users and their roles, API tokens, and the audit log."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, UniqueConstraint
from sqlmodel import Field, SQLModel

from db.tables.moments import instant_column, now


class DeskUser(SQLModel, table=True):
    """A person who has signed in. `role` is empty if they have no rights yet; `name` signs their
    decisions and never changes; `seen_at`: their latest sign-in.
    """

    __tablename__ = "desk_user"
    __table_args__ = (UniqueConstraint("issuer", "subject"),)

    id: int | None = Field(default=None, primary_key=True)
    issuer: str
    subject: str
    name: str = Field(unique=True)
    email: str = ""
    role: str = ""
    created_at: datetime = Field(default_factory=now, sa_column=instant_column())
    seen_at: datetime = Field(default_factory=now, sa_column=instant_column())


class ApiToken(SQLModel, table=True):
    """An API token. `token_hash`: sha256 of the token in hex; `prefix`: its first characters."""

    __tablename__ = "api_token"

    id: int | None = Field(default=None, primary_key=True)
    name: str
    prefix: str
    token_hash: str = Field(unique=True)
    role: str
    created_by: str = ""
    created_at: datetime = Field(default_factory=now, sa_column=instant_column())
    expires_at: datetime | None = Field(default=None, sa_column=instant_column(nullable=True))
    last_used_at: datetime | None = Field(default=None, sa_column=instant_column(nullable=True))
    revoked_at: datetime | None = Field(default=None, sa_column=instant_column(nullable=True))


class AuditEvent(SQLModel, table=True):
    """An entry of the audit log, never changed. `kind`: one of `core.services.access.KINDS`;
    `actor`: a name, empty for the operator; `subject` identifies the person whatever their name.
    """

    __tablename__ = "audit_event"

    id: int | None = Field(default=None, primary_key=True)
    at: datetime = Field(default_factory=now, sa_column=instant_column(index=True))
    actor: str = ""
    subject: str = ""
    kind: str
    detail: dict[str, Any] = Field(default={}, sa_column=Column(JSON, nullable=False))
