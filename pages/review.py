"""One flagged question beside its evidence, and the decision on it."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import NotFoundError
from core.results import Item
from core.review import Queue, Seen, State, count, next_item, seen
from core.runs.leaks import LEAKED
from pages.parts import address, identity
from pages.parts.actions import draw_actions
from pages.parts.claims import held_or_refused, hold_next, let_go
from pages.parts.corrected import draw_corrected
from pages.parts.correcting import draw_correcting, open_editor
from pages.parts.desk import engine
from pages.parts.details import draw_details, draw_history, draw_standing
from pages.parts.evidence import draw_evidence
from pages.parts.filters import draw_filters, undecided
from pages.parts.guidelines import draw_guidelines
from pages.parts.html import notice, together
from pages.parts.language import _, worded
from pages.parts.places import link
from pages.parts.progress import draw_progress
from pages.parts.question import draw_question
from pages.parts.reading import draw_heading, draw_reading
from pages.parts.ready import Sight, make_ready, read
from pages.parts.similar import draw_similar

ENDED = (State.DISPUTED, State.SETTLED)  # then the page Adjudicate decides, or has decided


def draw_item(sight: Sight, queue: Queue, known: Seen, refused: str) -> DeltaGenerator:
    """The item and the bar; gives the place above the evidence where progress goes afterwards."""
    shown, reviewer = sight.item, identity.reviewer()
    left, right = st.columns([9, 11], gap="large")
    with left:
        with together():
            if refused:
                notice(refused, "amber")
            draw_standing(known)
        if known.state in ENDED:
            link("adjudicate", _("See the opinions side by side"), item=shown.id)
        with together():
            draw_heading(shown)
            draw_question(shown)
            draw_reading(shown)
            draw_history(known.events)
        if reviewer and not refused and known.state not in ENDED:
            draw_correction(shown, reviewer, known)
        if LEAKED in shown.reasons:
            link("depth", _("See what it was asked in"), run=shown.run_id, item=shown.id)
        draw_guidelines()
        draw_similar(shown)
        draw_details(shown)
    with right:
        above = st.container()
        draw_evidence(sight)
    # Drawn last, so that a key can never act on an item the reader has not been shown.
    draw_actions(shown.id, queue, known, claimed=not refused)
    return above


def draw_correction(shown: Item, reviewer: str, known: Seen) -> None:
    """The editor below the question as it was, or the way to it, and what came of a correction."""
    if not draw_correcting(shown, reviewer, known.events):
        st.button(
            _("Edit this question"), key=f"edit_{shown.id}", on_click=open_editor, args=(shown.id,)
        )
    draw_corrected(shown, reviewer, known.events)


def draw_empty(queue: Queue, reviewer: str | None) -> None:
    if count(engine(), Queue()) == 0 and queue == Queue():
        notice(
            _("Nothing waits for a decision. Start a run to find questions worth looking at."),
            "green",
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
    """The item of the address, else the next one, claimed for the reviewer."""
    item_id = address.number("item")
    if item_id is None and reviewer is not None:
        return hold_next(queue, reviewer)
    return item_id or next_item(engine(), queue)


def prepare(queue: Queue, item_id: int, reviewer: str) -> None:
    """The next item is claimed and read; what is no longer looked at is given back."""
    following = make_ready(undecided(queue), item_id, reviewer)
    let_go(reviewer, but={item_id, following or item_id})


def draw_page() -> None:
    queue = draw_filters()
    reviewer = identity.reviewer()
    try:
        item_id = opened(queue, reviewer)
        if item_id is None:
            draw_empty(queue, reviewer)
            return
        sight, known = read(item_id), seen(engine(), item_id, reviewer)
        refused = ""
        if reviewer:  # who has no name yet may be given another one once they have
            address.put("item", item_id)
            refused = held_or_refused(item_id, reviewer) if known.state not in ENDED else ""
        above = draw_item(sight, queue, known, refused)
    except NotFoundError as error:
        notice(worded(error))
        return
    if reviewer:
        prepare(queue, item_id, reviewer)
    with above:
        draw_progress(queue, reviewer)


draw_page()
