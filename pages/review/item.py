"""One question with its passage, then the facts about it and the action bar."""

from dataclasses import dataclass
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.services.results import ItemDetail
from core.services.review import (
    EarlierDecision,
    Queue,
    State,
    VisibleEvents,
    decision_in_another_run,
)
from core.services.runs.leaks import LEAKED
from pages.components import identity
from pages.components.html import draw, notice, together
from pages.components.language import _
from pages.components.navigation import link
from pages.components.question import draw_question, draw_unmarked_question
from pages.components.review.actions import (
    BarContent,
    DeferredDraw,
    draw_actions,
    draw_take_back,
    may_decide,
)
from pages.components.review.choices import listen_for_choices
from pages.components.review.correction_view import draw_correction_outcome
from pages.components.review.details import (
    draw_details,
    draw_review_state,
    history_events,
    stated_decision,
)
from pages.components.review.draft import EditedDraft, current_draft, draft_exists, is_correcting
from pages.components.review.evidence import draw_evidence
from pages.components.review.guidelines import draw_guidelines
from pages.components.review.history import draw_history
from pages.components.review.model_reading import draw_heading, draw_reading
from pages.components.review.prefetch import PrefetchedItem
from pages.components.review.question_editor import draw_editor
from pages.components.review.quick_edit import edit_by_choice
from pages.review import blind
from pages.review.shared_cause import draw_cause, draw_preview, shared_cause_of
from pages.review.similar import draw_similar
from pages.review.suggestions import draw_suggestion, draw_suggestion_models

COLUMNS = [38, 60]


@dataclass(frozen=True)
class DrawnItem:
    """An item whose question and passage are drawn, and what its bar needs. `refusal`: why it
    cannot be claimed, or "". `decider`: the reader, if they may decide on it. `hidden`: blind mode
    waits for an answer. `draft`: an unsaved edit. `about`: the slot below the question, if it has
    one. `drawing`: id of the drawn passage.
    """

    prefetched: PrefetchedItem
    visible: VisibleEvents
    refusal: str
    decider: str | None
    hidden: bool
    draft: EditedDraft | None
    about: DeltaGenerator | None
    drawing: str


def draw_question_and_passage(
    prefetched: PrefetchedItem, visible: VisibleEvents, refusal: str
) -> DrawnItem:
    """Draw the question left and its passage right; the browser gets first what is read first."""
    item, reviewer = prefetched.item, identity.reviewer()
    decider = reviewer if reviewer and not refusal and may_decide(visible) else None
    hidden = bool(reviewer and may_decide(visible) and blind.is_hidden(visible, item.id, reviewer))
    draft = _unsaved_edit(item, decider, visible) if decider and not hidden else None
    about: DeltaGenerator | None = None
    left_column, right_column = st.columns(COLUMNS, gap="medium")
    with left_column:
        if hidden:
            _draw_hidden(item, refusal)
        else:
            _draw_question(item, reviewer, visible, refusal, draft)
            about = st.container(key="about_question")
    with right_column:
        drawing = draw_evidence(
            blind.without_marks(prefetched) if hidden else prefetched,
            hidden=hidden,
            selectable=bool(decider) and not hidden,
        )
    return DrawnItem(prefetched, visible, refusal, decider, hidden, draft, about, drawing)


def draw_acts(drawn: DrawnItem, queue: Queue) -> DeferredDraw:
    """Draw the facts about the question, then the bar; return what draws its hidden rows. The bar
    is last, so that a key can never act on an item the reader has not been shown.
    """
    item, visible, reviewer = drawn.prefetched.item, drawn.visible, identity.reviewer()
    if drawn.about is not None:
        with drawn.about:
            _draw_about(drawn.prefetched, queue, drawn.decider, visible)
    state = (item.id, visible.last_event_id)
    if drawn.decider:
        choose = (
            partial(blind.choose_blind, item, state, drawn.decider)
            if drawn.hidden
            else partial(edit_by_choice, state, drawn.decider, visible.events)
        )
        listen_for_choices(item.id, choose)
    return draw_actions(
        BarContent(
            item,
            queue,
            visible,
            can_decide=not drawn.refusal and may_decide(visible),
            draft=drawn.draft,
            editing=is_correcting(item.id),
            hidden=drawn.hidden,
            blind_letters=blind.chosen_letters(item.id) if drawn.hidden else frozenset(),
            answer=partial(blind.answer_with_chosen, state, reviewer) if reviewer else None,
            drawing=drawn.drawing,
        )
    )


def _unsaved_edit(item: ItemDetail, reviewer: str, visible: VisibleEvents) -> EditedDraft | None:
    """The edit in the open editor, or one that was closed unsaved."""
    if is_correcting(item.id) or draft_exists(item.id, reviewer, visible.events):
        return current_draft(item, reviewer, visible.events, None)
    return None


def _draw_question(
    item: ItemDetail,
    reviewer: str | None,
    visible: VisibleEvents,
    refusal: str,
    draft: EditedDraft | None,
) -> None:
    """Draw the review state and the question (in one element where possible) or its editor."""
    decides = reviewer is not None and not refusal and may_decide(visible)
    in_one_element = decides and not is_correcting(item.id) and visible.state != State.DECIDED
    with together():
        if refusal:
            notice(refusal, "amber")
        draw_review_state(visible, reviewer, item.run_id)
        if in_one_element:
            _draw_heading_and_options(item, draft, decides=decides)
    if reviewer and not refusal and visible.state == State.DECIDED:
        draw_take_back(item.id, visible, reviewer)
    if not may_decide(visible):
        link("adjudicate", _("Compare the reviews side by side"), item=item.id)
    if reviewer and decides and is_correcting(item.id):
        draw_heading(item)
        draw_editor(item, reviewer, visible.events)
        return
    if not in_one_element:
        with together():
            _draw_heading_and_options(item, draft, decides=decides)
    draw_correction_outcome(item, reviewer, visible.events)


def _draw_heading_and_options(
    item: ItemDetail, draft: EditedDraft | None, *, decides: bool
) -> None:
    draw_heading(item)
    draw_question(item, new=draft.drawn.answer if draft else None, choosable=decides)
    if decides:
        draw(_hint_html(_("sets the answer,"), saves=True))


def _draw_about(
    prefetched: PrefetchedItem, queue: Queue, decider: str | None, visible: VisibleEvents
) -> None:
    """Draw the model's reading of the question, its history and more. `decider`: the reader, if
    they may decide on it.
    """
    item = prefetched.item
    reviewer = decider if decider and not is_correcting(item.id) else None
    cause = shared_cause_of(prefetched, reviewer) if reviewer else None
    with together():
        draw_reading(item, _earlier_decision(prefetched, visible))
        draw_history(item.id, history_events(visible, item.run_id))
        if cause:
            draw_cause(cause)
    if LEAKED in item.reasons:
        link("depth", _("See the context it was asked in"), run=item.run_id, item=item.id)
    if reviewer:
        state = (item.id, visible.last_event_id)
        if cause:
            draw_preview(cause, state, queue, reviewer)
        draw_suggestion(item, state, reviewer, visible.events)
    draw_guidelines()
    draw_similar(item)
    draw_suggestion_models(item)
    draw_details(item)


def _earlier_decision(prefetched: PrefetchedItem, visible: VisibleEvents) -> EarlierDecision | None:
    """The decision made in another run, else on another version of the question. None for a second
    review, and if the review state above the question names it.
    """
    if visible.blind:
        return None
    earlier = decision_in_another_run(visible.events, prefetched.item.run_id) or prefetched.earlier
    stated = stated_decision(visible)
    is_stated = earlier and stated and earlier.event.id == stated.id
    return None if is_stated else earlier


def _draw_hidden(item: ItemDetail, refusal: str) -> None:
    """Draw the question without its label, and how to answer it."""
    letters = blind.chosen_letters(item.id)
    with together():
        if refusal:
            notice(refusal, "amber")
        draw_heading(item)
        draw_unmarked_question(item, letters)
        draw(_hint_html(_("answers from the passage"), saves=bool(letters)))
        notice(
            _(
                "Label, model answer and quote are shown after you answer. Your answer is also "
                "used to measure label accuracy."
            ),
            "quiet",
            title=_("Blind mode is on."),
        )
    draw_guidelines()


def _hint_html(effect: str, *, saves: bool) -> str:
    """HTML: Shift and a letter, and Enter, as key caps with their effect."""
    letter, saves_text = _("+ letter"), _("saves")
    enter_html = f" <kbd>Enter</kbd> {saves_text}" if saves else ""
    return (
        f'<div class="desk-caption desk-hint"><kbd>Shift</kbd> {letter} {effect}{enter_html}</div>'
    )
