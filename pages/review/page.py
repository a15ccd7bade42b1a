"""One flagged question beside its evidence, and the decision on it."""

from functools import partial

import streamlit as st

from core.errors import NotFoundError
from core.services.results import ItemDetail
from core.services.review import (
    EarlierDecision,
    Queue,
    State,
    VisibleEvents,
    count,
    decision_in_another_run,
    next_item,
    visible_events,
)
from core.services.runs import progress
from core.services.runs.leaks import LEAKED
from pages.components import identity
from pages.components.action import draw_outcome
from pages.components.app_context import engine
from pages.components.fragment import fragment
from pages.components.html import draw, notice, together
from pages.components.item_navigation import item_to_show, mark_arrived
from pages.components.language import _, _n, translate
from pages.components.navigation import link
from pages.components.question import draw_question, draw_unmarked_question
from pages.components.review.actions import (
    BarContent,
    Hidden,
    draw_actions,
    draw_end,
    draw_take_back,
    may_decide,
)
from pages.components.review.choices import listen_for_choices
from pages.components.review.claims import held_or_refused, hold_next, release_held
from pages.components.review.correction_view import draw_correction_outcome
from pages.components.review.details import (
    beyond_standing,
    draw_details,
    draw_standing,
    stated_decision,
)
from pages.components.review.draft import EditedDraft, current_draft, draft_exists, is_correcting
from pages.components.review.evidence import draw_evidence
from pages.components.review.filter_state import queue_in_address, undecided
from pages.components.review.guidelines import draw_guidelines
from pages.components.review.history import draw_history
from pages.components.review.last_position import remember_position
from pages.components.review.model_reading import draw_heading, draw_reading
from pages.components.review.prefetch import PrefetchedItem, prefetch_item, read_item
from pages.components.review.question_editor import draw_editor
from pages.components.review.quick_edit import edit_by_choice
from pages.components.review.suggestions import draw_suggestion, draw_who_suggests
from pages.review import blind
from pages.review.header import (
    DONE,
    HeadPlaces,
    draw_head,
    draw_help,
    draw_views,
    states_of_queue,
)
from pages.review.progress import draw_progress
from pages.review.shared_cause import draw_cause, draw_preview, shared_cause_of
from pages.review.similar import draw_similar

COLUMNS = [38, 60]


def draw_item(sight: PrefetchedItem, queue: Queue, known: VisibleEvents, refused: str) -> Hidden:
    """The question left, its passage right, and the bar, but for what is out of sight in it."""
    shown, reviewer = sight.item, identity.reviewer()
    decides = reviewer is not None and not refused and may_decide(known)
    hidden = bool(reviewer and may_decide(known) and blind.is_hidden(known, shown.id, reviewer))
    hand: EditedDraft | None = None
    if reviewer and decides and not hidden:
        hand = _edit_in_hand(shown, reviewer, known)
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
            selectable=decides and not hidden,
        )
    if not hidden:
        with about:
            _draw_about(sight, queue, reviewer if decides else None, known)
    # Drawn last, so that a key can never act on an item the reader has not been shown.
    state = (shown.id, known.last_event_id)
    if reviewer and decides:
        choose = (
            partial(blind.choose_blind, shown, state, reviewer)
            if hidden
            else partial(edit_by_choice, state, reviewer, known.events)
        )
        listen_for_choices(shown.id, choose)
    return draw_actions(
        BarContent(
            shown,
            queue,
            known,
            can_decide=not refused and may_decide(known),
            hand=hand,
            editing=is_correcting(shown.id),
            hidden=hidden,
            blind_letters=blind.chosen_letters(shown.id) if hidden else frozenset(),
            answer=partial(blind.answer_with_chosen, state, reviewer) if reviewer else None,
            drawing=drawing,
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


def draw_empty(queue: Queue, reviewer: str | None) -> None:
    """Why the page shows no question, and where to go on."""
    waits_for_others = reviewer is not None and next_item(engine(), queue) is not None
    if not waits_for_others and (disputed := states_of_queue(queue)[State.DISPUTED]):
        notice(
            _n(
                "No question is left to review, but on {n} the reviews differ.",
                "No question is left to review, but on {n} questions the reviews differ.",
                disputed,
            ),
            "amber",
        )
        link("adjudicate", _("Go to Adjudicate"))
    elif count(engine(), Queue()) == 0 and queue == Queue():
        notice(
            _("Nothing to review. Start a run to find questions worth reviewing."),
            "quiet",
        )
        link("runs", _("Go to runs"))
    elif waits_for_others:
        notice(
            _(
                "Nothing left for you in this queue: the remaining questions are reserved by or "
                "assigned to others, or you have skipped or decided them or requested their "
                "second review. Choose other filters above."
            ),
            "quiet",
        )
    elif n := all_decided(queue):
        notice(
            _n(
                "The {n} question of this queue is decided.",
                "All {n} questions of this queue are decided.",
                n,
            ),
            "quiet",
        )
        if queue.run_id is not None:
            link("runs", _("Open the run to export the cleaned set"), run=queue.run_id)
    elif queue.run_id is not None and not states_of_queue(Queue(queue.run_id)):
        is_over = progress(engine(), queue.run_id).is_over
        message = (
            _("This run has no flagged questions.")
            if is_over
            else _("This run is not finished. No question is flagged so far.")
        )
        notice(message, "quiet")
        link("runs", _("Open the run"), run=queue.run_id)
    else:
        notice(_("No questions match these filters. Change them above."), "quiet")


def all_decided(queue: Queue) -> int:
    """How many questions the queue holds when every one of them has its decision, else 0."""
    if queue != undecided(queue):
        return 0
    states = states_of_queue(queue)
    return states.total() if states.total() == sum(states[state] for state in DONE) else 0


def opened(queue: Queue, reviewer: str | None) -> int | None:
    """The item that is wanted, else the next one, claimed for the reviewer."""
    item_id = item_to_show()
    if item_id is None and reviewer is not None:
        return hold_next(queue, reviewer)
    return item_id or next_item(engine(), queue)


def prepare(queue: Queue, item_id: int, reviewer: str) -> None:
    """The next item is claimed and read; what is no longer looked at is given back."""
    following = prefetch_item(undecided(queue), item_id, reviewer)
    release_held(reviewer, but={item_id, following or item_id})


@fragment(at_top=False)
def draw_desk(reviewer: str | None, head: HeadPlaces) -> None:
    """The item and all that is done to it: each press draws it anew and not the page around it."""
    if identity.reviewer() != reviewer:  # a name was just given here
        st.rerun()
    queue = queue_in_address()
    _draw_opened(queue, reviewer)
    states = states_of_queue(queue)
    with head.views:
        draw_views(queue, states)
    with head.progress:
        draw_progress(states, reviewer)


def _draw_opened(queue: Queue, reviewer: str | None) -> None:
    try:
        item_id = opened(queue, reviewer)
        if item_id is None:
            draw_empty(queue, reviewer)
            draw_end(reviewer)
            mark_arrived(None)
            return
        sight = read_item(item_id, reviewer)
        known = visible_events(engine(), item_id, reviewer)
        refused = ""
        if reviewer and may_decide(known):
            refused = held_or_refused(item_id, reviewer)
        draw_hidden = draw_item(sight, queue, known, refused)
    except NotFoundError as error:
        draw_outcome(of_any=True)
        notice(translate(error))
        mark_arrived(item_to_show())
        return
    if reviewer:
        remember_position(item_id, queue, reviewer)
        prepare(queue, item_id, reviewer)
    draw_hidden()


draw_desk(identity.reviewer(), draw_head(queue_in_address()))
draw_help()
