"""The style of every chart: palette, fonts, labels, titles and small print."""

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
"""System fonts, Chinese ones first, so that nothing is fetched."""

TEXT, QUIET, LINE, PAPER, NO_DATA = "#1E2329", "#565B63", "#E3E0D8", "#FFFFFF", "#E6E4DF"
BLUE, RIGHT, WRONG = "#1F5F8B", "#2E7D4F", "#B43A25"
DARK_INK, WHITE_INK = "#14181D", "#FEFEFE"
"""Text colours on coloured cells, in either theme, used for nothing else."""
BAND, WHISKER = "#E2E9EF", "#8FA9BC"
SMALL, NORMAL, TITLE = 12, 13, 16
_LINE_HEIGHT = 17
MOST_TICKS = 12
POINT, SMALL_PRINT = " · ", "small print"
"""The separator in a line under a figure, and the name of such an annotation."""
FOOT_WIDTH = 112
"""The width of a line of small print in Latin letters; a Chinese character counts as two."""


_UNIT = re.compile(r"(?<!\s)\s*(?:[\u2e80-\uffef]|[^\s\u2e80-\uffef]{1,40})[，。；：、）」』！？]*")
"""A word or a Chinese character with its closing punctuation, never broken across lines."""


class Scale(StrEnum):
    """Colour scales of heatmaps. RED_GREEN is source 003's; the others also work for colour-blind
    readers and in grey print. BLUE is lighter the lower the value; CIVIDIS is kept for links and
    scripts that name it.
    """

    RED_GREEN = "red-green"
    BLUE = "blue"
    CIVIDIS = "cividis"

    @property
    def colours(self) -> list[tuple[float, str]]:
        """(share, colour) steps, by share from 0 to 1."""
        if self is Scale.CIVIDIS:
            return list(zip(_steps(9), sample_colorscale("Cividis", _steps(9)), strict=True))
        if self is Scale.BLUE:
            return [(0.0, "#F3F7FA"), (0.4, "#E4EDF4"), (0.75, "#4F8DB8"), (1.0, "#174A6D")]
        return [(0.0, "#B5443A"), (0.5, "#F2E3B6"), (1.0, "#58A878")]


DIVERGING = [(0.0, "#B5651D"), (0.5, "#F4F2EC"), (1.0, "#2F74A8")]
"""Orange to blue, which no common colour blindness confuses."""


def ink_on(share: float, colours: Sequence[tuple[float, str]]) -> str:
    """Return dark or white, whichever has more contrast on the scale at that share."""
    sampled = sample_colorscale([list(step) for step in colours], [min(1.0, max(0.0, share))])[0]
    luminance = relative_luminance([float(part) for part in re.findall(r"[\d.]+", sampled)])
    dark, white = (luminance + 0.05) / 0.059, 1.05 / (luminance + 0.05)
    return DARK_INK if dark >= white else WHITE_INK


def relative_luminance(channels: Sequence[float]) -> float:
    """Return WCAG's relative luminance of red, green and blue from 0 to 255: black 0, white 1."""
    red, green, blue = (_linear(channel / 255) for channel in channels[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ordered_colours(count: int) -> list[str]:
    """Return colours for ordered series, from dark to light but not too light for lines."""
    return list(sample_colorscale("Viridis", [0.85 * step for step in _steps(count)]))


def escape_label(text: str) -> str:
    """Escape text for Plotly, which reads HTML tags."""
    return html.escape(text, quote=False).replace("\n", " ")


def format_percent(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f}%"


def format_tokens(length: int) -> str:
    """Format 32000 as 32K and 1000000 as 1M; numbers that are not round stay exact."""
    if length >= 1_000_000 and length % 100_000 == 0:
        return f"{length / 1_000_000:g}M"
    return f"{length // 1000}K" if length >= 1000 and length % 1000 == 0 else f"{length:,}"


def name_lengths(figure: go.Figure, lengths: Sequence[int], _: Wording) -> None:
    """Label the X axis, with one position from 0 for each length and at most MOST_TICKS labels."""
    every = -(-len(lengths) // MOST_TICKS) or 1
    labelled = list(enumerate(lengths))[::every]
    figure.update_xaxes(
        title_text=_("context length (tokens)"),
        tickvals=[at for at, _length in labelled],
        ticktext=[format_tokens(length) for _at, length in labelled],
        tickangle=0,
        showgrid=False,
    )


def packed(parts: Iterable[str], width: int = FOOT_WIDTH) -> list[str]:
    """Join parts by POINT into lines of at most `width`; a longer part is wrapped."""
    lines: list[str] = []
    for part in parts:
        for line_part in _folded(part, width):
            line = f"{lines[-1]}{POINT}{line_part}" if lines else line_part
            if lines and text_columns(line) <= width:
                lines[-1] = line
            else:
                lines.append(line_part)
    return lines


def _folded(text: str, width: int) -> list[str]:
    """Wrap the text between words or Chinese characters; words over forty letters are cut."""
    lines = [""]
    for unit in _UNIT.findall(text):
        if lines[-1] and text_columns(lines[-1] + unit) > width:
            lines.append("")
        lines[-1] += unit if lines[-1] else unit.lstrip()
    return lines


def text_columns(text: str) -> int:
    """Return the width of a line in Latin letters; a Chinese character counts as two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def apply_style(
    figure: go.Figure, *, title: str, subtitle: str = "", foot: Sequence[str] = (), plot_height: int
) -> go.Figure:
    """Add title and small print to the figure, and the height for both; return it.

    The width stays that of the page.
    """
    in_legend = [trace for trace in figure.data if trace.name and trace.showlegend is not False]
    above = 58 + 30 * bool(subtitle) + 30 * bool(in_legend)
    below = 66 + _LINE_HEIGHT * (len(foot) + 1)
    figure.update_layout(
        title={
            "text": escape_label(title),
            "font": {"size": TITLE, "color": TEXT, "weight": "bold"},
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
    axes = {"linecolor": LINE, "zeroline": False, "title_font_size": NORMAL}
    figure.update_xaxes(**axes, title_standoff=12)
    figure.update_yaxes(**axes, title_standoff=10)
    small_print = [_foot_line(line, at) for at, line in enumerate(foot)]
    figure.update_layout(annotations=[*figure.layout.annotations, *small_print])
    return figure


def raise_legend(figure: go.Figure) -> None:
    """Move the legend up, to make room for the titles of panels."""
    figure.update_layout(legend_y=1.1, margin_t=figure.layout.margin.t + 26)
    figure.update_layout(height=figure.layout.height + 26)


def style_panel_titles(figure: go.Figure, panels: Sequence[str]) -> go.Figure:
    """Set the titles of the panels in the normal size; return the figure."""
    titles = {escape_label(panel) for panel in panels}
    return figure.for_each_annotation(
        lambda note: note.update(font={"size": NORMAL, "color": QUIET}),
        selector=lambda note: note.text in titles,
    )


def _foot_line(line: str, index: int) -> dict[str, Any]:
    return {
        "name": SMALL_PRINT,
        "text": escape_label(line),
        "xref": "paper",
        "yref": "paper",
        "x": 0,
        "y": 0,
        "yshift": -62 - _LINE_HEIGHT * index,
        "xanchor": "left",
        "yanchor": "top",
        "showarrow": False,
        "align": "left",
        "font": {"size": SMALL, "color": QUIET},
    }


def _steps(count: int) -> list[float]:
    return [at / max(1, count - 1) for at in range(count)]


def _linear(channel: float) -> float:
    return float(channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4)
