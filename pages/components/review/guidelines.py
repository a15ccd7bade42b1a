"""The reviewer guidelines: when to accept, edit or reject, in an expander filled when opened."""

from html import escape

import streamlit as st

from core.services.review import Action, Cause, ReviewReason
from pages.components.language import N_, _
from pages.components.wording import ACTIONS, CAUSES, REVIEW_REASONS, term_meaning, term_name

WHEN: dict[Action, str] = {
    Action.KEEP: N_(
        "The text supports the label and no other option. How the model answered or quoted does "
        "not matter: a good question that a model gets wrong is still accepted."
    ),
    Action.FIX: N_(
        "The question is worth keeping, but its label, an option, its wording or its position is "
        "wrong. Edit it; leave what you cannot fix to somebody else."
    ),
    Action.DROP: N_(
        "No small edit can fix it: the text does not answer it, several answers are correct, or "
        "it needs no text at all."
    ),
}
UNSURE = N_(
    "Still unsure after reading more of the text? Request a second review instead of guessing. "
    "Skip what is not yours to judge."
)


def draw_guidelines() -> None:
    expander = st.expander(_("Reviewer guidelines"), key="guidelines", on_change="rerun")
    if not expander.open:
        return
    decisions = "".join(_line(term_name(ACTIONS, action), _(text)) for action, text in WHEN.items())
    reasons = "".join(
        _line(f"{n} {term_name(REVIEW_REASONS, reason)}", term_meaning(REVIEW_REASONS, reason))
        for n, reason in enumerate(ReviewReason, start=1)
    )
    head = escape(_("Reasons"))
    with expander:
        st.html(
            f'<div class="desk-guide"><dl>{decisions}</dl><p>{escape(_(UNSURE))}</p>'
            f"<h5>{head}</h5><dl>{reasons}</dl></div>"
        )


def draw_causes() -> None:
    """Draw the causes that a final decision can name for differing reviews."""
    expander = st.expander(_("Causes explained"), key="explained_causes", on_change="rerun")
    if not expander.open:
        return
    causes = "".join(
        _line(f"{n} {term_name(CAUSES, cause)}", term_meaning(CAUSES, cause))
        for n, cause in enumerate(Cause, start=1)
    )
    with expander:
        st.html(f'<div class="desk-guide"><dl>{causes}</dl></div>')


def _line(term: str, meaning: str) -> str:
    return f"<dt>{escape(term)}</dt><dd>{escape(meaning)}</dd>"
