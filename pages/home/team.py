"""What the team decided today, as bars with numbers."""

from html import escape

import streamlit as st

from core.services.review import DailyDecisions
from pages.components.html import caption, draw
from pages.components.language import _, _n
from pages.components.navigation import link


def draw_team(day: DailyDecisions, reviewer: str | None, disputed: int) -> None:
    st.subheader(_("Team today"), anchor=False)
    most = max(day.decisions.values(), default=0)
    rows = "".join(
        _row(_("{name}, you").format(name=name) if name == reviewer else name, n, n / most)
        for name, n in day.decisions.most_common()
    )
    if rows:
        draw(f'<dl class="desk-team">{rows}</dl>')
    caption(_summary(day))
    if disputed:
        link(
            "adjudicate",
            _n(
                "{n} conflict to adjudicate",
                "{n} conflicts to adjudicate",
                disputed,
            ),
        )


def _row(name: str, n: int, share: float) -> str:
    bar = f'<span aria-hidden="true"><i style="width:{100 * share:.1f}%"></i></span>'
    return f"<dt>{escape(name)}</dt><dd>{bar}<b>{n:,}</b></dd>"


def _summary(day: DailyDecisions) -> str:
    if not day.team:
        return _("No decisions yet today.")
    counted = _n("{n} decision", "{n} decisions", day.team)
    parts = _("{accepted} accepted, {edited} edited, {rejected} rejected").format(
        accepted=day.actions["keep"], edited=day.actions["fix"], rejected=day.actions["drop"]
    )
    return _("{decisions}: {parts}.").format(decisions=counted, parts=parts)
