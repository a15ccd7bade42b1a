"""Every filter selects the items that it describes, in its order."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import Engine

from core.services.review import (
    NOBODY,
    Action,
    Correction,
    DecisionFilter,
    Order,
    Queue,
    QueueView,
    ReviewPosition,
    ask_second,
    assign,
    choices,
    claim,
    claim_next,
    correct,
    decide,
    history,
    my_desk,
    next_item,
    page,
    previous_item,
    resume_point,
    skip,
    today,
    undo,
    waiting,
)
from db.tables import now
from tests.core.services.results.desk_data import OPTIONS

ALL = Queue(shown=QueueView.ALL, decided=DecisionFilter.EITHER)


def _ids(engine: Engine, **chosen: object) -> list[int]:
    filters = {"shown": QueueView.ALL, "decided": DecisionFilter.EITHER, **chosen}
    return [line.item_id for line in page(engine, Queue(**filters))]  # type: ignore[arg-type]


def test_by_what_the_validation_said(engine: Engine) -> None:
    assert _ids(engine, verdict="altered") == [2]
    assert _ids(engine, confidence="low") == [4]
    assert _ids(engine, model="lexical baseline") == list(range(1, 9))
    assert _ids(engine, model="another") == []
    assert _ids(engine, language="zh") == list(range(1, 9))
    assert choices(engine).verdicts == ("absent", "altered", "exact")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("灯", [3]),
        ("渡口 是早", [2]),
        ("<SCRIPT>", [6]),
        ("ＳＣＲＩＰＴ", [6]),
        ("客栈里", [3]),
        ("五根 货银", [5]),
        ("100%", []),
        ("_", []),
        ("q1", [1]),
        ("nothing", []),
    ],
)
def test_by_words_of_key_question_options_or_quote(
    engine: Engine, text: str, found: list[int]
) -> None:
    assert _ids(engine, text=text) == found


def test_by_words_of_the_correction_that_stands(engine: Engine) -> None:
    correction = Correction("Ｈow many ropes?", "single_choice", OPTIONS | {"d": "sechs"}, ["d"])
    correct(engine, 2, "Li", correction, idempotency_key="1")
    assert _ids(engine, text="how ropes") == _ids(engine, text="sechs") == [2]
    assert _ids(engine, text="渡口 ropes") == [2], "words of the question and of the correction"
    ask_second(engine, 2, "Li", idempotency_key="2")
    assert _ids(engine, text="ropes") == [], "who may give a blind opinion does not find it"
    undo(engine, 2, "Li", idempotency_key="3")
    assert _ids(engine, text="ropes") == [2]
    undo(engine, 2, "Li", idempotency_key="4")
    assert _ids(engine, text="ropes") == []


def test_by_who_decided(engine: Engine) -> None:
    decide(engine, 2, "Li", Action.KEEP, idempotency_key="1")
    decide(engine, 3, "Wang", Action.KEEP, idempotency_key="2")
    undo(engine, 2, "Li", idempotency_key="3")
    assert _ids(engine, reviewer="Li") == [2]
    assert _ids(engine, reviewer="nobody") == []


def test_quotes_nearest_the_threshold_come_first_and_both_ways_agree(engine: Engine) -> None:
    near = Queue(shown=QueueView.ALL, decided=DecisionFilter.EITHER, order=Order.THRESHOLD)
    ids = [line.item_id for line in page(engine, near)]
    assert ids == [2, 1, 5, 6, 3, 4, 7, 8]
    walked, item_id = [], next_item(engine, near)
    while item_id is not None:
        walked.append(item_id)
        item_id = next_item(engine, near, item_id)
    assert walked == ids
    assert previous_item(engine, near, ids[3]) == ids[2]


def test_an_assigned_slice_is_in_its_reviewers_queue_alone(engine: Engine) -> None:
    assigned = assign(engine, Queue(), "Li", "Lead", n=2, seed=3, idempotency_key="slice")
    assert len(assigned) == 2
    assert assign(engine, Queue(), "Li", "Lead", n=2, seed=3, idempotency_key="slice") == assigned
    assert _ids(engine, assigned_to="Li") == assigned
    assert _ids(engine, assigned_to=NOBODY) == sorted(set(range(1, 9)) - set(assigned))
    assert sum(counts.items for counts in my_desk(engine, "Li").assigned) == 2
    assert my_desk(engine, "Wang").assigned == ()
    assert _ids(engine, shown=QueueView.FLAGGED, whose="Li") == [2, 3, 4, 5, 6]
    assert set(_ids(engine, shown=QueueView.FLAGGED, whose="Wang")).isdisjoint(assigned)
    event = history(engine, assigned[0])[-1]
    assert (event.action, event.reviewer, event.assignee) == ("assign", "Lead", "Li")
    assign(engine, Queue(assigned_to="Li"), None, "Lead", idempotency_key="back")
    assert _ids(engine, assigned_to="Li") == []


def test_an_assigned_item_that_leaves_its_reviewers_queue_is_anybodys(engine: Engine) -> None:
    assign(engine, Queue(), "Li", "Lead", idempotency_key="1")
    skip(engine, 2, "Li", idempotency_key="2")
    ask_second(engine, 3, "Li", idempotency_key="3")
    assert _ids(engine, shown=QueueView.FLAGGED, whose="Wang") == [2, 3]
    assert assign(engine, Queue(), "Li", "Lead", idempotency_key="4") == [2, 3, 4, 5, 6]
    assert _ids(engine, shown=QueueView.FLAGGED, whose="Li") == [2, 3, 4, 5, 6]


def test_home_knows_the_day_what_waits_and_where_one_left(engine: Engine) -> None:
    decide(engine, 2, "Li", Action.KEEP, idempotency_key="1")
    decide(engine, 3, "Wang", Action.KEEP, idempotency_key="2")
    decide(engine, 4, "Wang", Action.KEEP, idempotency_key="3")
    undo(engine, 4, "Wang", idempotency_key="4")
    skip(engine, 4, "Li", idempotency_key="5")
    assert (today(engine).of("Li"), today(engine).of("Wang"), today(engine).team) == (1, 1, 2)
    desk = my_desk(engine, "Li")
    assert desk.left is not None
    assert (desk.left.item_id, desk.left.run_id, desk.left.line) == (5, 1, 5), "past the skipped"
    (mine,) = desk.waiting
    assert (mine.items, waiting(engine)[0].items) == (2, 3)
    claim(engine, 6, "Li")
    assert resume_point(engine, "Li") == 6
    assert claim_next(engine, ALL, "Li", after=6) is not None
    assert len(my_desk(engine, "Li").claims) == 2


def test_one_goes_on_with_what_stood_before_one_or_the_next_of_its_queue(engine: Engine) -> None:
    decide(engine, 2, "Bea", Action.KEEP, idempotency_key="1")
    place = ReviewPosition(5, Queue(run_id=1), now())
    assert resume_point(engine, "Bea", place) == 5
    assert resume_point(engine, "Bea") == 3, "the next of the run, where nothing else is known"
    decide(engine, 5, "Li", Action.KEEP, idempotency_key="2")
    assert resume_point(engine, "Bea", place) == 6
    undo(engine, 5, "Li", idempotency_key="3")
    assert resume_point(engine, "Bea", place) == 5
    undo(engine, 2, "Bea", idempotency_key="4")
    assert resume_point(engine, "Bea") == 2, "an undo leads back to the question"


def test_a_day_is_that_of_its_place(engine: Engine) -> None:
    at = decide(engine, 2, "Li", Action.KEEP, idempotency_key="1").at
    midnight = datetime(at.year, at.month, at.day, tzinfo=UTC)
    since_midnight = at - midnight
    # A zone in which the day began just after the decision.
    ahead = timezone(timedelta(hours=24) - since_midnight - timedelta(seconds=1))
    behind = at + timedelta(seconds=2)
    assert today(engine, UTC, at).team == 1
    assert today(engine, ahead, behind).team == 0
