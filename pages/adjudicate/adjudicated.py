"""The settled questions: how many by cause, and a list that opens each again."""

import streamlit as st

from core.services.review import (
    AdjudicatedItem,
    Cause,
    Queue,
    adjudicated_items,
    count,
    count_causes,
)
from pages.components import address
from pages.components.app_context import engine
from pages.components.html import badges, caption, notice, verbatim
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.wording import ACTIONS, CAUSES, term_meaning, term_name, term_tone

PAGE_SIZE = 20


def draw_settled(queue: Queue) -> None:
    causes = count_causes(engine(), queue)
    if not causes:
        notice(_("No final decisions match these filters yet."), "quiet")
        return
    address.choose(
        "pills",
        _("Why reviews differed"),
        "cause",
        ["", *(cause.value for cause in Cause if causes[cause] or cause == queue.cause)],
        lambda value: (
            f"{term_name(CAUSES, value)} {causes[Cause(value)]:,}" if value else _("Any cause")
        ),
        forgets=("item",),
    )
    if queue.cause:
        caption(term_meaning(CAUSES, queue.cause.value))
    total = count(engine(), queue)
    caption(_n("{n} settled question", "{n} settled questions", total))
    pages = -(-total // PAGE_SIZE)
    key = f"settled_page_{hash(queue)}"  # another filter begins on its first page
    number = st.pagination(pages, key=key) if pages > 1 else 1
    with st.container(key="cell_list"):
        for line in adjudicated_items(engine(), queue, number, PAGE_SIZE):
            _draw_line(line)


def _draw_line(line: AdjudicatedItem) -> None:
    with st.container(gap="xsmall"):
        filters = address.current("run", "reason", "language", "cause", "view")
        link("adjudicate", line.question, **filters, item=line.item_id)
        badges(
            (
                (f"#{line.run_id} · {line.line}", "quiet"),
                (term_name(ACTIONS, line.action.value), term_tone(ACTIONS, line.action.value)),
                (term_name(CAUSES, line.cause.value), "quiet"),
                (f"{line.reviewer} · {line.at:%Y-%m-%d %H:%M} UTC", "quiet"),
            )
        )
        if line.comment:
            verbatim(line.comment)
