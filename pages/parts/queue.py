"""The review queue's filters, kept in the address, and how far it has come."""

from dataclasses import replace

import streamlit as st

from core.review import Decided, Queue, Shown, count
from core.runs import run_titles
from pages.parts import address
from pages.parts.desk import engine
from pages.parts.language import N_, _
from pages.parts.words import REASONS, named

SHOWN = {
    Shown.FLAGGED: N_("Flagged"),
    Shown.PASSED: N_("Passed"),
    Shown.NOT_JUDGED: N_("Not judged"),
    Shown.ALL: N_("All"),
}
DECIDED = {
    Decided.UNDECIDED: N_("Undecided"),
    Decided.DECIDED: N_("Decided"),
    Decided.EITHER: N_("Both"),
}
FORGETS = ("item",)


def draw_filters() -> Queue:
    """Run, kind of result, reason and state in one row; an empty name stands for any."""
    titles = run_titles(engine())
    with st.container(horizontal=True, vertical_alignment="center"):
        run_id = address.choose(
            "selectbox",
            _("Run"),
            "run",
            [0, *titles],
            lambda id_: f"#{id_} {titles[id_]}" if id_ else _("All runs"),
            forgets=FORGETS,
            label_visibility="collapsed",
            width=190,
        )
        return draw_result_filters(run_id or None)


def draw_result_filters(run_id: int | None) -> Queue:
    """The filters that apply within a run."""
    shown = address.choose(
        "segmented_control",
        _("Results"),
        "show",
        list(Shown),
        lambda one: _(SHOWN[one]),
        forgets=FORGETS,
        label_visibility="collapsed",
    )
    reason = address.choose(
        "selectbox",
        _("Reason"),
        "reason",
        ["", *REASONS],
        lambda one: named(REASONS, one) if one else _("Any reason"),
        forgets=FORGETS,
        label_visibility="collapsed",
        width=155,
    )
    decided = address.choose(
        "segmented_control",
        _("Decision"),
        "state",
        list(Decided),
        lambda one: _(DECIDED[one]),
        forgets=FORGETS,
        label_visibility="collapsed",
    )
    return Queue(run_id, shown, reason or None, decided)


def draw_progress(queue: Queue) -> None:
    """How many of the filter's items are decided."""
    total = count(engine(), replace(queue, decided=Decided.EITHER))
    decided = count(engine(), replace(queue, decided=Decided.DECIDED))
    if total:
        st.progress(
            decided / total,
            _("{decided} of {total} decided").format(decided=decided, total=total),
        )
