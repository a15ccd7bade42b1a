"""Bulk actions: previewed, done once, undone as a whole."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import Engine

from core.errors import InputError, NotFoundError
from core.review import ActKind, ReviewActor, ReviewStage, permission
from core.services.review import (
    Action,
    BulkAction,
    BulkRequest,
    Edit,
    Ineligibility,
    Queue,
    ask_second,
    assign,
    claim,
    claimed_by,
    count,
    decide,
    find_questions,
    history,
    keep_edit,
    last_decided_item,
    page,
    preview_bulk,
    settle,
    skip,
    take_back,
    undo,
    undo_batch,
    unsaved_edit,
)
from core.services.review.bulk_eligibility import BusyItems, ineligibility
from core.services.review.enums import Cause
from db.engine import writing
from db.queries import projection
from tests.core.services.review.bulk_facts import DROP, EVERY, FACTS, done
from tests.core.services.review.test_projection import kept


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.__name__)
def test_acts_on_many(engine: Engine, fact: Callable[[Engine], None]) -> None:
    fact(engine)
    before = kept(engine)
    with writing(engine) as session:
        projection.rebuild(session)
    assert kept(engine) == before


def test_nothing_is_written_by_a_preview(engine: Engine) -> None:
    preview_bulk(engine, EVERY, DROP, "Li")
    assert history(engine, 1) == []


def test_an_edit_in_hand_is_not_thrown_away(engine: Engine) -> None:
    edit = Edit("Anew?", "single_choice", (), "", None, "")
    keep_edit(engine, 2, "Li", edit)
    counted = preview_bulk(engine, EVERY, DROP, "Li")
    assert counted.left_out[Ineligibility.BEGUN] == 1
    done(engine, counted)
    assert unsaved_edit(engine, 2, "Li") == edit
    assert preview_bulk(engine, [2], DROP, "Wang").n == 1


def test_ones_own_claim_is_given_back_with_the_decision(engine: Engine) -> None:
    claim(engine, 2, "Li")
    done(engine, preview_bulk(engine, [2], DROP, "Li"))
    assert claimed_by(engine, 2) is None


def test_what_changed_after_the_count_is_left_out_with_its_reason(engine: Engine) -> None:
    counted = preview_bulk(engine, [2, 3, 4, 5], BulkRequest(BulkAction.DROP, again=True), "Li")
    claim(engine, 2, "Wang")
    decide(engine, 3, "Wang", Action.KEEP, idempotency_key="1")
    settle(engine, 4, "Wang", Action.KEEP, Cause.OTHER, idempotency_key="2")
    batch = done(engine, counted)
    assert batch.n == 1
    assert batch.left_out == {Ineligibility.CLAIMED: 1, Ineligibility.SINCE: 2}


def test_a_second_opinion_given_by_a_bulk_act_is_blind_and_shows_nothing(engine: Engine) -> None:
    decide(engine, 2, "Li", Action.KEEP, idempotency_key="1")
    ask_second(engine, 2, "Li", idempotency_key="2")
    counted = preview_bulk(engine, [2], DROP, "Wang")
    assert (counted.n, counted.over.total(), counted.seconds) == (1, 0, 1)
    done(engine, counted)
    assert [event.blind for event in history(engine, 2)] == [True, False, True]


def test_seconds_are_asked_once_and_given_by_anybody_but_who_decided(engine: Engine) -> None:
    decide(engine, 2, "Li", Action.KEEP, idempotency_key="1")
    done(engine, preview_bulk(engine, [2], BulkRequest(BulkAction.SECOND), "Wang"))
    left_out = preview_bulk(engine, [2], BulkRequest(BulkAction.SECOND), "Wang").left_out
    assert left_out == {Ineligibility.ASKED: 1}
    assert preview_bulk(engine, [2], DROP, "Li").left_out == {Ineligibility.GIVEN: 1}
    assert preview_bulk(engine, [2], DROP, "Wang").n == 1, "whoever asked may give it too"
    assert preview_bulk(engine, [2], DROP, "Zhao").n == 1


def test_assigned_items_go_back_to_nobody_and_the_undo_to_whom_they_were(engine: Engine) -> None:
    assign(engine, Queue(), "Wang", "Lead", idempotency_key="1")
    to_li = done(engine, preview_bulk(engine, [2, 3], BulkRequest(BulkAction.ASSIGN, "Li"), "Lead"))
    assert (to_li.assignee, count(engine, Queue(assigned_to="Li"))) == ("Li", 2)
    free = done(engine, preview_bulk(engine, [1, 2, 3], BulkRequest(BulkAction.ASSIGN), "Lead"))
    assert (free.n, count(engine, Queue(assigned_to="Li"))) == (2, 0)
    undo_batch(engine, free.id, "Lead", idempotency_key="2")
    assert count(engine, Queue(assigned_to="Li")) == 2
    done(engine, preview_bulk(engine, [2], BulkRequest(BulkAction.ASSIGN, "Zhao"), "Lead"))
    assert undo_batch(engine, to_li.id, "Lead", idempotency_key="3").n == 1
    assert count(engine, Queue(assigned_to="Wang")) == 4


def test_an_event_taken_back_by_itself_is_not_taken_back_again(engine: Engine) -> None:
    batch = done(engine, preview_bulk(engine, [2, 3], DROP, "Li"))
    assert undo(engine, 2, "Li", idempotency_key="0") is None, "it is undone as a whole"
    assert last_decided_item(engine, "Li") is None
    event = history(engine, 2)[-1]
    assert take_back(engine, 2, "Wang", event.id, idempotency_key="1") is not None
    back = undo_batch(engine, batch.id, "Li", idempotency_key="2")
    assert (back.n, back.left_out) == (1, {Ineligibility.UNDONE: 1})


def test_only_ones_own_acts_are_taken_back_and_no_undo_is(engine: Engine) -> None:
    batch = done(engine, preview_bulk(engine, [2], DROP, "Li"))
    with pytest.raises(InputError, match="This was done by Li"):
        undo_batch(engine, batch.id, "Wang", idempotency_key="1")
    back = undo_batch(engine, batch.id, " Li ", idempotency_key="2")
    with pytest.raises(InputError, match="Repeat the original action"):
        undo_batch(engine, back.id, "Li", idempotency_key="3")
    with pytest.raises(NotFoundError):
        undo_batch(engine, 99, "Li", idempotency_key="4")


def test_the_list_shows_decisions_but_for_those_who_may_give_the_second(engine: Engine) -> None:
    decide(engine, 2, "Li", Action.KEEP, idempotency_key="1")
    decide(engine, 3, "Li", Action.DROP, idempotency_key="2")
    ask_second(engine, 3, "Li", idempotency_key="3")
    skip(engine, 3, "Zhao", idempotency_key="4")
    visible = {
        reader: [
            (question.decision, question.reviewer, question.hidden)
            for question in find_questions(engine, EVERY, reader)
        ]
        for reader in ("Li", "Wang", "Zhao", None)
    }
    assert visible["Li"][1:3] == [(Action.KEEP, "Li", False), (Action.DROP, "Li", False)]
    for reader in ("Wang", "Zhao", None):
        assert visible[reader][1:3] == [(Action.KEEP, "Li", False), (None, None, True)]


def test_a_note_is_found_unless_it_could_tell_who_gives_the_second_opinion(engine: Engine) -> None:
    def ids(text: str) -> list[int]:
        return [line.item_id for line in page(engine, replace(EVERY, text=text))]

    decide(engine, 2, "Li", Action.KEEP, "Checked TWICE", idempotency_key="1")
    done(engine, preview_bulk(engine, [5, 6], DROP, "Li"), "checked once")
    assert ids("checked") == [2, 5, 6]
    assert ids("ｔｗｉｃｅ 老周") == [2]
    ask_second(engine, 2, "Li", idempotency_key="2")
    assert ids("checked") == [5, 6]


@pytest.mark.parametrize("doing", list(BulkAction))
def test_nothing_that_the_table_of_states_refuses_is_done_to_many(doing: BulkAction) -> None:
    act = {
        BulkAction.KEEP: ActKind.ACCEPT,
        BulkAction.DROP: ActKind.REJECT,
        BulkAction.SECOND: ActKind.SECOND,
        BulkAction.ASSIGN: ActKind.ASSIGN,
    }[doing]
    for stage in set(ReviewStage) - {ReviewStage.AGAIN}:
        scope_agreement = stage is ReviewStage.AGREED
        facts = {
            "item_id": 1,
            "state": "decided" if scope_agreement else stage.value,
            "decision": "fix",
            "reviewer_id": 2,
            "opinions": 2 if scope_agreement else 1,
            "assignee_id": None,
        }
        actor = ReviewActor.FIRST if stage is ReviewStage.OPEN else ReviewActor.ANOTHER
        if doing is BulkAction.ASSIGN:
            actor = ReviewActor.ADJUDICATOR
        nobody = BusyItems(frozenset(), frozenset())
        why = ineligibility(BulkRequest(doing, again=True), facts, 1, 1, nobody, has_opinion=False)
        if permission(stage, actor, act).denied is not None:
            assert why is not None, (stage, doing)
        elif doing.decides:
            assert why is None, (stage, doing)
