"""What is said of a page that cannot be drawn, around it and around each part that redraws itself:
there the page's own words do not reach, and Streamlit would say that the app has met an error.
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
    """What came of the last press, a database that fails, an address that asks for what is not
    there, what was deleted and a role that was changed while it was drawn.
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
    """A part of a page that is drawn anew by itself: after a press on it, and ever so often.

    Not `at_top`: it tells itself what came of a press. Not `counts`: it is drawn within another
    part, which says in the sidebar what waits. Each costs messages to the browser.
    """

    def decorated(draw: Callable[P, None]) -> Callable[P, None]:
        def drawn(*args: P.args, **kwargs: P.kwargs) -> None:
            with drawing():
                with report_failures(is_timed=every_s is not None, at_top=at_top):
                    draw(*args, **kwargs)
                if counts:
                    redraw_waiting_counts()

        return st.fragment(wraps(draw)(drawn), run_every=every_s)

    return decorated
