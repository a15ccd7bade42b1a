"""The audit log: sign-ins, refusals, exports, deletions and changes of roles and tokens."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Engine, func
from sqlmodel import Session, col, select

from core.services.access.principal import REFUSED, demand, record
from core.services.access.rights import Right
from db.tables import AuditEvent

SIGNED_IN, SIGNED_OUT, EXPORTED = "signed_in", "signed_out", "exported"
DELETED, SAMPLES_REMOVED = "deleted", "samples_removed"
ROLE_CHANGED, TOKEN_CREATED, TOKEN_REVOKED = "role_changed", "token_created", "token_revoked"
KINDS = (
    *(SIGNED_IN, SIGNED_OUT, REFUSED, EXPORTED, DELETED, SAMPLES_REMOVED),
    *(ROLE_CHANGED, TOKEN_CREATED, TOKEN_REVOKED),
)


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One event of the audit log. `actor` is empty for the operator, such as the command line."""

    id: int
    at: datetime
    actor: str
    subject: str
    kind: str
    detail: Mapping[str, Any]


def record_export(engine: Engine, name: str) -> None:
    """Record that the file `name` was exported. Raises ForbiddenError without the right."""
    demand(engine, Right.EXPORT)
    record(engine, EXPORTED, file=name)


def has_happened(engine: Engine, kind: str) -> bool:
    """Whether the audit log has an event of this kind. Anybody may ask; details are for admins."""
    query = select(AuditEvent.id).where(AuditEvent.kind == kind).limit(1)
    with Session(engine) as session:
        return session.exec(query).first() is not None


def record_refused(engine: Engine, right: Right, *, page: str) -> None:
    """Record that a user tried to open a page without the `right` to it."""
    record(engine, REFUSED, right=right.value, page=page)


def record_sign_out(engine: Engine) -> None:
    """Record that the engine's principal signed out."""
    record(engine, SIGNED_OUT)


def list_audit(engine: Engine, *, limit: int = 50, offset: int = 0) -> list[AuditEntry]:
    """List audit events, latest first. Raises ForbiddenError for non-admins."""
    demand(engine, Right.ADMINISTER)
    latest = select(AuditEvent).order_by(col(AuditEvent.id).desc()).offset(offset).limit(limit)
    with Session(engine) as session:
        return [
            AuditEntry(row.id or 0, row.at, row.actor, row.subject, row.kind, row.detail)
            for row in session.exec(latest)
        ]


def count_audit_events(engine: Engine) -> int:
    """Count all audit events. Raises ForbiddenError for non-admins."""
    demand(engine, Right.ADMINISTER)
    with Session(engine) as session:
        return session.exec(select(func.count()).select_from(AuditEvent)).one()
