"""Who acts travels with the handle to the database, and is asked for before anything is done.

    engine = acting_as(engine, Principal("Mei Lin", Role.ANNOTATOR, "https://id.example|42"))
    demand(engine, Right.EXPORT)  # raises ForbiddenError

An engine that nobody was named for is the operator's: the command line, a worker, and a desk
without a login, which answers on its own machine only. The operator may do everything.
"""

from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import Engine

from core.errors import ForbiddenError, Sentence
from core.roles import Role
from core.services.access.rights import Right, least_role, rights_of
from db.engine import OPERATORS, as_operator, writing
from db.tables import AuditEvent

OPERATOR = ""
"""The name that the operator's own acts are recorded under."""

REFUSED = "refused"

_PRINCIPAL, _PERSON = "desk_principal", "desk_person"


@dataclass(frozen=True, slots=True)
class Principal:
    """A person or a token. `subject` never changes: issuer and subject of the login, or a token's
    prefix. Without a `role` they may do nothing.
    """

    name: str
    role: Role | None
    subject: str = ""

    def may(self, right: Right) -> bool:
        return right in rights_of(self.role)


@lru_cache(maxsize=512)
def acting_as(engine: Engine, principal: Principal) -> Engine:
    """The same database and pool, in somebody's hands."""
    options = {_PRINCIPAL: principal, OPERATORS: as_operator(engine)}
    return engine.execution_options(**options)


@lru_cache(maxsize=512)
def named_as(engine: Engine, name: str) -> Engine:
    """The operator's engine with the name that somebody gave where nobody signs in: the audit says
    it, and rights stay the operator's.
    """
    return engine.execution_options(**{_PERSON: name, OPERATORS: as_operator(engine)})


def principal_of(engine: Engine) -> Principal | None:
    """None for the operator."""
    found: Principal | None = engine.get_execution_options().get(_PRINCIPAL)
    return found


def may(engine: Engine, right: Right) -> bool:
    who = principal_of(engine)
    return who is None or who.may(right)


def demand(engine: Engine, right: Right) -> None:
    """To be called before a transaction begins. Raises ForbiddenError, and the refusal is audited,
    for somebody who has not the right.
    """
    if not may(engine, right):
        record(engine, REFUSED, right=right.value)
        raise refusal(right)


def refusal(right: Right) -> ForbiddenError:
    return ForbiddenError(
        "This requires the role {role} or higher. Ask an admin.",
        role=Sentence(least_role(right).value),
    )


def record(engine: Engine, kind: str, **detail: str | int | None) -> None:
    """Adds to the audit that whoever holds `engine` did or wanted this."""
    with writing(as_operator(engine)) as session:
        session.add(event(engine, kind, **detail))


def event(engine: Engine, kind: str, **detail: str | int | None) -> AuditEvent:
    """As `record` adds it, for a transaction that also makes the change."""
    who = principal_of(engine)
    given = str(engine.get_execution_options().get(_PERSON, OPERATOR))
    name, subject = (who.name, who.subject) if who else (given, "")
    return AuditEvent(actor=name, subject=subject, kind=kind, detail=detail)
