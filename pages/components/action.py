"""Run what a button or widget calls, and show its message or error in one place of the page.

`action` draws a button; `guarded` wraps the callback of any other widget. If the action is
refused or the database fails, the page stays and its slot shows one message.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec

import streamlit as st
from sqlalchemy.exc import SQLAlchemyError

from core.errors import DeskError
from core.services.access import Right
from pages.components import page_state
from pages.components.html import notice
from pages.components.language import N_, _, translate
from pages.components.page_state import StateKey
from pages.components.rights import needs
from pages.components.wording import Tone

P = ParamSpec("P")
log = logging.getLogger(__name__)

FAILED = N_(
    "The database was unavailable, so the action may not have been completed. Check the page, "
    "then try again in a moment."
)


@dataclass
class PressMessage:
    """The message of a press. `near`: the key of the widget pressed; `is_near`: that widget is on
    the page; `is_shown`: the message has been drawn.
    """

    text: str
    tone: Tone = "quiet"
    near: str = ""
    is_near: bool = False
    is_shown: bool = False


PressOutcome = str | PressMessage | None
"""What a press returns: a quiet sentence, a message of another tone, or nothing."""

_MESSAGE: StateKey[PressMessage | None] = page_state.MESSAGE
_is_open: ContextVar[bool] = ContextVar("message_slot_is_open", default=False)


def action(
    label: str,
    fn: Callable[..., PressOutcome],
    *,
    right: Right | None,
    key: str,
    args: Sequence[Any] = (),
    in_form: bool = False,
    as_drawn: bool = False,
    disabled: bool = False,
    **widget: Any,
) -> None:
    """Draw a button that calls `fn` with `args`; without the right it is disabled and says why.

    `right`: None if everybody who sees the page may press. `as_drawn`: `args` come from other
    fields of the page, so `fn` is called while the page is drawn, with their current values, and
    the page is drawn again. `widget`: more Streamlit options.
    """
    draw = st.form_submit_button if in_form else st.button
    options = {"disabled": disabled, **widget}
    if right is not None:
        options = needs(right, **options)
    press = guarded(fn, near=key)
    if not as_drawn:
        draw(label, key=key, on_click=press, args=tuple(args), **options)
    elif draw(label, key=key, **options):
        press(*args)
        st.rerun()


def guarded(fn: Callable[P, PressOutcome], *, near: str = "") -> Callable[P, None]:
    """Wrap `fn` for `on_change`, so that its errors become messages. Call it where the widget with
    the key `near` is drawn.
    """
    if (waiting := _MESSAGE.get()) is not None and waiting.near == near:
        waiting.is_near = True

    @wraps(fn)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        if (previous := _MESSAGE.get()) is not None and previous.is_shown:
            _MESSAGE.clear()
        try:
            outcome = fn(*args, **kwargs)
        except DeskError as error:
            outcome = PressMessage(translate(error), "red")
        except SQLAlchemyError:
            log.exception("the database failed while a press was done")
            outcome = PressMessage(_(FAILED), "red")
        page_state.WAITING_COUNTS.clear()
        if outcome is not None:
            set_message(outcome)
        if (message := _MESSAGE.get()) is not None and not message.near:
            message.near = near

    return run


def set_message(outcome: str | PressMessage) -> None:
    """Put a message into the slot, in place of an earlier one."""
    _MESSAGE.set(PressMessage(outcome) if isinstance(outcome, str) else outcome)


def refuse(text: str) -> None:
    """Show why a press did nothing."""
    set_message(PressMessage(text, "red"))


def draw_outcome(*, of_any: bool = False) -> None:
    """Draw the message of an action drawn above this call; otherwise it appears at the top of the
    page. `of_any`: the message of any action of the page.
    """
    message = _MESSAGE.get()
    if message is not None and not message.is_shown and (of_any or message.is_near):
        notice(message.text, message.tone)
        message.is_shown = True


@contextmanager
def message_slot(*, is_timed: bool = False, at_top: bool = True) -> Iterator[None]:
    """Show, at the top of a page or fragment, the message that no `draw_outcome` within has shown.
    `at_top=False`: the block itself always calls `draw_outcome(of_any=True)`.

    The message is removed once everything is drawn, so that a rerun meanwhile does not lose it.
    A timed fragment (`is_timed`) keeps it until the next press.
    """
    top = st.container() if at_top else None
    if _is_open.get():  # nested in a page that has a slot already
        yield
        return
    if (message := _MESSAGE.get()) is not None:
        message.is_near = message.is_shown = False
    token = _is_open.set(True)
    try:
        yield
    finally:
        _is_open.reset(token)
    if top is not None:
        with top:
            draw_outcome(of_any=True)
    if not is_timed:
        _MESSAGE.clear()
