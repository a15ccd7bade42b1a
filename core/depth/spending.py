"""The usage of results against a budget, estimated where the endpoint reports none."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from core.depth.results import ResultEntry
from core.errors import Sentence
from core.llm import Budget, BudgetUsage, Price, Usage, cost_of
from core.llm.openai_api.billed_usage import USAGE_UNKNOWN
from core.llm.token_counts import estimated_tokens


def entry_usage(entry: ResultEntry) -> Usage:
    """Return the billed usage. Where the endpoint does not report it, estimate it from the planned
    prompt and the length of the reply, or from the estimate over several calls, so that a cap
    holds there too.
    """
    if entry.billed_prompt_tokens:
        return Usage(
            entry.billed_prompt_tokens,
            entry.completion_tokens or 0,
            int(entry.metrics.get("cached_tokens") or 0),
        )
    if USAGE_UNKNOWN in entry.warnings:
        reply = len((entry.raw_reply or "").encode("utf-8", "replace"))
        prompt, completion = entry.metrics.get("estimated_tokens") or (0, 0)
        return Usage(
            max(entry.planned_prompt_tokens or 0, prompt),
            max(estimated_tokens(reply), completion),
        )
    return Usage()


@dataclass
class Spending:
    """The usage of a test so far, against its budget."""

    budget: Budget
    price: Price | None
    calls: int = 0
    usage: Usage = field(default_factory=Usage)

    @classmethod
    def from_entries(
        cls, entries: Iterable[ResultEntry], budget: Budget, price: Price | None
    ) -> "Spending":
        spending = cls(budget, price)
        for entry in entries:
            spending.add(entry)
        return spending

    def add(self, entry: ResultEntry) -> None:
        self.calls += int(entry.metrics.get("attempts") or 0)
        self.usage += entry_usage(entry)

    @property
    def cost(self) -> float | None:
        """The cost so far; None where the price is unknown."""
        return cost_of(self.usage, self.price)

    async def state(self) -> tuple[Budget, BudgetUsage]:
        """Return budget and usage, in the form that a CapGate reads."""
        return self.budget, self.budget_usage

    @property
    def budget_usage(self) -> BudgetUsage:
        tokens = self.usage.prompt_tokens + self.usage.completion_tokens
        return BudgetUsage(self.calls, tokens, self.cost or 0.0)

    def reached(self) -> Sentence | None:
        """Return why the budget is used up, or None."""
        return self.budget.reached(*self.budget_usage)
