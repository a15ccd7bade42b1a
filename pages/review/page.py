"""One flagged question beside its evidence, and the decision on it."""

import streamlit as st

from core.errors import NotFoundError
from core.services.review import (
    Queue,
    State,
    count,
    next_item,
    visible_events,
)
from core.services.runs import progress
from pages.components import address, identity
from pages.components.action import draw_outcome
from pages.components.app_context import engine
from pages.components.fragment import fragment
from pages.components.html import notice
from pages.components.item_navigation import item_to_show, mark_arrived
from pages.components.language import _, _n, translate
from pages.components.navigation import link
from pages.components.review.actions import (
    draw_end,
    may_decide,
)
from pages.components.review.claims import hold_next, release_held, try_hold
from pages.components.review.filter_state import queue_in_address, undecided
from pages.components.review.last_position import remember_position
from pages.components.review.prefetch import prefetch_item, read_item
from pages.review.header import (
    DONE,
    HeadSlots,
    draw_head,
    draw_help,
    draw_views,
    states_of_queue,
)
from pages.review.item import draw_acts, draw_question_and_passage
from pages.review.progress import draw_progress


def draw_empty(queue: Queue, reviewer: str | None) -> None:
    """Draw why no question is shown, and a link to go on."""
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
    """How many questions the queue holds if all of them are decided, else 0."""
    if queue != undecided(queue):
        return 0
    states = states_of_queue(queue)
    return states.total() if states.total() == sum(states[state] for state in DONE) else 0


def item_to_open(queue: Queue, reviewer: str | None) -> int | None:
    """The item that the address asks for, else the queue's next one, claimed for the reviewer."""
    item_id = item_to_show()
    if item_id is None and reviewer is not None:
        return hold_next(queue, reviewer)
    return item_id or next_item(engine(), queue)


def prepare(queue: Queue, item_id: int, reviewer: str) -> None:
    """Claim and read the next item, and release the items that are no longer shown."""
    following = prefetch_item(undecided(queue), item_id, reviewer)
    release_held(reviewer, keep={item_id, following or item_id})


@fragment(at_top=False)
def draw_desk(reviewer: str | None, head: HeadSlots) -> None:
    """Draw the item with its bar; a press draws this again, and not the page around it."""
    if identity.reviewer() != reviewer:  # a name was just given here
        st.rerun()
    queue = queue_in_address()
    _draw_item(queue, reviewer)
    states = states_of_queue(queue)
    with head.views:
        draw_views(queue, states)
    with head.progress:
        draw_progress(states, reviewer)


def _draw_item(queue: Queue, reviewer: str | None) -> None:
    try:
        item_id = item_to_open(queue, reviewer)
        if item_id is None:
            draw_empty(queue, reviewer)
            draw_end(reviewer)
            mark_arrived(None)
            return
        prefetched = read_item(item_id, reviewer)
        visible = visible_events(engine(), item_id, reviewer)
        refusal = ""
        if reviewer and may_decide(visible):
            refusal = try_hold(item_id, reviewer)
        drawn = draw_question_and_passage(prefetched, visible, refusal)
        try:
            if reviewer:  # here, so that the browser can paint before the rest is sent
                remember_position(item_id, queue, reviewer)
                prepare(queue, item_id, reviewer)
        finally:  # the shown item gets its bar even if the next one cannot be read
            draw_hidden = draw_acts(drawn, queue)
    except NotFoundError as error:
        draw_outcome(of_any=True)
        mark_arrived(item_to_show())
        if item_to_show() is not None:
            raise address.UnknownChoiceError("item") from error
        notice(translate(error))
        return
    draw_hidden()


with address.under_title(_("Review")):
    queue = queue_in_address()
draw_desk(identity.reviewer(), draw_head(queue))
draw_help()
