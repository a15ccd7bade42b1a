"""A second opinion is blind and another reviewer's; two that differ wait for a final decision."""

import pytest
from sqlalchemy import Engine

from core.errors import InputError
from core.services.results import QuestionOutcome, cleaned_set, count_outcomes
from core.services.review import (
    Action,
    AlreadyDecidedError,
    Cause,
    Queue,
    QueueView,
    ReviewReason,
    State,
    agreed,
    ask_second,
    ask_seconds,
    claim_next,
    count,
    count_states,
    current_decision,
    current_decisions,
    decide,
    history,
    last_decided_item,
    next_item,
    opinions,
    page,
    settle,
    shown_history,
    skip,
    take_back,
    undo,
)

HERE = 2
"""The item that the opinions are about."""


def _states(engine: Engine) -> dict[int, State]:
    every = Queue(states=tuple(State))
    return {line.item_id: line.state for line in page(engine, every)}


def _differ(engine: Engine) -> None:
    decide(engine, HERE, "Li", Action.KEEP, "mine", idempotency_key="1")
    ask_second(engine, HERE, "Li", "unsure", idempotency_key="2")
    decide(engine, HERE, "Wang", Action.DROP, idempotency_key="3")


def test_it_goes_to_anybody_but_whoever_asked_or_decided(engine: Engine) -> None:
    decide(engine, HERE, "Li", Action.KEEP, idempotency_key="1")
    ask_second(engine, HERE, "Zhao", idempotency_key="2")
    assert next_item(engine, Queue().of("Li")) == 3
    assert next_item(engine, Queue().of("Zhao")) == 3
    assert next_item(engine, Queue().of("Wang")) == HERE


def test_the_second_reviewer_is_shown_nothing_until_they_have_decided(engine: Engine) -> None:
    decide(engine, HERE, "Li", Action.KEEP, "mine", idempotency_key="1")
    ask_second(engine, HERE, "Li", "unsure", idempotency_key="2")
    assert shown_history(engine, HERE, "Wang") == []
    assert len(shown_history(engine, HERE, "Li")) == 2
    decide(engine, HERE, "Wang", Action.KEEP, idempotency_key="3", seen_event_id=0)
    assert len(shown_history(engine, HERE, "Wang")) == 3


def test_two_that_agree_decide_it(engine: Engine) -> None:
    decide(engine, HERE, "Li", Action.KEEP, idempotency_key="1")
    ask_second(engine, HERE, "Li", idempotency_key="2")
    assert _states(engine)[HERE] is State.SECOND
    assert current_decisions(engine, 1) == {HERE: Action.KEEP}, "the first stands meanwhile"
    decide(engine, HERE, "Wang", Action.KEEP, idempotency_key="3")
    assert _states(engine)[HERE] is State.DECIDED


def test_of_two_that_differ_none_stands_until_a_final_decision(engine: Engine) -> None:
    _differ(engine)
    assert _states(engine)[HERE] is State.DISPUTED
    assert current_decisions(engine, 1) == {}
    assert current_decision(engine, HERE) is None
    assert next_item(engine, Queue().of("Chen")) == 3
    assert next_item(engine, Queue(states=(State.DISPUTED,))) == HERE
    both = opinions(history(engine, HERE))
    assert [(event.reviewer, event.action) for event in both] == [("Li", "keep"), ("Wang", "drop")]
    final = settle(
        engine, HERE, "Lead", Action.FIX, Cause.GUIDELINE_UNCLEAR, "page 3", idempotency_key="4"
    )
    assert final.is_final
    assert _states(engine)[HERE] is State.SETTLED
    assert current_decisions(engine, 1) == {HERE: Action.FIX}


def test_what_is_in_dispute_is_not_in_the_cleaned_set_even_if_it_had_passed(
    engine: Engine,
) -> None:
    assert len(cleaned_set(engine, 1)) == 1
    decide(engine, 1, "Li", Action.KEEP, idempotency_key="1")
    ask_second(engine, 1, "Li", idempotency_key="2")
    decide(engine, 1, "Wang", Action.DROP, idempotency_key="3")
    disputed = Queue(shown=QueueView.ALL, states=(State.DISPUTED,))
    assert [line.item_id for line in page(engine, disputed)] == [1]
    assert cleaned_set(engine, 1) == []
    assert count_outcomes(engine, 1)[QuestionOutcome.DISPUTED] == 1


def test_in_dispute_and_when_settled_nobody_decides_without_undoing(engine: Engine) -> None:
    _differ(engine)
    with pytest.raises(InputError, match="The two reviews of this question differ"):
        decide(engine, HERE, "Chen", Action.KEEP, idempotency_key="4")
    settle(engine, HERE, "Lead", Action.KEEP, Cause.SECOND_SLIPPED, idempotency_key="5")
    with pytest.raises(InputError, match="This question has a final decision"):
        ask_second(engine, HERE, "Chen", idempotency_key="6")
    for name in ("Li", "Wang", "Lead"):
        assert undo(engine, HERE, name, idempotency_key=f"{name} undo") is None
    final = history(engine, HERE)[-1]
    take_back(engine, HERE, "Chen", final.id, idempotency_key="7")
    assert _states(engine)[HERE] is State.DISPUTED


def test_a_final_decision_is_not_made_over_an_opinion_nobody_saw(engine: Engine) -> None:
    _differ(engine)
    with pytest.raises(AlreadyDecidedError):
        settle(
            engine,
            HERE,
            "Lead",
            Action.KEEP,
            Cause.OTHER,
            idempotency_key="4",
            seen_event_id=history(engine, HERE)[0].id,
        )


def test_a_disputed_opinion_is_taken_back_by_its_giver_alone(engine: Engine) -> None:
    _differ(engine)
    assert undo(engine, HERE, "Chen", idempotency_key="4") is None
    assert last_decided_item(engine, "Wang") == HERE
    undo(engine, HERE, "Wang", idempotency_key="5")
    assert _states(engine)[HERE] is State.SECOND
    assert shown_history(engine, HERE, "Wang")[0].action == "drop"
    assert len(shown_history(engine, HERE, "Wang")) == 2, "what Li decided is hidden again"


def test_who_was_shown_the_other_opinion_once_is_independent_of_it_no_more(engine: Engine) -> None:
    _differ(engine)
    undo(engine, HERE, "Wang", idempotency_key="4")
    again = decide(engine, HERE, "Wang", Action.KEEP, idempotency_key="5", seen_event_id=0)
    assert not again.blind
    assert agreed(engine).opinions == {}


def test_what_is_asked_before_any_decision_needs_two_people(engine: Engine) -> None:
    """The requester may give the second opinion, after somebody else has given the first."""
    ask_second(engine, HERE, "Li", idempotency_key="1")
    with pytest.raises(InputError, match="already requested"):
        ask_second(engine, HERE, "Wang", idempotency_key="2")
    assert next_item(engine, Queue().of("Li")) == 3
    assert next_item(engine, Queue().of("Wang")) == HERE
    decide(engine, HERE, "Zhao", Action.KEEP, idempotency_key="3")
    assert _states(engine)[HERE] is State.SECOND
    assert next_item(engine, Queue().of("Li")) == HERE
    assert shown_history(engine, HERE, "Li")[-1].action == "second", "nothing of Zhao's"
    assert decide(engine, HERE, "Li", Action.KEEP, idempotency_key="4").blind
    assert _states(engine)[HERE] is State.DECIDED
    assert agreed(engine).opinions == {(("Li", "keep"), ("Zhao", "keep")): 1}


def test_two_people_decide_what_one_asked_about_after_seeing_the_others_decision(
    engine: Engine,
) -> None:
    decide(engine, HERE, "Li", Action.KEEP, idempotency_key="1")
    ask_second(engine, HERE, "Wang", idempotency_key="2")
    second = decide(engine, HERE, "Wang", Action.KEEP, idempotency_key="3")
    assert not second.blind, "Wang was shown what Li had decided"
    assert _states(engine)[HERE] is State.DECIDED


def test_who_decides_what_another_has_decided_is_a_second_opinion(engine: Engine) -> None:
    first = decide(engine, HERE, "Li", Action.KEEP, idempotency_key="1")
    decide(engine, HERE, "Wang", Action.DROP, idempotency_key="2", seen_event_id=first.id)
    assert _states(engine)[HERE] is State.DISPUTED
    assert current_decision(engine, HERE) is None
    report = agreed(engine)
    assert report.opinions == {}, "Wang had seen it"
    assert report.informed == {(("Li", "keep"), ("Wang", "drop")): 1}
    decide(engine, 3, "Li", Action.KEEP, idempotency_key="3")
    decide(engine, 3, "Wang", Action.KEEP, idempotency_key="4")
    assert (agreed(engine).informed_same.hits, agreed(engine).informed_same.n) == (1, 2)
    with pytest.raises(
        InputError,
        match="Two reviewers have already decided this question and agree",
    ):
        ask_second(engine, 3, "Zhao", idempotency_key="5")


def test_agreement_is_of_independent_opinions_alone(engine: Engine) -> None:
    _differ(engine)
    decide(engine, 3, "Li", Action.KEEP, idempotency_key="a")
    decide(engine, 3, "Wang", Action.DROP, idempotency_key="b")
    decide(engine, 4, "Li", Action.KEEP, idempotency_key="c")
    decide(engine, 4, "Li", Action.DROP, idempotency_key="d")
    ask_second(engine, 4, "Li", idempotency_key="e")
    decide(engine, 4, "Wang", Action.DROP, idempotency_key="f")
    assert agreed(engine).opinions == {
        (("Li", "keep"), ("Wang", "drop")): 1,
        (("Li", "drop"), ("Wang", "drop")): 1,
    }


def test_a_sample_of_decided_items_is_drawn_for_second_opinions(engine: Engine) -> None:
    for item in (2, 3, 4, 5):
        decide(engine, item, "Li", Action.KEEP, idempotency_key=str(item))
    queue = Queue(states=(State.DECIDED,))
    drawn = ask_seconds(engine, queue, "Lead", n=2, seed=7, idempotency_key="sample")
    assert len(drawn) == 2
    assert ask_seconds(engine, queue, "Lead", n=2, seed=7, idempotency_key="sample") == drawn
    assert count_states(engine, Queue()) == {State.OPEN: 1, State.DECIDED: 2, State.SECOND: 2}
    claim = claim_next(engine, Queue(states=(State.SECOND,)), "Lead")
    assert claim is not None
    assert claim.item_id == drawn[0]
    assert len(current_decisions(engine, 1)) == 4


def test_a_skipped_item_leaves_my_queue_and_stays_in_others(engine: Engine) -> None:
    skip(engine, HERE, "Li", idempotency_key="1")
    assert next_item(engine, Queue().of("Li")) == 3
    assert next_item(engine, Queue().of("Wang")) == HERE
    assert count(engine, Queue()) == 5
    undo(engine, HERE, "Wang", idempotency_key="2")
    assert next_item(engine, Queue().of("Li")) == 3, "a skip is its reviewer's own"
    undo(engine, HERE, "Li", idempotency_key="3")
    assert next_item(engine, Queue().of("Li")) == HERE


def test_reasons_are_stored_once_each_in_the_order_chosen(engine: Engine) -> None:
    chosen = [ReviewReason.AMBIGUOUS, ReviewReason.WRONG_LABEL, ReviewReason.AMBIGUOUS]
    decide(engine, HERE, "Li", Action.DROP, reasons=chosen, idempotency_key="1")
    assert history(engine, HERE)[0].reasons == (ReviewReason.AMBIGUOUS, ReviewReason.WRONG_LABEL)


def test_the_most_disputed_come_first_and_the_way_through_keeps_to_it(engine: Engine) -> None:
    decide(engine, 5, "Li", Action.KEEP, idempotency_key="1")
    decide(engine, 5, "Wang", Action.DROP, idempotency_key="2")
    every = Queue(shown=QueueView.ALL, states=tuple(State), order="disputed")
    ids = [line.item_id for line in page(engine, every)]
    assert ids == [5, 1, 2, 3, 4, 6, 7, 8]
    assert next_item(engine, every, 5) == 1
