"""Rates that carry their n and interval wherever they are shown."""

from html import escape

import streamlit as st

from core.stats import Rate
from pages.components.language import _

NO_BREAK = "\u00a0"


def percent(share: float | None) -> str:
    return "–" if share is None else f"{share * 100:.1f} %"


def interval(rate: Rate) -> str:
    """`n = 24 · 95 %: 61.5–91.2 %`; without n it says so."""
    if rate.interval is None:
        return _("nothing judged yet")
    low, high = rate.interval
    return _("n = {n} · 95 %: {low}–{high} %").format(
        n=rate.n, low=f"{low * 100:.1f}", high=f"{high * 100:.1f}"
    )


def figure(label: str, value: str, note: str = "", *, muted: bool = False) -> None:
    """A headline number with the note that makes it honest; no line begins with a %."""
    note = note.replace(" %", f"{NO_BREAK}%")
    css = "desk-figure muted" if muted else "desk-figure"
    below = f"<span>{escape(note)}</span>" if note else ""
    st.html(f'<div class="{css}"><small>{escape(label)}</small><b>{escape(value)}</b>{below}</div>')


def rate_figure(label: str, rate: Rate) -> None:
    """Muted where the interval is too wide to rank by."""
    figure(label, percent(rate.value), interval(rate), muted=rate.muted)
