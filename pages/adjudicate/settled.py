"""What final decisions have settled: how often for which cause, and each to be looked at again."""

import streamlit as st

from core.services.review import Cause, Queue, Settled, count, count_causes, settled
from pages.components import address
from pages.components.desk import engine
from pages.components.html import badges, caption, notice, verbatim
from pages.components.language import _, _n
from pages.components.places import link
from pages.components.words import ACTIONS, CAUSES, meaning, named, tone

PAGE_SIZE = 20


def draw_settled(queue: Queue) -> None:
    causes = count_causes(engine(), queue)
    if not causes:
        notice(_("No final decision fits these filters yet."), "quiet")
        return
    address.choose(
        "pills",
        _("Why opinions differed"),
        "cause",
        ["", *(cause.value for cause in Cause if causes[cause] or cause == queue.cause)],
        lambda one: f"{named(CAUSES, one)} {causes[Cause(one)]:,}" if one else _("Any cause"),
        forgets=("item",),
    )
    if queue.cause:
        caption(meaning(CAUSES, queue.cause.value))
    total = count(engine(), queue)
    caption(_n("{n} settled question", "{n} settled questions", total))
    pages = -(-total // PAGE_SIZE)
    key = f"settled_page_{hash(queue)}"  # another filter begins on its first page
    number = st.pagination(pages, key=key) if pages > 1 else 1
    with st.container(key="cell_list"):
        for line in settled(engine(), queue, number, PAGE_SIZE):
            _draw_line(line)


def _draw_line(line: Settled) -> None:
    with st.container(gap="xsmall"):
        kept = address.kept("run", "reason", "language", "cause", "view")
        link("adjudicate", line.question, **kept, item=line.item_id)
        badges(
            (
                (f"#{line.run_id} · {line.line}", "quiet"),
                (named(ACTIONS, line.action.value), tone(ACTIONS, line.action.value)),
                (named(CAUSES, line.cause.value), "quiet"),
                (f"{line.reviewer} · {line.at:%Y-%m-%d %H:%M} UTC", "quiet"),
            )
        )
        if line.comment:
            verbatim(line.comment)
