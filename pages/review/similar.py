"""Questions of the run that ask nearly the same or stand on the same evidence."""

import streamlit as st

from core.services.results import ItemDetail, similar
from pages.components.app_context import engine
from pages.components.html import caption
from pages.components.language import _
from pages.components.navigation import link
from pages.components.rates import percent

SHOWN_CHARS = 90


def draw_similar(shown: ItemDetail) -> None:
    """Looked for only while it is open."""
    folded = st.expander(_("Similar questions"), key="similar", on_change="rerun")
    if not folded.open:
        return
    with folded:
        found = similar(engine(), shown)
        if not found:
            caption(_("No other question in this run is similar or quotes the same place."))
        for one in found:
            text = " ".join(one.question.split())
            cut = text if len(text) <= SHOWN_CHARS else f"{text[:SHOWN_CHARS]}…"
            query = {**st.query_params.to_dict(), "item": one.item_id}
            link("review", _("line {line}").format(line=one.line) + f" · {cut}", **query)
            caption(
                _("{percent} similar").format(percent=percent(one.alike)) if one.alike else None,
                _("quotes the same place") if one.same_place else None,
            )
