"""The pictures of a depth run: heatmap, lines, where the evidence lay, and two runs compared."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.charts import (
    ComparedModels,
    Figure,
    Scale,
    accuracy_over_depth,
    accuracy_over_length,
    depth_heatmap,
    depth_scatter,
    difference_heatmap,
)
from core.services.results import placed_entries
from core.services.runs import Run, conclusions, list_runs, progress
from pages.components import address
from pages.components.app_context import engine
from pages.components.figure import draw_clickable, draw_figure
from pages.components.html import caption, notice
from pages.components.language import N_, _, language
from pages.components.wording import run_label
from pages.depth import scales
from pages.depth.figures import DepthRun, read_comparison, read_run

VIEWS = {
    "heatmap": N_("Heatmap"),
    "lines": N_("Lines"),
    "depths": N_("Depth reached"),
}
SCALES = {
    Scale.RED_GREEN: N_("Red to green"),
    Scale.BLUE: N_("Blue (colour-blind safe)"),
    Scale.CIVIDIS: N_("Cividis"),
}
WIDE_LEGEND, LEGEND_ROOM = 4, 42
"""Entries that fit on one line of a narrow figure; pixels of two more lines."""
MOST_OTHERS = 200
"""Runs of the same questions to compare with, the newest."""
CELL = ("length", "bin", "control", "outcome", "item")
"""What of the address names a cell and what is looked at in it."""


def draw_switches(read: DepthRun) -> tuple[str, Scale, Run | None]:
    """Which picture, in which colours, and compared with which other run of the same questions."""
    others = {
        run.id or 0: run
        for run in list_runs(engine(), "depth", set_id=read.run.set_id, limit=MOST_OTHERS)
        if run.id != read.run.id
    }
    concluded = conclusions(engine(), others.values())
    with st.container(horizontal=True, vertical_alignment="center"):
        view = address.choose(
            "segmented_control",
            _("Chart"),
            "view",
            list(VIEWS),
            lambda one: _(VIEWS[one]),
            label_visibility="collapsed",
        )
        scale = address.choose(
            "segmented_control",
            _("Colours"),
            "scale",
            # Cividis stays for links that name it.
            [one for one in SCALES if one is not Scale.CIVIDIS or _names(one)],
            lambda one: _(SCALES[one]),
            default=scales.remembered(),
            label_visibility="collapsed",
        )
        scales.remember(scale)
        other = address.choose(
            "selectbox",
            _("Compare with"),
            "with",
            [0, *others],
            lambda id_: (
                run_label(id_, others[id_].title, concluded[id_]) if id_ else _("No comparison")
            ),
            label_visibility="collapsed",
            width=330,
        )
    return view, scale, others.get(other)


def draw_view(read: DepthRun, view: str, scale: Scale, *, narrow: bool = False) -> None:
    """`narrow`: something stands beside it."""
    if view == "lines":
        for number, figure in enumerate(line_figures(read, language())):
            _draw(figure, f"lines_{number}_{read.run.id}", narrow=narrow)
    elif view == "depths":
        _draw_depths(read, narrow=narrow)
    else:
        draw_heatmap(read, scale, narrow=narrow)


def draw_heatmap(read: DepthRun, scale: Scale, *, narrow: bool = False) -> None:
    """A click on a cell puts it into the address."""
    figure = depth_picture(read, scale, language())
    if narrow:
        _narrowed(figure)

    def chosen(point: dict[str, Any]) -> None:
        length, label = point["customdata"][:2]
        choose_cell(int(length), str(label))

    key = f"heatmap_{read.run.id}_{scale.value}"
    draw_clickable(figure, key, chosen, file_name=f"depth-run-{read.run.id}")
    caption(_("Click a cell to see its questions."))


def depth_picture(read: DepthRun, scale: Scale, spoken: str) -> Figure:
    """The heatmap with the line that the effective length is drawn at, and its totals."""
    return depth_heatmap(
        read.cells,
        read.metadata,
        language=spoken,
        scale=scale,
        below=read.effective.threshold,
        totals=read.figures.by_length,
    )


def _names(scale: Scale) -> bool:
    return st.query_params.get("scale") == scale.value


def choose_cell(length: int, label: str) -> None:
    address.put_all({**dict.fromkeys(CELL), "length": length, "bin": label or None})


def draw_difference(read: DepthRun, other: Run) -> Figure | None:
    """The run less another one, on the questions both answered; None where there are none."""
    theirs = read_run(other, progress(engine(), other.id or 0))
    first, second = _model_names(read, theirs)
    comparison = read_comparison(
        (read.run, progress(engine(), read.run.id or 0)),
        (other, progress(engine(), other.id or 0)),
    )
    if not any(cell.paired for cell in comparison.cells):
        notice(_("The two runs have no question in common at the same length and depth."), "quiet")
        return None
    figure = difference_heatmap(
        comparison,
        ComparedModels(first, second, (read.metadata, theirs.metadata)),
        language=language(),
    )
    draw_figure(figure, f"difference_{read.run.id}_{other.id}")
    return figure


def line_figures(read: DepthRun, spoken: str) -> Sequence[Figure]:
    over_length = accuracy_over_length(
        read.cells,
        read.metadata,
        by_length=read.figures.by_length,
        effective=read.effective,
        language=spoken,
    )
    if not read.has_depth:
        return [over_length]
    return [over_length, accuracy_over_depth(read.cells, read.metadata, language=spoken)]


def _draw(figure: Figure, key: str, *, narrow: bool = False) -> None:
    if narrow:
        _narrowed(figure)
    draw_figure(figure, key)


def _draw_depths(read: DepthRun, *, narrow: bool) -> None:
    entries, every = placed_entries(engine(), read.run)
    if not entries:
        notice(_("No result has a depth."), "quiet")
        return
    figure = depth_scatter(entries, read.metadata, language=language())
    _draw(figure, f"depths_{read.run.id}", narrow=narrow)
    if every > 1:
        caption(_("Showing one in {n} results.").format(n=every))


def _model_names(read: DepthRun, other: DepthRun) -> tuple[str, str]:
    """The models' names, with their runs where these are the same."""
    return (
        f"#{read.run.id} {read.metadata.model_name}",
        f"#{other.run.id} {other.metadata.model_name}",
    )


def _narrowed(figure: Figure) -> None:
    """The small print from the figure's own edge on, and smaller, so that none of it is cut; room
    above for a legend of several lines.
    """
    named = [trace for trace in figure.data if trace.name and trace.showlegend is not False]
    if len(named) > WIDE_LEGEND:
        figure.update_layout(
            margin_t=figure.layout.margin.t + LEGEND_ROOM,
            height=figure.layout.height + LEGEND_ROOM,
        )
    room = figure.layout.margin.l - 8
    for note in figure.layout.annotations:
        if note.xref == note.yref == "paper" and note.x == note.y == 0:
            note.update(xshift=-room, font={"size": 10})
