"""A run's items as a list, filtered by the address; a row opens the item."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from core.services.review import Queue, QueueLine, count, page
from core.validation import shown_similarity
from pages.components.app_context import engine
from pages.components.html import caption, notice
from pages.components.language import _
from pages.components.navigation import open_place
from pages.components.review.run_filters import draw_result_filters
from pages.components.wording import CONFIDENCE, OUTCOMES, REASONS, term_label, term_name

PAGE_SIZE = 50


def draw_items(run_id: int) -> None:
    is_filtered = any(name in st.query_params for name in ("show", "reason", "state"))
    with st.expander(_("All questions of this run"), expanded=is_filtered):
        _draw_table(run_id)


def _draw_table(run_id: int) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        queue = draw_result_filters(run_id)
    total = count(engine(), queue)
    if not total:
        notice(_("No questions match these filters."), "quiet")
        return
    pages = -(-total // PAGE_SIZE)
    number = st.pagination(pages, key="items_page") if pages > 1 else 1
    caption(_("Select the box at the start of a row to open the question."))
    lines = page(engine(), queue, number, PAGE_SIZE)
    chosen = st.dataframe(
        _frame(lines),
        hide_index=True,
        placeholder="",
        on_select="rerun",
        selection_mode="single-row",
        key="items_table",
        alt=_("All questions of this run"),
    )
    rows = chosen.selection.rows
    if rows:
        _open(lines[rows[0]].item_id, queue)


def _open(item_id: int, queue: Queue) -> None:
    open_place(
        "review",
        run=queue.run_id,
        show=queue.shown.value,
        reason=queue.reason,
        state=queue.decided.value,
        item=item_id,
    )


def _frame(lines: Sequence[QueueLine]) -> Styler:
    """The table; a similarity below the floor reads "< 0.60" and is still sorted as a number."""
    frame = pd.DataFrame(
        {
            _("Line"): [line.line for line in lines],
            _("Question"): [line.question for line in lines],
            _("Outcome"): [term_name(OUTCOMES, line.outcome) for line in lines],
            _("Reasons"): [
                _(", ").join(term_name(REASONS, r) for r in line.reasons) for line in lines
            ],
            _("Label"): [_(", ").join(line.labelled).upper() for line in lines],
            _("Model"): [_(", ").join(line.answered).upper() for line in lines],
            _("Similarity"): [line.similarity for line in lines],
            _("Confidence"): [term_label(CONFIDENCE, line.confidence or "") for line in lines],
        }
    )
    formats: dict[str, Any] = {_("Similarity"): shown_similarity}
    return frame.style.format(formats, na_rep="")
