"""Which questions to review, kept in the address: one quiet row, everything else folded away.

What is folded away is drawn only while it is open, so that a key press never waits for it.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

import streamlit as st

from core.errors import NotFoundError
from core.services.library import get_set
from core.services.review import NOBODY, DecisionFilter, Order, Queue, QueueView, choices, reviewers
from core.services.runs import get_run, run_titles
from core.validation.reasons import INFRASTRUCTURE, FailureReason, SkipReason
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
    TEXTS,
    WAITING,
    named_in_address,
    queue_in_address,
    states_of,
)
from pages.components.review.run_filters import FORGETS, SHOWN
from pages.components.sample_labels import labelled_title
from pages.components.wording import CONFIDENCE, REASONS, VERDICTS, term_label, term_name

EVERY = (
    *("queue", "set", "run", "show", "reason", *TEXTS),
    *("assigned", "said", "beside", "text", "order"),
)
MERITS = tuple(reason.value for reason in FailureReason)
NOT_JUDGED = (*sorted(INFRASTRUCTURE), *(reason.value for reason in SkipReason))
OFFERED = {
    QueueView.FLAGGED: (*MERITS, "leaked"),
    QueueView.PASSED: (),
    QueueView.NOT_JUDGED: NOT_JUDGED,
    QueueView.ALL: (*MERITS, "leaked", *NOT_JUDGED),
}
"""Reasons that can occur among the results that are shown."""
Kind = TypeVar("Kind", QueueView, Order, DecisionFilter)


def draw_filters(first: Queue = WAITING) -> Queue:
    """The state in view, the rest behind one button that says how many filters are set.

    `first` is what is shown where nothing is chosen: what waits, or everything. The words to look
    for have a field of their own where everything is looked through.
    """
    queue = queue_in_address(first)
    states = states_of(first)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        page_title(_("Review") if first == WAITING else _("Questions"))
        address.choose(
            "segmented_control",
            _("Decision"),
            "state",
            list(states),
            lambda one: _(states[one]),
            forgets=FORGETS,
            label_visibility="collapsed",
        )
        draw_fold(queue, first)
    return queue


def draw_fold(queue: Queue, first: Queue = WAITING) -> None:
    """Every filter but the state, behind one button."""
    fold(EVERY, lambda: _draw_folded(queue, first), lambda: summary(queue, first))


def fold(
    names: Sequence[str], draw: Callable[[], None], summed: Callable[[], list[str | None]]
) -> None:
    """The filters of these names behind one button that says how many are set; what is set stands
    beside it in words, with a way to clear it.
    """
    active = [name for name in names if st.query_params.get(name)]
    label = _("Filters") + (f" · {len(active)}" if active else "")
    folded = st.popover(label, key="filters", on_change="rerun")
    if folded.open:
        with folded:
            draw()
    if active:
        action(_("Clear"), _clear, right=None, key="filters_clear", args=(names,), type="tertiary")
        with st.container(width="stretch"):
            caption(*summed())


def _clear(names: Sequence[str]) -> None:
    address.put_all(dict.fromkeys((*names, *FORGETS)))


def summary(queue: Queue, first: Queue = WAITING) -> list[str | None]:
    """The filters that are set, in words."""
    saved = named_in_address()
    return [
        saved.name if saved else None,
        get_set(engine(), queue.set_id).title if queue.set_id else None,
        _run_title(queue.run_id) if queue.run_id else None,
        _(SHOWN[queue.shown]) if queue.shown != first.shown else None,
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


def _draw_folded(queue: Queue, first: Queue) -> None:
    found = choices(engine())
    shown = sorted(QueueView, key=lambda one: one != first.shown)
    pick_run()
    if first == WAITING:
        draw_text()
    _pick(_("Sort by"), "order", list(ORDERS), lambda one: _(ORDERS[one]))
    _pick(_("Results"), "show", shown, lambda one: _(SHOWN[one]))
    pick_reason(queue.shown)
    _pills(_("Quote"), "verdict", found.verdicts, lambda one: term_label(VERDICTS, one))
    _pills(
        _("Confidence"), "confidence", found.confidences, lambda one: term_label(CONFIDENCE, one)
    )
    pick_language(found.languages)
    _pills(_("Model"), "model", found.models, str)
    names = reviewers(engine())
    _pills(_("Decided by"), "reviewer", names, str)
    to = {ME: _("me"), NO_ONE: _("nobody")}
    _pills(_("Assigned to"), "assigned", [*to, *names], lambda one: to.get(one, one))


def pick_reason(shown: QueueView) -> None:
    asked = st.query_params.get("reason", "")
    more = (asked,) if asked and asked not in OFFERED[shown] else ()
    if offered := (*OFFERED[shown], *more):
        _pills(_("Reason"), "reason", offered, lambda one: term_name(REASONS, one))


def pick_language(languages: Sequence[str]) -> None:
    _pills(_("Language"), "language", languages, lambda one: term_label(LANGUAGES, one))


def pick_run() -> None:
    every = run_titles(engine())
    titles = dict(sorted(every.items(), key=lambda run: run[1].is_sample))  # own ones first
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


def _pick(label: str, key: str, options: list[Kind], worded: Callable[[Kind], str]) -> None:
    address.choose("segmented_control", label, key, options, worded, forgets=FORGETS)


def _pills(label: str, key: str, options: Sequence[str], worded: Callable[[str], str]) -> None:
    """Any of the values or none; nothing to choose where there are fewer than two."""
    if len(options) > 1 or st.query_params.get(key):
        address.choose(
            "pills",
            label,
            key,
            ["", *options],
            lambda one: worded(one) if one else _("Any"),
            forgets=FORGETS,
        )
