"""When to keep, fix or drop a question, for reviewers: folded away until wanted."""

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
    folded = st.expander(_("Reviewer guidelines"), key="guidelines", on_change="rerun")
    if not folded.open:
        return
    when = "".join(_line(term_name(ACTIONS, action), _(said)) for action, said in WHEN.items())
    reasons = "".join(
        _line(f"{n} {term_name(REVIEW_REASONS, reason)}", term_meaning(REVIEW_REASONS, reason))
        for n, reason in enumerate(ReviewReason, start=1)
    )
    head = escape(_("Reasons"))
    with folded:
        st.html(
            f'<div class="desk-guide"><dl>{when}</dl><p>{escape(_(UNSURE))}</p>'
            f"<h5>{head}</h5><dl>{reasons}</dl></div>"
        )


def draw_causes() -> None:
    """Why opinions differ, as a final decision says it."""
    folded = st.expander(_("Causes explained"), key="explained_causes", on_change="rerun")
    if not folded.open:
        return
    causes = "".join(
        _line(f"{n} {term_name(CAUSES, cause)}", term_meaning(CAUSES, cause))
        for n, cause in enumerate(Cause, start=1)
    )
    with folded:
        st.html(f'<div class="desk-guide"><dl>{causes}</dl></div>')


def _line(term: str, said: str) -> str:
    return f"<dt>{escape(term)}</dt><dd>{escape(said)}</dd>"
