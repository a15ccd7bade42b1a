"""Two different corrections of a question are a dispute, so that neither is exported."""

import pytest
from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError
from core.services.results import QuestionOutcome, cleaned_set, count_outcomes
from core.services.review import (
    Action,
    AlreadyDecidedError,
    Cause,
    Correction,
    Event,
    Queue,
    State,
    agreed,
    ask_second,
    correct,
    current_decision,
    decide,
    history,
    last_settled_item,
    revision,
    settle,
    take_back,
    undo,
    visible_events,
)
from db.engine import writing
from db.queries.projection import rebuild
from db.tables import ReviewState
from tests.core.services.results.desk_data import OPTIONS
from tests.core.services.review.test_corrections import ASKED
from tests.core.services.review.test_projection import kept

HERE = 2
LABEL_C = Correction(ASKED, "single_choice", OPTIONS, ["c"])
LABEL_D = Correction(ASKED, "single_choice", OPTIONS, ["d"])


def corrected(
    engine: Engine, first: Correction | None, second: Correction | None, item: int = HERE
) -> tuple[Event, Event]:
    """Store Li's fix and Wang's blind second one; None is a fix without a correction."""
    first_fix = _fix(engine, "Li", first, item)
    ask_second(engine, item, "Li", idempotency_key=f"ask {item}")
    return first_fix, _fix(engine, "Wang", second, item)


def _fix(engine: Engine, name: str, correction: Correction | None, item: int) -> Event:
    key = f"{name} {item}"
    if correction is None:
        return decide(engine, item, name, Action.FIX, idempotency_key=key)
    return correct(engine, item, name, correction, idempotency_key=key)


def _state(engine: Engine) -> State:
    return visible_events(engine, HERE, "Li").state


def test_two_corrections_that_differ_wait_for_a_final_decision(engine: Engine) -> None:
    before = len(cleaned_set(engine, 1))
    one, other = corrected(engine, LABEL_C, LABEL_D)
    assert _state(engine) is State.DISPUTED
    assert current_decision(engine, HERE) is None
    assert len(cleaned_set(engine, 1)) == before
    assert count_outcomes(engine, 1)[QuestionOutcome.DISPUTED] == 1
    assert agreed(engine).opinions == {(("Li", "fix"), ("Wang", "fix")): 1}

    final = settle(
        engine,
        HERE,
        "Lead",
        Action.FIX,
        Cause.SECOND_SLIPPED,
        revision_id=one.revision_id,
        idempotency_key="final",
        seen_event_id=other.id,
    )
    assert _state(engine) is State.SETTLED
    assert final.revision_id == one.revision_id
    assert len(cleaned_set(engine, 1)) == before + 1
    rates = {one.reviewer: (one.rate.hits, one.rate.n) for one in agreed(engine).reviewers}
    assert rates == {"Li": (0, 1), "Wang": (1, 1)}
    assert last_settled_item(engine, "Lead") == HERE
    assert undo(engine, HERE, "Lead", idempotency_key="not so") is None
    take_back(engine, HERE, "Lead", final.id, idempotency_key="back")
    assert last_settled_item(engine, "Lead") is None
    assert _state(engine) is State.DISPUTED
    states = kept(engine)
    with writing(engine) as session:
        rebuild(session)
    assert kept(engine) == states


def test_the_same_correction_by_two_people_is_no_dispute(engine: Engine) -> None:
    first_fix, second_fix = corrected(engine, LABEL_C, LABEL_C)
    assert first_fix.revision_id == second_fix.revision_id
    assert _state(engine) is State.DECIDED
    stored = revision(engine, first_fix.revision_id or 0)
    assert (stored.reviewer, stored.question.answer) == ("Li", ("c",))


def test_options_in_another_order_are_another_correction(engine: Engine) -> None:
    turned = dict(reversed(OPTIONS.items()))
    corrected(engine, LABEL_C, Correction(ASKED, "single_choice", turned, ["c"]))
    assert _state(engine) is State.DISPUTED


@pytest.mark.parametrize(("first", "second"), [(LABEL_C, None), (None, LABEL_C)])
def test_of_two_who_want_it_fixed_the_one_who_says_how_stands(
    engine: Engine, first: Correction | None, second: Correction | None
) -> None:
    corrected(engine, first, second)
    assert _state(engine) is State.DECIDED
    decision = current_decision(engine, HERE)
    assert decision is not None
    assert decision.revision_id is not None
    assert count_outcomes(engine, 1)[QuestionOutcome.CORRECTED] == 1


def test_whoever_changes_their_mind_does_not_dispute_with_themselves(engine: Engine) -> None:
    correct(engine, HERE, "Li", LABEL_C, idempotency_key="1")
    correct(engine, HERE, "Li", LABEL_D, idempotency_key="2")
    assert _state(engine) is State.DECIDED


def test_a_final_decision_takes_no_correction_that_nobody_stands_by(engine: Engine) -> None:
    first_fix, _second_fix = corrected(engine, LABEL_C, LABEL_D)
    stranger = correct(engine, 3, "Li", LABEL_D, idempotency_key="elsewhere")
    for action, revision_id in (
        (Action.FIX, stranger.revision_id),
        (Action.KEEP, first_fix.revision_id),
        (Action.FIX, 999),
    ):
        with pytest.raises(InputError, match="does not belong to this question"):
            settle(
                engine,
                HERE,
                "Lead",
                action,
                Cause.OTHER,
                revision_id=revision_id,
                idempotency_key=f"{action}{revision_id}",
            )
    assert _state(engine) is State.DISPUTED


def test_of_two_leads_at_once_one_settles_and_the_other_is_told(engine: Engine) -> None:
    _first_fix, second_fix = corrected(engine, LABEL_C, LABEL_D)
    settle(
        engine,
        HERE,
        "Lead",
        Action.DROP,
        Cause.OTHER,
        idempotency_key="1",
        seen_event_id=second_fix.id,
    )
    with pytest.raises(AlreadyDecidedError, match="drop, by Lead"):
        settle(
            engine,
            HERE,
            "Second lead",
            Action.KEEP,
            Cause.OTHER,
            idempotency_key="2",
            seen_event_id=second_fix.id,
        )
    assert [event.action for event in history(engine, HERE) if event.is_final] == ["drop"]


def test_a_dispute_about_a_correction_is_contested(engine: Engine) -> None:
    corrected(engine, LABEL_C, LABEL_D)
    with Session(engine) as session:
        state = session.get_one(ReviewState, HERE)
        assert (state.opinions, state.contest) == (2, 1)
    assert Queue(states=(State.DISPUTED,)).of("Chen") == Queue(states=(State.DISPUTED,))
