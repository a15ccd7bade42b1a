"""Why questions were flagged, as bars that lead to them, with how many are decided."""

from html import escape

import streamlit as st

from core.services.results import RunCounts
from core.services.review import DecisionFilter, Queue, QueueView, count
from pages.components.app_context import engine
from pages.components.html import caption, draw
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.wording import REASONS, term_name


def draw_reasons(run_id: int, counts: RunCounts) -> None:
    """Draw a bar for each reason; its name links to its questions."""
    if not counts.reasons:
        return
    n = counts.failed
    st.subheader(_n("Why {n} was flagged", "Why {n} were flagged", n))
    most = max(counts.reasons.values())
    with st.container(key="run_reasons", gap=None):
        for reason, n in counts.reasons.most_common():
            name_column, bar_column, number_column = st.columns(
                [5, 12, 1], vertical_alignment="center"
            )
            with name_column:
                link(
                    "review",
                    term_name(REASONS, reason),
                    run=run_id,
                    reason=reason,
                    state=DecisionFilter.EITHER,
                )
            with bar_column:
                progress_text = escape(_progress(run_id, reason, n))
                width = f"{100 * n / most * 0.6:.1f}%"
                draw(f'<div class="desk-bar"><i style="width:{width}"></i>{progress_text}</div>')
            with number_column:
                draw(f'<div class="desk-bar-n">{n:,}</div>')
    caption(_("A question counts under each of its reasons. Select a reason to see its questions."))


def _progress(run_id: int, reason: str, n: int) -> str:
    queue = Queue(run_id, QueueView.FLAGGED, reason, DecisionFilter.EITHER)
    decided = count(engine(), _only(queue, DecisionFilter.DECIDED))
    parts = [
        _("{n} reviewed").format(n=f"{decided:,}") if decided else "",
        _("{n} left").format(n=f"{n - decided:,}") if n > decided else "",
    ]
    return _(", ").join(filter(None, parts))


def _only(queue: Queue, decided: DecisionFilter) -> Queue:
    return Queue(queue.run_id, queue.shown, queue.reason, decided)
