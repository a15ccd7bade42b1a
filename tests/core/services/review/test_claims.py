"""An item is claimed by one reviewer at a time; claims expire, and losing one raises an error."""

from datetime import timedelta

import pytest
from sqlalchemy import Engine

from core.errors import NotFoundError
from core.services.review import (
    Action,
    ClaimedError,
    Queue,
    claim,
    claim_next,
    claimed_by,
    decide,
    my_claims,
    release,
    release_all,
    resume_point,
    skip,
    undo,
)

OVER = timedelta(seconds=-1)
"""A lease that expires immediately."""


def _next(engine: Engine, reviewer: str, after: int | None = None) -> int | None:
    item_claim = claim_next(engine, Queue(), reviewer, after)
    return item_claim.item_id if item_claim else None


def test_two_people_are_given_different_items(engine: Engine) -> None:
    assert [_next(engine, name) for name in ("Li", "Wang", "Zhao")] == [2, 3, 4]


def test_asking_again_gives_what_one_holds_already(engine: Engine) -> None:
    assert [_next(engine, "Li"), _next(engine, "Li")] == [2, 2]
    assert [_next(engine, "Li", 2), _next(engine, "Li", 2)] == [3, 3]
    assert sorted(held.item_id for held in my_claims(engine, "Li")) == [2, 3]
    assert resume_point(engine, "Li") == 2, "3 is only made ready"


def test_past_the_end_the_queue_begins_anew_without_what_is_shown(engine: Engine) -> None:
    assert _next(engine, "Li", 6) == 2
    for item in (3, 4, 5, 6):
        decide(engine, item, "Wang", Action.KEEP, idempotency_key=str(item))
    assert _next(engine, "Li", 2) is None


def test_a_decision_or_a_skip_gives_the_claim_back_and_an_undo_takes_none(engine: Engine) -> None:
    assert _next(engine, "Li") == 2
    decide(engine, 2, "Li", Action.KEEP, idempotency_key="1")
    assert my_claims(engine, "Li") == []
    undo(engine, 2, "Li", idempotency_key="2")
    assert claimed_by(engine, 2) is None
    claim(engine, 3, "Li")
    skip(engine, 3, "Li", idempotency_key="3")
    assert claimed_by(engine, 3) is None


def test_what_somebody_else_looks_at_is_not_decided_unless_on_purpose(engine: Engine) -> None:
    claim(engine, 2, "Li")
    with pytest.raises(ClaimedError, match="Li is looking at this question until"):
        decide(engine, 2, "Wang", Action.DROP, idempotency_key="1")
    with pytest.raises(ClaimedError):
        claim(engine, 2, "Wang")
    decide(engine, 2, "Wang", Action.DROP, idempotency_key="1", despite_claim=True)


def test_a_claim_that_ran_out_is_the_next_ones_and_the_first_is_told(engine: Engine) -> None:
    claim(engine, 2, "Li", lease=OVER)
    assert my_claims(engine, "Li") == []
    assert _next(engine, "Wang") == 2
    with pytest.raises(ClaimedError, match="Wang"):
        claim(engine, 2, "Li")
    with pytest.raises(ClaimedError, match="Wang"):
        decide(engine, 2, "Li", Action.KEEP, idempotency_key="1")


def test_a_claim_that_ran_out_and_nobody_took_goes_on(engine: Engine) -> None:
    claim(engine, 2, "Li", lease=OVER)
    assert claim(engine, 2, "Li").item_id == 2
    assert claimed_by(engine, 2) == "Li"


def test_what_is_given_back_is_free_and_only_ones_own_can_be(engine: Engine) -> None:
    claim(engine, 2, "Li")
    claim(engine, 3, "Li")
    assert not release(engine, 2, "Wang")
    assert release(engine, 2, "Li")
    assert _next(engine, "Wang") == 2
    assert release_all(engine, "Li") == 1


def test_an_unknown_item_cannot_be_claimed(engine: Engine) -> None:
    with pytest.raises(NotFoundError):
        claim(engine, 99, "Li")
