"""A person's word on a result: appended, undone as an event, never overwritten."""

import pytest
from sqlalchemy import Engine

from core.errors import InputError, NotFoundError
from core.services.verification import (
    RepairAction,
    acts_of,
    decide_repair,
    record_verdict,
    result_state,
    undo_act,
    verify_text,
)
from core.verification import Code, Verdict
from tests.core.services.verification.desk import GOOD, checked, line

pytestmark = pytest.mark.long_on_postgres


def test_a_verdict_carries_who_when_and_why(engine: Engine) -> None:
    checked(engine)
    result = line(engine, "good").id
    act = record_verdict(
        engine, result, "  Li  Wei ", Verdict.REVISE, " too plain ", idempotency_key="1"
    )
    assert (act.reviewer, act.verdict, act.comment) == ("Li Wei", Verdict.REVISE, "too plain")
    assert act.at.utcoffset() is not None
    assert acts_of(engine, result) == [act]


def test_the_latest_verdict_stands_and_every_one_is_kept(engine: Engine) -> None:
    checked(engine)
    result = line(engine, "good").id
    record_verdict(engine, result, "Li", Verdict.REVISE, idempotency_key="1")
    record_verdict(engine, result, "Wang", Verdict.ALLOW, idempotency_key="2")
    assert [act.verdict for act in acts_of(engine, result)] == [Verdict.REVISE, Verdict.ALLOW]
    assert line(engine, "good").human is Verdict.ALLOW
    undo_act(engine, result, "Wang", idempotency_key="3")
    assert line(engine, "good").human is Verdict.REVISE
    acts = acts_of(engine, result)
    assert [(act.action, act.undone) for act in acts] == [
        ("verdict", False),
        ("verdict", True),
        ("undo", False),
    ]
    assert result_state(acts).verdict == acts[0]


def test_only_ones_own_acts_are_taken_back_the_latest_first(engine: Engine) -> None:
    checked(engine)
    result = line(engine, "link").id
    record_verdict(engine, result, "Li", Verdict.REJECT, idempotency_key="1")
    decide_repair(engine, result, "Li", RepairAction.ACCEPT, step=0, idempotency_key="2")
    with pytest.raises(InputError, match="othing to undo"):
        undo_act(engine, result, "Wang", idempotency_key="3")
    assert undo_act(engine, result, "Li", idempotency_key="4").undoes_id == 2
    assert (line(engine, "link").human, line(engine, "link").decision) == (Verdict.REJECT, None)
    assert undo_act(engine, result, "Li", idempotency_key="5").undoes_id == 1
    with pytest.raises(InputError, match="othing to undo"):
        undo_act(engine, result, "Li", idempotency_key="6")


def test_the_same_press_is_one_act(engine: Engine) -> None:
    checked(engine)
    result = line(engine, "good").id
    first = record_verdict(engine, result, "Li", Verdict.ALLOW, idempotency_key="1")
    assert record_verdict(engine, result, "Li", Verdict.ALLOW, idempotency_key="1") == first
    assert len(acts_of(engine, result)) == 1


def test_an_edit_is_stored_with_what_came_of_it(engine: Engine) -> None:
    checked(engine)
    result = line(engine, "link").id
    act = decide_repair(
        engine,
        result,
        "Li",
        RepairAction.EDIT,
        step=0,
        text=f" {GOOD} ",
        comment="warmer",
        idempotency_key="1",
    )
    assert act.text == GOOD
    assert act.verification is not None
    assert act.verification.verdict is Verdict.ALLOW
    assert act.verification.policy_version == "v1.0.0"
    assert line(engine, "link").decision == "edit"


def test_an_edit_that_is_no_better_says_so(engine: Engine) -> None:
    checked(engine)
    result = line(engine, "link").id
    found = verify_text(engine, result, "看这里 https://a.cn/1")
    assert found.verdict is Verdict.REJECT
    assert acts_of(engine, result) == [], "looking stores nothing"


def test_an_edit_that_drops_a_claim_is_no_longer_held_to_it(engine: Engine) -> None:
    checked(engine)
    result = line(engine, "quiet").id
    dropped = verify_text(engine, result, "为你挑选了热门的 Sony 相机，限时优惠！")
    assert dropped.verdict is Verdict.ALLOW
    kept = verify_text(engine, result, "你上次浏览的 Sony 相机，限时优惠！")
    assert Code.FACT_USER_EVENT_MISS in kept.codes


def test_a_decision_needs_a_step_that_is_there(engine: Engine) -> None:
    checked(engine)
    quiet, good = line(engine, "quiet").id, line(engine, "good").id
    accept, reject = RepairAction.ACCEPT, RepairAction.REJECT
    with pytest.raises(InputError, match="Repair 1 does not exist"):
        decide_repair(engine, good, "Li", accept, step=0, idempotency_key="1")
    with pytest.raises(InputError, match="Use edit to write one, or dismiss it"):
        decide_repair(engine, quiet, "Li", accept, step=0, idempotency_key="2")
    decide_repair(engine, quiet, "Li", reject, step=0, comment="no", idempotency_key="3")
    assert line(engine, "quiet").decision == "reject"


@pytest.mark.parametrize("text", ["", "   ", "好" * 100_001, "a\0b", "\ud800"])
def test_an_unusable_edit_is_refused(engine: Engine, text: str) -> None:
    checked(engine)
    result = line(engine, "link").id
    with pytest.raises(InputError, match="Enter a storable text"):
        decide_repair(
            engine, result, "Li", RepairAction.EDIT, step=0, text=text, idempotency_key="1"
        )
    assert acts_of(engine, result) == []


def test_a_text_without_an_edit_is_refused(engine: Engine) -> None:
    checked(engine)
    with pytest.raises(InputError, match="Only an edit can include text"):
        decide_repair(
            engine,
            line(engine, "link").id,
            "Li",
            RepairAction.REJECT,
            step=0,
            text="x",
            idempotency_key="1",
        )


def test_nameless_people_and_unknown_results_are_refused(engine: Engine) -> None:
    checked(engine)
    with pytest.raises(InputError, match="name is empty"):
        record_verdict(engine, 1, "  ", Verdict.ALLOW, idempotency_key="1")
    with pytest.raises(NotFoundError, match="Result 99 does not exist"):
        record_verdict(engine, 99, "Li", Verdict.ALLOW, idempotency_key="2")
