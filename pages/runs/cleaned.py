"""The cleaned set of a run in numbers: what it holds, by origin, and what it leaves out."""

from html import escape

import streamlit as st

from core.services.results import CleanedCounts, count_revalidated
from pages.components.app_context import engine
from pages.components.html import caption, draw
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.wording import OUTCOMES, term_name

_Link = tuple[str, dict[str, object]]


def draw_cleaned(run_id: int, counts: CleanedCounts) -> None:
    """Draw the size of the set and its parts; each number links to the questions it counts."""
    st.subheader(_("Cleaned set"))
    total = _n("of {n} question so far", "of {n} questions so far", counts.total)
    draw(f'<p class="desk-run-inside"><b>{counts.inside:,}</b> {escape(total)}</p>')
    parts: list[tuple[str, int, _Link]] = [
        (_("Passed"), counts.passed, ("questions", {"show": "passed"})),
        (
            _("Flagged, then accepted"),
            counts.accepted,
            ("accuracy", {"cases": 1, "decided": "keep", "outcome": "failed"}),
        ),
        (_("Edited"), counts.edited, ("accuracy", {"cases": 1, "decided": "fix"})),
    ]
    with st.container(key="run_cleaned", gap=None):
        for name, n, (page, query) in parts:
            with st.container(horizontal=True, vertical_alignment="center"):
                draw(f"<span>{escape(name)}</span>")
                with st.container(width="content"):
                    if n:
                        link(page, f"{n:,}", run=run_id, **query)
                    else:
                        draw('<span class="desk-run-none">0</span>')
        if counts.left_out:
            with st.container(horizontal=True):
                draw(f'<span class="desk-run-out">{escape(_left_out(counts))}</span>')
                with st.container(width="content"):
                    draw(f'<span class="desk-run-out">{counts.left_out:,}</span>')
    _draw_waiting(run_id, counts)
    if counts.edited:
        outcomes = count_revalidated(engine(), run_id)
        caption(
            _("Edited questions when re-validated"),
            *(
                _("{n} {what}").format(n=n, what=_outcome_label(outcome))
                for outcome, n in outcomes.items()
            ),
        )


def _left_out(counts: CleanedCounts) -> str:
    parts = [
        _("{n} rejected").format(n=counts.rejected) if counts.rejected else "",
        _("{n} undecided").format(n=counts.undecided) if counts.undecided else "",
        _("{n} disputed").format(n=counts.disputed) if counts.disputed else "",
        _("{n} failed to evaluate").format(n=counts.failed) if counts.failed else "",
        _("{n} skipped").format(n=counts.skipped) if counts.skipped else "",
    ]
    return _("Left out: {parts}").format(parts=_(", ").join(filter(None, parts)))


def _draw_waiting(run_id: int, counts: CleanedCounts) -> None:
    """Draw links to the undecided and disputed questions, which may still enter the set."""
    with st.container(horizontal=True, key="waits"):
        if counts.undecided:
            link("questions", _("Undecided questions"), run=run_id, show="all", state="undecided")
        if counts.disputed:
            link("adjudicate", _("Disputed questions"), run=run_id)


def _outcome_label(outcome: str) -> str:
    return _("not re-validated") if outcome == "not_asked" else term_name(OUTCOMES, outcome)
