"""Correcting a question where it stands: an inline editor whose contents survive F5."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from core.errors import DeskError
from core.results import Item
from core.review import (
    AlreadyDecidedError,
    Cause,
    Edit,
    Event,
    Ground,
    can_revalidate,
    checked,
    correct,
    discard_edit,
    edit_in_hand,
    ground_of,
    keep_edit,
    revalidate_soon,
    revision,
    standing,
)
from pages.parts import address
from pages.parts.changes import TYPES, field_name
from pages.parts.desk import engine, settings
from pages.parts.editing import Desk, keep, now, point_at, rearrange
from pages.parts.html import caption, notice
from pages.parts.language import _, worded
from pages.parts.quoting import draw_quote
from pages.parts.words import ACTIONS, named, said

ADDRESS = "edit"
"""Holds the item whose editor is open, so that F5 and a link open it again."""
SHORT = 40
"""Characters that stand in a single line."""


def is_correcting(item_id: int) -> bool:
    """Whether the item's editor is open: then the decision bar's own keys are better not drawn."""
    return address.number(ADDRESS) == item_id


def open_editor(item_id: int) -> None:
    """For the button that corrects (E): the editor is there at the next redraw."""
    address.put(ADDRESS, item_id)


def close_editor() -> None:
    """The edit in hand stays in the database and is there when the editor is opened again."""
    address.put(ADDRESS, None)


def draw_correcting(
    item: Item,
    reviewer: str,
    events: Sequence[Event],
    *,
    cause: Callable[[], Cause] | None = None,
) -> bool:
    """Draws the item's editor where it is called, in place of the question; False when it is not
    open, and nothing is drawn.

    `events` are those the reviewer was shown, oldest first (`shown_history`): what is stored is
    refused when something was decided after them. With a `cause`, asked for when it is saved, it
    stores a final decision. What is typed is kept in the database at each change, by reviewer and
    item. After Save (Mod+Enter; no other button may have that shortcut while it is open) the item
    stays on screen, the fix is its decision, and the corrected question is asked again:
    `draw_corrected` shows what came of it. To be called before the decision bar. On a page:
    open_editor(item_id) behind the key E, then `draw_correcting(shown, name, events) or
    draw_question(shown)`, then `draw_corrected(shown, name, events)` from pages/parts/corrected.py.
    """
    if not is_correcting(item.id):
        return False
    seen = events[-1].id if events else 0
    desk = Desk(item.id, reviewer, seen, can_revalidate(item.spec), cause)
    edit = edit_in_hand(engine(), item.id, reviewer) or _beginning(item.id, events)
    ground = ground_of(engine(), item.id)
    with st.container(border=True):
        _draw_question(desk, edit)
        _draw_options(desk, edit)
        _draw_answer(desk, edit)
        _draw_evidence(desk, edit, item, ground)
        _field(desk, edit, "comment", edit.comment, _("Why it is corrected (optional)"))
        _draw_state(edit, ground)
        _draw_hands(desk, edit)
    return True


def _beginning(item_id: int, events: Sequence[Event]) -> Edit:
    """The correction that stands, to be corrected once more, else the question as it is."""
    decision = standing(events)
    if decision is not None and decision.revision_id is not None:
        stands = revision(engine(), decision.revision_id)
        return Edit.of(stands.question, stands.evidence)
    return Edit.of(ground_of(engine(), item_id).question)


def _draw_question(desk: Desk, edit: Edit) -> None:
    _field(desk, edit, "question", edit.question, _("Question"))


def _field(
    desk: Desk, edit: Edit, name: str, value: str, label: str, *, hidden: bool = False
) -> None:
    """A text whose widget begins with the edit's and keeps it at each change; a short one takes a
    single line.
    """
    long = len(value) > SHORT or "\n" in value or name in ("question", "quote")
    key = desk.key(f"{name}_{'lines' if long else 'line'}")
    st.session_state.setdefault(key, value)
    draw = partial(st.text_area, height="content") if long else st.text_input
    draw(
        label,
        key=key,
        on_change=keep,
        args=(desk, edit),
        label_visibility="collapsed" if hidden else "visible",
    )


def _draw_options(desk: Desk, edit: Edit) -> None:
    caption(_("Options"))
    for number, option in enumerate(edit.options):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.text(option.letter.upper(), width=16)
            label = _("Option {letter}").format(letter=option.letter.upper())
            _field(desk, edit, f"option_{number}", option.text, label, hidden=True)
            st.button(
                "↑",
                key=desk.key(f"up_{number}"),
                help=_("Before the option above"),
                disabled=number == 0,
                on_click=rearrange,
                args=(desk, edit, "up", number),
            )
            st.button(
                "✕",
                key=desk.key(f"remove_{number}"),
                help=_("Take this option away"),
                disabled=len(edit.options) <= 2,
                on_click=rearrange,
                args=(desk, edit, "remove", number),
            )
    st.button(
        _("Add an option"),
        key=desk.key("add"),
        disabled=not edit.can_add,
        on_click=rearrange,
        args=(desk, edit, "add", 0),
    )


def _draw_answer(desk: Desk, edit: Edit) -> None:
    kind, right = desk.key("question_type"), desk.key("answer")
    st.session_state.setdefault(kind, edit.question_type)
    st.session_state.setdefault(right, edit.answer)
    with st.container(horizontal=True, gap="large"):
        st.pills(
            _("Right answer"),
            [option.letter for option in edit.options],
            format_func=str.upper,
            selection_mode="multi",
            key=right,
            on_change=keep,
            args=(desk, edit),
        )
        st.segmented_control(
            _("Type"),
            list(TYPES),
            format_func=lambda name: said(TYPES, name),
            key=kind,
            required=True,
            on_change=keep,
            args=(desk, edit),
        )


def _draw_evidence(desk: Desk, edit: Edit, item: Item, ground: Ground) -> None:
    label = _("Evidence: paste its words, they are looked up at once (optional)")
    _field(desk, edit, "quote", edit.quote, label)
    if edit.quote.strip():
        draw_quote(
            item,
            ground,
            edit.quote,
            edit.evidence,
            key=desk.key("place"),
            choose=lambda place: point_at(desk, edit, place),
        )


def _draw_state(edit: Edit, ground: Ground) -> None:
    """What would be stored, or what keeps it from being stored."""
    if edit.quote.strip() and edit.evidence is None:
        notice(_("The evidence is not in the text, so it would not be stored."), "amber")
    try:
        made = checked(ground, edit.correction)
    except DeskError as error:
        notice(worded(error), "amber")
        return
    for warning in made.warnings:
        notice(warning.worded(_), "amber")
    caption(_("Changed"), *(field_name(change.field) for change in made.changes))


def _draw_hands(desk: Desk, edit: Edit) -> None:
    if refused := st.session_state.pop(f"fix_refused_{desk.item_id}", None):
        notice(refused)
    with st.container(horizontal=True):
        st.button(
            _("Save the correction"),
            key=desk.key("save"),
            type="primary",
            shortcut="Mod+Enter",
            on_click=_save,
            args=(desk, edit),
        )
        st.button(
            _("Close"),
            key=desk.key("close"),
            help=_("What you have changed is kept until you decide."),
            on_click=_close,
            args=(desk, edit),
        )
        st.button(
            _("Throw the changes away"),
            key=desk.key("discard"),
            on_click=_discard,
            args=(desk,),
        )


def _close(desk: Desk, drawn: Edit) -> None:
    if now(desk, drawn) != drawn:
        keep(desk, drawn)
    close_editor()


def _discard(desk: Desk) -> None:
    discard_edit(engine(), desk.item_id, desk.reviewer)
    desk.redraw()
    close_editor()


def _save(desk: Desk, drawn: Edit) -> None:
    edit = now(desk, drawn)
    try:
        event = correct(
            engine(),
            desk.item_id,
            desk.reviewer,
            edit.correction,
            edit.comment,
            cause=desk.cause() if desk.cause else None,
            idempotency_key=desk.idempotency_key(edit),
            seen_event_id=desk.seen_event_id,
        )
    except DeskError as error:
        keep_edit(engine(), desk.item_id, desk.reviewer, edit)
        st.session_state[f"fix_refused_{desk.item_id}"] = _refusal(error)
        return
    desk.redraw()
    close_editor()
    if desk.asks_again and event.revision_id is not None:
        revalidate_soon(engine(), event.revision_id, desk.reviewer, settings=settings())


def _refusal(error: DeskError) -> str:
    if not isinstance(error, AlreadyDecidedError):
        return worded(error)
    return _("Already decided: {decision}, by {reviewer}. Undo it or decide again.").format(
        decision=named(ACTIONS, error.standing.action), reviewer=error.standing.reviewer
    )
