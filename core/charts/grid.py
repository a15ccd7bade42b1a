"""The grid of cells behind the heatmaps of accuracies and of differences."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import plotly.graph_objects as go

from core.charts.style import LINE, NO_DATA, PAPER, QUIET, SMALL, TEXT, ink_on, name_lengths
from core.locale import Wording

WIDE, TALL, WIDEST = 10, 12, 20
"""Above WIDE columns or TALL rows a cell shows only its share, above WIDEST columns no text;
details show on hover.
"""

ROW, LOW_ROW, COLUMN, NARROW_COLUMN, BARE_COLUMN, MARGINS = 58, 26, 86, 46, 28, 230
"""Pixels; columns are as wide as the page has room for, but never narrower."""

_HALF, _INSIDE, _ACROSS = 0.5, 0.465, 0.485
_HATCH = (-0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75)


class GridPlace(Protocol):
    """Anything with a row and a column in the grid."""

    @property
    def context_length(self) -> int: ...

    @property
    def depth_bin(self) -> str: ...


@dataclass(frozen=True)
class Square:
    """One cell as drawn. `share` is its position on the colour scale, in [0, 1]; None: no data."""

    context_length: int
    depth_bin: str
    share: float | None
    text: str
    hover: str
    low_n: bool = False
    outlined: bool = False


@dataclass(frozen=True)
class ColourBar:
    """The legend of the colour scale; `ticks`: (share, text) along the bar."""

    title: str
    colours: Sequence[tuple[float, str]]
    ticks: Sequence[tuple[float, str]]


def grid_figure(
    squares: Sequence[Square],
    bar: ColourBar,
    _: Wording,
    totals: Mapping[int, str] | None = None,
) -> go.Figure:
    """Draw the grid. X: context lengths, Y: depths from the beginning (top) to the end of the
    context.

    The axes count columns and rows, so that lengths far apart have columns of one width. Each
    square carries [context_length, depth_bin] as `customdata`, which clicks report. `totals` are
    texts by length, in a row of their own below.
    """
    lengths = list(dict.fromkeys(square.context_length for square in squares))
    labels = list(dict.fromkeys(square.depth_bin for square in squares))
    positions = {
        square: (lengths.index(square.context_length), labels.index(square.depth_bin))
        for square in squares
    }
    figure = go.Figure()
    _add_colours(figure, positions, (len(labels), len(lengths)), bar)
    _add_points(figure, positions)
    _add_key(figure, squares, _)
    # Set all at once: each single addition would copy all the others.
    below = _totals(totals, lengths, len(labels)) if totals else []
    figure.update_layout(
        shapes=_marks(positions), annotations=[*_texts(positions, bar, len(lengths)), *below]
    )
    figure.update_layout(meta={"min_width": MARGINS + len(lengths) * _column(len(lengths))})
    name_lengths(figure, lengths, _)
    figure.update_xaxes(range=[-_HALF, len(lengths) - _HALF], fixedrange=True)
    figure.update_yaxes(
        title_text=_("evidence depth"),
        tickvals=list(range(len(labels) + bool(below))),
        ticktext=[*labels, *([_("all depths")] if below else [])],
        range=[len(labels) + bool(below) - _HALF, -_HALF],
        showgrid=False,
        fixedrange=True,
    )
    return figure


def _column(columns: int) -> int:
    if columns <= WIDE:
        return COLUMN
    return NARROW_COLUMN if columns <= WIDEST else BARE_COLUMN


def is_crowded(cells: Collection[GridPlace]) -> bool:
    rows, columns = _shape(cells)
    return rows > TALL or columns > WIDE


def plot_height(cells: Collection[GridPlace]) -> int:
    rows, _columns = _shape(cells)
    return max(180, rows * (ROW if rows <= TALL else LOW_ROW))


def _shape(cells: Collection[GridPlace]) -> tuple[int, int]:
    return len({cell.depth_bin for cell in cells}), len({cell.context_length for cell in cells})


def _add_colours(
    figure: go.Figure,
    positions: dict[Square, tuple[int, int]],
    shape: tuple[int, int],
    bar: ColourBar,
) -> None:
    shares: list[list[float | None]] = [[None] * shape[1] for _row in range(shape[0])]
    for square, (x, y) in positions.items():
        shares[y][x] = square.share
    gaps = {"xgap": 3, "ygap": 3, "hoverinfo": "skip"}
    empty = [[1 if share is None else None for share in row] for row in shares]
    figure.add_heatmap(z=empty, colorscale=[[0, NO_DATA], [1, NO_DATA]], showscale=False, **gaps)
    figure.add_heatmap(
        z=shares,
        zmin=0,
        zmax=1,
        colorscale=[list(step) for step in bar.colours],
        colorbar={
            "title": {"text": bar.title, "side": "right", "font": {"size": SMALL}},
            "tickvals": [share for share, _text in bar.ticks],
            "ticktext": [text for _share, text in bar.ticks],
            "thickness": 14,
            "outlinewidth": 0,
            "tickfont": {"size": SMALL, "color": QUIET},
        },
        **gaps,
    )


def _add_points(figure: go.Figure, positions: dict[Square, tuple[int, int]]) -> None:
    """Add invisible points that report clicks, as a heatmap reports none."""
    figure.add_scatter(
        x=[x for x, _y in positions.values()],
        y=[y for _x, y in positions.values()],
        mode="markers",
        marker={"symbol": "square", "size": 40, "opacity": 0, "color": QUIET},
        selected={"marker": {"opacity": 0}},
        unselected={"marker": {"opacity": 0}},
        customdata=[[square.context_length, square.depth_bin] for square in positions],
        hovertext=[square.hover for square in positions],
        hovertemplate="%{hovertext}<extra></extra>",
        showlegend=False,
    )
    figure.update_layout(hoverdistance=-1)


def _add_key(figure: go.Figure, squares: Sequence[Square], _: Wording) -> None:
    """Add a legend of only those cell styles that the figure has."""
    keys: list[tuple[str, dict[str, Any]]] = []
    if any(square.share is None for square in squares):
        keys.append((_("no data"), {"color": NO_DATA}))
    if any(square.low_n for square in squares):
        hatch = {"shape": "\\", "fgcolor": QUIET, "bgcolor": PAPER, "size": 7, "solidity": 0.2}
        keys.append((_("n < 25: too few to rank"), {"color": PAPER, "pattern": hatch}))
    if any(square.outlined for square in squares):
        outline = {"color": PAPER, "line": {"color": TEXT, "width": 2}}
        keys.append((_("p < 0.05 after Holm's correction"), outline))
    for name, marker in keys:
        marker.setdefault("line", {"color": LINE, "width": 1})
        figure.add_bar(x=[None], y=[None], name=name, marker=marker, showlegend=True)


def _marks(at: dict[Square, tuple[int, int]]) -> list[dict[str, Any]]:
    """Return a veil and stripes over muted cells and a frame around outlined ones: one path for
    each kind, as browsers draw many shapes slowly.
    """
    low_n = [position for square, position in at.items() if square.low_n]
    outlined = [position for square, position in at.items() if square.outlined]
    layers: list[tuple[list[tuple[int, int]], Callable[[int, int], str], dict[str, Any]]] = [
        (low_n, _frame, {"fillcolor": "rgba(255,255,255,0.55)", "line": {"width": 0}}),
        (low_n, _stripes, {"line": {"color": "rgba(86,91,99,0.3)", "width": 1}}),
        (outlined, _frame, {"line": {"color": TEXT, "width": 2}}),
    ]
    return [
        {"type": "path", "path": "".join(path(x, y) for x, y in positions), **style}
        for positions, path, style in layers
        if positions
    ]


def _frame(x: int, y: int) -> str:
    left, right, top, bottom = x - _ACROSS, x + _ACROSS, y - _INSIDE, y + _INSIDE
    return f"M {left} {top} L {right} {top} L {right} {bottom} L {left} {bottom} Z "


def _stripes(x: int, y: int) -> str:
    """Return an SVG path of diagonal stripes, cut at the square's edges."""
    path = ""
    for shift in _HATCH:
        start, end = max(-_INSIDE, -_INSIDE - shift), min(_INSIDE, _INSIDE - shift)
        path += f"M {x + start:.3f} {y + start + shift:.3f} L {x + end:.3f} {y + end + shift:.3f} "
    return path


def _texts(
    positions: dict[Square, tuple[int, int]], bar: ColourBar, columns: int
) -> list[dict[str, Any]]:
    size = SMALL if columns <= WIDE else SMALL - 2
    return [
        {
            "x": x,
            "y": y,
            "text": square.text,
            "showarrow": False,
            "font": {"size": size, "color": _ink(square, bar)},
        }
        for square, (x, y) in positions.items()
        if square.text and columns <= WIDEST
    ]


def _totals(totals: Mapping[int, str], lengths: Sequence[int], row: int) -> list[dict[str, Any]]:
    return [
        {
            "x": column,
            "y": row,
            "text": totals[length],
            "showarrow": False,
            "font": {"size": SMALL, "color": TEXT},
        }
        for column, length in enumerate(lengths)
        if length in totals
    ]


def _ink(square: Square, bar: ColourBar) -> str:
    if square.share is None or square.low_n:
        return QUIET
    return ink_on(square.share, bar.colours)
