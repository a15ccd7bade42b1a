"""The stored review state equals the one rebuilt from the events."""

from typing import Any
from uuid import uuid4

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, text
from sqlmodel import Session, select

from core.errors import DeskError
from core.review import OPINIONS, ReviewAct, fold_acts
from core.services.review import (
    Action,
    BulkAction,
    BulkRequest,
    Cause,
    Correction,
    Queue,
    State,
    ask_second,
    ask_seconds,
    assign,
    correct,
    current_decision,
    current_decisions,
    decide,
    do_bulk,
    history,
    my_batches,
    opinions,
    preview_bulk,
    settle,
    skip,
    standing,
    take_back,
    undo,
    undo_batch,
)
from db.engine import writing
from db.queries import projection
from db.tables import ReviewAside, ReviewOpinion, ReviewState, ReviewText
from tests.core.services.results.desk_data import OPTIONS

EVERY = Queue(states=tuple(State))
NAMES = st.sampled_from(["Li", "Wang", "Zhao"])
ITEMS = st.sampled_from([2, 3])
ACTS = st.sampled_from(
    [
        *Action,
        *("correct", "b", "c", "skip", "second", "settle", "take", "undo", "take back"),
        *("assign", "unassign", "seconds"),
    ]
)
BULKS = {
    "bulk": BulkRequest(BulkAction.DROP),
    "bulk again": BulkRequest(BulkAction.KEEP, again=True),
    "bulk seconds": BulkRequest(BulkAction.SECOND),
    "bulk assign": BulkRequest(BulkAction.ASSIGN, "Wang"),
}
"""b and c: a fix with that label. take: a final decision that adopts the first of these."""


TABLES: Any = (
    (ReviewState, (ReviewState.item_id,)),
    (ReviewText, (ReviewText.item_id,)),
    (ReviewAside, (ReviewAside.question_id, ReviewAside.reviewer_id)),
    (ReviewOpinion, (ReviewOpinion.question_id, ReviewOpinion.reviewer_id)),
)


def kept(engine: Engine) -> list[list[Any]]:
    """Return every row of the projection."""
    with Session(engine) as session:
        return [
            [row.model_dump() for row in session.exec(select(table).order_by(*order))]
            for table, order in TABLES
        ]


def _correction(answer: str) -> Correction:
    return Correction("几根？", "single_choice", OPTIONS, [answer])


MANY = st.sampled_from([*BULKS, "bulk undo"])


def do(engine: Engine, item: int, name: str, act: str, key: str) -> None:
    """Do one act; it may be refused."""
    try:
        match act:
            case "skip":
                skip(engine, item, name, idempotency_key=key)
            case "second":
                ask_second(engine, item, name, idempotency_key=key)
            case "correct":
                correction = Correction(f"Wie viele? {name}", "single_choice", OPTIONS, ["c"])
                correct(engine, item, name, correction, f"because {key}", idempotency_key=key)
            case "settle":
                settle(engine, item, name, Action.FIX, Cause.OTHER, idempotency_key=key)
            case "b" | "c":
                correct(engine, item, name, _correction(act), idempotency_key=key)
            case "take":
                undone = opinions(history(engine, item))[:1]
                settle(
                    engine,
                    item,
                    name,
                    Action.FIX,
                    Cause.OTHER,
                    revision_id=undone[0].revision_id if undone else None,
                    idempotency_key=key,
                )
            case "undo":
                undo(engine, item, name, idempotency_key=key)
            case "take back":
                if decision := current_decision(engine, item):
                    take_back(engine, item, name, decision.id, idempotency_key=key)
            case "assign":
                assign(engine, EVERY, name, "Lead", n=2, seed=item, idempotency_key=key)
            case "unassign":
                assign(engine, EVERY, None, "Lead", n=2, seed=item, idempotency_key=key)
            case "seconds":
                ask_seconds(engine, EVERY, name, idempotency_key=key)
            case "bulk undo":
                for batch in my_batches(engine, name, limit=2):
                    undo_batch(engine, batch.id, name, idempotency_key=f"{key} {batch.id}")
            case _ if act in BULKS:
                counted = preview_bulk(engine, EVERY, BULKS[act], name)
                do_bulk(engine, counted, f"Ｎote {item}", idempotency_key=key)
            case _:
                decide(engine, item, name, Action(act), f"{act} by {name}", idempotency_key=key)
    except DeskError as refused:
        assert str(refused)


@settings(
    max_examples=30,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(acts=st.lists(st.tuples(ITEMS, NAMES, ACTS | MANY), max_size=12))
def test_rebuilt_is_kept(engine: Engine, acts: list[tuple[int, str, str]]) -> None:
    salt = uuid4()  # one database serves every example; each goes on where the last one ended
    for place, (item, name, act) in enumerate(acts):
        do(engine, item, name, act, f"{salt}-{place}")
    before = kept(engine)
    for item in (2, 3):
        decision = standing(history(engine, item))
        said = current_decisions(engine, 1).get(item)
        assert said == (decision.action if decision else None)
    with writing(engine) as session:
        projection.rebuild(session)
    assert kept(engine) == before


@given(
    st.lists(
        st.tuples(
            st.integers(1, 4),
            st.sampled_from([*OPINIONS, "skip", "second", "undo", "assign"]),
            st.sampled_from([None, "other"]),
            st.integers(0, 12),
            st.sampled_from([None, 1, 2]),
        ),
        max_size=14,
    )
)
def test_any_order_of_acts_amounts_to_something_that_makes_sense(
    told: list[tuple[int, str, str | None, int, int | None]],
) -> None:
    acts = [
        ReviewAct(
            id=place,
            reviewer_id=by,
            action=action,
            cause=cause if action in OPINIONS else None,
            undoes_id=of if action == "undo" else None,
            assignee_id=(of % 4) + 1 if action == "assign" else None,
            revision_id=revision if action == "fix" else None,
        )
        for place, (by, action, cause, of, revision) in enumerate(told, start=1)
    ]
    row = fold_acts(acts)
    assert (row.decision is not None) or row.state in (State.OPEN, State.SECOND, State.DISPUTED)
    assert 0 <= row.contest <= max(0, len(row.opinions) - 1)
    assert row.assignee_id is None or row.assignee_id not in row.aside
    sides = [*row.opinions, *([row.final] if row.final else [])]
    assert not (row.state == State.DISPUTED and len({side.verdict for side in sides}) < 2)
    assert not (row.state == State.DECIDED and len({by.action for by in row.opinions}) > 1)
    assert {act.reviewer_id for act in row.pair} <= {act.reviewer_id for act in row.opinions}
    assert row.last_event_id == len(acts)


def test_a_new_answer_changes_the_result_and_leaves_the_decision(engine: Engine) -> None:
    decide(engine, 7, "Li", Action.KEEP, idempotency_key="1")
    with writing(engine) as session:
        session.execute(text("UPDATE run_item SET outcome = 'passed', reason = NULL WHERE id = 7"))
        projection.enter(session, [7])
        row = session.get_one(ReviewState, 7)
        assert (row.outcome, row.reasons, row.decision) == ("passed", "|timeout|", "keep")
