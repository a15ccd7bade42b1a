"""Roles and rights: each role has all that the one before it has."""

from itertools import pairwise

import pytest
from sqlalchemy import Engine

from core.errors import ForbiddenError
from core.locale import wording
from core.services.access import (
    Principal,
    Right,
    Role,
    acting_as,
    as_operator,
    demand,
    least_role,
    list_audit,
    may,
    principal_of,
    refusal,
    rights_of,
)
from db.engine import for_writing

MATRIX = {
    #                   viewer annotator lead  admin
    Right.READ: (True, True, True, True),
    Right.REVIEW: (False, True, True, True),
    Right.ASK: (False, True, True, True),
    Right.RUN: (False, False, True, True),
    Right.ADJUDICATE: (False, False, True, True),
    Right.PUBLISH: (False, False, True, True),
    Right.EXPORT: (False, False, True, True),
    Right.ADMINISTER: (False, False, False, True),
}


@pytest.mark.parametrize("right", Right)
@pytest.mark.parametrize("role", [None, *Role])
def test_the_matrix_is_this_one(engine: Engine, right: Right, role: Role | None) -> None:
    allowed = role is not None and MATRIX[right][list(Role).index(role)]
    theirs = acting_as(engine, Principal("Mei", role, "issuer|1"))
    assert may(theirs, right) is allowed
    if allowed:
        demand(theirs, right)
    else:
        with pytest.raises(ForbiddenError, match=f"requires the role {least_role(right)}"):
            demand(theirs, right)
    recorded = [(entry.actor, entry.kind, entry.detail) for entry in list_audit(engine)]
    assert recorded == ([] if allowed else [("Mei", "refused", {"right": right.value})])


def test_a_refusal_names_the_role_in_the_readers_language() -> None:
    chinese = refusal(Right.REVIEW).translate(wording("zh_CN"))
    assert chinese == "需要“标注员”或更高的角色。请联系管理员。"


def test_the_operator_may_do_everything(engine: Engine) -> None:
    for right in Right:
        demand(engine, right)
    assert principal_of(engine) is None


def test_who_acts_stays_with_the_engine_also_where_it_is_made_ready_for_writing(
    engine: Engine,
) -> None:
    mei = Principal("Mei", Role.VIEWER, "issuer|1")
    theirs = acting_as(engine, mei)
    assert principal_of(for_writing(theirs)) == mei
    assert acting_as(engine, mei) is theirs
    assert as_operator(theirs) is engine
    assert theirs.pool is engine.pool


def test_nobody_becomes_somebody_else_by_taking_another_name_on_top(engine: Engine) -> None:
    twice = acting_as(acting_as(engine, Principal("A", Role.ADMIN)), Principal("B", None))
    assert not may(twice, Right.READ)
    assert as_operator(twice) is engine


def test_roles_grow() -> None:
    held = [rights_of(role) for role in (None, *Role)]
    assert all(less < more for less, more in pairwise(held))
    assert held[-1] == set(Right)
