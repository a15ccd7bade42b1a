"""The decision bar: it stays on screen, carries its keys, and takes one press once."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from core.services.review import MAX_COMMENT, Action, Queue, ReviewReason, State, VisibleEvents
from pages.components import identity
from pages.components.action import guarded_action
from pages.components.debounce import Drawn, remember_drawn
from pages.components.html import notice, plain
from pages.components.item_navigation import mark_arrived
from pages.components.keys import draw_keys, listen
from pages.components.language import _
from pages.components.review import decisions
from pages.components.review.draft import EditedDraft
from pages.components.review.draft_actions import draw_draft_actions
from pages.components.review.suggestions import asked
from pages.components.review.undo import undo_last, undo_result
from pages.components.status_line import draw_status
from pages.components.wording import ACTIONS, REVIEW_REASONS, term_name

KEYS = {Action.KEEP: "A", Action.FIX: "E", Action.DROP: "X"}


def draw_actions(
    item_id: int,
    queue: Queue,
    seen: VisibleEvents,
    *,
    claimed: bool = True,
    fix: str | None = None,
    hand: EditedDraft | None = None,
) -> None:
    """Reasons and a note, the decisions, and the way through the queue.

    `fix`: what G does about one; None where none can be suggested. Not `claimed`, as when somebody
    else holds the item: the way through the queue alone. While the editor is open, with its edit in
    `hand`: what becomes of that alone.
    """
    state = (item_id, seen.last_event_id)
    name = identity.reviewer()
    with st.bottom:
        draw_refusal()
        if st.session_state.get("keys_shown"):
            draw_keys()
        if name is None:
            identity.ask("review")
        elif hand is not None:
            _draw_reasons(item_id, seen, name)
        elif claimed and may_decide(seen):
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                _draw_reasons(item_id, seen, name)
                _draw_note(state, queue, seen, name)
        with st.container(
            horizontal=True, vertical_alignment="center", gap="xsmall", key="desk_bar"
        ):
            if name and hand is not None:
                leave = partial(decisions.leave_to_others, state, queue, name)
                draw_draft_actions(hand, reasons=decisions.reasons, leave=leave)
            else:
                if name and claimed and may_decide(seen):
                    _draw_decisions(state, queue, seen, name)
                    if fix:
                        keyed("suggest", fix, "G", asked, state, name)
                _draw_ways(state, queue, name)
            keyed("keys", _("Help"), "H", toggle_keys)
        draw_status()
    remember_drawn(state)
    if name:  # who has no name yet may be given another item once they have
        mark_arrived(item_id)
    listen(state)


def may_decide(seen: VisibleEvents) -> bool:
    return seen.state not in (State.DISPUTED, State.SETTLED)


def _draw_ways(state: Drawn, queue: Queue, name: str | None) -> None:
    item_id = state[0]
    if name:
        keyed("undo", _("Undo"), "U", undo_last, state, name)
    keyed("back", _("Previous"), "K", decisions.go_back, queue, item_id, name)
    keyed("next", _("Next"), "J", decisions.go_to_next, queue, item_id, name)


def draw_take_back(
    item_id: int,
    seen: VisibleEvents,
    name: str,
    act: Callable[[Drawn, int, str], None] = undo_result,
) -> None:
    """Where a decision stands that U does not take back, as it is somebody else's or one of many:
    a press without a key, which names it.
    """
    decision = seen.decision
    if decision is None or seen.state not in (State.DECIDED, State.SETTLED):
        return
    if decision.reviewer != name:
        label = (
            _("Undo {reviewer}'s final {act}")
            if decision.is_final
            else _("Undo {reviewer}'s {act}")
        )
    elif decision.batch_id is not None:
        label = _("Undo my {act} on this question alone")
    else:
        return
    said = label.format(reviewer=decision.reviewer, act=term_name(ACTIONS, decision.action).lower())
    keyed("take_back", plain(said), None, act, (item_id, seen.last_event_id), decision.id, name)


def draw_refusal() -> None:
    if refused := st.session_state.pop("decision_refused", None):
        notice(refused)


def toggle_keys() -> None:
    st.session_state["keys_shown"] = not st.session_state.get("keys_shown")


def _draw_decisions(state: Drawn, queue: Queue, seen: VisibleEvents, name: str) -> None:
    for action in Action:
        chosen = seen.decision is not None and seen.decision.action == action
        press = _press(action, state, queue, name)
        keyed(action, label_of(action), KEYS[action], press, primary=chosen)
    for other, key, act in (
        ("skip", "S", decisions.store_skip),
        ("second", "F", decisions.request_second_review),
    ):
        keyed(other, term_name(ACTIONS, other), key, act, state, queue, name)


def _press(action: Action, state: Drawn, queue: Queue, name: str) -> Callable[[], None]:
    """A decision is stored at once, but for a correction, which is written first."""
    if action == Action.FIX:
        return partial(decisions.corrected, state)
    return partial(decisions.store_decision, state, action, queue, name)


def label_of(action: Action) -> str:
    return _("Correct") if action == Action.FIX else term_name(ACTIONS, action)


def keyed(
    action: str,
    label: str,
    key: str | None,
    act: Callable[..., None],
    *args: Any,
    primary: bool = False,
) -> None:
    """The same button for every item, since a new one takes the browser long to draw: that a press
    was meant for the item it is drawn for is seen by the address and the clock (item_navigation).
    """
    st.button(
        label,
        key=action,
        shortcut=key,
        type="primary" if primary else "secondary",
        on_click=guarded_action(act),
        args=args,
    )


def _draw_reasons(item_id: int, seen: VisibleEvents, name: str) -> None:
    """Kept as they are chosen, stored with the decision."""
    decisions.begin_reasons(item_id, seen, name)
    numbers = {reason.value: n for n, reason in enumerate(ReviewReason, start=1)}
    st.pills(
        _("Reasons"),
        list(numbers),
        selection_mode="multi",
        format_func=lambda one: f"{numbers[one]} {term_name(REVIEW_REASONS, one)}",
        key=decisions.REASONS,
        on_change=decisions.noted,
        args=(item_id, name, seen.events),
        label_visibility="collapsed",
        width="stretch",
        wrap=True,
    )


def draw_note_field(item_id: int, seen: VisibleEvents, name: str, width: int | None = None) -> None:
    """Begins with what was kept of an earlier note. `width` in pixels, else what there is."""
    decisions.begin_note(item_id, name)
    st.text_input(
        _("Note"),
        key=decisions.NOTE,
        placeholder=_("Note (N)"),
        label_visibility="collapsed",
        max_chars=MAX_COMMENT,
        on_change=decisions.noted,
        args=(item_id, name, seen.events),
        width=width or "stretch",
    )


def _draw_note(state: Drawn, queue: Queue, seen: VisibleEvents, name: str) -> None:
    """Mod+Enter does what its button says: the decision that stands, or keep; and goes on from
    one's own correction, which needs no second word.
    """
    stands = seen.decision
    label, press = label_of(Action.KEEP), _press(Action.KEEP, state, queue, name)
    if stands and stands.revision_id is not None and stands.reviewer == name:
        label = _("Next")
        press = partial(decisions.leave_own_item, state, queue, stands, name)
    elif stands:
        action = Action(stands.action)
        label, press = label_of(action), _press(action, state, queue, name)
    with st.container(horizontal=True, gap="xsmall", width=290):
        draw_note_field(state[0], seen, name)
        st.button(
            label,
            key="save",
            shortcut="Mod+Enter",
            help=_("Saves the decision with its note and reasons, and goes on."),
            on_click=guarded_action(press),
        )
