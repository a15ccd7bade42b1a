"""The engine carries who acts, so that every act can check their rights before it begins.

    engine = acting_as(engine, Principal("Mei Lin", Role.ANNOTATOR, "https://id.example|42"))
    demand(engine, Right.EXPORT)  # raises ForbiddenError

An engine without a principal is the operator's: the command line, a worker, and a desk without
sign-in, which answers on its own machine only. The operator may do everything.
"""

from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import Engine

from core.errors import ForbiddenError, Sentence
from core.roles import Role
from core.services.access.rights import Right, least_role, rights_of
from db import as_operator, writing
from db.engine import OPERATORS
from db.tables import AuditEvent

OPERATOR = ""
"""The actor that the audit log records for the operator."""

REFUSED = "refused"

_PRINCIPAL, _PERSON = "desk_principal", "desk_person"


@dataclass(frozen=True, slots=True)
class Principal:
    """A person or a token. `subject` never changes: issuer and subject of the login, or a token's
    prefix. Without a `role` the principal may do nothing.
    """

    name: str
    role: Role | None
    subject: str = ""

    def may(self, right: Right) -> bool:
        return right in rights_of(self.role)


@lru_cache(maxsize=512)
def acting_as(engine: Engine, principal: Principal) -> Engine:
    """Return an engine on the same database and pool that acts as `principal`."""
    options = {_PRINCIPAL: principal, OPERATORS: as_operator(engine)}
    return engine.execution_options(**options)


@lru_cache(maxsize=512)
def named_as(engine: Engine, name: str) -> Engine:
    """Return an engine that acts as the operator and is audited under `name`, which somebody
    entered where no sign-in is set up. Rights stay the operator's.
    """
    return engine.execution_options(**{_PERSON: name, OPERATORS: as_operator(engine)})


def principal_of(engine: Engine) -> Principal | None:
    """Return whom the engine acts as; None for the operator."""
    principal: Principal | None = engine.get_execution_options().get(_PRINCIPAL)
    return principal


def may(engine: Engine, right: Right) -> bool:
    """Whether the engine's principal has the right; the operator has every right."""
    principal = principal_of(engine)
    return principal is None or principal.may(right)


def demand(engine: Engine, right: Right) -> None:
    """Raises ForbiddenError, and audits the refusal, if the engine's principal lacks the right.

    To be called before a transaction begins.
    """
    if not may(engine, right):
        record(engine, REFUSED, right=right.value)
        raise refusal(right)


def refusal(right: Right) -> ForbiddenError:
    """Build the error that names the lowest role with the right."""
    return ForbiddenError(
        "This requires the role {role} or higher. Ask an admin.",
        role=Sentence(least_role(right).value),
    )


def record(engine: Engine, kind: str, **detail: str | int | None) -> None:
    """Add an audit event in the name of the engine's principal."""
    with writing(as_operator(engine)) as session:
        session.add(event(engine, kind, **detail))


def event(engine: Engine, kind: str, **detail: str | int | None) -> AuditEvent:
    """Build the event that `record` adds, for a transaction that also makes the change."""
    principal = principal_of(engine)
    person = str(engine.get_execution_options().get(_PERSON, OPERATOR))
    name, subject = (principal.name, principal.subject) if principal else (person, "")
    return AuditEvent(actor=name, subject=subject, kind=kind, detail=detail)
