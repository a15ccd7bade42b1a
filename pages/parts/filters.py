"""Which questions to review, kept in the address: one quiet row, everything else folded away.

What is folded away is drawn only while it is open, so that a key press never waits for it.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

import streamlit as st

from core.errors import NotFoundError
from core.review import NOBODY, Decided, Order, Queue, Said, Shown, State, choices, reviewers
from core.runs import get_run, run_titles
from core.validation.reasons import INFRASTRUCTURE, FailureReason, SkipReason
from pages.parts import address, identity
from pages.parts.desk import engine
from pages.parts.html import caption
from pages.parts.language import N_, _
from pages.parts.queue import FORGETS, SHOWN
from pages.parts.words import CONFIDENCE, REASONS, VERDICTS, named, said

SECOND, DISPUTED = State.SECOND.value, State.DISPUTED.value
STATES: dict[str, str] = {
    Decided.UNDECIDED.value: N_("Undecided"),
    SECOND: N_("Second opinion"),
    Decided.DECIDED.value: N_("Decided"),
    Decided.EITHER.value: N_("All"),
}
WAITING = Queue()
EVERYTHING = Queue(shown=Shown.ALL, decided=Decided.EITHER)
EVERY_STATE: dict[str, str] = {
    Decided.EITHER.value: N_("All"),
    Decided.UNDECIDED.value: N_("Undecided"),
    SECOND: N_("Second opinion"),
    DISPUTED: N_("Disagreement"),
    Decided.DECIDED.value: N_("Decided"),
}
"""Where everything is looked through; the review page leaves what is in dispute to another one."""
ORDERS = {
    Order.FILE: N_("As in the file"),
    Order.DISPUTED: N_("Most disputed first"),
    Order.THRESHOLD: N_("Nearest to the threshold first"),
}
LANGUAGES = {"en": N_("English"), "zh": N_("Chinese")}
SAID = {
    Said.TWO: N_("two independent opinions"),
    Said.AGREE: N_("two independent opinions that agree"),
    Said.DIFFER: N_("two independent opinions that differ"),
    Said.OVERRIDDEN: N_("an opinion overridden by a final decision"),
}
TEXTS = ("verdict", "confidence", "model", "language", "reviewer")
"""Filters whose value in the address is that of the queue's field of the same name."""
ME, NO_ONE = "@me", "@nobody"
"""Of `assigned` in the address, beside names: a link means whoever opens it."""
EVERY = ("run", "show", "reason", *TEXTS, "assigned", "said", "beside", "text", "order")
MERITS = tuple(reason.value for reason in FailureReason)
NOT_JUDGED = (*sorted(INFRASTRUCTURE), *(reason.value for reason in SkipReason))
OFFERED = {
    Shown.FLAGGED: (*MERITS, "leaked"),
    Shown.PASSED: (),
    Shown.NOT_JUDGED: NOT_JUDGED,
    Shown.ALL: (*MERITS, "leaked", *NOT_JUDGED),
}
"""Reasons that can occur among the results that are shown."""

Kind = TypeVar("Kind", Shown, Order, Decided)
Several = TypeVar("Several", Shown, Order, Said)


def queue_in_address(first: Queue = WAITING) -> Queue:
    """What the address asks for, else what `first` does. Raises UnknownError for what there is
    not.
    """
    _demand(first)
    state = _one_of(_states(first), st.query_params.get("state"))
    states = (State(state),) if state in (SECOND, DISPUTED) else ()
    verdict, confidence, model, language, reviewer = (
        st.query_params.get(name) or None for name in TEXTS
    )
    return Queue(
        run_id=address.number("run"),
        shown=_enum(Shown, "show") or first.shown,
        reason=reason_in_address(),
        decided=Decided(state) if state and not states else first.decided,
        states=states,
        text=st.query_params.get("text", ""),
        said=said_in_address(),
        beside=st.query_params.get("beside") or None,
        order=_enum(ORDERS, "order") or Order.FILE,
        verdict=verdict,
        confidence=confidence,
        model=model,
        language=language,
        reviewer=reviewer,
        assigned_to=_assignee(),
    )


def _demand(first: Queue) -> None:
    """That every filter in the address names something there is."""
    for name, known in (
        ("state", _states(first)),
        ("show", set(Shown)),
        ("order", {one.value for one in ORDERS}),
        ("said", {one.value for one in SAID}),
        ("verdict", VERDICTS),
        ("confidence", CONFIDENCE),
    ):
        address.demand(name, known)
    demand_common()
    if any(st.query_params.get(name) for name in ("reviewer", "assigned", "beside")):
        names = reviewers(engine())
        address.demand("reviewer", names)
        address.demand("beside", names)
        address.demand("assigned", [*names, ME, NO_ONE])


def demand_common() -> None:
    """The same for the filters of every list of questions."""
    address.demand("reason", REASONS)
    if (run_id := address.number("run")) is not None:
        try:
            get_run(engine(), run_id)
        except NotFoundError as error:
            raise address.UnknownError("run") from error
    if any(st.query_params.get(name) for name in ("model", "language")):
        found = choices(engine())
        address.demand("model", found.models)
        address.demand("language", (*found.languages, *LANGUAGES))


def _assignee() -> str | None:
    asked = st.query_params.get("assigned")
    if asked == NO_ONE:
        return NOBODY
    return identity.reviewer() if asked == ME else asked or None


def draw_filters(first: Queue = WAITING) -> Queue:
    """The state in view, the rest behind one button that says how many filters are set.

    `first` is what is shown where nothing is chosen: what waits, or everything. The words to look
    for have a field of their own where everything is looked through.
    """
    queue = queue_in_address(first)
    states = _states(first)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        address.choose(
            "segmented_control",
            _("Decision"),
            "state",
            list(states),
            lambda one: _(states[one]),
            forgets=FORGETS,
            label_visibility="collapsed",
        )
        fold(EVERY, lambda: _draw_folded(queue, first), lambda: summary(queue, first))
    return queue


def _states(first: Queue) -> dict[str, str]:
    return STATES if first == WAITING else EVERY_STATE


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
        clear = _("Clear")
        st.button(clear, key="filters_clear", type="tertiary", on_click=_clear, args=(names,))
        with st.container(width="stretch"):
            caption(*summed())


def _clear(names: Sequence[str]) -> None:
    address.put_all(dict.fromkeys((*names, *FORGETS)))


def summary(queue: Queue, first: Queue = WAITING) -> list[str | None]:
    """The filters that are set, in words."""
    return [
        _run_title(queue.run_id) if queue.run_id else None,
        _(SHOWN[queue.shown]) if queue.shown != first.shown else None,
        named(REASONS, queue.reason) if queue.reason else None,
        said(VERDICTS, queue.verdict) if queue.verdict else None,
        _("Confidence: {level}").format(level=said(CONFIDENCE, queue.confidence))
        if queue.confidence
        else None,
        queue.model,
        said(LANGUAGES, queue.language) if queue.language else None,
        _("decided by {name}").format(name=queue.reviewer) if queue.reviewer else None,
        _assigned(queue.assigned_to) if queue.assigned_to is not None else None,
        _('with "{words}"').format(words=queue.text) if queue.text else None,
        _(SAID[queue.said]) if queue.said else None,
        _("and by {name}").format(name=queue.beside) if queue.said and queue.beside else None,
        _(ORDERS[queue.order]) if queue.order in ORDERS and queue.order != Order.FILE else None,
    ]


def _assigned(name: str) -> str:
    if name == NOBODY:
        return _("assigned to nobody")
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
    shown = sorted(Shown, key=lambda one: one != first.shown)
    pick_run()
    if first == WAITING:
        draw_text()
    _pick(_("Order"), "order", list(ORDERS), lambda one: _(ORDERS[one]))
    _pick(_("Results"), "show", shown, lambda one: _(SHOWN[one]))
    pick_reason(queue.shown)
    _pills(_("Quote"), "verdict", found.verdicts, lambda one: said(VERDICTS, one))
    _pills(_("Confidence"), "confidence", found.confidences, lambda one: said(CONFIDENCE, one))
    pick_language(found.languages)
    _pills(_("Model"), "model", found.models, str)
    names = reviewers(engine())
    _pills(_("Decided by"), "reviewer", names, str)
    to = {ME: _("me"), NO_ONE: _("nobody")}
    _pills(_("Assigned to"), "assigned", [*to, *names], lambda one: to.get(one, one))


def pick_reason(shown: Shown) -> None:
    asked = st.query_params.get("reason", "")
    more = (asked,) if asked and asked not in OFFERED[shown] else ()
    if offered := (*OFFERED[shown], *more):
        _pills(_("Reason"), "reason", offered, lambda one: named(REASONS, one))


def pick_language(languages: Sequence[str]) -> None:
    _pills(_("Language"), "language", languages, lambda one: said(LANGUAGES, one))


def pick_run() -> None:
    titles = run_titles(engine())
    address.choose(
        "selectbox",
        _("Run"),
        "run",
        [0, *titles],
        lambda id_: f"#{id_} {titles[id_]}" if id_ else _("All runs"),
        forgets=FORGETS,
    )


def draw_text() -> None:
    words = _("Words in the question, its key, an option, the quote, a note or a correction")
    st.session_state["address_text"] = st.query_params.get("text", "")
    st.text_input(
        words,
        key="address_text",
        max_chars=200,
        placeholder=words,
        label_visibility="collapsed",
        on_change=_searched,
    )


def _searched() -> None:
    words = st.session_state["address_text"].strip() or None
    address.put_all({**dict.fromkeys(FORGETS), "text": words})


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


def reason_in_address() -> str | None:
    return _one_of(REASONS, st.query_params.get("reason"))


def said_in_address() -> Said | None:
    return _enum(SAID, "said")


def _one_of(options: Container[str], said: str | None) -> str | None:
    return said if said in options else None


def _enum(kinds: Iterable[Several], key: str) -> Several | None:
    asked = st.query_params.get(key)
    return next((one for one in kinds if one.value == asked), None)


def undecided(queue: Queue) -> Queue:
    """Where to go on after a decision: with what of the same filter waits for one."""
    return queue if queue.states else replace(queue, decided=Decided.UNDECIDED)
