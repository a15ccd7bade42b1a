"""What runs cost, where a price is known, and the caps that people raise."""

import streamlit as st

from core.errors import InputError
from core.llm import CallRange, Connections, Price, Prices, Usage, cost_of, money
from core.services.access import Right
from core.services.runs import Run, cap_reached, estimated_calls, resume, set_caps
from core.services.runs.run_spec import AnySpec, read_spec
from pages.components.action import action
from pages.components.app_context import engine
from pages.components.html import caption, table
from pages.components.language import N_, _, _n
from pages.components.page_state import CAP
from pages.components.rates import figure

SHIPPED_NAME = N_("built-in prices.toml")
"""What core.llm.prices calls the file that the desk brings."""


def calls_said(calls: CallRange) -> str:
    """`6–12 calls, at most 24`: with a retry for each, and with every retry there is."""
    if not calls.most:
        return _("no calls")
    return _("{between} calls, at most {most}").format(
        between=_between(f"{calls.least:,}", f"{calls.usual:,}"), most=f"{calls.most:,}"
    )


def _between(low: str, high: str) -> str:
    return low if low == high else f"{low}–{high}"


def draw_calls(calls: CallRange) -> None:
    """The calls of a run before it starts."""
    most = _("at most {most}").format(most=f"{calls.most:,}") if calls.most else ""
    figure(_("Calls"), _between(f"{calls.least:,}", f"{calls.usual:,}"), most)


def draw_cost(usage: Usage, price: Price | None, calls: CallRange, note: str = "") -> None:
    """What a run may cost, once and with retries, and where its price is written; an unknown price
    is no 0. `usage` is that of `calls.least` calls.
    """
    cost = cost_of(usage, price)
    if cost is None or price is None:
        figure(
            _("Cost"),
            _("unknown") if cost is None else money(cost, ""),
            _("add its price to prices.toml") if cost is None else "",
        )
        return
    once = cost / calls.least if calls.least else 0.0
    low = money(cost, price.currency)
    high = money(once * calls.usual, price.currency)
    with_retries = price.of(calls.most_usage(usage))
    most = _("at most {most}").format(most=money(with_retries, price.currency))
    noted = [most if calls.least else "", note or _origin(price)]
    figure(_("Cost, up to"), _between(low, high), " · ".join(filter(None, noted)))


def cost_with_cache(price: Price | None, prompt: int, completion: int, share: float) -> str:
    """What it comes to when a prompt cache serves this share of what is sent."""
    if price is None or price.cached_prompt is None or not share:
        return ""
    cost = price.of(Usage(prompt, completion, round(share * prompt)))
    return _("about {cost} with the prompt cache").format(cost=money(cost, price.currency))


def cost_so_far(run: Run) -> str | None:
    """In words; None where nothing was spent, or nothing is known of what it asks."""
    spec = _spec(run)
    if not run.tokens or spec is None:
        return None
    if spec.price is None:
        return _("cost unknown (no price found)")
    return _("cost so far {cost}").format(cost=money(run.cost, spec.currency))


def spent_beside_estimate(run: Run) -> list[str]:
    """The calls and the cost that were estimated, each with what it came to."""
    said = estimated_calls(run)
    made = _n("{n} call made", "{n} calls made", run.calls)
    spec, expected = _spec(run), (run.estimate or {}).get("cost")
    parts = [_("estimated {calls}").format(calls=calls_said(said)) if said else None, made]
    if spec is not None and spec.price is not None:
        parts.append(money(run.cost, spec.currency))
    else:
        parts.append(cost_so_far(run))
    if expected and spec is not None:
        cost = money(expected, spec.currency)
        parts.append(_("estimated up to {cost} without retries").format(cost=cost))
    return [part for part in parts if part]


def _spec(run: Run) -> AnySpec | None:
    """None where another version of the desk started it: its line is drawn all the same."""
    try:
        return read_spec(run.spec)
    except InputError:
        return None


def draw_caps(run: Run) -> None:
    """Where a run waits at a cap: the caps it has, to be raised, and the button that goes on."""
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
            _go_on,
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
    said = _("Cost cap")
    return f"{said} ({currency})" if currency else said


def _go_on(run_id: int, names: tuple[str, ...]) -> None:
    set_caps(engine(), run_id, **{name: CAP.of(name, run_id).get() for name in names})
    resume(engine(), run_id)


def draw_prices(known: Prices, found: Connections, place: str) -> None:
    """What each connection's model costs per million tokens, and where that is written."""
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
        [[one.name, one.model, *_cells(known.of(one))] for one in found],
    )
    caption(
        _(
            "Per million tokens. Prices come from {file} and the built-in list; each run keeps "
            "the version it started with."
        ).format(file=place)
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
    """The desk's own file by its name in the reader's language, any other as it is called."""
    return price.origin.replace(SHIPPED_NAME, _(SHIPPED_NAME))
