"""What calls in flight may take is set aside, so that no cap is passed."""

import asyncio

import pytest

from core.llm import (
    Budget,
    BudgetUsage,
    CallPlanner,
    CapGate,
    CapReached,
    Completion,
    FailureKind,
    LLMError,
    Message,
    Price,
    Prompt,
    Usage,
)
from core.text import load_tokenizer

PROMPT = Prompt("depth", "t", "1", "en", "", {}, (Message("user", "one two three " * 30),))
PLANNER = CallPlanner(load_tokenizer("cl100k_base"), 50, Price(prompt=10, completion=40), paid=True)


async def spent_within(
    budget: Budget, workers: int, tries: int = 1, billed: int = 97
) -> BudgetUsage:
    """By `workers` that ask until there is no room, each item `tries` times."""
    spent = BudgetUsage()
    used = Usage(billed, 20)

    async def state() -> tuple[Budget, BudgetUsage]:
        return budget, spent

    gate = CapGate(state, PLANNER)

    async def work() -> None:
        nonlocal spent
        while True:
            reservation, calls = gate.reserve(), 0
            try:
                for _ in range(tries):
                    await reservation.enter(PROMPT)
                    calls += 1
                    await asyncio.sleep(0)
                    reservation.learn(Completion("B", "m", usage=used))
            except CapReached:
                return
            except LLMError as error:
                assert error.kind is FailureKind.CAPPED
            finally:
                cost = calls * (billed * 10 + 20 * 40) / 1e6
                spent = spent.plus(BudgetUsage(calls, calls * (billed + 20), cost))
                await reservation.leave()

    await asyncio.wait_for(asyncio.gather(*(work() for _ in range(workers))), 10)
    return spent


@pytest.mark.parametrize("workers", [1, 3, 8, 40])
@pytest.mark.parametrize("tries", [1, 4])
async def test_a_cap_on_calls_is_met_exactly_and_never_passed(workers: int, tries: int) -> None:
    assert (await spent_within(Budget(max_calls=10), workers, tries)).calls == 10


@pytest.mark.parametrize("workers", [1, 4, 20])
@pytest.mark.parametrize("tries", [1, 4])
async def test_caps_on_cost_and_tokens_are_never_passed_and_nearly_used(
    workers: int, tries: int
) -> None:
    dearest = PLANNER.most(120)
    by_cost = await spent_within(Budget(max_cost=0.05), workers, tries)
    assert 0.05 - tries * dearest.cost < by_cost.cost <= 0.05
    by_tokens = await spent_within(Budget(max_tokens=3_000), workers, tries)
    assert 3_000 - tries * dearest.tokens < by_tokens.tokens <= 3_000


async def test_an_endpoint_that_bills_more_than_planned_is_planned_with_what_it_bills() -> None:
    assert (await spent_within(Budget(max_tokens=20_000), 1, billed=900)).tokens <= 20_000


async def test_a_cap_smaller_than_one_call_lets_nothing_through_and_says_why() -> None:
    async def state() -> tuple[Budget, BudgetUsage]:
        return Budget(max_cost=0.001, currency="EUR"), BudgetUsage()

    with pytest.raises(CapReached, match="The next call may cost"):
        await CapGate(state, PLANNER).reserve().enter(PROMPT)
