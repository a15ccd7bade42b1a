"""Caps that hold: whatever a call may take at most is set aside before it is made.

The calls in flight hold what is set aside; it is given back once what they took is known.
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
"""Tokens that chat endpoints add."""


class NoMoreCalls(DeskError):
    """Whoever runs the calls wants no more of them."""


Spent = Callable[[], Awaitable[tuple[Budget, BudgetUsage]]]
"""The caps as they are now and what is on record of them; may raise NoMoreCalls."""


@dataclass(frozen=True)
class CallPlanner:
    """What a call may take at most. Whoever asks no model (not `paid`) takes no tokens."""

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
    """Lets a call through where its most fits beside what is spent and set aside; of one loop.

    A first call waits while others are in flight, since they may take less than was set aside.
    """

    spent: Spent
    planner: CallPlanner
    _held: dict["Reservation", BudgetUsage] = field(default_factory=dict)
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _billed: float = 1.0
    """The most that was billed for a planned prompt token: endpoints count in their own way."""

    def seat(self) -> "Reservation":
        return Reservation(self)

    async def enter(self, seat: "Reservation", prompt: Prompt) -> int:
        """The prompt's planned tokens, once its call may be made.

        Raises CapReached where a first call does not fit, LLMError where a retry does not.
        """
        budget, _ = await self.spent()
        if (budget.max_calls, budget.max_tokens, budget.max_cost) == (None, None, None):
            return 0
        counts = budget.max_tokens is not None or budget.max_cost is not None
        planned = await self.planner.prompt_tokens(prompt) if counts else 0
        async with self._changed:
            while True:
                # Under the lock, so that nothing is given back before it is on record.
                budget, spent = await self.spent()
                most = self.planner.most(round(planned * self._billed + 0.5), prompt.output_factor)
                taken = spent
                for held in self._held.values():
                    taken = taken.plus(held)
                no_room = budget.no_room(taken, most)
                if no_room is None:
                    self._held[seat] = self._held.get(seat, BudgetUsage()).plus(most)
                    return planned
                if seat in self._held:
                    raise LLMError(
                        FailureKind.CAPPED,
                        "The remaining budget does not cover another attempt. Raise the cap and "
                        "retry.",
                    )
                if not self._held:
                    said = budget.no_room(spent, most) or no_room
                    raise CapReached(said.message, **said.params)
                await self._changed.wait()

    def learn(self, planned: int, billed: int) -> None:
        if planned:
            self._billed = max(self._billed, billed / planned)

    async def leave(self, seat: "Reservation") -> None:
        async with self._changed:
            self._held.pop(seat, None)
            self._changed.notify_all()


class Reservation:
    """The place of one item among those in flight; left once what it took is on record."""

    def __init__(self, gate: CapGate) -> None:
        self._gate = gate
        self._planned = 0

    async def enter(self, prompt: Prompt) -> None:
        """Before each call; see Gate.enter."""
        self._planned = await self._gate.enter(self, prompt)

    def learn(self, completion: Completion) -> None:
        """After each call that was answered; what was only estimated teaches nothing."""
        if not completion.usage.estimated_calls:
            self._gate.learn(self._planned, completion.usage.prompt_tokens)

    async def leave(self) -> None:
        await self._gate.leave(self)
