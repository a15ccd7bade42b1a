"""The charts of a depth run: heatmap, lines, depths reached, and two runs compared."""

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
"""Legend entries on one line of a narrow figure, and pixels of two more lines."""
MOST_OTHERS = 200
"""Newest runs of the same questions offered for comparison."""
CELL = ("length", "bin", "control", "outcome", "item")
"""Parameters of the address that name a cell and an item in it."""


def draw_switches(result: DepthRun) -> tuple[str, Scale, Run | None]:
    """Draw the choices of chart, colours, and another run of the same questions to compare."""
    other_runs = {
        run.id or 0: run
        for run in list_runs(engine(), "depth", set_id=result.run.set_id, limit=MOST_OTHERS)
        if run.id != result.run.id
    }
    concluded = conclusions(engine(), other_runs.values())
    with st.container(horizontal=True, vertical_alignment="center"):
        view = address.choose(
            "segmented_control",
            _("Chart"),
            "view",
            list(VIEWS),
            lambda view: _(VIEWS[view]),
            label_visibility="collapsed",
        )
        scale = address.choose(
            "segmented_control",
            _("Colours"),
            "scale",
            # Cividis stays for links that name it.
            [option for option in SCALES if option is not Scale.CIVIDIS or _is_in_address(option)],
            lambda option: _(SCALES[option]),
            default=scales.remembered(),
            label_visibility="collapsed",
        )
        scales.remember(scale)
        other_id = address.choose(
            "selectbox",
            _("Compare with"),
            "with",
            [0, *other_runs],
            lambda id_: (
                run_label(id_, other_runs[id_].title, concluded[id_]) if id_ else _("No comparison")
            ),
            label_visibility="collapsed",
            width=330,
        )
    return view, scale, other_runs.get(other_id)


def draw_view(result: DepthRun, view: str, scale: Scale, *, narrow: bool = False) -> None:
    """Draw the chosen chart; `narrow` leaves room for a column beside it."""
    if view == "lines":
        for number, figure in enumerate(line_figures(result, language())):
            _draw(figure, f"lines_{number}_{result.run.id}", narrow=narrow)
    elif view == "depths":
        _draw_depths(result, narrow=narrow)
    else:
        draw_heatmap(result, scale, narrow=narrow)


def draw_heatmap(result: DepthRun, scale: Scale, *, narrow: bool = False) -> None:
    """Draw the heatmap; a click on a cell opens its questions."""
    figure = heatmap_figure(result, scale, language())
    if narrow:
        _fit_narrow(figure)

    def choose(point: dict[str, Any]) -> None:
        length, label = point["customdata"][:2]
        choose_cell(int(length), str(label))

    key = f"heatmap_{result.run.id}_{scale.value}"
    draw_clickable(figure, key, choose, file_name=f"depth-run-{result.run.id}")
    caption(_("Click a cell to see its questions."))


def heatmap_figure(result: DepthRun, scale: Scale, reader_language: str) -> Figure:
    """The heatmap with the line of the effective length, and totals by length."""
    return depth_heatmap(
        result.cells,
        result.metadata,
        language=reader_language,
        scale=scale,
        below=result.effective.threshold,
        totals=result.figures.by_length,
    )


def _is_in_address(scale: Scale) -> bool:
    return st.query_params.get("scale") == scale.value


def choose_cell(length: int, label: str) -> None:
    address.put_all({**dict.fromkeys(CELL), "length": length, "bin": label or None})


def draw_difference(result: DepthRun, other_run: Run) -> Figure | None:
    """Draw the difference from another run, on shared questions; None if there are none."""
    other_result = read_run(other_run, progress(engine(), other_run.id or 0))
    model, other_model = _model_names(result, other_result)
    comparison = read_comparison(
        (result.run, progress(engine(), result.run.id or 0)),
        (other_run, progress(engine(), other_run.id or 0)),
    )
    if not any(cell.paired for cell in comparison.cells):
        notice(_("The two runs have no question in common at the same length and depth."), "quiet")
        return None
    figure = difference_heatmap(
        comparison,
        ComparedModels(model, other_model, (result.metadata, other_result.metadata)),
        language=language(),
    )
    draw_figure(figure, f"difference_{result.run.id}_{other_run.id}")
    return figure


def line_figures(result: DepthRun, reader_language: str) -> Sequence[Figure]:
    over_length = accuracy_over_length(
        result.cells,
        result.metadata,
        by_length=result.figures.by_length,
        effective=result.effective,
        language=reader_language,
    )
    if not result.has_depth:
        return [over_length]
    return [
        over_length,
        accuracy_over_depth(result.cells, result.metadata, language=reader_language),
    ]


def _draw(figure: Figure, key: str, *, narrow: bool = False) -> None:
    if narrow:
        _fit_narrow(figure)
    draw_figure(figure, key)


def _draw_depths(result: DepthRun, *, narrow: bool) -> None:
    entries, every = placed_entries(engine(), result.run)
    if not entries:
        notice(_("No result has a depth."), "quiet")
        return
    figure = depth_scatter(entries, result.metadata, language=language())
    _draw(figure, f"depths_{result.run.id}", narrow=narrow)
    if every > 1:
        caption(_("Showing one in {n} results.").format(n=every))


def _model_names(result: DepthRun, other_result: DepthRun) -> tuple[str, str]:
    """The models' names with the numbers of their runs."""
    return (
        f"#{result.run.id} {result.metadata.model_name}",
        f"#{other_result.run.id} {other_result.metadata.model_name}",
    )


def _fit_narrow(figure: Figure) -> None:
    """Fit a figure into a column: smaller notes from its left edge, room for a tall legend."""
    legend_entries = [
        trace for trace in figure.data if trace.name and trace.showlegend is not False
    ]
    if len(legend_entries) > WIDE_LEGEND:
        figure.update_layout(
            margin_t=figure.layout.margin.t + LEGEND_ROOM,
            height=figure.layout.height + LEGEND_ROOM,
        )
    left_margin = figure.layout.margin.l - 8
    for note in figure.layout.annotations:
        if note.xref == note.yref == "paper" and note.x == note.y == 0:
            note.update(xshift=-left_margin, font={"size": 10})
