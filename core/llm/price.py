"""A model's price of tokens, and the budget that caps a run."""

from dataclasses import dataclass
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from core.errors import DeskError, InputError, Sentence
from core.llm.client import Usage
from core.locale import N_n, plural_form

MILLION = 1_000_000


class Price(BaseModel):
    """A price per million tokens. `source` is the file it was read from, `version` that file's
    version and date. Without `cached_prompt`, cached tokens cost as much as others.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    prompt: float = Field(ge=0, allow_inf_nan=False)
    completion: float = Field(ge=0, allow_inf_nan=False)
    cached_prompt: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    currency: str = ""
    source: str = ""
    version: str = ""

    def of(self, usage: Usage) -> float:
        """The cost of this usage."""
        cached = min(usage.cached_tokens, usage.prompt_tokens)
        per_cached = self.prompt if self.cached_prompt is None else self.cached_prompt
        per_million = (
            (usage.prompt_tokens - cached) * self.prompt
            + cached * per_cached
            + usage.completion_tokens * self.completion
        )
        return per_million / MILLION

    @property
    def in_a_batch(self) -> "Price":
        """The price of batch calls: half of it, and no discount for cached tokens."""
        halves = {"prompt": self.prompt / 2, "completion": self.completion / 2}
        source = " · ".join(filter(None, (self.source, "batch: 50 %")))
        return self.model_copy(update={**halves, "cached_prompt": None, "source": source})

    @property
    def origin(self) -> str:
        """Its source and version, such as "prices.toml, version 3 of 2026-11-01"."""
        return ", ".join(filter(None, (self.source, self.version)))


def money(amount: float, currency: str) -> str:
    """An amount as text, such as 12.30 USD; below 1 it has 4 or 6 decimal places."""
    places = 2 if amount >= 1 or not amount else 4 if amount >= 0.001 else 6
    return f"{amount:,.{places}f} {currency}".rstrip()


def cost_of(usage: Usage, price: Price | None) -> float | None:
    """The cost of a usage; 0 without tokens, else None if the price is unknown."""
    if not (usage.prompt_tokens or usage.completion_tokens):
        return 0.0
    return None if price is None else price.of(usage)


class BudgetUsage(NamedTuple):
    """What is used of a budget; tokens are prompt and completion together."""

    calls: int = 0
    tokens: int = 0
    cost: float = 0.0

    def plus(self, other: "BudgetUsage") -> "BudgetUsage":
        return BudgetUsage(
            self.calls + other.calls, self.tokens + other.tokens, self.cost + other.cost
        )


class CapReached(DeskError):
    """A cap is reached: no more calls may be made."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The most a run may spend; None is no limit. Tokens are prompt and completion together."""

    max_calls: int | None = None
    max_tokens: int | None = None
    max_cost: float | None = None
    currency: str = ""

    def reached(self, calls: int, tokens: int, cost: float) -> Sentence | None:
        """Why no more calls may be made; None while they may."""
        if self.max_cost is not None and cost >= self.max_cost:
            return Sentence(
                "The cost cap of {cap} is reached: {spent} spent. Raise the cap to resume; "
                "nothing is asked twice.",
                {"cap": money(self.max_cost, self.currency), "spent": money(cost, self.currency)},
            )
        if self.max_tokens is not None and tokens >= self.max_tokens:
            message = plural_form(
                N_n(
                    "The cap of {cap} token is reached: {spent} used. Raise the cap to resume; "
                    "nothing is asked twice.",
                    "The cap of {cap} tokens is reached: {spent} used. Raise the cap to "
                    "resume; nothing is asked twice.",
                ),
                self.max_tokens,
            )
            return Sentence(
                message,
                {"cap": f"{self.max_tokens:,}", "spent": f"{tokens:,}"},
            )
        if self.max_calls is not None and calls >= self.max_calls:
            message = plural_form(
                N_n(
                    "The cap of {cap} call is reached: {spent} made. Raise the cap to resume; "
                    "nothing is asked twice.",
                    "The cap of {cap} calls is reached: {spent} made. Raise the cap to resume; "
                    "nothing is asked twice.",
                ),
                self.max_calls,
            )
            return Sentence(
                message,
                {"cap": f"{self.max_calls:,}", "spent": f"{calls:,}"},
            )
        return None

    def no_room(self, used: BudgetUsage, most: BudgetUsage) -> Sentence | None:
        """Why a call that may use up to `most` may not be made beside `used`; None if it may."""
        if reached := self.reached(*used):
            return reached
        if self.max_cost is not None and used.cost + most.cost > self.max_cost:
            return Sentence(
                "The next call may cost {most}, but {spent} of the cost cap of {cap} is already "
                "spent. Raise the cap to resume; nothing is asked twice.",
                {
                    "most": money(most.cost, self.currency),
                    "cap": money(self.max_cost, self.currency),
                    "spent": money(used.cost, self.currency),
                },
            )
        if self.max_tokens is not None and used.tokens + most.tokens > self.max_tokens:
            return Sentence(
                "The next call may use {most} tokens, but {spent} of the cap of {cap} tokens are "
                "already used. Raise the cap to resume; nothing is asked twice.",
                {
                    "most": f"{most.tokens:,}",
                    "cap": f"{self.max_tokens:,}",
                    "spent": f"{used.tokens:,}",
                },
            )
        return None


def require_price(max_cost: float | None, price: Price | None, model: str) -> None:
    """Raise InputError if the cost is capped but the price is unknown."""
    if max_cost is not None and price is None:
        raise InputError(
            "The price of {model} is unknown, so its cost cannot be capped. Add the price to "
            "prices.toml, or cap tokens instead.",
            model=model or "?",
        )
