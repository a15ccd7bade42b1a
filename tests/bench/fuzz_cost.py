"""What a look-up costs, in seconds and in units of work, and what it may cost."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar
from unittest.mock import patch

from core.text.matching.budget import ALLOWED_WORK, WorkBudget

# What no unit of work stands for may only grow with the length. About three times what a look-up
# in a new text takes on the machine of docs/benchmarks.md.
S_EACH, US_PER_CHARACTER, US_PER_UNIT = 0.1, 3.0, 3.0
_TRIES = 3

Answer = TypeVar("Answer")


@dataclass(frozen=True, order=True)
class Cost:
    """`seconds` of the processor, the `units` of `core.text.matching.budget` that were spent in
    them, and the `characters` of quote, text and normalised text.
    """

    seconds: float
    units: int
    characters: int

    @property
    def allowed_s(self) -> float:
        return S_EACH + (US_PER_CHARACTER * self.characters + US_PER_UNIT * self.units) / 1e6

    @property
    def bounded(self) -> bool:
        return self.seconds <= self.allowed_s

    def rules(self) -> list[tuple[str, bool]]:
        return [
            ("no more work than is allowed", self.units <= ALLOWED_WORK),
            ("time is bounded by work and length", self.bounded),
        ]


def least_cost(
    look_up: Callable[[], Answer], characters: Callable[[Answer], int]
) -> tuple[Answer, Cost]:
    """Measured again where it took too long: another program may have been in the way."""
    answer, seconds, units = _measured(look_up)
    cost = Cost(seconds, units, characters(answer))
    for _ in range(_TRIES - 1):
        if not cost.bounded:
            cost = min(cost, Cost(*_measured(look_up)[1:], cost.characters))
    return answer, cost


def _measured(look_up: Callable[[], Answer]) -> tuple[Answer, float, int]:
    """(answer, seconds, units)"""
    spent, spend = 0, WorkBudget.spend

    def counted(work: WorkBudget, units: int) -> bool:
        nonlocal spent
        granted = spend(work, units)
        spent += units if granted else 0
        return granted

    # The processor's time: what else the machine does meanwhile says nothing of the search.
    with patch.object(WorkBudget, "spend", counted):
        started = time.process_time()
        answer = look_up()
        return answer, time.process_time() - started, spent
