"""An edit in hand between its widgets and the database, which keeps it at every change."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Literal

import streamlit as st

from core.review import Cause, Edit, ground_of, keep_edit
from pages.parts.desk import engine


@dataclass(frozen=True, slots=True)
class Desk:
    """Whose editor it is, and what its item was when it was drawn. `cause` gives that of a final
    decision when it is stored, or raises InputError.
    """

    item_id: int
    reviewer: str
    seen_event_id: int
    asks_again: bool
    cause: Callable[[], Cause] | None = None

    def key(self, name: str) -> str:
        """Of a widget: another one each time the options change places."""
        return f"fix_{self.item_id}_{st.session_state.get(self._drawn, 0)}_{name}"

    def redraw(self) -> None:
        st.session_state[self._drawn] = st.session_state.get(self._drawn, 0) + 1

    @property
    def _drawn(self) -> str:
        return f"fix_drawn_{self.item_id}"

    def idempotency_key(self, edit: Edit) -> str:
        """The same for a second press on the same state; another for another tab's edit."""
        content = sha256(repr(edit.to_dict()).encode("utf-8", "backslashreplace")).hexdigest()[:16]
        return f"{self.item_id}:{self.reviewer}:{self.seen_event_id}:correct:{content}"


def now(desk: Desk, drawn: Edit) -> Edit:
    """The edit as its widgets have it at this moment; `drawn` is what they were drawn from."""

    def text(name: str, before: str) -> str:
        keys = (desk.key(f"{name}_{widget}") for widget in ("line", "lines"))
        return next((str(st.session_state[key]) for key in keys if key in st.session_state), before)

    edit = replace(
        drawn,
        question=text("question", drawn.question),
        question_type=st.session_state.get(desk.key("question_type"), drawn.question_type),
        quote=text("quote", drawn.quote),
        comment=text("comment", drawn.comment),
    )
    for number, option in enumerate(drawn.options):
        edit = edit.reworded(number, text(f"option_{number}", option.text))
    edit = edit.answered(st.session_state.get(desk.key("answer"), drawn.answer))
    if edit.quote == drawn.quote:
        return edit
    found = ground_of(engine(), desk.item_id).places(edit.quote)
    return replace(edit, evidence=(found[0].start, found[0].end) if found else None)


def keep(desk: Desk, drawn: Edit) -> None:
    """Stores what the widgets have."""
    keep_edit(engine(), desk.item_id, desk.reviewer, now(desk, drawn))


def point_at(desk: Desk, drawn: Edit, place: tuple[int, int]) -> None:
    """Takes characters of the text for the evidence, and their words for its quote."""
    words = ground_of(engine(), desk.item_id).text[place[0] : place[1]]
    edit = replace(now(desk, drawn), quote=words, evidence=place)
    keep_edit(engine(), desk.item_id, desk.reviewer, edit)
    desk.redraw()


def rearrange(desk: Desk, drawn: Edit, how: Literal["add", "up", "remove"], number: int) -> None:
    """Adds an option, or moves up or takes away the one of this number, from 0."""
    edit = now(desk, drawn)
    match how:
        case "add":
            edit = edit.added()
        case "up":
            edit = edit.moved_up(number)
        case "remove":
            edit = edit.removed(number)
    keep_edit(engine(), desk.item_id, desk.reviewer, edit)
    desk.redraw()
