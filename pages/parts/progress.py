"""How far the queue has come, what was done today, and what is claimed until when."""

from dataclasses import replace

import streamlit as st

from core.review import Decided, Queue, State, count_states, my_claims, today
from pages.parts.claims import clock, renew, zone
from pages.parts.desk import engine
from pages.parts.html import caption
from pages.parts.language import _, _n
from pages.parts.trouble import database_trouble

EVERY_S = 60


@st.fragment(run_every=EVERY_S)
def draw_progress(queue: Queue, reviewer: str | None) -> None:
    """Drawn anew every minute by itself, which also renews what is claimed."""
    with database_trouble():
        if reviewer:
            renew(reviewer)
            _draw_today(reviewer)
        counts = count_states(engine(), replace(queue, decided=Decided.EITHER, states=()))
        total = counts.total()
        decided = counts[State.DECIDED] + counts[State.SETTLED]
        if total:
            st.progress(
                decided / total,
                _("{decided} of {total} decided").format(decided=decided, total=total),
            )


def _draw_today(reviewer: str) -> None:
    day, held = today(engine(), zone()), my_claims(engine(), reviewer)
    claimed = None
    if held:
        n = _n("{n} question claimed", "{n} questions claimed", len(held))
        until = clock(min(one.expires_at for one in held))
        claimed = _("{claimed} until {time}").format(claimed=n, time=until)
    caption(
        _("Today: {mine} by me, {team} by the team").format(mine=day.of(reviewer), team=day.team),
        claimed,
    )
