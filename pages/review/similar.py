"""Questions of the run that ask nearly the same or quote the same place."""

import streamlit as st

from core.services.results import ItemDetail, similar
from pages.components.app_context import engine
from pages.components.html import caption
from pages.components.language import _
from pages.components.navigation import link
from pages.components.rates import percent

SHOWN_CHARS = 90


def draw_similar(item: ItemDetail) -> None:
    """Draw similar questions in an expander, searched for only while it is open."""
    expander = st.expander(_("Similar questions"), key="similar", on_change="rerun")
    if not expander.open:
        return
    with expander:
        matches = similar(engine(), item)
        if not matches:
            caption(_("No other question in this run is similar or quotes the same place."))
        for match in matches:
            text = " ".join(match.question.split())
            clipped = text if len(text) <= SHOWN_CHARS else f"{text[:SHOWN_CHARS]}…"
            query = {**st.query_params.to_dict(), "item": match.item_id}
            link("review", _("line {line}").format(line=match.line) + f" · {clipped}", **query)
            caption(
                _("{percent} similar").format(percent=percent(match.alike))
                if match.alike
                else None,
                _("quotes the same place") if match.same_place else None,
            )
