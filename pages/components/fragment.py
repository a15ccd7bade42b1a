"""Error messages of pages and of fragments, which redraw outside the page's own error handling:
Streamlit would only say that the app has met an error.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec

import streamlit as st

from core.errors import ForbiddenError, NotFoundError
from pages.components import address
from pages.components.action import message_slot
from pages.components.database_errors import database_error_message
from pages.components.drawing import drawing
from pages.components.html import notice
from pages.components.language import translate
from pages.components.waiting_counts import redraw_waiting_counts

P = ParamSpec("P")


@contextmanager
def report_failures(*, is_timed: bool = False, at_top: bool = True) -> Iterator[None]:
    """Show the message of the last press, and errors while drawing: the database, an unknown
    choice in the address, something deleted, a changed role.
    """
    slot = message_slot(is_timed=is_timed, at_top=at_top)
    with slot, database_error_message(), address.known_choices():
        try:
            yield
        except (ForbiddenError, NotFoundError) as error:
            notice(translate(error))


def fragment(
    every_s: float | None = None, *, at_top: bool = True, counts: bool = True
) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """Make a function a fragment: redrawn by itself after a press within, and every `every_s`.

    `at_top=False`: it draws the message of a press itself. `counts=False`: it is within another
    fragment, which updates the sidebar's counts. Both save messages to the browser.
    """

    def decorate(draw: Callable[P, None]) -> Callable[P, None]:
        def draw_part(*args: P.args, **kwargs: P.kwargs) -> None:
            with drawing():
                with report_failures(is_timed=every_s is not None, at_top=at_top):
                    draw(*args, **kwargs)
                if counts:
                    redraw_waiting_counts()

        return st.fragment(wraps(draw)(draw_part), run_every=every_s)

    return decorate
