"""The queue's progress, the decisions of today, and the items reserved for the reviewer."""

from collections import Counter
from html import escape

import streamlit as st

from core.services.review import State, my_claims, time_left, today
from pages.components.app_context import engine
from pages.components.fragment import fragment
from pages.components.language import _
from pages.components.review.claims import browser_timezone, local_time, renew

EVERY_S = 60
LONG_MIN = 100
"""From so many minutes on, the time left is shown in hours."""


@fragment(EVERY_S, at_top=False, counts=False)
def draw_progress(states: Counter[State], reviewer: str | None) -> None:
    """Draw the progress again every minute, which also renews the reviewer's claims."""
    parts = _today(reviewer) if reviewer else []
    total = states.total()
    decided = states[State.DECIDED] + states[State.SETTLED]
    bar = ""
    if total:
        so_far = _("{decided} of {total} decided").format(decided=decided, total=total)
        waiting = states[State.OPEN] + states[State.SECOND]
        parts = [so_far, *(_time_left(reviewer, waiting) if reviewer else []), *parts]
        bar = (
            f'<div role="progressbar" aria-valuemin="0" aria-valuemax="{total}" '
            f'aria-valuenow="{decided}" aria-label="{escape(so_far)}">'
            f'<i style="width:{100 * decided / total:.1f}%"></i></div>'
        )
    text = escape(" · ".join(parts))
    st.html(f'<div class="desk-progress">{bar}<small>{text}</small></div>')


def _time_left(reviewer: str, waiting: int) -> list[str]:
    """How long the reviewer needs for what waits; empty while their pace is not known."""
    duration = time_left(engine(), reviewer, waiting) if waiting else None
    if duration is None:
        return []
    minutes = max(1, round(duration.total_seconds() / 60))
    if minutes < LONG_MIN:
        return [_("about {n} min left at your pace").format(n=minutes)]
    return [_("about {n} h left at your pace").format(n=f"{minutes / 60:.1f}")]


def _today(reviewer: str) -> list[str]:
    """The decisions of today and the reserved items, whose claims are renewed first."""
    renew(reviewer)
    day, held = today(engine(), browser_timezone()), my_claims(engine(), reviewer)
    parts = [
        _("Today: {mine} by me, {team} by the team").format(mine=day.of(reviewer), team=day.team)
    ]
    if held:
        until = local_time(min(claim.expires_at for claim in held))
        parts.append(_("{n} reserved for you until {time}").format(n=len(held), time=until))
    return parts
