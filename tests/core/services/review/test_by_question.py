"""A decision is about the question: every run of its set shows it, and a finding can reopen it."""

import json

import pytest
from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import ForbiddenError, InputError, NotFoundError
from core.roles import Role
from core.services.access import Principal, acting_as
from core.services.results import (
    CleanedScope,
    QuestionOutcome,
    act_lines,
    cleaned_set,
    count_outcomes,
    count_set_outcomes,
    export_metadata,
    questions_file,
    take_set_snapshot,
    take_snapshot,
)
from core.services.review import (
    Action,
    BulkAction,
    BulkRequest,
    Cause,
    Correction,
    DecisionFilter,
    Queue,
    QueueView,
    State,
    agreed,
    claim_next,
    claimed_by,
    correct,
    count,
    current_decision,
    current_decisions,
    decide,
    history,
    next_item,
    page,
    preview_bulk,
    settle,
    take_back,
    undo,
    visible_events,
    waiting,
)
from db.engine import writing
from db.queries import projection, question_locks
from tests.core.services.results.desk_data import OPTIONS
from tests.core.services.review.test_projection import kept
from tests.core.services.review.two_runs import SAME, run_again

HERE = 2
EVERY = Queue(shown=QueueView.ALL, decided=DecisionFilter.EITHER)


def state(engine: Engine, item: int = HERE) -> State:
    return visible_events(engine, item, "Zhao").state


def test_every_run_of_the_set_shows_a_decision_and_a_question_is_counted_once(
    engine: Engine,
) -> None:
    again = run_again(engine, {"q2": SAME, "q3": ("evidence_not_found",)})
    assert count(engine, Queue()) == 5, "questions, not questions of runs"
    assert count(engine, Queue(run_id=2)) == 2
    assert sum(entry.items for entry in waiting(engine)) == 5
    decide(engine, HERE, "Li", Action.DROP, "no", idempotency_key="1")
    assert current_decisions(engine, 1) == {HERE: Action.DROP}
    assert current_decisions(engine, 2) == {again["q2"]: Action.DROP}
    visible = visible_events(engine, again["q2"], "Wang")
    assert (visible.state, [(entry.reviewer, entry.run_id) for entry in visible.events]) == (
        State.DECIDED,
        [("Li", 1)],
    )
    for run_id in (1, 2):
        assert count_outcomes(engine, run_id)[QuestionOutcome.DROPPED] == 1
        assert count(engine, Queue(run_id=run_id, text="no")) == 0
        assert count(engine, Queue(run_id=run_id, decided=DecisionFilter.DECIDED, text="no")) == 1
    assert count(engine, Queue()) == 4
    undo(engine, again["q2"], "Li", idempotency_key="2")
    assert current_decisions(engine, 1) == current_decisions(engine, 2) == {}


def test_a_later_run_asks_again_where_it_found_something_new_alone(engine: Engine) -> None:
    decide(engine, HERE, "Li", Action.KEEP, idempotency_key="1")
    run_again(engine, {"q2": SAME[:1]})
    assert state(engine) is State.DECIDED, "less than Li was shown"
    run_again(engine, {"q2": ()})
    assert state(engine) is State.DECIDED, "passed"
    newest = run_again(engine, {"q2": (*SAME, "low_confidence")})["q2"]
    visible = visible_events(engine, newest, "Wang")
    assert (visible.state, visible.decision, visible.new_reasons) == (
        State.OPEN,
        None,
        ("low_confidence",),
    )
    assert visible.earlier is not None
    assert (visible.earlier.reviewer, visible.earlier.action) == ("Li", "keep")
    assert next_item(engine, Queue().of("Wang")) == next_item(engine, Queue().of("Li")) == newest
    assert count_set_outcomes(engine, 1)[QuestionOutcome.UNDECIDED] == 5
    run_again(engine, {"q2": None})
    assert state(engine) is State.OPEN, "what failed for the machinery's sake says nothing"
    decide(engine, newest, "Li", Action.KEEP, idempotency_key="2", seen_event_id=visible.earlier.id)
    assert state(engine) is State.DECIDED
    run_again(engine, {"q2": ("evidence_altered",)})
    assert state(engine) is State.DECIDED, "Li was shown that in the first run"
    before = kept(engine)
    with writing(engine) as session:
        projection.rebuild(session)
    assert kept(engine) == before


def test_a_decision_on_an_older_run_covers_what_the_newest_found(engine: Engine) -> None:
    run_again(engine, {"q2": ("low_confidence",)})
    decide(engine, HERE, "Li", Action.KEEP, idempotency_key="1")
    assert state(engine) is State.DECIDED


def test_somebody_else_agrees_or_differs_with_a_decision_that_is_asked_again(
    engine: Engine,
) -> None:
    for item in (2, 3, 4):
        decide(engine, item, "Li", Action.KEEP, idempotency_key=str(item))
    settle(engine, 5, "Lead", Action.KEEP, Cause.OTHER, idempotency_key="5")
    found = ("low_confidence", "no_text")
    items = run_again(engine, dict.fromkeys(("q2", "q3", "q4", "q5"), found))
    assert count(engine, Queue(run_id=2)) == 4
    decide(engine, items["q2"], "Wang", Action.KEEP, idempotency_key="a")
    decide(engine, items["q3"], "Wang", Action.DROP, idempotency_key="b")
    decide(engine, items["q5"], "Wang", Action.DROP, idempotency_key="c")
    assert [state(engine, item) for item in (2, 3, 4, 5)] == [
        State.DECIDED,
        State.DISPUTED,
        State.OPEN,
        State.DISPUTED,
    ]
    assert len(kept(engine)[3]) == 6


def test_a_result_that_comes_late_of_an_older_run_does_not_count(engine: Engine) -> None:
    """The newest run that judged the question counts, whichever finished last."""
    run_again(engine, {"q2": SAME})
    newest = run_again(engine, {"q2": ()})["q2"]
    assert page(engine, EVERY)[0].item_id == newest
    with writing(engine) as session:
        projection.enter(session, [HERE])
    assert count(engine, EVERY) == 8
    assert page(engine, EVERY)[0].item_id == newest


def test_two_people_in_two_runs_are_compared(engine: Engine) -> None:
    again = run_again(engine, {"q2": SAME, "q3": ("evidence_not_found",)})
    decide(engine, HERE, "Li", Action.KEEP, idempotency_key="1")
    decide(engine, again["q2"], "Wang", Action.DROP, idempotency_key="2")
    for item in (HERE, again["q2"]):
        assert state(engine, item) is State.DISPUTED
    disputed = Queue(shown=QueueView.ALL, states=(State.DISPUTED,))
    assert [line.item_id for line in page(engine, disputed)] == [again["q2"]]
    assert agreed(engine).informed == {(("Li", "keep"), ("Wang", "drop")): 1}
    final = settle(engine, HERE, "Lead", Action.DROP, Cause.OTHER, idempotency_key="3")
    assert current_decision(engine, again["q2"]) == final
    assert {rate.reviewer: rate.rate.hits for rate in agreed(engine).reviewers} == {
        "Li": 1,
        "Wang": 0,
    }
    assert count_outcomes(engine, 2)[QuestionOutcome.DROPPED] == 1


def test_the_same_correction_in_two_runs_is_one(engine: Engine) -> None:
    again = run_again(engine, {"q2": SAME})
    fix = Correction("几根？", "single_choice", OPTIONS, ["c"])
    event = correct(engine, HERE, "Li", fix, idempotency_key="1")
    other_event = correct(engine, again["q2"], "Wang", fix, idempotency_key="2")
    assert event.revision_id == other_event.revision_id
    assert state(engine) is State.DECIDED
    assert [len(cleaned_set(engine, run_id)) for run_id in (1, 2)] == [2, 1]


def test_a_question_is_before_one_person_at_a_time_in_whichever_run(engine: Engine) -> None:
    again = run_again(engine, {"q2": SAME})["q2"]
    mine = claim_next(engine, Queue(run_id=1), "Li")
    assert mine is not None
    assert mine.item_id == HERE
    assert claim_next(engine, Queue(run_id=2), "Wang") is None
    assert claimed_by(engine, again) == "Li"
    decide(engine, HERE, "Li", Action.KEEP, idempotency_key="1")
    assert claimed_by(engine, again) is None


def test_an_act_on_many_meets_each_question_once(engine: Engine) -> None:
    again = run_again(engine, {"q2": SAME})["q2"]
    counted = preview_bulk(engine, [HERE, again, 3], BulkRequest(BulkAction.DROP), "Li")
    assert (len(counted.items), counted.asked) == (2, 3)


def test_only_a_lead_takes_back_what_somebody_else_decided(engine: Engine) -> None:
    event = decide(engine, HERE, "Li", Action.KEEP, idempotency_key="1")
    with pytest.raises(ForbiddenError):
        take_back(
            acting_as(engine, Principal("Wang", Role.ANNOTATOR)),
            HERE,
            "Wang",
            event.id,
            idempotency_key="2",
        )
    assert state(engine) is State.DECIDED


def test_the_export_of_the_set_names_the_runs_it_rests_on(engine: Engine) -> None:
    run_again(engine, {"q2": (), "q3": ("evidence_empty",)}, "newer")
    run_again(engine, {"q4": None}, "broken")
    decide(engine, 3, "Li", Action.KEEP, idempotency_key="1")
    set_snapshot, first = take_set_snapshot(engine, 1), take_snapshot(engine, 1)
    assert [(run.id, run.questions) for run in set_snapshot.runs] == [(2, 2), (1, 4)]
    assert [(run.id, run.questions) for run in first.runs] == [(1, 6)]
    assert count_set_outcomes(engine, 1) == set_snapshot.status_counts
    assert count_outcomes(engine, 1) == first.status_counts
    about = export_metadata(set_snapshot, CleanedScope.KEPT)
    assert (about["run"]["id"], about["counts"]) == (2, "newest")
    assert [run["title"] for run in about["runs"]] == ["newer", "渡口 · lexical"]
    rows = [
        json.loads(line)["desk_review"]
        for line in questions_file(set_snapshot, CleanedScope.KEPT, "jsonl").splitlines()
    ]
    assert [(row["item"], row["run"], row["run_title"], row["fate"]) for row in rows] == [
        ("q1", 1, "渡口 · lexical", "kept"),
        ("q2", 2, "newer", "kept"),
        ("q3", 2, "newer", "kept"),
    ]
    acts = [json.loads(line) for line in act_lines(engine, set_snapshot)]
    assert [(act["item"], act["run"]) for act in acts] == [("q3", 1)]
    with pytest.raises(NotFoundError, match="Question set 99 does not exist"):
        take_set_snapshot(engine, 99)


def test_the_way_back_by_link_tells_what_stands(engine: Engine) -> None:
    """Nobody contradicts a decision that they were not shown, whichever run it was made in."""
    again = run_again(engine, {"q2": SAME})["q2"]
    decide(engine, HERE, "Li", Action.KEEP, idempotency_key="1", seen_event_id=0)
    with pytest.raises(InputError, match="Already decided: keep, by Li"):
        decide(engine, again, "Wang", Action.DROP, idempotency_key="2", seen_event_id=0)
    with Session(engine) as session:
        assert question_locks.finding(session, HERE) == f"|{'|'.join(SAME)}|"
    assert len(history(engine, again)) == 1
