"""Graphics in table cells of Accuracy: heads, intervals on a scale, and sparklines."""

from collections.abc import Sequence
from html import escape
from urllib.parse import quote

import streamlit as st

from pages.accuracy.verdict import format_rate, points
from pages.components.html import caption


def draw_heads(widths: Sequence[float], names: Sequence[str]) -> None:
    for column, name in zip(st.columns(widths, gap="small"), names, strict=True):
        with column:
            caption(name)


class MarkScale:
    """The shared axis of a column of marks, from `low` to `high`."""

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high

    @classmethod
    def around(cls, intervals: Sequence[tuple[float, float]]) -> "MarkScale":
        low = min((interval[0] for interval in intervals), default=0.0)
        high = max((interval[1] for interval in intervals), default=1.0)
        return cls((low * 20 // 1) / 20, -((-high * 20) // 1) / 20)

    def ends(self, *, signed: bool = False) -> str:
        if signed:
            return f"{points(self.low)[:-2]} … {points(self.high)[:-2]}"
        return f"{self.low * 100:.0f}% … {self.high * 100:.0f}%"

    def mark(
        self, value: float, interval: tuple[float, float] | None, *, zero: bool = False
    ) -> str:
        parts = ['<div class="desk-interval" aria-hidden="true">']
        if zero:
            parts.append(f'<s style="left:{self._at(0.0):.1f}%"></s>')
        if interval:
            low, high = self._at(interval[0]), self._at(interval[1])
            parts.append(f'<i style="left:{low:.1f}%;width:{high - low:.1f}%"></i>')
        hollow = ' class="hollow"' if interval is None else ""
        parts.append(f'<b{hollow} style="left:{self._at(value):.1f}%"></b></div>')
        return "".join(parts)

    def _at(self, value: float) -> float:
        span = self.high - self.low or 1.0
        return min(100.0, max(0.0, (value - self.low) / span * 100))


def sparkline(values: Sequence[float]) -> str:
    """An image of a line through the rates, with the numbers as alternative text."""
    description = escape(", ".join(format_rate(value) for value in values))
    low, high = min(values), max(values)
    span, middle = max(high - low, 0.05), (low + high) / 2
    step = 90 / max(1, len(values) - 1)
    coordinates = [
        (5 + step * at, 13 - 18 * (value - middle) / span) for at, value in enumerate(values)
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in coordinates)
    x, y = coordinates[-1]
    picture = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="26">'
        f'<polyline points="{line}" fill="none" stroke="#4F8DB8" stroke-width="2"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="#4F8DB8"/></svg>'
    )
    return (
        f'<img alt="{description}" title="{description}" src="data:image/svg+xml,{quote(picture)}">'
    )
