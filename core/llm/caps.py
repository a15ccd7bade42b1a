"""Hard caps on spending: the most that a call may use is reserved before it is made.

Calls in flight hold their reservations until what they used is on record.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from core.errors import DeskError
from core.llm.client import Completion, Prompt, Usage
from core.llm.errors import FailureKind, LLMError
from core.llm.price import Budget, BudgetUsage, CapReached, Price, cost_of
from core.text import Tokenizer

_PER_MESSAGE, _PER_REQUEST = 4, 3
"""Tokens that chat endpoints add to each message and each request."""


class NoMoreCalls(DeskError):
    """No more calls may be made, such as once a run is paused."""


Spent = Callable[[], Awaitable[tuple[Budget, BudgetUsage]]]
"""Reads the current caps and the usage on record; may raise NoMoreCalls."""


@dataclass(frozen=True)
class CallPlanner:
    """Computes the most that a call may use; one that asks no model (not `paid`) uses no tokens."""

    tokenizer: Tokenizer
    max_output_tokens: int
    price: Price | None
    paid: bool

    async def prompt_tokens(self, prompt: Prompt) -> int:
        if not self.paid:
            return 0
        return await asyncio.to_thread(self._count, prompt)

    def most(self, prompt_tokens: int, output_factor: int = 1) -> BudgetUsage:
        if not self.paid:
            return BudgetUsage(1)
        usage = Usage(prompt_tokens, self.max_output_tokens * output_factor)
        tokens = usage.prompt_tokens + usage.completion_tokens
        return BudgetUsage(1, tokens, cost_of(usage, self.price) or 0.0)

    def _count(self, prompt: Prompt) -> int:
        counts = [len(self.tokenizer.encode(message.content)) for message in prompt.messages]
        return sum(counts) + _PER_MESSAGE * len(counts) + _PER_REQUEST


@dataclass
class CapGate:
    """Admits a call if the most it may use fits the caps beside what is spent and reserved.

    An item's first call waits while others are in flight, since they may use less than they
    reserved. For one event loop.
    """

    spent: Spent
    planner: CallPlanner
    _reserved: dict["Reservation", BudgetUsage] = field(default_factory=dict)
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _billed: float = 1.0
    """Highest ratio yet of billed to planned prompt tokens: endpoints count in their own way."""

    def reserve(self) -> "Reservation":
        return Reservation(self)

    async def enter(self, reservation: "Reservation", prompt: Prompt) -> int:
        """Wait until the call may be made, reserve its usage, and return its planned prompt tokens.

        Without caps nothing is counted or reserved, and the result is 0. Raises CapReached if a
        first call does not fit, LLMError (capped) if a retry does not.
        """
        budget, _ = await self.spent()
        if (budget.max_calls, budget.max_tokens, budget.max_cost) == (None, None, None):
            return 0
        counts = budget.max_tokens is not None or budget.max_cost is not None
        planned = await self.planner.prompt_tokens(prompt) if counts else 0
        async with self._changed:
            while True:
                # Read under the lock: no reservation is released before its usage is on record.
                budget, spent = await self.spent()
                most = self.planner.most(round(planned * self._billed + 0.5), prompt.output_factor)
                committed = spent
                for reserved in self._reserved.values():
                    committed = committed.plus(reserved)
                no_room = budget.no_room(committed, most)
                if no_room is None:
                    self._reserved[reservation] = self._reserved.get(
                        reservation, BudgetUsage()
                    ).plus(most)
                    return planned
                if reservation in self._reserved:
                    raise LLMError(
                        FailureKind.CAPPED,
                        "The remaining budget does not cover another attempt. Raise the cap and "
                        "retry.",
                    )
                if not self._reserved:
                    sentence = budget.no_room(spent, most) or no_room
                    raise CapReached(sentence.message, **sentence.params)
                await self._changed.wait()

    def learn(self, planned: int, billed: int) -> None:
        if planned:
            self._billed = max(self._billed, billed / planned)

    async def leave(self, reservation: "Reservation") -> None:
        async with self._changed:
            self._reserved.pop(reservation, None)
            self._changed.notify_all()


class Reservation:
    """One item's share of the caps while in flight; left once what it used is on record."""

    def __init__(self, gate: CapGate) -> None:
        self._gate = gate
        self._planned = 0

    async def enter(self, prompt: Prompt) -> None:
        """Call before each call to the model; see CapGate.enter."""
        self._planned = await self._gate.enter(self, prompt)

    def learn(self, completion: Completion) -> None:
        """Update the ratio of billed to planned tokens after an answered call; ignore estimates."""
        if not completion.usage.estimated_calls:
            self._gate.learn(self._planned, completion.usage.prompt_tokens)

    async def leave(self) -> None:
        await self._gate.leave(self)
