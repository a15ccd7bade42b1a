"""The rights of each of the four roles; each role includes the rights of the one before it."""

from collections.abc import Mapping
from enum import StrEnum

from core.roles import Role


class Right(StrEnum):
    """What a role may permit. A right covers a kind of act, never single questions or runs."""

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
"""Role -> the rights it adds to the role before it; docs/security.md and Settings show them."""


def rights_of(role: Role | None) -> frozenset[Right]:
    """Return all rights of a role, inherited ones included; none without a role."""
    if role is None:
        return frozenset()
    roles = list(Role)
    return frozenset().union(*(ADDED[included] for included in roles[: roles.index(role) + 1]))


def least_role(right: Right) -> Role:
    """Return the lowest role that has the right."""
    return next(role for role in Role if right in ADDED[role])
