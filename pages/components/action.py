"""What a press does, where the database may fail it: the page stays, and says so."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import streamlit as st
from sqlalchemy.exc import SQLAlchemyError

P = ParamSpec("P")

log = logging.getLogger(__name__)

_FAILED = "press_failed"


def guarded_action(act: Callable[P, None]) -> Callable[P, None]:
    """For whatever a widget calls: without it Streamlit draws no page, and an error of its own."""

    @wraps(act)
    def tried(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            act(*args, **kwargs)
        except SQLAlchemyError:
            log.exception("the database failed while a press was done")
            st.session_state[_FAILED] = True

    return tried


def action_failed() -> bool:
    """Whether the latest press did, told once."""
    return bool(st.session_state.pop(_FAILED, False))
