"""The list of what was found: a box to select, the question, and what is known of it."""

from collections.abc import Sequence
from functools import partial
from html import escape

import streamlit as st

from core.services.review import DecisionFilter, FoundQuestion, Queue, State
from core.validation import shown_similarity
from pages.components.html import draw
from pages.components.language import _
from pages.components.mirror import mirror
from pages.components.navigation import link
from pages.components.review.filter_bar import EVERY
from pages.components.review.filter_state import EVERY_STATE
from pages.components.review.filter_state import STATES as REVIEWED
from pages.components.wording import ACTIONS, OUTCOMES, REASONS, Tone, term_name, term_tone
from pages.questions.selection import selection_of, toggle

PAGE_SIZE = 25
WIDTHS = (0.35, 4.3, 6.9)


def draw_found(found: Sequence[FoundQuestion], queue: Queue, reviewer: str | None) -> None:
    """Without a name there is nothing to select."""
    with st.container(gap="xsmall", key="found_list"):
        _draw_head(found, queue, reviewer)
        for one in found:
            _draw_row(one, queue, reviewer)


def _draw_head(found: Sequence[FoundQuestion], queue: Queue, reviewer: str | None) -> None:
    names = (_("Line"), _("Label"), _("Model"), _("Reasons"), _("Decision"), _("Similarity"))
    box, question, facts = st.columns(WIDTHS, vertical_alignment="center")
    if reviewer:
        ids = [one.line.item_id for one in found]
        selected = selection_of(queue)
        with box:
            _draw_box("page", ids, all(id_ in selected for id_ in ids), _("Select this page"))
    with question:
        draw('<div class="desk-found head"><b>' + escape(_("Question")) + "</b></div>")
    with facts:
        cells = "".join(f"<b>{escape(name)}</b>" for name in names)
        draw(f'<div class="desk-found facts head">{cells}</div>')


def _draw_row(one: FoundQuestion, queue: Queue, reviewer: str | None) -> None:
    line = one.line
    box, question, facts = st.columns(WIDTHS, vertical_alignment="center")
    if reviewer:
        label = _("Select line {line} of run {run}").format(line=line.line, run=line.run_id)
        with box:
            _draw_box(line.item_id, [line.item_id], line.item_id in selection_of(queue), label)
    with question:
        kept: dict[str, object] = {name: st.query_params.get(name) for name in EVERY}
        state = st.query_params.get("state")
        kept |= {
            "show": queue.shown.value,
            "state": state if state in REVIEWED else DecisionFilter.EITHER.value,
            "item": line.item_id,
        }
        link("review", line.question, **kept)
    with facts:
        draw(f'<div class="desk-found facts">{_facts(one)}</div>')


def _draw_box(name: object, ids: Sequence[int], on: bool, label: str) -> None:
    mirrored = mirror(f"pick_{name}", on, partial(toggle, ids))
    st.checkbox(label, value=on, label_visibility="collapsed", **mirrored)


def _facts(one: FoundQuestion) -> str:
    line = one.line
    similar = shown_similarity(line.similarity) if line.similarity is not None else ""
    answered = ", ".join(line.answered).upper()
    reasons = [(term_name(REASONS, reason), term_tone(REASONS, reason)) for reason in line.reasons]
    if line.outcome != "failed":
        reasons.insert(0, (term_name(OUTCOMES, line.outcome), term_tone(OUTCOMES, line.outcome)))
    cells = (
        f"<span>#{line.run_id} · {line.line}</span>",
        f"<span>{escape(', '.join(line.labelled).upper())}</span>",
        f"<span>{escape(answered)}</span>",
        f"<span>{_badges(reasons)}</span>",
        f"<span>{_standing(one)}</span>",
        f"<span>{escape(similar)}</span>",
    )
    return "".join(cells)


def _standing(one: FoundQuestion) -> str:
    """How far it is, what was decided and by whom, as far as the reader may know."""
    state = one.line.state
    words: list[tuple[str, Tone]] = []
    if one.decision:
        words.append((term_name(ACTIONS, one.decision), term_tone(ACTIONS, one.decision)))
    if state in (State.SECOND, State.DISPUTED):
        words.append((_(EVERY_STATE[state]), "amber"))
    said = [one.reviewer, _("final") if state == State.SETTLED else None]
    if one.assignee:
        said.append(_("for {name}").format(name=one.assignee))
    if not words and not one.assignee:
        said.append(_("undecided"))
    told = " · ".join(escape(part) for part in said if part)
    return _badges(words) + (f"<i>{told}</i>" if told else "")


def _badges(words: Sequence[tuple[str, Tone]]) -> str:
    return "".join(f'<em class="desk-badge {tone}">{escape(name)}</em>' for name, tone in words)
