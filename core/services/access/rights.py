"""Who may do what: four roles, each with all that the one before it has, and one table."""

from collections.abc import Mapping
from enum import StrEnum

from core.roles import Role


class Right(StrEnum):
    """What can be allowed. Rights are of kinds of acts, not of single questions or runs."""

    READ = "read"
    REVIEW = "review"
    ASK = "ask"
    RUN = "run"
    ADJUDICATE = "adjudicate"
    PUBLISH = "publish"
    EXPORT = "export"
    ADMINISTER = "administer"


ADDED: Mapping[Role, frozenset[Right]] = {
    Role.VIEWER: frozenset({Right.READ}),
    Role.ANNOTATOR: frozenset({Right.REVIEW, Right.ASK}),
    Role.LEAD: frozenset({Right.RUN, Right.ADJUDICATE, Right.PUBLISH, Right.EXPORT}),
    Role.ADMIN: frozenset({Right.ADMINISTER}),
}
"""What each role may beyond the role before it. docs/security.md and Settings show this table."""


def rights_of(role: Role | None) -> frozenset[Right]:
    """Nothing for somebody without a role."""
    if role is None:
        return frozenset()
    roles = list(Role)
    return frozenset().union(*(ADDED[one] for one in roles[: roles.index(role) + 1]))


def least_role(right: Right) -> Role:
    """The first role that has it."""
    return next(role for role in Role if right in ADDED[role])
