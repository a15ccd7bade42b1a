"""The list of matching questions: a box to select, the question, and its facts."""

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
from pages.components.review.filter_bar import FILTER_NAMES
from pages.components.review.filter_state import EVERY_STATE
from pages.components.review.filter_state import STATES as REVIEWED
from pages.components.wording import ACTIONS, OUTCOMES, REASONS, Tone, term_name, term_tone
from pages.questions.selection import selection_of, toggle

PAGE_SIZE = 25
WIDTHS = (0.35, 4.3, 6.9)


def draw_questions(questions: Sequence[FoundQuestion], queue: Queue, reviewer: str | None) -> None:
    """Draw the questions; the boxes to select need a reviewer."""
    with st.container(gap="xsmall", key="found_list"):
        _draw_head(questions, queue, reviewer)
        for question in questions:
            _draw_row(question, queue, reviewer)


def _draw_head(questions: Sequence[FoundQuestion], queue: Queue, reviewer: str | None) -> None:
    names = (_("Line"), _("Label"), _("Model"), _("Reasons"), _("Decision"), _("Similarity"))
    box_column, question_column, facts_column = st.columns(WIDTHS, vertical_alignment="center")
    if reviewer:
        ids = [item.line.item_id for item in questions]
        selected = selection_of(queue)
        with box_column:
            _draw_box("page", ids, all(id_ in selected for id_ in ids), _("Select this page"))
    with question_column:
        draw('<div class="desk-found head"><b>' + escape(_("Question")) + "</b></div>")
    with facts_column:
        cells = "".join(f"<b>{escape(name)}</b>" for name in names)
        draw(f'<div class="desk-found facts head">{cells}</div>')


def _draw_row(question: FoundQuestion, queue: Queue, reviewer: str | None) -> None:
    line = question.line
    box_column, question_column, facts_column = st.columns(WIDTHS, vertical_alignment="center")
    if reviewer:
        label = _("Select line {line} of run {run}").format(line=line.line, run=line.run_id)
        with box_column:
            _draw_box(line.item_id, [line.item_id], line.item_id in selection_of(queue), label)
    with question_column:
        query: dict[str, object] = {name: st.query_params.get(name) for name in FILTER_NAMES}
        state = st.query_params.get("state")
        query |= {
            "show": queue.shown.value,
            "state": state if state in REVIEWED else DecisionFilter.EITHER.value,
            "item": line.item_id,
        }
        link("review", line.question, **query)
    with facts_column:
        draw(f'<div class="desk-found facts">{_facts(question)}</div>')


def _draw_box(name: object, ids: Sequence[int], is_selected: bool, label: str) -> None:
    mirrored = mirror(f"pick_{name}", is_selected, partial(toggle, ids))
    st.checkbox(label, value=is_selected, label_visibility="collapsed", **mirrored)


def _facts(question: FoundQuestion) -> str:
    line = question.line
    similar = shown_similarity(line.similarity) if line.similarity is not None else ""
    labelled, answered = (_(", ").join(side).upper() for side in (line.labelled, line.answered))
    reasons = [(term_name(REASONS, reason), term_tone(REASONS, reason)) for reason in line.reasons]
    if line.outcome != "failed":
        reasons.insert(0, (term_name(OUTCOMES, line.outcome), term_tone(OUTCOMES, line.outcome)))
    cells = (
        f"<span>#{line.run_id} · {line.line}</span>",
        f"<span>{escape(labelled)}</span>",
        f"<span>{escape(answered)}</span>",
        f"<span>{_badges(reasons)}</span>",
        f"<span>{_state_html(question)}</span>",
        f"<span>{escape(similar)}</span>",
    )
    return "".join(cells)


def _state_html(question: FoundQuestion) -> str:
    """The state and decision of a question, as far as the reader may see them."""
    state = question.line.state
    labels: list[tuple[str, Tone]] = []
    if question.decision:
        labels.append(
            (
                term_name(ACTIONS, question.decision),
                term_tone(ACTIONS, question.decision),
            )
        )
    if state in (State.SECOND, State.DISPUTED):
        labels.append((_(EVERY_STATE[state]), "amber"))
    notes = [question.reviewer, _("final") if state == State.SETTLED else None]
    if question.assignee:
        notes.append(_("for {name}").format(name=question.assignee))
    if not labels and not question.assignee:
        notes.append(_("undecided"))
    note_html = " · ".join(escape(part) for part in notes if part)
    return _badges(labels) + (f"<i>{note_html}</i>" if note_html else "")


def _badges(labels: Sequence[tuple[str, Tone]]) -> str:
    return "".join(f'<em class="desk-badge {tone}">{escape(name)}</em>' for name, tone in labels)
