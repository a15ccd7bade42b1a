"""The wording of rates, always with n and interval."""

from contextlib import suppress
from html import escape

import streamlit as st

from core.errors import ConfigurationError
from core.services.reports import run_rate
from core.stats import ClusteredRate, ClusterUnit, Rate
from pages.components.app_context import engine
from pages.components.language import N_, _


def percent(share: float | None) -> str:
    return "–" if share is None else f"{share * 100:.1f}%"


def pass_rate_text(rate: Rate) -> str:
    """`85.2% of 115 evaluated`"""
    if rate.value is None:
        return _("nothing evaluated")
    return _("{share}% of {n} evaluated").format(share=f"{rate.value * 100:.1f}", n=f"{rate.n:,}")


def interval(rate: Rate) -> str:
    """`n = 24 · 95% CI 61.5–91.2%`, or that nothing is judged yet."""
    if rate.interval is None:
        return _("nothing judged yet")
    low, high = rate.interval
    return _("n = {n} · 95% CI {low}–{high}%").format(
        n=rate.n, low=f"{low * 100:.1f}", high=f"{high * 100:.1f}"
    )


def clustered_interval(rate: ClusteredRate) -> str:
    """`95% CI 61.5–91.2%, by chapter (12)`, or that there are too few chapters to say."""
    if rate.interval is None:
        return _("nothing judged yet")
    low, high = rate.interval
    bounds = {"low": f"{low * 100:.1f}", "high": f"{high * 100:.1f}"}
    if rate.too_few:
        template = _(_TOO_FEW[rate.unit])
    elif rate.is_independent or rate.unit is ClusterUnit.QUESTION:
        template = _("95% CI {low}–{high}%")
    elif rate.unit is ClusterUnit.CHAPTER:
        template = _("95% CI {low}–{high}%, by chapter ({n})")
    else:
        template = _("95% CI {low}–{high}%, by passage ({n})")
    return template.format(n=f"{rate.clusters:,}", **bounds)


def run_interval(run_id: int, rate: Rate) -> str:
    """The interval of a run's pass rate as Accuracy words it; "" where there is none."""
    clustered = _clustered_rate(str(engine().url), run_id, rate)
    return clustered_interval(clustered) if clustered else ""


@st.cache_resource(max_entries=256, ttl=600, show_spinner=False)
def _clustered_rate(
    database: str,  # noqa: ARG001 - part of the cache's key, as is the rate
    run_id: int,
    rate: Rate,  # noqa: ARG001
) -> ClusteredRate | None:
    """The run's rate with its interval, cached until the counts change, as a novel may have to be
    read for it. None if the novel's tokeniser is not available.
    """
    with suppress(ConfigurationError):
        return run_rate(engine(), run_id)
    return None


_TOO_FEW = {
    ClusterUnit.QUESTION: N_("too few questions for an interval ({n})"),
    ClusterUnit.PASSAGE: N_("too few passages for an interval ({n})"),
    ClusterUnit.CHAPTER: N_("too few chapters for an interval ({n})"),
}


def figure(label: str, value: str, note: str = "", *, low_n: bool = False) -> None:
    """Draw a headline number with a note, such as n and interval."""
    css = "desk-figure muted" if low_n else "desk-figure"
    below = f"<span>{escape(note)}</span>" if note else ""
    st.html(f'<div class="{css}"><small>{escape(label)}</small><b>{escape(value)}</b>{below}</div>')


def rate_figure(label: str, rate: Rate) -> None:
    """Draw a rate with n and interval, muted if n is too small to rank by."""
    figure(label, percent(rate.value), interval(rate), low_n=rate.low_n)
