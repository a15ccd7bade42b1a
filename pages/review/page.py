"""One flagged question beside its evidence, and the decision on it."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import NotFoundError
from core.services.results import ItemDetail
from core.services.review import Queue, State, VisibleEvents, count, next_item, visible_events
from core.services.runs.leaks import LEAKED
from pages.components import identity
from pages.components.app_context import engine
from pages.components.fragment import fragment
from pages.components.html import notice, together
from pages.components.item_navigation import mark_arrived, wanted_item
from pages.components.language import _, translate
from pages.components.navigation import link
from pages.components.question import draw_question
from pages.components.review.actions import draw_actions, draw_take_back, may_decide
from pages.components.review.claims import held_or_refused, hold_next, release_held
from pages.components.review.correction_view import draw_correction_outcome
from pages.components.review.details import draw_details, draw_standing
from pages.components.review.draft import EditedDraft, draft_exists, is_correcting
from pages.components.review.evidence import draw_evidence
from pages.components.review.filter_bar import draw_filters
from pages.components.review.filter_state import undecided
from pages.components.review.guidelines import draw_guidelines
from pages.components.review.history import draw_history
from pages.components.review.last_position import remember_position
from pages.components.review.model_reading import draw_heading, draw_reading
from pages.components.review.prefetch import PrefetchedItem, prefetch_item, read_item
from pages.components.review.question_editor import draw_editor
from pages.components.review.suggestions import draw_suggestion, draw_who_suggests
from pages.review.progress import draw_progress
from pages.review.similar import draw_similar


def draw_item(
    sight: PrefetchedItem, queue: Queue, known: VisibleEvents, refused: str
) -> DeltaGenerator:
    """The item and the bar; gives the place above the evidence where progress goes afterwards."""
    shown, reviewer = sight.item, identity.reviewer()
    left, right = st.columns([9, 11], gap="large")
    decides = reviewer is not None and not refused and may_decide(known)
    hand: EditedDraft | None = None
    has_fix = False
    with left:
        with together():
            if refused:
                notice(refused, "amber")
            draw_standing(known, reviewer)
            draw_heading(shown)
        if reviewer and not refused and known.state == State.DECIDED:
            draw_take_back(shown.id, known, reviewer)
        if not may_decide(known):
            link("adjudicate", _("See the opinions side by side"), item=shown.id)
        if reviewer and decides:
            hand = draw_correction(shown, reviewer, known)
            has_fix = hand is None and draw_suggestion(shown, reviewer, known.events)
        with together():
            if hand is None:
                draw_question(shown)
            draw_reading(shown)
            draw_history(shown.id, known.events)
        if LEAKED in shown.reasons:
            link("depth", _("See what it was asked in"), run=shown.run_id, item=shown.id)
        draw_guidelines()
        draw_similar(shown)
        draw_who_suggests(shown)
        draw_details(shown)
    with right:
        above = st.container()
        draw_evidence(sight)
    # Drawn last, so that a key can never act on an item the reader has not been shown.
    fix = None
    if shown.outcome == "failed":
        fix = _("Open the fix") if has_fix else _("Suggest a fix")
    draw_actions(shown.id, queue, known, claimed=not refused, fix=fix, hand=hand)
    return above


def draw_correction(shown: ItemDetail, reviewer: str, known: VisibleEvents) -> EditedDraft | None:
    """The editor in place of the question, or above it what came of a correction."""
    if is_correcting(shown.id):
        return draw_editor(shown, reviewer, known.events)
    draw_correction_outcome(shown, reviewer, known.events)
    if draft_exists(shown.id, reviewer, known.events):
        notice(_("You have begun to correct this question. Go on with E."), "quiet")
    return None


def draw_empty(queue: Queue, reviewer: str | None) -> None:
    if count(engine(), Queue()) == 0 and queue == Queue():
        notice(
            _("Nothing waits for a decision. Start a run to find questions worth looking at."),
            "quiet",
        )
        link("runs", _("Go to the runs"))
    elif reviewer and next_item(engine(), queue) is not None:
        notice(
            _(
                "Nothing of this queue is left for you: the rest is with somebody else at the "
                "moment, given to others, or you have skipped it or decided on it. Choose other "
                "filters above."
            ),
            "quiet",
        )
    else:
        notice(_("No question fits these filters. Choose others above."), "quiet")


def opened(queue: Queue, reviewer: str | None) -> int | None:
    """The item that is wanted, else the next one, claimed for the reviewer."""
    item_id = wanted_item()
    if item_id is None and reviewer is not None:
        return hold_next(queue, reviewer)
    return item_id or next_item(engine(), queue)


def prepare(queue: Queue, item_id: int, reviewer: str) -> None:
    """The next item is claimed and read; what is no longer looked at is given back."""
    following = prefetch_item(undecided(queue), item_id, reviewer)
    release_held(reviewer, but={item_id, following or item_id})


@fragment()
def draw_desk(queue: Queue, reviewer: str | None) -> None:
    """The item and all that is done to it: each press draws it anew and not the page around it."""
    if identity.reviewer() != reviewer:  # a name was just given here
        st.rerun()
    try:
        item_id = opened(queue, reviewer)
        if item_id is None:
            draw_empty(queue, reviewer)
            mark_arrived(None)
            return
        sight, known = read_item(item_id), visible_events(engine(), item_id, reviewer)
        refused = ""
        if reviewer and may_decide(known):
            refused = held_or_refused(item_id, reviewer)
        above = draw_item(sight, queue, known, refused)
    except NotFoundError as error:
        notice(translate(error))
        mark_arrived(wanted_item())
        return
    if reviewer:
        remember_position(item_id, queue, reviewer)
        prepare(queue, item_id, reviewer)
    with above:
        draw_progress(queue, reviewer)


draw_desk(draw_filters(), identity.reviewer())
