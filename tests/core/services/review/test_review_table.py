"""Every cell of the review table holds in the services, with two reviewers and two runs of one set:
permitted acts lead to the states it names, and other acts are refused.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from sqlalchemy import Engine, text
from sqlmodel import Session

from core.errors import DeskError
from core.review import (
    ActKind,
    ItemState,
    ReviewActor,
    ReviewStage,
    actor_of,
    fold_acts,
    permission,
    printed_table,
    stage_of,
)
from core.roles import Role
from core.services.access import Principal, acting_as
from core.services.review import (
    Action,
    BulkAction,
    BulkRequest,
    Cause,
    ask_second,
    decide,
    do_bulk,
    history,
    preview_bulk,
    reviewer_id,
    settle,
    skip,
    standing,
    take_back,
    undo,
)
from core.services.review.events import Event, acts_of
from db.queries import projection, question_locks
from tests.core.services.review.two_runs import SAME, run_again

ITEM = 2
OPINIONS = {
    ActKind.ACCEPT: Action.KEEP,
    ActKind.EDIT: Action.FIX,
    ActKind.REJECT: Action.DROP,
}


class Scene:
    """One question in two runs: Li acts in the first run, others in the second."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.presses = engine, 0
        self.items = [ITEM, run_again(engine, {"q2": SAME})["q2"]]

    def key(self) -> str:
        self.presses += 1
        return f"press {self.presses}"

    def item(self, name: str) -> int:
        return self.items[0 if name == "Li" else 1]

    def as_role(self, name: str) -> Engine:
        return acting_as(self.engine, Principal(name, ROLES[name]))

    def state(self, events: Sequence[Event]) -> ItemState:
        with Session(self.engine) as session:
            finding = question_locks.finding(session, ITEM)
        return fold_acts(acts_of(events), finding)

    def decides(self, name: str, action: Action) -> None:
        decide(self.as_role(name), self.item(name), name, action, idempotency_key=self.key())

    def asks(self, name: str) -> None:
        ask_second(self.as_role(name), self.item(name), name, idempotency_key=self.key())

    def settles(self, name: str, action: Action = Action.KEEP) -> None:
        settle(
            self.as_role(name),
            self.item(name),
            name,
            action,
            Cause.OTHER,
            idempotency_key=self.key(),
        )

    def finds(self) -> None:
        run_again(self.engine, {"q2": (*SAME, "low_confidence")}, "finds more")


ROLES = {"Li": Role.ANNOTATOR, "Wang": Role.ANNOTATOR, "Lead": Role.LEAD}


def opened(_scene: Scene) -> None:
    pass


def decided(scene: Scene) -> None:
    scene.decides("Li", Action.KEEP)


def decided_again(scene: Scene) -> None:
    decided(scene)
    scene.finds()


def settled_and_found(scene: Scene) -> None:
    settled(scene)
    scene.finds()


def seconded(scene: Scene) -> None:
    decided(scene)
    scene.asks("Li")


def asked_after_seeing(scene: Scene) -> None:
    decided(scene)
    scene.asks("Wang")


def asked_first(scene: Scene) -> None:
    scene.asks("Li")


def agreed(scene: Scene) -> None:
    decided(scene)
    scene.decides("Wang", Action.KEEP)


def disputed(scene: Scene) -> None:
    decided(scene)
    scene.decides("Wang", Action.DROP)


def settled(scene: Scene) -> None:
    decided(scene)
    scene.settles("Lead")


WAYS: dict[str, tuple[Callable[[Scene], None], ReviewStage]] = {
    "open": (opened, ReviewStage.OPEN),
    "again": (decided_again, ReviewStage.AGAIN),
    "again after a final decision": (settled_and_found, ReviewStage.AGAIN),
    "second": (seconded, ReviewStage.SECOND),
    "second, asked by who saw the first": (asked_after_seeing, ReviewStage.SECOND),
    "second, asked before any": (asked_first, ReviewStage.SECOND),
    "decided": (decided, ReviewStage.DECIDED),
    "agreed": (agreed, ReviewStage.AGREED),
    "disputed": (disputed, ReviewStage.DISPUTED),
    "settled": (settled, ReviewStage.SETTLED),
}


def does(scene: Scene, name: str, act: ActKind) -> bool:
    """Do the act; return whether it was done. An undo of nothing is not."""
    engine, item = scene.as_role(name), scene.item(name)
    try:
        match act:
            case ActKind.SKIP:
                skip(engine, item, name, idempotency_key=scene.key())
            case ActKind.SECOND:
                scene.asks(name)
            case ActKind.FINAL:
                scene.settles(name, Action.DROP)
            case ActKind.ASSIGN:
                to_zhao = BulkRequest(BulkAction.ASSIGN, "Zhao")
                counted = preview_bulk(engine, [item], to_zhao, name)
                return do_bulk(engine, counted, idempotency_key=scene.key()).n == 1
            case ActKind.UNDO if name == "Lead":
                decision = standing(history(engine, item))
                key = scene.key()
                return decision is not None and bool(
                    take_back(engine, item, name, decision.id, idempotency_key=key)
                )
            case ActKind.UNDO:
                return undo(engine, item, name, idempotency_key=scene.key()) is not None
            case _:
                scene.decides(name, OPINIONS[act])
    except DeskError as refused:
        assert str(refused)
        return False
    return True


def _actor(scene: Scene, state: ItemState, name: str, act: ActKind) -> ReviewActor:
    if name == "Lead" and act in (ActKind.FINAL, ActKind.UNDO, ActKind.ASSIGN):
        return ReviewActor.ADJUDICATOR
    return actor_of(state, reviewer_id(scene.engine, name))


@pytest.mark.long_on_postgres
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ROLES)
def test_what_the_table_says_is_so(engine: Engine, way: str, name: str) -> None:
    scene = Scene(engine)
    reach, stage = WAYS[way]
    reached = False
    for act in ActKind:
        if not reached:
            reach(scene)
        before = history(engine, ITEM)
        state = scene.state(before)
        assert stage_of(state) is stage
        rule = permission(stage, _actor(scene, state, name, act), act)
        has_own = any(event.reviewer == name and not event.undone for event in before)
        was_done = does(scene, name, act)
        after = what_every_run_shows(scene)
        if act is ActKind.UNDO and name != "Lead" and not has_own:
            assert not was_done, "there is nothing of theirs"
        else:
            assert was_done is rule.allowed, (act, rule)
            leads_to = stage_of(scene.state(after))
            assert leads_to in (rule.leads_to or (stage,)), (act, rule, leads_to)
        # A refused act changes nothing, so that the next act starts from the same state.
        reached = not was_done
        if was_done:
            forget(scene)
        else:
            assert after == before


def what_every_run_shows(scene: Scene) -> list[Event]:
    """Return what every run shows of the question, which must be the same."""
    first, second = (history(scene.engine, item) for item in scene.items)
    assert [event.id for event in first] == [event.id for event in second]
    return first


def forget(scene: Scene) -> None:
    """Delete all events and later runs, so that the next act starts from the same state."""
    more = "SELECT id FROM run_item WHERE run_id > 2"
    with Session(scene.engine) as session:
        for table in ("opinion", "aside", "text", "state", "claim", "event", "batch"):
            session.execute(text(f"DELETE FROM review_{table}"))
        session.execute(text(f"DELETE FROM validation WHERE item_id IN ({more})"))
        session.execute(text("DELETE FROM run_item WHERE run_id > 2"))
        session.execute(text("DELETE FROM run WHERE id > 2"))
        projection.rebuild(session)
        session.commit()


def test_the_page_prints_the_table() -> None:
    page = Path(__file__).parents[4] / "docs" / "review-states.md"
    assert printed_table() in page.read_text("utf-8")
