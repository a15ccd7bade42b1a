"""What can be taken away from a depth run."""

import streamlit as st

from core.charts import Figure, Scale, depth_heatmap, page
from core.depth import CellSet, cells_csv, cells_json
from core.results import depth_results_json
from pages.parts.depth_charts import line_figures
from pages.parts.depth_figures import DepthRun
from pages.parts.desk import engine
from pages.parts.html import caption
from pages.parts.language import _, language


def draw_depth_downloads(read: DepthRun, scale: Scale, compared: Figure | None) -> None:
    """Every file is made when it is asked for, not at every redraw; `compared` goes with the
    figures, where another run is beside this one.
    """
    run_id = read.run.id or 0
    # Callables run without the reader's session, so what they need is read before.
    spoken, title = language(), f"#{run_id} {read.run.title}"
    figures = [
        depth_heatmap(read.cells, read.metadata, language=spoken, scale=scale),
        *line_figures(read),
        *([compared] if compared else []),
    ]
    cells = [CellSet(title, read.cells, read.metadata)]
    st.subheader(_("Downloads"))
    with st.container(horizontal=True):
        st.download_button(
            _("Figures (HTML)"),
            lambda: page(figures, title, language=spoken, name=f"depth-run-{run_id}").encode(),
            f"depth_run_{run_id}.html",
            "text/html",
            key="get_depth_html",
            on_click="ignore",
        )
        st.download_button(
            _("Cells (CSV)"),
            lambda: cells_csv(cells),
            f"depth_run_{run_id}_cells.csv",
            "text/csv",
            key="get_depth_csv",
            on_click="ignore",
        )
        st.download_button(
            _("Cells (JSON)"),
            lambda: cells_json(cells),
            f"depth_run_{run_id}_cells.json",
            "application/json",
            key="get_depth_cells",
            on_click="ignore",
        )
        st.download_button(
            _("Results (JSON)"),
            lambda: "".join(depth_results_json(engine(), read.run)).encode(),
            f"depth_run_{run_id}_results.json",
            "application/json",
            key="get_depth_results",
            on_click="ignore",
        )
    caption(
        _("The page of figures needs no network. The camera on a figure saves it as PNG."),
    )
