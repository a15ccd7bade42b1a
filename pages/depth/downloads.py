"""What can be taken away from a depth run."""

from collections.abc import Callable

import streamlit as st
from sqlalchemy import Engine

from core.charts import Figure, Scale, page
from core.depth import CellSet, cells_csv, cells_json
from core.services.results import depth_results_json
from pages.components.downloads import draw_download
from pages.components.html import caption
from pages.components.language import _, language
from pages.depth.charts import depth_picture, line_figures
from pages.depth.figures import DepthRun


def draw_depth_downloads(read: DepthRun, scale: Scale, compared: Figure | None) -> None:
    """Every file is made when it is asked for, not at every redraw; `compared` goes with the
    figures, where another run is beside this one.
    """
    run_id = read.run.id or 0
    # Callables run without the reader's session, so what they need is read before.
    spoken, title = language(), f"#{run_id} {read.run.title}"
    cells = [CellSet(title, read.cells, read.metadata)]

    def figures(_engine: Engine) -> bytes:
        heatmap = depth_picture(read, scale, spoken)
        drawn = [heatmap, *line_figures(read, spoken), *([compared] if compared else [])]
        return page(drawn, title, language=spoken, name=f"depth-run-{run_id}").encode()

    def offer(label: str, made: Callable[[Engine], str | bytes], ending: str, mime: str) -> None:
        name = f"depth_run_{run_id}{ending}"
        draw_download(label, made, name, mime, key=f"get_depth{ending}")

    def results(engine: Engine) -> str:
        return "".join(depth_results_json(engine, read.run))

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
