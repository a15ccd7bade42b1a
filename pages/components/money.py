"""Costs of runs, as far as prices are known, and caps."""

import streamlit as st

from core.errors import InputError
from core.llm import CallRange, Connections, Price, Prices, Usage, cost_of, money
from core.services.access import Right
from core.services.runs import (
    AnySpec,
    Run,
    cap_reached,
    estimated_calls,
    read_spec,
    resume,
    set_caps,
)
from pages.components.action import action
from pages.components.app_context import engine
from pages.components.html import caption, table
from pages.components.language import N_, _, _n
from pages.components.page_state import CAP
from pages.components.rates import figure

SHIPPED_NAME = N_("built-in prices.toml")
"""The name of the built-in price file in core.llm.prices."""


def call_count_text(calls: CallRange) -> str:
    """`6–12 calls, at most 24`: up to one retry each, at most all retries."""
    if not calls.most:
        return _("no calls")
    return _("{between} calls, at most {most}").format(
        between=_between(f"{calls.least:,}", f"{calls.usual:,}"), most=f"{calls.most:,}"
    )


def _between(low: str, high: str) -> str:
    return low if low == high else f"{low}–{high}"


def draw_calls(calls: CallRange) -> None:
    """Draw the expected calls of a run."""
    most = _("at most {most}").format(most=f"{calls.most:,}") if calls.most else ""
    figure(_("Calls"), _between(f"{calls.least:,}", f"{calls.usual:,}"), most)


def draw_cost(usage: Usage, price: Price | None, calls: CallRange, note: str = "") -> None:
    """Draw the expected cost of a run, without and with retries, and the origin of its price.
    `usage` is that of `calls.least` calls. An unknown price is not 0.
    """
    cost = cost_of(usage, price)
    if cost is None or price is None:
        figure(
            _("Cost"),
            _("unknown") if cost is None else money(cost, ""),
            _("add its price to prices.toml") if cost is None else "",
        )
        return
    cost_per_call = cost / calls.least if calls.least else 0.0
    low = money(cost, price.currency)
    high = money(cost_per_call * calls.usual, price.currency)
    with_retries = price.of(calls.most_usage(usage))
    most = _("at most {most}").format(most=money(with_retries, price.currency))
    notes = [most if calls.least else "", note or _origin(price)]
    figure(_("Cost, up to"), _between(low, high), " · ".join(filter(None, notes)))


def cost_with_cache(price: Price | None, prompt: int, completion: int, share: float) -> str:
    """The cost if a prompt cache serves this share of the prompt tokens, empty if unknown."""
    if price is None or price.cached_prompt is None or not share:
        return ""
    cost = price.of(Usage(prompt, completion, round(share * prompt)))
    return _("about {cost} with the prompt cache").format(cost=money(cost, price.currency))


def cost_so_far(run: Run) -> str | None:
    """The run's cost in words; None if nothing was spent or its settings cannot be read."""
    spec = _spec(run)
    if not run.tokens or spec is None:
        return None
    if spec.price is None:
        return _("cost unknown (no price found)")
    return _("cost so far {cost}").format(cost=money(run.cost, spec.currency))


def spent_beside_estimate(run: Run) -> list[str]:
    """Estimated and actual calls and cost, in words."""
    estimate = estimated_calls(run)
    calls_made = _n("{n} call made", "{n} calls made", run.calls)
    spec, expected = _spec(run), (run.estimate or {}).get("cost")
    parts = [
        _("estimated {calls}").format(calls=call_count_text(estimate)) if estimate else None,
        calls_made,
    ]
    if spec is not None and spec.price is not None:
        parts.append(money(run.cost, spec.currency))
    else:
        parts.append(cost_so_far(run))
    if expected and spec is not None:
        cost = money(expected, spec.currency)
        parts.append(_("estimated up to {cost} without retries").format(cost=cost))
    return [part for part in parts if part]


def _spec(run: Run) -> AnySpec | None:
    """The run's settings; None if another version of the desk wrote them."""
    try:
        return read_spec(run.spec)
    except InputError:
        return None


def draw_caps(run: Run) -> None:
    """Draw the caps of a run that waits at one, and the button that raises them and resumes."""
    spec = _spec(run)
    if run.status not in ("paused", "stopped") or spec is None:
        return
    if not cap_reached(run, spec.currency):
        return
    caps = {
        name: value
        for name in ("max_calls", "max_tokens", "max_cost")
        if (value := getattr(run, name)) is not None
    }
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for name, value in caps.items():
            st.number_input(
                cap_label(name, spec),
                min_value=type(value)(0),
                value=value,
                key=CAP.of(name, run.id).name,
                width=220,
            )
        action(
            _("Set caps and resume"),
            _raise_caps,
            right=Right.RUN,
            key=f"caps_{run.id}",
            args=(run.id, tuple(caps)),
            type="primary",
        )


def cap_label(name: str, spec: AnySpec) -> str:
    if name == "max_calls":
        return _("Call cap")
    if name == "max_tokens":
        return _("Token cap")
    return cost_cap_label(spec.currency)


def cost_cap_label(currency: str) -> str:
    label = _("Cost cap")
    return f"{label} ({currency})" if currency else label


def _raise_caps(run_id: int, names: tuple[str, ...]) -> None:
    set_caps(engine(), run_id, **{name: CAP.of(name, run_id).get() for name in names})
    resume(engine(), run_id)


def draw_prices(prices: Prices, connections: Connections, file_name: str) -> None:
    """Draw the price of each connection's model per million tokens, and its origin."""
    table(
        [
            _("Name"),
            _("Model"),
            _("Prompt"),
            _("Cached input"),
            _("Output"),
            _("Currency"),
            _("Source"),
        ],
        [
            [connection.name, connection.model, *_cells(prices.of(connection))]
            for connection in connections
        ],
    )
    caption(
        _(
            "Per million tokens. Prices come from {file} and the built-in list; each run keeps "
            "the version it started with."
        ).format(file=file_name)
    )


def _cells(price: Price | None) -> list[str]:
    if price is None:
        return [_("unknown"), _("unknown"), _("unknown"), "–", "–"]
    cached = "–" if price.cached_prompt is None else f"{price.cached_prompt:g}"
    return [
        f"{price.prompt:g}",
        cached,
        f"{price.completion:g}",
        price.currency or "–",
        _origin(price),
    ]


def _origin(price: Price) -> str:
    """The origin of a price, translated if it is the built-in file."""
    return price.origin.replace(SHIPPED_NAME, _(SHIPPED_NAME))
