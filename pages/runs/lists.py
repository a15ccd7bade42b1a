"""Lists of a run's questions on its page: left to review, failed to evaluate, skipped."""

from collections.abc import Sequence
from html import escape
from typing import Literal

import streamlit as st

from core.services.results import unusable_items
from core.services.review import DecisionFilter, Queue, QueueView, page
from pages.components.app_context import engine
from pages.components.html import draw
from pages.components.language import _
from pages.components.navigation import link
from pages.components.wording import REASONS, term_name

FEW, MANY = 3, 100
LEFT_SHOWN = 10


def draw_left(run_id: int, n: int) -> None:
    """Draw the first flagged questions that nobody has decided, in the file's order."""
    if not n:
        return
    st.subheader(_("Left to review"))
    queue = Queue(run_id, QueueView.FLAGGED, None, DecisionFilter.UNDECIDED)
    lines = page(engine(), queue, 1, LEFT_SHOWN)
    with st.container(key="run_left", gap=None):
        _draw_row([_("Line"), _("Question"), _("Main reason"), _("Label and model")])
        for line in lines:
            label = _(", ").join(line.labelled).upper() or "–"
            model = _(", ").join(line.answered).upper() or "–"
            reason = term_name(REASONS, line.reasons[0]) if line.reasons else ""
            answers = _("Label {label}, model {model}").format(label=label, model=model)
            _draw_row([str(line.line), line.question, reason, answers], run_id, line.item_id)
    if n > len(lines):
        waiting = {"show": "flagged", "state": "undecided"}
        link("questions", _("Show all {n}").format(n=f"{n:,}"), run=run_id, **waiting)


def draw_unusable(run_id: int, outcome: Literal["failed", "skipped"], n: int) -> None:
    """Draw a few of the `n` questions without a result, or all if the address asks for them."""
    if not n:
        return
    shows_all = st.query_params.get("list") == outcome
    st.subheader(_("Failed to evaluate") if outcome == "failed" else _("Skipped"))
    stored: Literal["infrastructure", "skipped"] = (
        "infrastructure" if outcome == "failed" else "skipped"
    )
    items = unusable_items(engine(), run_id, stored, limit=MANY if shows_all else FEW)
    head = [_("Line"), _("Question"), _("Cause")]
    with st.container(key=f"run_{outcome}", gap=None):
        _draw_row([*head, _("Attempts")] if outcome == "failed" else [*head, ""])
        for item in items:
            attempts = str(item.attempts) if outcome == "failed" else ""
            cells = [str(item.line), item.question, term_name(REASONS, item.reason), attempts]
            _draw_row(cells, run_id, item.item_id)
    if not shows_all and n > len(items):
        link("runs", _("Show all {n}").format(n=f"{n:,}"), run=run_id, list=outcome)
    elif n > len(items):
        filters = {"show": "not_judged", "state": "either"}
        link("questions", _("Show all {n}").format(n=f"{n:,}"), run=run_id, **filters)


def _draw_row(cells: Sequence[str], run_id: int = 0, item_id: int = 0) -> None:
    """Draw four cells; the second one links to the item, if there is one."""
    columns = st.columns([1, 10, 3, 3], vertical_alignment="center")
    for index, (column, cell) in enumerate(zip(columns, cells, strict=True)):
        with column:
            if index == 1 and item_id:
                filters = {"show": "all", "state": "either"}
                link("review", cell, run=run_id, item=item_id, **filters)
            else:
                css = "desk-cell" if item_id else "desk-cell head"
                draw(f'<div class="{css}">{escape(cell)}</div>')
