"""Simulated annotators who claim and decide the items of a queue at the same time."""

import random
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Engine

from core.services.review import Action, Queue, claim_next, decide
from core.services.review.claims import ItemClaim
from db.engine import make_engine

ANNOTATORS = 20
ITEMS = 300


@dataclass
class Shift:
    """What an annotator did. `given`: item id -> how often they claimed it."""

    name: str
    given: Counter[int] = field(default_factory=Counter)
    decided: list[int] = field(default_factory=list)
    errors: list[BaseException] = field(default_factory=list)


@dataclass(frozen=True)
class Outcome:
    shifts: tuple[Shift, ...]
    seconds: float

    @property
    def errors(self) -> list[BaseException]:
        return [error for shift in self.shifts for error in shift.errors]

    @property
    def decided(self) -> Counter[int]:
        return Counter(item for shift in self.shifts for item in shift.decided)

    @property
    def holders(self) -> Counter[int]:
        """Return how many annotators claimed each item."""
        return Counter(item for shift in self.shifts for item in shift.given)


def work(engine: Engine, name: str) -> Shift:
    """Claim the next item, prefetch the one after it, and decide, until nothing is left."""
    shift, chances = Shift(name), random.Random(name)
    try:
        held = _claimed(engine, shift)
        while held is not None:
            following = _claimed(engine, shift, held.item_id)
            action = chances.choice(list(Action))
            decide(
                engine,
                held.item_id,
                name,
                action,
                idempotency_key=f"{held.item_id}:{name}",
                seen_event_id=0,
            )
            shift.decided.append(held.item_id)
            held = following or _claimed(engine, shift)
    except Exception as error:  # noqa: BLE001 - any failure is the finding
        shift.errors.append(error)
    return shift


def _claimed(engine: Engine, shift: Shift, after: int | None = None) -> ItemClaim | None:
    claim = claim_next(engine, Queue(), shift.name, after)
    if claim is not None:
        shift.given[claim.item_id] += 1
    return claim


def together(url: str, annotators: int = ANNOTATORS) -> Outcome:
    """Run all annotators at once, each in a thread with its own connections."""
    shifts: list[Shift] = []
    start = threading.Barrier(annotators + 1)

    compiled: dict[Any, Any] = {}  # shared by all, as by the threads of one server

    def one(name: str) -> None:
        engine = make_engine.__wrapped__(url).execution_options(compiled_cache=compiled)
        start.wait()
        shifts.append(work(engine, name))
        engine.dispose()

    threads = [threading.Thread(target=one, args=(f"annotator {n}",)) for n in range(annotators)]
    for thread in threads:
        thread.start()
    start.wait()
    began = time.monotonic()
    for thread in threads:
        thread.join()
    return Outcome(tuple(shifts), time.monotonic() - began)
