"""Downloads of a depth run."""

from collections.abc import Callable

import streamlit as st
from sqlalchemy import Engine

from core.charts import Figure, Scale, page
from core.depth import CellSet, cells_csv, cells_json
from core.services.results import depth_results_json
from pages.components.downloads import draw_download
from pages.components.html import caption
from pages.components.language import _, language
from pages.depth.charts import heatmap_figure, line_figures
from pages.depth.figures import DepthRun


def draw_depth_downloads(result: DepthRun, scale: Scale, compared: Figure | None) -> None:
    """Draw the downloads, each built on request; `compared` is the figure of a comparison."""
    run_id = result.run.id or 0
    # Callables run outside the reader's session, so they get the language and title from here.
    reader_language, title = language(), f"#{run_id} {result.run.title}"
    cells = [CellSet(title, result.cells, result.metadata)]

    def figures(_engine: Engine) -> bytes:
        heatmap = heatmap_figure(result, scale, reader_language)
        chart_list = [
            heatmap,
            *line_figures(result, reader_language),
            *([compared] if compared else []),
        ]
        return page(
            chart_list, title, language=reader_language, name=f"depth-run-{run_id}"
        ).encode()

    def offer(label: str, build: Callable[[Engine], str | bytes], suffix: str, mime: str) -> None:
        name = f"depth_run_{run_id}{suffix}"
        draw_download(label, build, name, mime, key=f"get_depth{suffix}")

    def results(engine: Engine) -> str:
        return "".join(depth_results_json(engine, result.run))

    st.subheader(_("Downloads"))
    with st.container(horizontal=True):
        offer(_("Figures (HTML)"), figures, ".html", "text/html")
        offer(_("Cells (CSV)"), lambda _engine: cells_csv(cells), "_cells.csv", "text/csv")
        offer(
            _("Cells (JSON)"), lambda _engine: cells_json(cells), "_cells.json", "application/json"
        )
        offer(_("Results (JSON)"), results, "_results.json", "application/json")
    caption(
        _("The chart page works offline. Use the camera icon on a chart to save it as PNG."),
    )
