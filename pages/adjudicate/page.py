"""Differing opinions side by side with the final decision; settled questions; agreement."""

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
from pages.components.review.claims import hold_next, release_held, try_hold
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
    """All items that match the filters in the address, in any state. Raises UnknownChoiceError for
    a value that does not exist.
    """
    demand_common()
    return Queue(
        run_id=address.number("run"),
        shown=QueueView.ALL,
        decided=DecisionFilter.EITHER,
        reason=reason_in_address(),
        language=st.query_params.get("language") or None,
    )


def waiting(filtered: Queue) -> Queue:
    return replace(filtered, states=(State.DISPUTED,), order=Order.OLDEST)


def settled(filtered: Queue) -> Queue:
    value = st.query_params.get("cause")
    cause = Cause(value) if value in set(Cause) else None
    return replace(filtered, states=(State.SETTLED,), order=Order.LATEST, cause=cause)


def draw_views(filtered: Queue) -> str:
    """Draw the views with their counts, and the filters of all three; return the chosen view."""
    states = count_states(engine(), filtered)
    counts = {WAITING: states[State.DISPUTED], SETTLED: states[State.SETTLED]}

    def label(view: str) -> str:
        return f"{_(VIEWS[view])} {counts[view]:,}" if view in counts else _(VIEWS[view])

    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        page_title(_("Adjudicate"))
        view = address.choose(
            "segmented_control",
            _("View"),
            "view",
            list(VIEWS),
            label,
            forgets=("item", "cause"),
            label_visibility="collapsed",
        )
        fold(FILTERS, draw_filters, lambda: summary(replace(filtered, shown=QueueView.FLAGGED)))
    return view


def draw_filters() -> None:
    pick_run()
    pick_reason(QueueView.ALL)
    pick_language(choices(engine()).languages)


def draw_empty(filtered: Queue, reviewer: str | None) -> None:
    if reviewer and next_item(engine(), waiting(filtered)) is not None:
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


def draw_item(
    prefetched: PrefetchedItem, queue: Queue, visible: VisibleEvents, refusal: str
) -> None:
    """Draw the opinions, then the question beside its evidence; the bar last."""
    item, reviewer = prefetched.item, identity.reviewer()
    if refusal:
        notice(refusal, "amber")
    reviews = draw_opinions(visible, reviewer)
    if reviewer:
        draw_take_back(item.id, visible, reviewer, undo_final_result)
    left_column, right_column = st.columns([9, 11], gap="large")
    decides = not refusal and visible.state == State.DISPUTED
    draft: EditedDraft | None = None
    with left_column:
        with together():
            draw_heading(item)
        if reviewer and decides and is_correcting(item.id):
            draft = draw_editor(item, reviewer, visible.events, cause=chosen_cause)
        with together():
            if draft is None:
                draw_question(item)
            draw_reading(item)
        draw_correction_outcome(item, reviewer, visible.events)
        draw_causes()
        draw_details(item)
    with right_column:
        drawing = draw_evidence(prefetched)
    # Drawn last, so that a key can never act on an item the reader has not been shown.
    draw_final_bar(item.id, queue, visible, reviews, decides=decides, draft=draft, drawing=drawing)


def draw_undisputed(item_id: int) -> None:
    """Draw a link to Review, which decides undisputed questions and may have to hide reviews.
    Raises NotFoundError if there is no such item.
    """
    read_item(item_id)
    notice(_("Reviews of this question do not differ."), "quiet")
    link("review", _("Open in Review"), item=item_id, show="all", state="either")
    link("adjudicate", _("Go to waiting questions"), **address.current(*FILTERS))


def draw_waiting(filtered: Queue) -> None:
    queue, reviewer = waiting(filtered), identity.reviewer()
    item_id = item_to_show()
    if item_id is None:
        item_id = hold_next(queue, reviewer) if reviewer else next_item(engine(), queue)
    if item_id is None:
        draw_empty(filtered, reviewer)
        mark_arrived(None)
        return
    visible = visible_events(engine(), item_id, reviewer)
    if visible.state not in (State.DISPUTED, State.SETTLED):
        draw_undisputed(item_id)
        mark_arrived(item_id)
        return
    prefetched, refusal = read_item(item_id), ""
    if reviewer and visible.state == State.DISPUTED:
        refusal = try_hold(item_id, reviewer)
    draw_item(prefetched, queue, visible, refusal)
    if reviewer:
        following = prefetch_item(queue, item_id, reviewer)
        release_held(reviewer, keep={item_id, following or item_id})


def draw_settled_view(filtered: Queue) -> None:
    item_id = item_to_show()
    if item_id is None:
        draw_settled(settled(filtered))
        return
    link("adjudicate", _("Back to the list"), **address.current(*FILTERS, "cause", "view"))
    visible = visible_events(engine(), item_id, identity.reviewer())
    if visible.state == State.SETTLED:
        draw_item(read_item(item_id), settled(filtered), visible, "")
    else:
        draw_undisputed(item_id)
        mark_arrived(item_id)


def draw_page() -> None:
    with address.under_title(_("Adjudicate")):
        filtered = queue_in_address()
    view = draw_views(filtered)
    try:
        if view == WAITING:
            draw_waiting(filtered)
        elif view == SETTLED:
            draw_settled_view(filtered)
        else:
            filters = address.current(*FILTERS)
            draw_agreement(
                agreed(engine(), filtered),
                lambda label, **query: link(
                    "review", label, show="all", state="either", **filters, **query
                ),
            )
            draw_label_accuracy(label_accuracy(engine(), filtered))
    except NotFoundError as error:
        mark_arrived(item_to_show())
        if item_to_show() is not None:
            raise address.UnknownChoiceError("item") from error
        notice(translate(error))


draw_page()
