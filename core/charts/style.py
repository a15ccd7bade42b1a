"""How every chart of the desk looks: palette, fonts, labels, and where it says what it shows."""

import html
import re
import unicodedata
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any

import plotly.graph_objects as go
from plotly.colors import sample_colorscale

from core.locale import Wording

FONT = (
    "'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Segoe UI', system-ui, "
    "'Helvetica Neue', Arial, sans-serif"
)
"""Of the system, with a Chinese face first: nothing is fetched."""

TEXT, QUIET, LINE, PAPER, NO_DATA = "#1E2329", "#565B63", "#E3E0D8", "#FFFFFF", "#E6E4DF"
BLUE, RIGHT, WRONG = "#1F5F8B", "#2E7D4F", "#B43A25"
DARK_INK, WHITE_INK = "#14181D", "#FEFEFE"
"""On a coloured cell, in either theme: no other part of a figure has these two colours."""
BAND, WHISKER = "#E2E9EF", "#8FA9BC"
SMALL, NORMAL, TITLE = 12, 13, 18
_LINE_HEIGHT = 17
MOST_TICKS = 12
POINT, SMALL_PRINT = " · ", "small print"
"""Between the parts of a line under a figure, and what such a line is called in it."""
FOOT_WIDTH = 112
"""Of a line under the figure, in Latin letters; a Chinese character takes two."""


_UNIT = re.compile(r"(?<!\s)\s*(?:[\u2e80-\uffef]|[^\s\u2e80-\uffef]{1,40})[，。；：、）」』！？]*")
"""What stays on one line: a word, or a Chinese character, with the marks that close it."""


class Scale(StrEnum):
    """red_green is source 003's; the others read the same to colour-blind eyes and in grey print.
    Blue is the lighter the lower; cividis is kept for links and scripts that name it.
    """

    RED_GREEN = "red-green"
    BLUE = "blue"
    CIVIDIS = "cividis"

    @property
    def colours(self) -> list[tuple[float, str]]:
        """From 0 to 1."""
        if self is Scale.CIVIDIS:
            return list(zip(_steps(9), sample_colorscale("Cividis", _steps(9)), strict=True))
        if self is Scale.BLUE:
            return [(0.0, "#F3F7FA"), (0.4, "#E4EDF4"), (0.75, "#4F8DB8"), (1.0, "#174A6D")]
        return [(0.0, "#B5443A"), (0.5, "#F2E3B6"), (1.0, "#58A878")]


DIVERGING = [(0.0, "#B5651D"), (0.5, "#F4F2EC"), (1.0, "#2F74A8")]
"""Orange to blue, which no common colour blindness confuses."""


def ink_on(share: float, colours: Sequence[tuple[float, str]]) -> str:
    """Dark or white text, whichever is read better on the scale at that share."""
    sampled = sample_colorscale([list(step) for step in colours], [min(1.0, max(0.0, share))])[0]
    luminance = relative_luminance([float(part) for part in re.findall(r"[\d.]+", sampled)])
    dark, white = (luminance + 0.05) / 0.059, 1.05 / (luminance + 0.05)
    return DARK_INK if dark >= white else WHITE_INK


def relative_luminance(parts: Sequence[float]) -> float:
    """Of red, green and blue from 0 to 255, as WCAG defines it: black is 0, white is 1."""
    red, green, blue = (_linear(part / 255) for part in parts[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ordered_colours(count: int) -> list[str]:
    """As many as there are series with an order, dark to light but never too light for lines."""
    return list(sample_colorscale("Viridis", [0.85 * step for step in _steps(count)]))


def escape_label(text: str) -> str:
    """Text of others, drawn as it is: Plotly would read tags in it."""
    return html.escape(text, quote=False).replace("\n", " ")


def percent(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f}%"


def tokens(length: int) -> str:
    """32000 as 32K, 1000000 as 1M; other numbers as they are, so that no two look alike."""
    if length >= 1_000_000 and length % 100_000 == 0:
        return f"{length / 1_000_000:g}M"
    return f"{length // 1000}K" if length >= 1000 and length % 1000 == 0 else f"{length:,}"


def name_lengths(figure: go.Figure, lengths: Sequence[int], _: Wording) -> None:
    """The X axis has one place a length, numbered from 0. Of many only some are named."""
    every = -(-len(lengths) // MOST_TICKS) or 1
    named = list(enumerate(lengths))[::every]
    figure.update_xaxes(
        title_text=_("context length (tokens)"),
        tickvals=[at for at, _length in named],
        ticktext=[tokens(length) for _at, length in named],
        tickangle=0,
        showgrid=False,
    )


def packed(parts: Iterable[str], width: int = FOOT_WIDTH) -> list[str]:
    """Lines of parts with points between them; none is cut, and a long one has its own lines."""
    lines: list[str] = []
    for part in parts:
        for piece in _folded(part, width):
            joined = f"{lines[-1]}{POINT}{piece}" if lines else piece
            if lines and columns(joined) <= width:
                lines[-1] = joined
            else:
                lines.append(piece)
    return lines


def _folded(text: str, width: int) -> list[str]:
    """Cut between words and between Chinese characters; a word of forty letters is cut too."""
    pieces = [""]
    for unit in _UNIT.findall(text):
        if pieces[-1] and columns(pieces[-1] + unit) > width:
            pieces.append("")
        pieces[-1] += unit if pieces[-1] else unit.lstrip()
    return pieces


def columns(text: str) -> int:
    """How wide a line is in Latin letters; a Chinese character takes two."""
    return sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text)


def apply_style(
    figure: go.Figure, *, title: str, subtitle: str = "", foot: Sequence[str] = (), plot_height: int
) -> go.Figure:
    """The figure with title above, lines of small print below and room for both.

    The width is the page's own; the height holds whatever the small print needs.
    """
    named = [one for one in figure.data if one.name and one.showlegend is not False]
    above = 58 + 30 * bool(subtitle) + 30 * bool(named)
    below = 66 + _LINE_HEIGHT * (len(foot) + 1)
    figure.update_layout(
        title={
            "text": escape_label(title),
            "font": {"size": TITLE, "color": TEXT},
            "subtitle": {"text": escape_label(subtitle), "font": {"size": NORMAL, "color": QUIET}},
            "x": 0,
            "xref": "paper",
            "xanchor": "left",
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "pad": {"t": 18},
        },
        font={"family": FONT, "size": NORMAL, "color": TEXT},
        height=above + plot_height + below,
        margin={"l": 84, "r": 40, "t": above, "b": below},
        paper_bgcolor=PAPER,
        plot_bgcolor=PAPER,
        hovermode="closest",
        hoverlabel={"font": {"family": FONT, "size": NORMAL}, "align": "left"},
        legend={
            "orientation": "h",
            "x": 0,
            "xanchor": "left",
            "y": 1,
            "yanchor": "bottom",
            "font": {"size": SMALL, "color": QUIET},
        },
    )
    figure.update_xaxes(linecolor=LINE, zeroline=False, title_standoff=12)
    figure.update_yaxes(linecolor=LINE, zeroline=False, title_standoff=10)
    small_print = [_foot_line(line, at) for at, line in enumerate(foot)]
    figure.update_layout(annotations=[*figure.layout.annotations, *small_print])
    return figure


def _foot_line(line: str, at: int) -> dict[str, Any]:
    return {
        "name": SMALL_PRINT,
        "text": escape_label(line),
        "xref": "paper",
        "yref": "paper",
        "x": 0,
        "y": 0,
        "yshift": -62 - _LINE_HEIGHT * at,
        "xanchor": "left",
        "yanchor": "top",
        "showarrow": False,
        "align": "left",
        "font": {"size": SMALL, "color": QUIET},
    }


def _steps(count: int) -> list[float]:
    return [at / max(1, count - 1) for at in range(count)]


def _linear(part: float) -> float:
    return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
