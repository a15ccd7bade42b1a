"""The card that continues the review: what is left, and the page's only primary button."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import streamlit as st

from core.services.access import Right
from core.services.review import ReviewerDesk
from pages.components.html import draw
from pages.components.language import _, _n
from pages.components.navigation import open_place
from pages.components.review.last_position import LastPosition
from pages.components.rights import needs
from pages.home.queues import QueueRow


@dataclass(frozen=True)
class NextWork:
    """The texts of the card; `address`: the parameters that Review opens with."""

    lead: str
    title: str
    detail: str
    address: dict[str, object]


def next_work(
    desk: ReviewerDesk, rows: Sequence[QueueRow], last: LastPosition | None
) -> NextWork | None:
    """Where the reviewer stopped, if questions still wait there, else the first of their queues."""
    if desk.left and (row := _row_of(rows, desk.left.run_id)):
        detail = _("Next: run #{run}, line {line}").format(
            run=desk.left.run_id, line=desk.left.line
        )
        filters = last.filters if last else {"run": desk.left.run_id}
        address = {**filters, "item": desk.left.item_id}
        return NextWork(_("Continue where you left off"), _title_with_count(row), detail, address)
    if rows:
        return NextWork(
            _("Next in your queues"), _title_with_count(rows[0]), rows[0].detail, rows[0].address
        )
    return None


def _row_of(rows: Sequence[QueueRow], run_id: int) -> QueueRow | None:
    """The run's queue, else the first one."""
    matches = [row for row in rows if row.address.get("run") == run_id]
    return matches[0] if matches else rows[0] if rows else None


def _title_with_count(row: QueueRow) -> str:
    n = row.progress.left
    count_text = _n("{n} flagged question left", "{n} flagged questions left", n)
    return _("{name}: {value}").format(name=row.title, value=count_text)


def draw_continue(work: NextWork) -> None:
    with st.container(
        horizontal=True,
        horizontal_alignment="distribute",
        vertical_alignment="center",
        key="continue_card",
    ):
        draw(
            f'<div class="desk-next"><small>{escape(work.lead)}</small>'
            f"<b>{escape(work.title)}</b><small>{escape(work.detail)}</small></div>"
        )
        if st.button(_("Continue"), type="primary", key="resume", **needs(Right.REVIEW)):
            open_place("review", **work.address)
