"""How far the queue has come, what was done today, and what is claimed until when."""

from dataclasses import replace

import streamlit as st

from core.services.review import DecisionFilter, Queue, State, count_states, my_claims, today
from pages.components.app_context import engine
from pages.components.fragment import fragment
from pages.components.html import caption, plain
from pages.components.language import _
from pages.components.review.claims import clock, renew, zone

EVERY_S = 60


@fragment(EVERY_S)
def draw_progress(queue: Queue, reviewer: str | None) -> None:
    """Drawn anew every minute by itself, which also renews what is claimed."""
    said = _today(reviewer) if reviewer else []
    counts = count_states(engine(), replace(queue, decided=DecisionFilter.EITHER, states=()))
    total = counts.total()
    decided = counts[State.DECIDED] + counts[State.SETTLED]
    if not total:
        caption(*said)
        return
    so_far = _("{decided} of {total} decided").format(decided=decided, total=total)
    st.progress(decided / total, " · ".join([so_far, *map(plain, said)]))


def _today(reviewer: str) -> list[str]:
    """What was done today and what is claimed, which is renewed along the way."""
    renew(reviewer)
    day, held = today(engine(), zone()), my_claims(engine(), reviewer)
    said = [
        _("today {mine} by me, {team} by the team").format(mine=day.of(reviewer), team=day.team)
    ]
    if held:
        until = clock(min(one.expires_at for one in held))
        said.append(_("{n} claimed until {time}").format(n=len(held), time=until))
    return said
