"""One question with its passage and its bar: what is read first, then all that is done to it."""

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
    Hidden,
    draw_actions,
    draw_take_back,
    may_decide,
)
from pages.components.review.choices import listen_for_choices
from pages.components.review.correction_view import draw_correction_outcome
from pages.components.review.details import (
    beyond_standing,
    draw_details,
    draw_standing,
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
from pages.components.review.suggestions import draw_suggestion, draw_who_suggests
from pages.review import blind
from pages.review.shared_cause import draw_cause, draw_preview, shared_cause_of
from pages.review.similar import draw_similar

COLUMNS = [38, 60]


@dataclass(frozen=True)
class DrawnItem:
    """What of an item is drawn to be read, and what its bar needs to know of it. `decides`: the
    reader, where they may decide on it. `hidden`: blind mode waits for an answer. `hand`: an edit
    in hand. `about`: the place below the question, where there is one. `drawing`: of the passage.
    """

    sight: PrefetchedItem
    known: VisibleEvents
    refused: str
    decides: str | None
    hidden: bool
    hand: EditedDraft | None
    about: DeltaGenerator | None
    drawing: str


def draw_question_and_passage(
    sight: PrefetchedItem, known: VisibleEvents, refused: str
) -> DrawnItem:
    """The question left and its passage right: what is read first is sent first."""
    shown, reviewer = sight.item, identity.reviewer()
    decides = reviewer if reviewer and not refused and may_decide(known) else None
    hidden = bool(reviewer and may_decide(known) and blind.is_hidden(known, shown.id, reviewer))
    hand = _edit_in_hand(shown, decides, known) if decides and not hidden else None
    about: DeltaGenerator | None = None
    left, right = st.columns(COLUMNS, gap="medium")
    with left:
        if hidden:
            _draw_hidden(shown, refused)
        else:
            _draw_question(shown, reviewer, known, refused, hand)
            about = st.container(key="about_question")
    with right:
        drawing = draw_evidence(
            blind.without_marks(sight) if hidden else sight,
            hidden=hidden,
            selectable=bool(decides) and not hidden,
        )
    return DrawnItem(sight, known, refused, decides, hidden, hand, about, drawing)


def draw_acts(drawn: DrawnItem, queue: Queue) -> Hidden:
    """What is known of the question, and the bar, but for what is out of sight in it. The bar is
    last, so that a key can never act on an item the reader has not been shown.
    """
    shown, known, reviewer = drawn.sight.item, drawn.known, identity.reviewer()
    if drawn.about is not None:
        with drawn.about:
            _draw_about(drawn.sight, queue, drawn.decides, known)
    state = (shown.id, known.last_event_id)
    if drawn.decides:
        choose = (
            partial(blind.choose_blind, shown, state, drawn.decides)
            if drawn.hidden
            else partial(edit_by_choice, state, drawn.decides, known.events)
        )
        listen_for_choices(shown.id, choose)
    return draw_actions(
        BarContent(
            shown,
            queue,
            known,
            can_decide=not drawn.refused and may_decide(known),
            hand=drawn.hand,
            editing=is_correcting(shown.id),
            hidden=drawn.hidden,
            blind_letters=blind.chosen_letters(shown.id) if drawn.hidden else frozenset(),
            answer=partial(blind.answer_with_chosen, state, reviewer) if reviewer else None,
            drawing=drawn.drawing,
        )
    )


def _edit_in_hand(shown: ItemDetail, reviewer: str, known: VisibleEvents) -> EditedDraft | None:
    """What the open editor shows, or what was changed and is not saved yet."""
    if is_correcting(shown.id) or draft_exists(shown.id, reviewer, known.events):
        return current_draft(shown, reviewer, known.events, None)
    return None


def _draw_question(
    shown: ItemDetail,
    reviewer: str | None,
    known: VisibleEvents,
    refused: str,
    hand: EditedDraft | None,
) -> None:
    """The question, as one element where nothing to press stands above it, or its editor."""
    decides = reviewer is not None and not refused and may_decide(known)
    is_open = decides and not is_correcting(shown.id) and known.state != State.DECIDED
    with together():
        if refused:
            notice(refused, "amber")
        draw_standing(known, reviewer, shown.run_id)
        if is_open:
            _draw_heading_and_options(shown, hand, decides=decides)
    if reviewer and not refused and known.state == State.DECIDED:
        draw_take_back(shown.id, known, reviewer)
    if not may_decide(known):
        link("adjudicate", _("Compare the reviews side by side"), item=shown.id)
    if reviewer and decides and is_correcting(shown.id):
        draw_heading(shown)
        draw_editor(shown, reviewer, known.events)
        return
    if not is_open:
        with together():
            _draw_heading_and_options(shown, hand, decides=decides)
    draw_correction_outcome(shown, reviewer, known.events)


def _draw_heading_and_options(
    shown: ItemDetail, hand: EditedDraft | None, *, decides: bool
) -> None:
    draw_heading(shown)
    draw_question(shown, new=hand.drawn.answer if hand else None, choosable=decides)
    if decides:
        draw(_hint(_("sets the answer,"), saves=True))


def _draw_about(
    sight: PrefetchedItem, queue: Queue, decider: str | None, known: VisibleEvents
) -> None:
    """What the model made of the question, and what people did. `decider`: the reader, where they
    may decide on it.
    """
    shown = sight.item
    offers = decider if decider and not is_correcting(shown.id) else None
    cause = shared_cause_of(sight, offers) if offers else None
    with together():
        draw_reading(shown, _earlier_decision(sight, known))
        draw_history(shown.id, beyond_standing(known, shown.run_id))
        if cause:
            draw_cause(cause)
    if LEAKED in shown.reasons:
        link("depth", _("See the context it was asked in"), run=shown.run_id, item=shown.id)
    if offers:
        state = (shown.id, known.last_event_id)
        if cause:
            draw_preview(cause, state, queue, offers)
        draw_suggestion(shown, state, offers, known.events)
    draw_guidelines()
    draw_similar(shown)
    draw_who_suggests(shown)
    draw_details(shown)


def _earlier_decision(sight: PrefetchedItem, known: VisibleEvents) -> EarlierDecision | None:
    """Made in another run, else on another version of the question. None for a second review, and
    where it stands above the question.
    """
    if known.blind:
        return None
    elsewhere = decision_in_another_run(known.events, sight.item.run_id) or sight.earlier
    stated = stated_decision(known)
    is_stated = elsewhere and stated and elsewhere.event.id == stated.id
    return None if is_stated else elsewhere


def _draw_hidden(shown: ItemDetail, refused: str) -> None:
    """The question alone, and how it is answered."""
    letters = blind.chosen_letters(shown.id)
    with together():
        if refused:
            notice(refused, "amber")
        draw_heading(shown)
        draw_unmarked_question(shown, letters)
        draw(_hint(_("answers from the passage"), saves=bool(letters)))
        notice(
            _(
                "Label, model answer and quote are shown after you answer. Your answer is also "
                "used to measure label accuracy."
            ),
            "quiet",
            title=_("Blind mode is on."),
        )
    draw_guidelines()


def _hint(does: str, *, saves: bool) -> str:
    """Shift and a letter, and Enter, as key caps."""
    letter, saves_it = _("+ letter"), _("saves")
    ends = f" <kbd>Enter</kbd> {saves_it}" if saves else ""
    return f'<div class="desk-caption desk-hint"><kbd>Shift</kbd> {letter} {does}{ends}</div>'
