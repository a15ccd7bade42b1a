"""The action bar: one row at the bottom of the screen, with its buttons and their shortcuts."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Any

import streamlit as st

from core.review import Permission
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
    """What the bar is drawn from. `can_decide`: False while somebody else holds the item, or once
    it is settled. `draft`: an unsaved edit; `editing`: its editor is open. `hidden`: blind mode
    waits for an answer; `blind_letters`: chosen so far; `answer` stores them. `drawing`: id of the
    drawn passage.
    """

    item: ItemDetail
    queue: Queue
    visible: VisibleEvents
    can_decide: bool = True
    draft: EditedDraft | None = None
    editing: bool = False
    hidden: bool = False
    blind_letters: frozenset[str] = frozenset()
    answer: Callable[[], None] | None = None
    drawing: str = ""

    @property
    def state(self) -> Drawn:
        return self.item.id, self.visible.last_event_id


DeferredDraw = Callable[[], None]
"""Draws parts of the bar that a key reveals; called last, so that the question need not wait."""


def draw_actions(bar: BarContent) -> DeferredDraw:
    """Draw the decisions and the queue navigation, or a pending change with its confirmation.
    Return what draws the hidden rows of the bar.
    """
    state, reviewer = bar.state, identity.reviewer()
    hidden: DeferredDraw = _draw_nothing
    with st.bottom:
        draw_outcome(of_any=True)
        if reviewer is None:
            identity.ask("review")
        with st.container(
            horizontal=True, vertical_alignment="center", gap="xsmall", key="desk_bar"
        ):
            if reviewer and bar.can_decide:
                hidden = _draw_row(bar, reviewer)
            else:
                draw_queue_navigation(bar, reviewer)
        draw_status()
    remember_drawn(state)
    if reviewer:  # a reader without a name may get another item once they give one
        mark_arrived(bar.item.id)
    listen(state, bar.drawing)
    return hidden


def _draw_nothing() -> None:
    """The bar has no hidden rows."""


def _draw_row(bar: BarContent, reviewer: str) -> DeferredDraw:
    error = decisions.contradiction(bar.state)
    if bar.draft is not None and bar.editing:
        draw_reasons(bar.item.id, bar.visible, reviewer)
        leave = partial(decisions.leave_to_others, bar.state, bar.queue, reviewer)
        draw_draft_actions(bar.draft, reasons=decisions.reasons, leave=leave)
    elif error is not None:
        decisions.hold_note_and_reasons()
        draw_contradiction_bar(error, bar.state, bar.queue, reviewer)
    elif bar.draft is not None:
        decisions.begin_reasons(bar.item.id, bar.visible, reviewer)
        decisions.hold_note_and_reasons()
        edit = partial(decisions.edit_question, bar.state)
        draw_change_bar(bar.item, bar.draft, bar.state, bar.queue, edit)
    elif bar.blind_letters and bar.answer is not None:
        draw_blind_bar(bar.blind_letters, bar.answer)
    else:
        _draw_acts(bar, reviewer)
        hidden = _draw_nothing if bar.hidden else _place_hidden_rows(bar, reviewer)
        draw_queue_navigation(bar, reviewer)
        return hidden
    return _draw_nothing


def _place_hidden_rows(bar: BarContent, reviewer: str) -> DeferredDraw:
    """Place the rows of X (reject) and N (note); return what fills them. Their fields get their
    initial values now, while it is known whether the item is new on screen.
    """
    decisions.begin_reasons(bar.item.id, bar.visible, reviewer)
    decisions.begin_note(bar.item.id, reviewer)
    reject = _row("reject_row")
    note = st.container(horizontal=True, gap="xsmall", width="content", key="note_slot")

    def draw() -> None:
        with reject:
            _draw_reject_row(bar, reviewer)
        with note:
            _draw_note(bar.state, bar.queue, bar.visible, reviewer)

    return draw


def _draw_acts(bar: BarContent, reviewer: str) -> None:
    current = bar.visible.decision
    with _row("acts"):
        for decision in Action:
            chosen = current is not None and current.action == decision
            press = _callback(decision, bar.state, bar.queue, reviewer)
            label = term_name(ACTIONS, decision)
            keyed(decision, label, KEYS[decision], press, primary=chosen, disabled=bar.hidden)
        for act_name, key, act, kind in (
            ("skip", "S", decisions.store_skip, ActKind.SKIP),
            ("second", "F", decisions.request_second_review, ActKind.SECOND),
        ):
            label, options = (
                term_name(ACTIONS, act_name),
                button_options(bar.visible.permission(kind)),
            )
            keyed(act_name, label, key, act, bar.state, bar.queue, reviewer, **options)
        more = escape(_("More"))
        st.html(f'<button type="button" class="desk-more" aria-label="{more}">…</button>')


def _draw_reject_row(bar: BarContent, reviewer: str) -> None:
    """Draw the reasons and the button that rejects. keys.js reveals the row when Reject is pressed,
    without a request to the server.
    """
    draw_reasons(bar.item.id, bar.visible, reviewer)
    because, back = escape(_("Reject because")), escape(_("Back"))
    st.html(  # one element; its two parts are styled to stand on both sides of the reasons
        f'<b class="desk-said">{because}</b>'
        f'<button type="button" class="desk-back">{back} <kbd>Esc</kbd></button>'
    )
    reject = partial(decisions.store_decision, bar.state, Action.DROP, bar.queue, reviewer)
    label = term_name(ACTIONS, Action.DROP)
    action(label, reject, right=None, key="reject_now", type="primary")


def _row(key: str) -> Any:
    return st.container(
        horizontal=True, vertical_alignment="center", gap="xsmall", key=key, width="content"
    )


def draw_queue_navigation(bar: BarContent, reviewer: str | None) -> None:
    """Draw Undo, Previous and Next."""
    item_id = bar.item.id
    with _row("ways"):
        if reviewer:
            keyed("undo", _("Undo"), "U", undo_last, bar.state, reviewer, quiet=True)
        keyed(
            "back", _("Previous"), "K", decisions.go_back, bar.queue, item_id, reviewer, quiet=True
        )
        keyed(
            "next", _("Next"), "J", decisions.go_to_next, bar.queue, item_id, reviewer, quiet=True
        )


def draw_end(reviewer: str | None) -> None:
    """Draw the bar where no question is left: what the last press stored, and its undo."""
    with st.bottom:
        draw_outcome(of_any=True)
        with st.container(
            horizontal=True, vertical_alignment="center", gap="xsmall", key="desk_bar"
        ):
            if reviewer:
                keyed("undo", _("Undo"), "U", undo_at_end, reviewer, quiet=True)
        draw_status()


def may_decide(visible: VisibleEvents) -> bool:
    """Whether the review table allows the reader to decide on the question."""
    return visible.permission(ActKind.ACCEPT).allowed


def button_options(permission: Permission) -> dict[str, Any]:
    """Options of a button: disabled, with the reason, if its act would be refused."""
    if permission.denied is None:
        return {}
    return {"disabled": True, "help": plain(_(DENIALS[permission.denied]))}


def draw_take_back(
    item_id: int,
    visible: VisibleEvents,
    reviewer: str,
    act: Callable[[Drawn, int, str], None] = undo_result,
) -> None:
    """Draw a button without a shortcut that undoes what U does not: the decision of somebody else,
    or one's own from a bulk action. `act` gets the state, the event's id and the reviewer.
    """
    decision = visible.decision
    if decision is None or visible.state not in (State.DECIDED, State.SETTLED):
        return
    if decision.reviewer != reviewer:
        template = (
            _("Undo {reviewer}'s final {act}")
            if decision.is_final
            else _("Undo {reviewer}'s {act}")
        )
    elif decision.batch_id is not None:
        template = _("Undo my {act} on this question only")
    else:
        return
    label = template.format(
        reviewer=decision.reviewer, act=term_name(ACTIONS, decision.action).lower()
    )
    is_others = decision.is_final or decision.reviewer != reviewer
    options = (
        needs(Right.ADJUDICATE) if is_others else button_options(visible.permission(ActKind.UNDO))
    )
    state = (item_id, visible.last_event_id)
    keyed("take_back", plain(label), None, act, state, decision.id, reviewer, **options)


def _callback(decision: Action, state: Drawn, queue: Queue, reviewer: str) -> Callable[[], None]:
    """What a decision's button calls: it stores the decision; an edit opens the editor first."""
    if decision == Action.FIX:
        return partial(decisions.edit_question, state)
    return partial(decisions.store_decision, state, decision, queue, reviewer)


def keyed(
    key: str,
    label: str,
    shortcut: str | None,
    act: Callable[..., None],
    *args: Any,
    primary: bool = False,
    quiet: bool = False,
    **options: Any,
) -> None:
    """Draw a button whose key is the same for every item, since the browser is slow to draw a new
    one. Address and clock tell whether a press was meant for this item (item_navigation, debounce).
    """
    kind = "primary" if primary else "tertiary" if quiet else "secondary"
    action(label, act, right=None, key=key, args=args, shortcut=shortcut, type=kind, **options)


def draw_reasons(item_id: int, visible: VisibleEvents, reviewer: str) -> None:
    """Draw the reasons; each choice is kept at once, and stored with the decision."""
    decisions.begin_reasons(item_id, visible, reviewer)
    numbers = {reason.value: n for n, reason in enumerate(ReviewReason, start=1)}
    st.pills(
        _("Reasons"),
        list(numbers),
        selection_mode="multi",
        format_func=lambda value: f"{numbers[value]} {term_name(REVIEW_REASONS, value)}",
        key=REASONS.name,
        on_change=guarded(decisions.keep_note_and_reasons, near=REASONS.name),
        args=(item_id, reviewer),
        label_visibility="collapsed",
        width="content",
        wrap=True,
    )


def draw_note_field(item_id: int, reviewer: str, width: int | None = None) -> None:
    """Draw the note, with what was kept of it. `width`: pixels; None: as wide as there is room."""
    decisions.begin_note(item_id, reviewer)
    st.text_input(
        _("Note"),
        key=NOTE.name,
        placeholder=_("Note (N)"),
        label_visibility="collapsed",
        max_chars=MAX_COMMENT,
        on_change=guarded(decisions.keep_note_and_reasons, near=NOTE.name),
        args=(item_id, reviewer),
        width=width or "stretch",
    )


def _draw_note(state: Drawn, queue: Queue, visible: VisibleEvents, reviewer: str) -> None:
    """Draw the note, shown while it has the cursor or a text, and its button (Mod+Enter): it stores
    the current decision again, or Accept; after one's own edit it only goes to the next question.
    """
    current = visible.decision
    label, press = term_name(ACTIONS, Action.KEEP), _callback(Action.KEEP, state, queue, reviewer)
    if current and current.revision_id is not None and current.reviewer == reviewer:
        label = _("Next")
        press = partial(decisions.leave_own_item, state, queue, current, reviewer)
    elif current:
        decision = Action(current.action)
        label, press = term_name(ACTIONS, decision), _callback(decision, state, queue, reviewer)
    draw_note_field(state[0], reviewer, NOTE_WIDTH)
    action(
        label,
        press,
        right=None,
        key="save",
        shortcut="Mod+Enter",
        help=_("Saves the decision with its note and reasons, then opens the next question."),
    )
