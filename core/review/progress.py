"""What Home says: what I did today, what waits for me, and where I was."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo

from sqlalchemy import Engine
from sqlmodel import Session

from core.review.claims import Claim, my_claims
from core.review.kinds import State
from core.review.queue import Queue, Shown, Waiting, count, waiting
from db.queries import review as queries
from db.tables import now


@dataclass(frozen=True, slots=True)
class Day:
    """Decisions of a day that were not taken back, of each reviewer."""

    decisions: Counter[str]

    @property
    def team(self) -> int:
        return self.decisions.total()

    def of(self, reviewer: str) -> int:
        return self.decisions[reviewer]


@dataclass(frozen=True, slots=True)
class Desk:
    """What a reviewer comes back to: their queue, and what of it was assigned to them alone, by run
    and reason. `disputed`: on how many items opinions differ, which wait to be settled by anybody.
    `left_at`: the item they looked at or decided on last.
    """

    today: Day
    claims: tuple[Claim, ...]
    waiting: tuple[Waiting, ...]
    assigned: tuple[Waiting, ...]
    disputed: int
    left_at: int | None


def today(engine: Engine, zone: tzinfo = UTC, at: datetime | None = None) -> Day:
    """The decisions of the day that it is in `zone` at the moment `at`, now by default."""
    moment = (at or now()).astimezone(zone)
    since = datetime.combine(moment.date(), time(), zone)
    until = datetime.combine(moment.date() + timedelta(days=1), time(), zone)
    with Session(engine) as session:
        found = queries.decisions_between(session, since.astimezone(UTC), until.astimezone(UTC))
    return Day(Counter(found))


def left_at(engine: Engine, reviewer: str) -> int | None:
    """The item the reviewer looked at last, by their claims, or else acted on last."""
    held = my_claims(engine, reviewer)
    with Session(engine) as session:
        event = queries.last_event_of(session, reviewer)
    if held and (event is None or held[0].claimed_at >= event.created_at):
        return held[0].item_id
    return event.item_id if event else None


def my_desk(engine: Engine, reviewer: str, zone: tzinfo = UTC) -> Desk:
    """Everything Home says to a reviewer."""
    return Desk(
        today=today(engine, zone),
        claims=tuple(my_claims(engine, reviewer)),
        waiting=tuple(waiting(engine, reviewer)),
        assigned=tuple(waiting(engine, reviewer, assigned=True)),
        disputed=count(engine, Queue(shown=Shown.ALL, states=(State.DISPUTED,))),
        left_at=left_at(engine, reviewer),
    )
