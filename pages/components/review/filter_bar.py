"""The filters of questions, kept in the address: the review state in a row, the rest in a popover.

The popover is drawn only while it is open, so that a key press never waits for it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import streamlit as st

from core.errors import NotFoundError
from core.services.library import get_set
from core.services.review import NOBODY, DecisionFilter, Order, Queue, QueueView, choices, reviewers
from core.services.runs import get_run, run_titles
from core.validation import INFRASTRUCTURE, FailureReason, SkipReason
from pages.components import address, identity
from pages.components.action import action
from pages.components.app_context import engine
from pages.components.html import caption, page_title
from pages.components.language import _
from pages.components.review.filter_state import (
    LANGUAGES,
    ME,
    NO_ONE,
    ORDERS,
    SAID,
    TEXT_FILTERS,
    WAITING,
    queue_in_address,
    saved_queue_in_address,
    states_of,
)
from pages.components.review.run_filters import FORGETS, VIEW_LABELS
from pages.components.sample_labels import labelled_title
from pages.components.wording import CONFIDENCE, REASONS, VERDICTS, term_label, term_name

FILTER_NAMES = (
    *("queue", "set", "run", "show", "reason", *TEXT_FILTERS),
    *("assigned", "said", "beside", "text", "order"),
)
FAILURES = tuple(reason.value for reason in FailureReason)
NOT_JUDGED = (*sorted(INFRASTRUCTURE), *(reason.value for reason in SkipReason))
REASONS_OF_VIEW = {
    QueueView.FLAGGED: (*FAILURES, "leaked"),
    QueueView.PASSED: (),
    QueueView.NOT_JUDGED: NOT_JUDGED,
    QueueView.ALL: (*FAILURES, "leaked", *NOT_JUDGED),
}
"""Reasons that can occur among the results of each view."""
Kind = TypeVar("Kind", QueueView, Order, DecisionFilter)


def draw_filters(default: Queue = WAITING) -> Queue:
    """Draw the review state, and the other filters behind one button with their number.

    `default`: what is shown while nothing is chosen, WAITING or EVERYTHING. With the latter the
    page draws the search field itself (`draw_text`).
    """
    title = _("Review") if default == WAITING else _("Questions")
    with address.under_title(title):
        queue = queue_in_address(default)
    states = states_of(default)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        page_title(title)
        address.choose(
            "segmented_control",
            _("Decision"),
            "state",
            list(states),
            lambda state: _(states[state]),
            forgets=FORGETS,
            label_visibility="collapsed",
        )
        draw_fold(queue, default)
    return queue


def draw_fold(queue: Queue, default: Queue = WAITING) -> None:
    """Draw every filter but the review state behind one button."""
    fold(FILTER_NAMES, lambda: _draw_folded(queue, default), lambda: summary(queue, default))


def fold(
    names: Sequence[str], draw: Callable[[], None], summarise: Callable[[], list[str | None]]
) -> None:
    """Draw the filters of these names behind one button with the number that are set; beside it,
    what is set in words and a button that clears it.
    """
    active = [name for name in names if st.query_params.get(name)]
    label = _("Filters") + (f" · {len(active)}" if active else "")
    popover = st.popover(label, key="filters", on_change="rerun")
    if popover.open:
        with popover:
            draw()
    if active:
        action(_("Clear"), _clear, right=None, key="filters_clear", args=(names,), type="tertiary")
        with st.container(width="stretch"):
            caption(*summarise())


def _clear(names: Sequence[str]) -> None:
    address.put_all(dict.fromkeys((*names, *FORGETS)))


def summary(queue: Queue, default: Queue = WAITING) -> list[str | None]:
    """The filters that are set, in words."""
    saved = saved_queue_in_address()
    return [
        saved.name if saved else None,
        get_set(engine(), queue.set_id).title if queue.set_id else None,
        _run_title(queue.run_id) if queue.run_id else None,
        _(VIEW_LABELS[queue.shown]) if queue.shown != default.shown else None,
        term_name(REASONS, queue.reason) if queue.reason else None,
        term_label(VERDICTS, queue.verdict) if queue.verdict else None,
        _("Confidence: {level}").format(level=term_label(CONFIDENCE, queue.confidence))
        if queue.confidence
        else None,
        queue.model,
        term_label(LANGUAGES, queue.language) if queue.language else None,
        _("decided by {name}").format(name=queue.reviewer) if queue.reviewer else None,
        _assigned(queue.assigned_to) if queue.assigned_to is not None else None,
        _("with “{words}”").format(words=queue.text) if queue.text else None,
        _(SAID[queue.said]) if queue.said else None,
        _("and by {name}").format(name=queue.beside) if queue.said and queue.beside else None,
        _(ORDERS[queue.order]) if queue.order in ORDERS and queue.order != Order.FILE else None,
    ]


def _assigned(name: str) -> str:
    if name == NOBODY:
        return _("unassigned")
    if name == identity.reviewer():
        return _("assigned to me")
    return _("assigned to {name}").format(name=name)


def _run_title(run_id: int) -> str:
    try:
        return f"#{run_id} {get_run(engine(), run_id).title}"
    except NotFoundError:
        return f"#{run_id}"


def _draw_folded(queue: Queue, default: Queue) -> None:
    available = choices(engine())
    views = sorted(QueueView, key=lambda value: value != default.shown)
    pick_run()
    if default == WAITING:
        draw_text()
    _pick(_("Sort by"), "order", list(ORDERS), lambda value: _(ORDERS[value]))
    _pick(_("Results"), "show", views, lambda value: _(VIEW_LABELS[value]))
    pick_reason(queue.shown)
    verdicts = in_order(available.verdicts, VERDICTS)
    _pills(_("Quote"), "verdict", verdicts, lambda value: term_label(VERDICTS, value))
    _pills(
        _("Confidence"),
        "confidence",
        in_order(available.confidences, CONFIDENCE),
        lambda value: term_label(CONFIDENCE, value),
    )
    pick_language(available.languages)
    _pills(_("Model"), "model", available.models, str)
    names = reviewers(engine())
    _pills(_("Decided by"), "reviewer", names, str)
    assignees = {ME: _("me"), NO_ONE: _("nobody")}
    _pills(
        _("Assigned to"),
        "assigned",
        [*assignees, *names],
        lambda value: assignees.get(value, value),
    )


def in_order(values: Sequence[str], terms: Mapping[str, str]) -> list[str]:
    """The values in the order of their terms, such as high, medium, low; others last."""
    order = list(terms)
    return sorted(values, key=lambda value: order.index(value) if value in order else len(order))


def pick_reason(view: QueueView) -> None:
    current = st.query_params.get("reason", "")
    extra = (current,) if current and current not in REASONS_OF_VIEW[view] else ()
    if reasons := (*REASONS_OF_VIEW[view], *extra):
        _pills(_("Reason"), "reason", reasons, lambda reason: term_name(REASONS, reason))


def pick_language(languages: Sequence[str]) -> None:
    _pills(_("Language"), "language", languages, lambda code: term_label(LANGUAGES, code))


def pick_run() -> None:
    runs = run_titles(engine())
    titles = dict(sorted(runs.items(), key=lambda run: run[1].is_sample))  # samples last
    address.choose(
        "selectbox",
        _("Run"),
        "run",
        [0, *titles],
        lambda id_: f"#{id_} {labelled_title(titles[id_])}" if id_ else _("All runs"),
        forgets=FORGETS,
    )


def draw_text() -> None:
    words = _("Words in the question, its ID, options, quote, notes or edits")
    address.search(words, forgets=FORGETS)


def _pick(label: str, key: str, options: list[Kind], label_of: Callable[[Kind], str]) -> None:
    address.choose("segmented_control", label, key, options, label_of, forgets=FORGETS)


def _pills(label: str, key: str, options: Sequence[str], label_of: Callable[[str], str]) -> None:
    """Draw the choice of one value or any; nothing if there are fewer than two to choose from."""
    if len(options) > 1 or st.query_params.get(key):
        address.choose(
            "pills",
            label,
            key,
            ["", *options],
            lambda value: label_of(value) if value else _("Any"),
            forgets=FORGETS,
        )
