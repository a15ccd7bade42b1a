"""Decisions are appended, undone by further events, and stored once for each key."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine

from core.errors import InputError, NotFoundError
from core.services.review import (
    Action,
    AlreadyDecidedError,
    BulkAction,
    BulkRequest,
    Cause,
    ContradictionError,
    ReviewReason,
    current_decision,
    current_decisions,
    decide,
    do_bulk,
    history,
    last_decided_item,
    preview_bulk,
    reviewer_id,
    settle,
    take_back,
    undo,
)


def test_ones_latest_decision_stands_and_the_earlier_one_stays_on_record(engine: Engine) -> None:
    decide(engine, 2, "Li", Action.KEEP, "fine", idempotency_key="1")
    decide(engine, 2, "Li", Action.DROP, idempotency_key="2")
    standing = current_decision(engine, 2)
    assert standing is not None
    assert (standing.action, standing.reviewer) == ("drop", "Li")
    assert [(e.action, e.comment) for e in history(engine, 2)] == [("keep", "fine"), ("drop", "")]


def test_the_same_key_decides_once_even_from_many_threads(engine: Engine) -> None:
    def press(_: int) -> int:
        return decide(engine, 2, "Li", Action.KEEP, idempotency_key="one press").id

    with ThreadPoolExecutor(8) as pool:
        ids = set(pool.map(press, range(16)))
    assert len(ids) == 1
    assert len(history(engine, 2)) == 1


def test_undo_is_an_event_and_brings_back_the_decision_before(engine: Engine) -> None:
    decide(engine, 2, "Li", Action.KEEP, idempotency_key="1")
    decide(engine, 2, "Li", Action.DROP, idempotency_key="2")
    undo(engine, 2, "Li", idempotency_key="3")
    assert current_decisions(engine, 1) == {2: Action.KEEP}
    undo(engine, 2, "Li", idempotency_key="4")
    assert current_decision(engine, 2) is None
    assert [event.action for event in history(engine, 2)] == ["keep", "drop", "undo", "undo"]


def test_a_double_press_on_undo_takes_back_one_decision(engine: Engine) -> None:
    decide(engine, 2, "Li", Action.KEEP, idempotency_key="1")
    decide(engine, 2, "Li", Action.DROP, idempotency_key="2")
    first = undo(engine, 2, "Li", idempotency_key="u")
    assert undo(engine, 2, "Li", idempotency_key="u") == first
    assert current_decisions(engine, 1) == {2: Action.KEEP}


def test_undo_takes_back_ones_own_and_leaves_what_others_decided(engine: Engine) -> None:
    decide(engine, 2, "Anna", Action.KEEP, idempotency_key="1")
    assert undo(engine, 2, "Wang", idempotency_key="2") is None
    decide(engine, 2, "Wang", Action.FIX, idempotency_key="3")
    assert undo(engine, 2, "Wang", idempotency_key="4") is not None
    assert undo(engine, 2, "Wang", idempotency_key="5") is None
    assert current_decisions(engine, 1) == {2: Action.KEEP}


def test_what_somebody_else_decided_is_taken_back_by_name_while_it_stands(engine: Engine) -> None:
    keep = decide(engine, 2, "Anna", Action.KEEP, idempotency_key="1")
    fixed = decide(engine, 2, "Li", Action.FIX, idempotency_key="2")
    for event in (keep, fixed):
        assert take_back(engine, 2, "Wang", event.id, idempotency_key=f"no {event.id}") is None
    undo(engine, 2, "Li", idempotency_key="3")
    assert take_back(engine, 2, "Wang", fixed.id, idempotency_key="4") is None
    undone = take_back(engine, 2, "Wang", keep.id, idempotency_key="5")
    assert undone is not None
    assert (undone.reviewer, undone.undoes_id) == ("Wang", keep.id)
    assert current_decisions(engine, 1) == {}
    assert take_back(engine, 2, "Wang", keep.id, idempotency_key="6") is None


def test_undo_passes_over_final_decisions_and_what_they_settled(engine: Engine) -> None:
    decide(engine, 3, "Lead", Action.KEEP, idempotency_key="1")
    decide(engine, 2, "Lead", Action.KEEP, idempotency_key="2")
    final = settle(engine, 2, "Lead", Action.DROP, Cause.OTHER, idempotency_key="3")
    assert undo(engine, 2, "Lead", idempotency_key="4") is None
    assert last_decided_item(engine, "Lead") == 3
    take_back(engine, 2, "Li", final.id, idempotency_key="5")
    assert last_decided_item(engine, "Lead") == 2


def test_undo_without_a_decision_does_nothing(engine: Engine) -> None:
    assert undo(engine, 2, "Li", idempotency_key="u") is None
    assert history(engine, 2) == []


def test_each_reviewer_goes_back_to_their_own_latest_decision(engine: Engine) -> None:
    decide(engine, 2, "Li", Action.KEEP, idempotency_key="1")
    decide(engine, 3, "Wang", Action.KEEP, idempotency_key="2")
    assert last_decided_item(engine, "Li") == 2
    assert last_decided_item(engine, "nobody") is None


def test_an_unknown_item_cannot_be_decided(engine: Engine) -> None:
    with pytest.raises(NotFoundError, match="Item 99 does not exist"):
        decide(engine, 99, "Li", Action.KEEP, idempotency_key="1")


@pytest.mark.parametrize("name", ["", "  ", "x" * 61])
def test_an_unusable_name_is_refused(engine: Engine, name: str) -> None:
    with pytest.raises(InputError):
        reviewer_id(engine, name)


def test_a_name_is_one_reviewer_however_it_is_spaced(engine: Engine) -> None:
    assert reviewer_id(engine, " 王  晓 ") == reviewer_id(engine, "王 晓")


@settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(acts=st.lists(st.sampled_from([*Action, "undo"]), max_size=8))
def test_the_standing_decision_is_what_a_stack_would_hold(
    engine: Engine, acts: list[Action | str]
) -> None:
    salt = uuid4()  # one database serves every example, so no key may come twice
    while undo(engine, 5, "Li", idempotency_key=f"{salt}:{len(history(engine, 5))}"):
        pass
    stack: list[str] = []
    for place, act in enumerate(acts):
        if isinstance(act, Action):
            decide(engine, 5, "Li", act, idempotency_key=f"{salt}-{place}")
            stack.append(act.value)
        else:
            undo(engine, 5, "Li", idempotency_key=f"{salt}-{place}")
            del stack[-1:]
    standing = current_decision(engine, 5)
    assert (standing.action if standing else None) == (stack[-1] if stack else None)


def test_a_decision_made_since_the_page_was_shown_is_not_overridden(engine: Engine) -> None:
    standing = decide(engine, 2, "Li", Action.KEEP, idempotency_key="1", seen_event_id=0)
    with pytest.raises(AlreadyDecidedError, match="Already decided: keep, by Li") as refused:
        decide(engine, 2, "Wang", Action.DROP, idempotency_key="2", seen_event_id=0)
    assert refused.value.standing == standing
    decide(engine, 2, "Wang", Action.DROP, idempotency_key="3", seen_event_id=standing.id)
    assert [event.action for event in history(engine, 2)] == ["keep", "drop"]


def test_the_same_press_again_is_the_same_event_although_the_page_has_not_seen_it(
    engine: Engine,
) -> None:
    first = decide(engine, 2, "Li", Action.KEEP, idempotency_key="1", seen_event_id=0)
    assert decide(engine, 2, "Li", Action.KEEP, idempotency_key="1", seen_event_id=0) == first


def test_a_press_whose_decision_was_taken_back_since_is_told_so(engine: Engine) -> None:
    decide(engine, 2, "Li", Action.KEEP, idempotency_key="1", seen_event_id=0)
    undo(engine, 2, "Li", idempotency_key="2")
    with pytest.raises(InputError, match="undone"):
        decide(engine, 2, "Li", Action.KEEP, idempotency_key="1", seen_event_id=0)
    assert current_decision(engine, 2) is None


def test_of_two_reviewers_at_once_only_one_decides_unseen(engine: Engine) -> None:
    def press(name: str) -> bool:
        try:
            decide(engine, 2, name, Action.KEEP, idempotency_key=name, seen_event_id=0)
        except AlreadyDecidedError:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(press, ["Li", "Wang", "Zhao", "Chen"])) == 1
    assert len(history(engine, 2)) == 1


def test_a_press_that_was_meant_for_another_item_is_told_so(engine: Engine) -> None:
    decide(engine, 2, "Li", Action.KEEP, idempotency_key="1")
    with pytest.raises(InputError, match="That key was pressed for another question"):
        decide(engine, 3, "Li", Action.KEEP, idempotency_key="1")
    assert history(engine, 3) == []


def test_a_reason_that_contradicts_the_decision_is_stored_only_when_confirmed(
    engine: Engine,
) -> None:
    reasons = [ReviewReason.OTHER, ReviewReason.WRONG_LABEL]
    with pytest.raises(ContradictionError) as refused:
        decide(engine, 2, "Li", Action.KEEP, reasons=reasons, idempotency_key="1")
    assert refused.value.reasons == (ReviewReason.WRONG_LABEL,)
    with pytest.raises(ContradictionError):
        settle(engine, 2, "Li", Action.KEEP, Cause.OTHER, reasons=reasons, idempotency_key="2")
    counted = preview_bulk(engine, [2], BulkRequest(BulkAction.KEEP), "Li")
    with pytest.raises(ContradictionError):
        do_bulk(engine, counted, reasons=reasons, idempotency_key="3")
    assert history(engine, 2) == []
    decide(engine, 2, "Li", Action.KEEP, reasons=reasons, confirmed=True, idempotency_key="4")
    decide(engine, 2, "Li", Action.DROP, reasons=reasons, idempotency_key="5")
    assert [event.action for event in history(engine, 2)] == ["keep", "drop"]
