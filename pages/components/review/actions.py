"""The action bar: one row that stays on screen, carries its keys, and takes one press once."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Any

import streamlit as st

from core.review.review_table import Permission
from core.services.access import Right
from core.services.results import ItemDetail
from core.services.review import (
    DENIALS,
    MAX_COMMENT,
    Action,
    ActKind,
    Queue,
    ReviewReason,
    State,
    VisibleEvents,
)
from pages.components import identity
from pages.components.action import action, draw_outcome, guarded
from pages.components.debounce import Drawn, remember_drawn
from pages.components.html import plain
from pages.components.item_navigation import mark_arrived
from pages.components.keys import listen
from pages.components.language import _
from pages.components.page_state import NOTE, REASONS
from pages.components.review import decisions
from pages.components.review.draft import EditedDraft
from pages.components.review.draft_actions import draw_draft_actions
from pages.components.review.pending_bar import (
    draw_blind_bar,
    draw_change_bar,
    draw_contradiction_bar,
)
from pages.components.review.undo import undo_at_end, undo_last, undo_result
from pages.components.rights import needs
from pages.components.status_line import draw_status
from pages.components.wording import ACTIONS, REVIEW_REASONS, term_name

NOTE_WIDTH = 150
KEYS = {Action.KEEP: "A", Action.FIX: "E", Action.DROP: "X"}


@dataclass(frozen=True)
class BarContent:
    """What the bar is drawn for. `can_decide`: not while somebody else holds the item or it is
    settled. `hand`: an edit in hand, whose editor is open where `editing`. `hidden`: blind mode
    waits for an answer, of which `blind_letters` are chosen; `answer` stores it. `drawing`: of the
    passage beside it.
    """

    item: ItemDetail
    queue: Queue
    seen: VisibleEvents
    can_decide: bool = True
    hand: EditedDraft | None = None
    editing: bool = False
    hidden: bool = False
    blind_letters: frozenset[str] = frozenset()
    answer: Callable[[], None] | None = None
    drawing: str = ""

    @property
    def state(self) -> Drawn:
        return self.item.id, self.seen.last_event_id


Hidden = Callable[[], None]
"""Draws what is out of sight until a key asks for it, so that it need not hold up the question."""


def draw_actions(bar: BarContent) -> Hidden:
    """One row: the acts and the way through the queue, or what was begun and how it ends."""
    state, name = bar.state, identity.reviewer()
    hidden: Hidden = _nothing
    with st.bottom:
        draw_outcome(of_any=True)
        if name is None:
            identity.ask("review")
        with st.container(
            horizontal=True, vertical_alignment="center", gap="xsmall", key="desk_bar"
        ):
            if name and bar.can_decide:
                hidden = _draw_row(bar, name)
            else:
                draw_ways(bar, name)
        draw_status()
    remember_drawn(state)
    if name:  # who has no name yet may be given another item once they have
        mark_arrived(bar.item.id)
    listen(state, bar.drawing)
    return hidden


def _nothing() -> None:
    """Nothing is out of sight."""


def _draw_row(bar: BarContent, name: str) -> Hidden:
    error = decisions.contradiction(bar.state)
    if bar.hand is not None and bar.editing:
        draw_reasons(bar.item.id, bar.seen, name)
        leave = partial(decisions.leave_to_others, bar.state, bar.queue, name)
        draw_draft_actions(bar.hand, reasons=decisions.reasons, leave=leave)
    elif error is not None:
        decisions.hold_note_and_reasons()
        draw_contradiction_bar(error, bar.state, bar.queue, name)
    elif bar.hand is not None:
        decisions.begin_reasons(bar.item.id, bar.seen, name)
        decisions.hold_note_and_reasons()
        edit = partial(decisions.corrected, bar.state)
        draw_change_bar(bar.item, bar.hand, bar.state, bar.queue, edit)
    elif bar.blind_letters and bar.answer is not None:
        draw_blind_bar(bar.blind_letters, bar.answer)
    else:
        _draw_acts(bar, name)
        hidden = _nothing if bar.hidden else _hidden_rows(bar, name)
        draw_ways(bar, name)
        return hidden
    return _nothing


def _hidden_rows(bar: BarContent, name: str) -> Hidden:
    """The rows of X and of N: their places now, what is in them when it is asked to be drawn. What
    their fields begin with is settled now, while a new item can be told from one that was drawn.
    """
    decisions.begin_reasons(bar.item.id, bar.seen, name)
    decisions.begin_note(bar.item.id, name)
    reject = _row("reject_row")
    note = st.container(horizontal=True, gap="xsmall", width="content", key="note_slot")

    def draw() -> None:
        with reject:
            _draw_reject_row(bar, name)
        with note:
            _draw_note(bar.state, bar.queue, bar.seen, name)

    return draw


def _draw_acts(bar: BarContent, name: str) -> None:
    stands = bar.seen.decision
    with _row("acts"):
        for decision in Action:
            chosen = stands is not None and stands.action == decision
            press = _press(decision, bar.state, bar.queue, name)
            label = term_name(ACTIONS, decision)
            keyed(decision, label, KEYS[decision], press, primary=chosen, disabled=bar.hidden)
        for other, key, act, kind in (
            ("skip", "S", decisions.store_skip, ActKind.SKIP),
            ("second", "F", decisions.request_second_review, ActKind.SECOND),
        ):
            label, may = term_name(ACTIONS, other), offered(bar.seen.permission(kind))
            keyed(other, label, key, act, bar.state, bar.queue, name, **may)
        more = escape(_("More"))
        st.html(f'<button type="button" class="desk-more" aria-label="{more}">…</button>')


def _draw_reject_row(bar: BarContent, name: str) -> None:
    """In sight once Reject is pressed (keys.js): that press alone asks the server nothing."""
    draw_reasons(bar.item.id, bar.seen, name)
    because, back = escape(_("Reject because")), escape(_("Back"))
    st.html(  # one element, whose two parts stand on both sides of the reasons
        f'<b class="desk-said">{because}</b>'
        f'<button type="button" class="desk-back">{back} <kbd>Esc</kbd></button>'
    )
    reject = partial(decisions.store_decision, bar.state, Action.DROP, bar.queue, name)
    label = term_name(ACTIONS, Action.DROP)
    action(label, reject, right=None, key="reject_now", type="primary")


def _row(key: str) -> Any:
    return st.container(
        horizontal=True, vertical_alignment="center", gap="xsmall", key=key, width="content"
    )


def draw_ways(bar: BarContent, name: str | None) -> None:
    """Undo and the way through the queue."""
    item_id = bar.item.id
    with _row("ways"):
        if name:
            keyed("undo", _("Undo"), "U", undo_last, bar.state, name, quiet=True)
        keyed("back", _("Previous"), "K", decisions.go_back, bar.queue, item_id, name, quiet=True)
        keyed("next", _("Next"), "J", decisions.go_to_next, bar.queue, item_id, name, quiet=True)


def draw_end(name: str | None) -> None:
    """Where no question is left: what the last press stored, and the way to take it back."""
    with st.bottom:
        draw_outcome(of_any=True)
        with st.container(
            horizontal=True, vertical_alignment="center", gap="xsmall", key="desk_bar"
        ):
            if name:
                keyed("undo", _("Undo"), "U", undo_at_end, name, quiet=True)
        draw_status()


def may_decide(seen: VisibleEvents) -> bool:
    """Whether the table of states lets the reader give an opinion on the question."""
    return seen.permission(ActKind.ACCEPT).allowed


def offered(permission: Permission) -> dict[str, Any]:
    """What a button is drawn with: disabled, with the reason, where the act would be refused."""
    if permission.denied is None:
        return {}
    return {"disabled": True, "help": plain(_(DENIALS[permission.denied]))}


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
        label = _("Undo my {act} on this question only")
    else:
        return
    said = label.format(reviewer=decision.reviewer, act=term_name(ACTIONS, decision.action).lower())
    alien = decision.is_final or decision.reviewer != name
    may = needs(Right.ADJUDICATE) if alien else offered(seen.permission(ActKind.UNDO))
    state = (item_id, seen.last_event_id)
    keyed("take_back", plain(said), None, act, state, decision.id, name, **may)


def _press(decision: Action, state: Drawn, queue: Queue, name: str) -> Callable[[], None]:
    """A decision is stored at once, but for a correction, which is written first."""
    if decision == Action.FIX:
        return partial(decisions.corrected, state)
    return partial(decisions.store_decision, state, decision, queue, name)


def keyed(
    key: str,
    label: str,
    shortcut: str | None,
    act: Callable[..., None],
    *args: Any,
    primary: bool = False,
    quiet: bool = False,
    **more: Any,
) -> None:
    """The same button for every item, since a new one takes the browser long to draw: that a press
    was meant for the item it is drawn for is seen by the address and the clock (item_navigation).
    """
    kind = "primary" if primary else "tertiary" if quiet else "secondary"
    action(label, act, right=None, key=key, args=args, shortcut=shortcut, type=kind, **more)


def draw_reasons(item_id: int, seen: VisibleEvents, name: str) -> None:
    """Kept as they are chosen, stored with the decision."""
    decisions.begin_reasons(item_id, seen, name)
    numbers = {reason.value: n for n, reason in enumerate(ReviewReason, start=1)}
    st.pills(
        _("Reasons"),
        list(numbers),
        selection_mode="multi",
        format_func=lambda one: f"{numbers[one]} {term_name(REVIEW_REASONS, one)}",
        key=REASONS.name,
        on_change=guarded(decisions.noted, near=REASONS.name),
        args=(item_id, name),
        label_visibility="collapsed",
        width="content",
        wrap=True,
    )


def draw_note_field(item_id: int, name: str, width: int | None = None) -> None:
    """Begins with what was kept of an earlier note. `width` in pixels, else what there is."""
    decisions.begin_note(item_id, name)
    st.text_input(
        _("Note"),
        key=NOTE.name,
        placeholder=_("Note (N)"),
        label_visibility="collapsed",
        max_chars=MAX_COMMENT,
        on_change=guarded(decisions.noted, near=NOTE.name),
        args=(item_id, name),
        width=width or "stretch",
    )


def _draw_note(state: Drawn, queue: Queue, seen: VisibleEvents, name: str) -> None:
    """In sight while it is written in or holds something. Mod+Enter does what its button says: the
    decision that stands, or Accept; from one's own edit it only goes on.
    """
    stands = seen.decision
    label, press = term_name(ACTIONS, Action.KEEP), _press(Action.KEEP, state, queue, name)
    if stands and stands.revision_id is not None and stands.reviewer == name:
        label = _("Next")
        press = partial(decisions.leave_own_item, state, queue, stands, name)
    elif stands:
        decision = Action(stands.action)
        label, press = term_name(ACTIONS, decision), _press(decision, state, queue, name)
    draw_note_field(state[0], name, NOTE_WIDTH)
    action(
        label,
        press,
        right=None,
        key="save",
        shortcut="Mod+Enter",
        help=_("Saves the decision with its note and reasons, then opens the next question."),
    )
