"""A run compared with the one before it, in one sentence."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from core.services.results import ChangedQuestion, RunChange, change_since_last_run
from core.stats import PairedDifference
from pages.components.app_context import engine
from pages.components.html import draw, keep_figures_together, plain
from pages.components.language import _, _n
from pages.components.navigation import link

_LEVEL = 0.05
SHOWN = 50


def draw_change(run_id: int) -> None:
    """Draw the comparison; nothing if no earlier run of the set judged the same questions."""
    change = change_since_last_run(engine(), run_id)
    if change is None:
        return
    heading = (
        _("Compared with run #{n} by {model}")
        if change.before_model
        else _("Compared with run #{n}")
    )
    st.subheader(plain(heading.format(n=change.before, model=change.before_model)))
    draw(f'<p class="desk-run-said">{_sentence(change)}</p>')
    with st.container(horizontal=True, gap="medium", key="run_changed"):
        link("runs", _("Open run #{n}").format(n=change.before), run=change.before)
        _draw_list(run_id, _("{n} newly passed"), change.newly_passed)
        _draw_list(run_id, _("{n} newly flagged"), change.newly_flagged)


def _sentence(change: RunChange) -> str:
    difference = change.difference
    low, high = difference.interval
    points = escape(_("{points} points").format(points=signed(difference.difference)))
    sentence = _n(
        "Pass rate {points} on the {n} question both evaluated (95% CI {low} to {high}, "
        "paired p {p}): {verdict}",
        "Pass rate {points} on the {n} questions both evaluated (95% CI {low} to {high}, "
        "paired p {p}): {verdict}",
        difference.n,
        points=f"<b>{points}</b>",
        low=signed(low),
        high=signed(high),
        p=_p(difference.p_value),
        verdict=escape(_verdict(difference)),
    )
    return keep_figures_together(sentence)


def _verdict(difference: PairedDifference) -> str:
    if difference.low_n:
        return _("too few questions to say.")
    if difference.p_value >= _LEVEL:
        return _("no clear difference.")
    return (
        _("more questions pass now.")
        if difference.difference > 0
        else _("fewer questions pass now.")
    )


def signed(share: float) -> str:
    """Percentage points with their sign: +3.5, −3.6 or 0.0."""
    text = f"{abs(share) * 100:.1f}"
    if text == "0.0":
        return text
    return f"+{text}" if share > 0 else f"\N{MINUS SIGN}{text}"


def _p(value: float) -> str:
    if value < 0.001:
        return "&lt; 0.001"
    return f"= {value:.2f}" if value >= 0.01 else f"= {value:.3f}"


def _draw_list(run_id: int, label: str, questions: Sequence[ChangedQuestion]) -> None:
    if not questions:
        return
    with st.popover(label.format(n=f"{len(questions):,}"), type="tertiary"):
        for question in questions[:SHOWN]:
            text = _("Line {line}: {question}").format(
                line=question.line, question=question.question
            )
            link("review", text, run=run_id, show="all", state="either", item=question.item_id)
