"""The progress of the vectors that search by meaning needs; workers make them."""

import streamlit as st

from core.errors import ConfigurationError
from core.services.answers import VectorProgress, vector_progress
from pages.components.app_context import engine, settings
from pages.components.fragment import fragment
from pages.components.html import caption, notice
from pages.components.language import _, translate

LOOK_S = 5.0


def draw_vectors() -> None:
    """Draw the progress, every few seconds until all vectors are made; without an embedder
    recommend one.
    """
    try:
        progress = vector_progress(engine(), settings())
    except ConfigurationError as error:
        notice(translate(error))
        return
    if progress is None:
        caption(
            _(
                "Search matches words only and misses many rephrased questions. An embedder is "
                "recommended: set DESK_RETRIEVAL_EMBEDDER (docs/retrieval.md)."
            )
        )
        return
    if not progress.total:
        return
    if progress.is_complete:
        _draw(progress)
    else:
        _draw_live()


@fragment(every_s=LOOK_S)
def _draw_live() -> None:
    progress = vector_progress(engine(), settings())
    if progress is not None:
        _draw(progress)


def _draw(progress: VectorProgress) -> None:
    n_done, total = f"{progress.done:,}", f"{progress.total:,}"
    if progress.is_complete:
        caption(_("Search by meaning is ready: {total} passages.").format(total=total))
        return
    template = _(
        "Search by meaning is being prepared: {done} of {total} passages. Until then words alone "
        "are searched."
    )
    st.progress(progress.done / progress.total, template.format(done=n_done, total=total))
