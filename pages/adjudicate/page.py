"""Opinions that differ, side by side, and the final decision; what was settled; agreement."""

from dataclasses import replace

import streamlit as st

from core.errors import NotFoundError
from core.services.review import (
    Cause,
    DecisionFilter,
    Order,
    Queue,
    QueueView,
    State,
    VisibleEvents,
    agreed,
    choices,
    count_states,
    label_accuracy,
    next_item,
    visible_events,
)
from pages.adjudicate.adjudicated import draw_settled
from pages.adjudicate.decisions import chosen_cause, undo_final_result
from pages.adjudicate.final_bar import draw_final_bar
from pages.adjudicate.opinions import draw_opinions
from pages.components import address, identity
from pages.components.agreement import draw_agreement, draw_label_accuracy
from pages.components.app_context import engine
from pages.components.html import notice, page_title, together
from pages.components.item_navigation import item_to_show, mark_arrived
from pages.components.language import N_, _, translate
from pages.components.navigation import link
from pages.components.question import draw_question
from pages.components.review.actions import draw_take_back
from pages.components.review.claims import held_or_refused, hold_next, release_held
from pages.components.review.correction_view import draw_correction_outcome
from pages.components.review.details import draw_details
from pages.components.review.draft import EditedDraft, is_correcting
from pages.components.review.evidence import draw_evidence
from pages.components.review.filter_bar import (
    fold,
    pick_language,
    pick_reason,
    pick_run,
    summary,
)
from pages.components.review.filter_state import demand_common, reason_in_address
from pages.components.review.guidelines import draw_causes
from pages.components.review.model_reading import draw_heading, draw_reading
from pages.components.review.prefetch import PrefetchedItem, prefetch_item, read_item
from pages.components.review.question_editor import draw_editor

WAITING, SETTLED, AGREEMENT = "waiting", "settled", "agreement"
VIEWS = {WAITING: N_("Waiting"), SETTLED: N_("Settled"), AGREEMENT: N_("Agreement")}
FILTERS = ("run", "reason", "language")


def queue_in_address() -> Queue:
    """Every item that the filters leave, in whatever state. Raises UnknownChoiceError as on
    Review.
    """
    demand_common()
    return Queue(
        run_id=address.number("run"),
        shown=QueueView.ALL,
        decided=DecisionFilter.EITHER,
        reason=reason_in_address(),
        language=st.query_params.get("language") or None,
    )


def waiting(every: Queue) -> Queue:
    return replace(every, states=(State.DISPUTED,), order=Order.OLDEST)


def settled(every: Queue) -> Queue:
    asked = st.query_params.get("cause")
    cause = Cause(asked) if asked in set(Cause) else None
    return replace(every, states=(State.SETTLED,), order=Order.LATEST, cause=cause)


def draw_views(every: Queue) -> str:
    """How much waits and is settled, and the filters for all three views."""
    states = count_states(engine(), every)
    counted = {WAITING: states[State.DISPUTED], SETTLED: states[State.SETTLED]}

    def worded(view: str) -> str:
        return f"{_(VIEWS[view])} {counted[view]:,}" if view in counted else _(VIEWS[view])

    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        page_title(_("Adjudicate"))
        view = address.choose(
            "segmented_control",
            _("View"),
            "view",
            list(VIEWS),
            worded,
            forgets=("item", "cause"),
            label_visibility="collapsed",
        )
        fold(FILTERS, draw_filters, lambda: summary(replace(every, shown=QueueView.FLAGGED)))
    return view


def draw_filters() -> None:
    pick_run()
    pick_reason(QueueView.ALL)
    pick_language(choices(engine()).languages)


def draw_empty(every: Queue, reviewer: str | None) -> None:
    if reviewer and next_item(engine(), waiting(every)) is not None:
        notice(_("All waiting questions are reserved by somebody else right now."), "quiet")
    elif any(st.query_params.get(name) for name in FILTERS):
        notice(_("No questions match these filters. Change them above."), "quiet")
        return
    else:
        notice(
            _(
                "Nothing to adjudicate. Questions on which two reviewers decide differently, in "
                "any run, appear here."
            ),
            "quiet",
        )
    link("review", _("Go to review"))


def draw_item(sight: PrefetchedItem, queue: Queue, known: VisibleEvents, refused: str) -> None:
    """Opinions first, then the question beside its evidence; the bar last."""
    shown, reviewer = sight.item, identity.reviewer()
    if refused:
        notice(refused, "amber")
    said = draw_opinions(known, reviewer)
    if reviewer:
        draw_take_back(shown.id, known, reviewer, undo_final_result)
    left, right = st.columns([9, 11], gap="large")
    decides = not refused and known.state == State.DISPUTED
    hand: EditedDraft | None = None
    with left:
        with together():
            draw_heading(shown)
        if reviewer and decides and is_correcting(shown.id):
            hand = draw_editor(shown, reviewer, known.events, cause=chosen_cause)
        with together():
            if hand is None:
                draw_question(shown)
            draw_reading(shown)
        draw_correction_outcome(shown, reviewer, known.events)
        draw_causes()
        draw_details(shown)
    with right:
        drawing = draw_evidence(sight)
    # Drawn last, so that a key can never act on an item the reader has not been shown.
    draw_final_bar(shown.id, queue, known, said, decides=decides, hand=hand, drawing=drawing)


def draw_other(item_id: int) -> None:
    """What is not in dispute is decided on Review, where nothing is shown that must not be."""
    notice(_("Reviews of this question do not differ."), "quiet")
    link("review", _("Open in Review"), item=item_id, show="all", state="either")
    link("adjudicate", _("Go to waiting questions"), **address.current(*FILTERS))


def draw_waiting(every: Queue) -> None:
    queue, reviewer = waiting(every), identity.reviewer()
    item_id = item_to_show()
    if item_id is None:
        item_id = hold_next(queue, reviewer) if reviewer else next_item(engine(), queue)
    if item_id is None:
        draw_empty(every, reviewer)
        mark_arrived(None)
        return
    known = visible_events(engine(), item_id, reviewer)
    if known.state not in (State.DISPUTED, State.SETTLED):
        draw_other(item_id)
        mark_arrived(item_id)
        return
    sight, refused = read_item(item_id), ""
    if reviewer and known.state == State.DISPUTED:
        refused = held_or_refused(item_id, reviewer)
    draw_item(sight, queue, known, refused)
    if reviewer:
        following = prefetch_item(queue, item_id, reviewer)
        release_held(reviewer, but={item_id, following or item_id})


def draw_looked_again(every: Queue) -> None:
    item_id = item_to_show()
    if item_id is None:
        draw_settled(settled(every))
        return
    link("adjudicate", _("Back to the list"), **address.current(*FILTERS, "cause", "view"))
    known = visible_events(engine(), item_id, identity.reviewer())
    if known.state == State.SETTLED:
        draw_item(read_item(item_id), settled(every), known, "")
    else:
        draw_other(item_id)
        mark_arrived(item_id)


def draw_page() -> None:
    every = queue_in_address()
    view = draw_views(every)
    try:
        if view == WAITING:
            draw_waiting(every)
        elif view == SETTLED:
            draw_looked_again(every)
        else:
            kept = address.current(*FILTERS)
            draw_agreement(
                agreed(engine(), every),
                lambda label, **query: link(
                    "review", label, show="all", state="either", **kept, **query
                ),
            )
            draw_label_accuracy(label_accuracy(engine(), every))
    except NotFoundError as error:
        notice(translate(error))
        mark_arrived(item_to_show())


draw_page()
