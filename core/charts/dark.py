"""Figures in the dark theme: they are built in light colours, which files keep."""

import re
from typing import Any

import plotly.graph_objects as go

from core.charts.style import (
    BAND,
    BLUE,
    LINE,
    NO_DATA,
    PAPER,
    QUIET,
    RIGHT,
    TEXT,
    WHISKER,
    WRONG,
    relative_luminance,
)

_DARK_PAPER = "#14181D"
_DARK = {
    TEXT: "#E4E7EB",
    QUIET: "#A3ABB6",
    LINE: "#2D343E",
    PAPER: _DARK_PAPER,
    NO_DATA: "#2A313A",
    BLUE: "#86BCE2",
    BAND: "#1D3345",
    WHISKER: "#5F7F98",
    RIGHT: "#5CB083",
    WRONG: "#E5806D",
    "rgba(255,255,255,0.55)": "rgba(20,24,29,0.85)",  # the text of a veiled cell is light
    "rgba(86,91,99,0.3)": "rgba(163,171,182,0.3)",
}
_MARKS = {"line", "marker", "error_y", "error_x"}
"""Parts drawn directly on the background, which must contrast with it; grid cells are not."""
_LEAST_CONTRAST = 3.0


def dark_figure(figure: go.Figure) -> go.Figure:
    """Return a copy of the figure in the dark theme's colours; colour scales stay unchanged."""
    return go.Figure(_recoloured(figure.to_dict(), on_background=False), skip_invalid=False)


def _recoloured(value: Any, *, on_background: bool) -> Any:
    if isinstance(value, dict):
        return {
            key: part
            if key in ("colorscale", "customdata")
            else _recoloured(part, on_background=on_background or key in _MARKS)
            for key, part in value.items()
        }
    if isinstance(value, list | tuple):
        return [_recoloured(item, on_background=on_background) for item in value]
    if not isinstance(value, str):
        return value
    colour = _DARK.get(value, value)
    return _lightened(colour) if on_background else colour


def _lightened(colour: str) -> str:
    """Mix a colour with white until it contrasts with the dark background; keep other texts."""
    if not (channels := _rgb(colour)):
        return colour
    ground = relative_luminance(_rgb(_DARK_PAPER)) + 0.05
    share = 0.0
    while (relative_luminance(mixed := _mixed(channels, share)) + 0.05) / ground < _LEAST_CONTRAST:
        share += 0.1
    return colour if not share else f"rgb({', '.join(str(round(channel)) for channel in mixed)})"


def _mixed(channels: list[float], share: float) -> list[float]:
    return [channel + (255 - channel) * share for channel in channels]


def _rgb(colour: str) -> list[float]:
    """Return red, green and blue from 0 to 255, or an empty list if this is no opaque colour."""
    if re.fullmatch(r"#[0-9A-Fa-f]{6}", colour):
        return [float(int(colour[at : at + 2], 16)) for at in (1, 3, 5)]
    if re.fullmatch(r"rgb\([\d., ]+\)", colour):
        return [float(number) for number in re.findall(r"[\d.]+", colour)]
    return []
