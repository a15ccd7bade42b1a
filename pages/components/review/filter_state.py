"""The filters in the address as a queue, checked for values that do not exist."""

from collections.abc import Container, Iterable
from dataclasses import replace
from typing import TypeVar

import streamlit as st

from core.errors import NotFoundError
from core.services.library import get_set
from core.services.review import (
    NOBODY,
    DecisionFilter,
    OpinionFilter,
    Order,
    Queue,
    QueueView,
    SavedQueue,
    State,
    choices,
    reviewers,
    saved_queue,
)
from core.services.runs import has_run
from pages.components import address, identity
from pages.components.app_context import engine
from pages.components.language import N_
from pages.components.wording import CONFIDENCE, REASONS, VERDICTS

SECOND, DISPUTED = State.SECOND.value, State.DISPUTED.value
STATES: dict[str, str] = {
    DecisionFilter.UNDECIDED.value: N_("Undecided"),
    SECOND: N_("Second review"),
    DecisionFilter.DECIDED.value: N_("Decided"),
    DecisionFilter.EITHER.value: N_("All"),
}
WAITING = Queue()
EVERYTHING = Queue(shown=QueueView.ALL, decided=DecisionFilter.EITHER)
EVERY_STATE: dict[str, str] = {
    DecisionFilter.EITHER.value: N_("All"),
    DecisionFilter.UNDECIDED.value: N_("Undecided"),
    SECOND: N_("Second review"),
    DISPUTED: N_("Disagreement"),
    DecisionFilter.DECIDED.value: N_("Decided"),
}
"""The states of the page Questions; Review leaves disputed questions to Adjudicate."""
ORDERS = {
    Order.FILE: N_("As in the file"),
    Order.DISPUTED: N_("Most disputed first"),
    Order.THRESHOLD: N_("Closest to the threshold first"),
}
LANGUAGES = {"en": N_("English"), "zh": N_("Chinese")}
SAID = {
    OpinionFilter.GIVEN: N_("one active review"),
    OpinionFilter.TWO: N_("two independent reviews"),
    OpinionFilter.AGREE: N_("two independent reviews that agree"),
    OpinionFilter.DIFFER: N_("two independent reviews that differ"),
    OpinionFilter.SETTLED: N_("a review followed by a final decision"),
    OpinionFilter.OVERRIDDEN: N_("a review overridden by a final decision"),
}
TEXT_FILTERS = ("verdict", "confidence", "model", "language", "reviewer")
"""Filters whose value in the address is that of the queue's field of the same name."""
ME, NO_ONE = "@me", "@nobody"
"""Values of `assigned` in the address besides names; ME is whoever opens the link."""
Several = TypeVar("Several", QueueView, Order, OpinionFilter)


def queue_in_address(default: Queue = WAITING) -> Queue:
    """The queue of the filters in the address, else of `default`. Raises UnknownChoiceError for a
    value that does not exist.
    """
    _demand(default)
    state = _one_of(states_of(default), st.query_params.get("state"))
    states = (State(state),) if state in (SECOND, DISPUTED) else ()
    verdict, confidence, model, language, reviewer = (
        st.query_params.get(name) or None for name in TEXT_FILTERS
    )
    saved = saved_queue_in_address()
    saved_filters = saved.queue if saved else Queue()
    return Queue(
        run_id=address.number("run"),
        set_id=address.number("set") or saved_filters.set_id,
        shown=_enum(QueueView, "show") or default.shown,
        reason=reason_in_address() or saved_filters.reason,
        decided=DecisionFilter(state) if state and not states else default.decided,
        states=states,
        text=st.query_params.get("text", ""),
        said=opinion_in_address(),
        beside=st.query_params.get("beside") or None,
        order=_enum(ORDERS, "order") or Order.FILE,
        verdict=verdict,
        confidence=confidence,
        model=model,
        language=language or saved_filters.language,
        reviewer=reviewer,
        assigned_to=_assignee(),
    )


def saved_queue_in_address() -> SavedQueue | None:
    """The saved queue that the address names, if any. Raises UnknownChoiceError for a deleted
    one.
    """
    if (queue_id := address.number("queue")) is None:
        return None
    try:
        return saved_queue(engine(), queue_id)
    except NotFoundError as error:
        raise address.UnknownChoiceError("queue") from error


def _demand(default: Queue) -> None:
    """Raise UnknownChoiceError if a filter in the address names something that does not exist."""
    for name, allowed in (
        ("state", states_of(default)),
        ("show", set(QueueView)),
        ("order", {option.value for option in ORDERS}),
        ("said", {option.value for option in SAID}),
        ("verdict", VERDICTS),
        ("confidence", CONFIDENCE),
    ):
        address.demand(name, allowed)
    demand_common()
    if any(st.query_params.get(name) for name in ("reviewer", "assigned", "beside")):
        names = reviewers(engine())
        address.demand("reviewer", names)
        address.demand("beside", names)
        address.demand("assigned", [*names, ME, NO_ONE])


def demand_common() -> None:
    """The same for the filters that all lists of questions share."""
    address.demand("reason", REASONS)
    run_id = address.number("run")
    if run_id is not None and not has_run(engine(), run_id):
        raise address.UnknownChoiceError("run")
    if (set_id := address.number("set")) is not None:
        try:
            get_set(engine(), set_id)
        except NotFoundError as error:
            raise address.UnknownChoiceError("set") from error
    if any(st.query_params.get(name) for name in ("model", "language")):
        available = choices(engine())
        address.demand("model", available.models)
        address.demand("language", (*available.languages, *LANGUAGES))


def _assignee() -> str | None:
    assigned = st.query_params.get("assigned")
    if assigned == NO_ONE:
        return NOBODY
    return identity.reviewer() if assigned == ME else assigned or None


def states_of(default: Queue) -> dict[str, str]:
    return STATES if default == WAITING else EVERY_STATE


def reason_in_address() -> str | None:
    return _one_of(REASONS, st.query_params.get("reason"))


def opinion_in_address() -> OpinionFilter | None:
    return _enum(SAID, "said")


def _one_of(options: Container[str], value: str | None) -> str | None:
    return value if value in options else None


def _enum(kinds: Iterable[Several], key: str) -> Several | None:
    value = st.query_params.get(key)
    return next((kind for kind in kinds if kind.value == value), None)


def undecided(queue: Queue) -> Queue:
    """The queue after a decision: the same filters, undecided ones only unless states are set."""
    return queue if queue.states else replace(queue, decided=DecisionFilter.UNDECIDED)
