"""The remaining time is estimated from a reviewer's own latest decisions."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import Engine, update
from sqlmodel import Session, col

from core.services.review import Action, decide, time_left
from core.services.review.pace import pace
from db.tables import ReviewEvent

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def _at(*minutes: float) -> list[datetime]:
    return [NOON + timedelta(minutes=minute) for minute in minutes]


def test_fewer_than_five_decisions_are_no_pace() -> None:
    assert pace(_at(0, 1, 2, 3)) is None
    assert pace(_at(0, 1, 2, 3, 4)) == timedelta(minutes=1)


def test_the_pace_is_a_mean_without_breaks() -> None:
    assert pace(_at(0, 1, 2, 3, 7)) == timedelta(minutes=1.75)
    assert pace(_at(0, 1, 2, 40, 41, 42)) == timedelta(minutes=1)
    assert pace(_at(0, 1, 40, 80, 120)) is None


def test_only_ones_own_recent_decisions_count(engine: Engine) -> None:
    for item in range(1, 7):
        decide(engine, item, "Li", Action.KEEP, idempotency_key=str(item))
    with Session(engine) as session:
        for item in range(1, 7):
            session.execute(
                update(ReviewEvent)
                .where(col(ReviewEvent.item_id) == item)
                .values(created_at=NOON + timedelta(minutes=2 * item))
            )
        session.commit()
    later = NOON + timedelta(minutes=20)
    assert time_left(engine, "Li", 10, later) == timedelta(minutes=20)
    assert time_left(engine, "Zhao", 10, later) is None
    assert time_left(engine, "Li", 10, NOON + timedelta(hours=9)) is None
