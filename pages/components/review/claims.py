"""What this browser session holds: an item is claimed while it is looked at, given back on leaving.

A claim is stored by reviewer; the session only remembers which ones it made itself, so that it
gives back its own and asks the database no more often than it must. What another tab of the same
reviewer shows as well stays theirs: the claim is handed over to that tab.
"""

import weakref
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from core.errors import ForbiddenError
from core.services.review import (
    ClaimedError,
    ItemClaim,
    Queue,
    claim,
    claim_next,
    my_claims,
    release,
)
from pages.components.app_context import engine
from pages.components.language import _
from pages.components.page_state import ACTED_AT, PREFETCHED
from pages.components.status_line import clear_status

RENEWED_FOR = timedelta(minutes=30)
"""An item is looked at for so long after the reader's last press; then the claim runs out."""
SPARE = timedelta(minutes=10)
"""A claim that is good for this long is not renewed yet."""


@dataclass(eq=False)
class HeldItem:
    """The claims of one session, by item, and whose they are. It ends with the session."""

    engine: Engine
    session_id: str = ""
    reviewer: str = ""
    claims: dict[int, ItemClaim] = field(default_factory=dict)

    def give_back(self, items: Collection[int] | None = None) -> None:
        """The items, or all. Not what another tab, or this one after F5, has claimed anew since,
        nor what another tab that is open still shows.
        """
        given = {id_: self.claims.pop(id_) for id_ in list(self.claims if items is None else items)}
        given = {id_: one for id_, one in given.items() if not self._hand_over(id_, one)}
        if not given:
            return
        try:
            now_held = {one.item_id: one for one in my_claims(self.engine, self.reviewer)}
            for item_id, one in given.items():
                if item_id in now_held and now_held[item_id].claimed_at == one.claimed_at:
                    release(self.engine, item_id, self.reviewer)
        except (SQLAlchemyError, ForbiddenError):
            return  # a claim that cannot be given back runs out by itself

    def _hand_over(self, item_id: int, claim: ItemClaim) -> bool:
        """To another open tab of the reviewer that shows the item, if there is one."""
        for other in list(_ALL):
            same = other is not self and other.reviewer == self.reviewer
            if same and item_id in other.claims and _is_open(other.session_id):
                own = other.claims[item_id]
                other.claims[item_id] = max(own, claim, key=lambda one: one.claimed_at)
                return True
        return False


_ALL: weakref.WeakSet[HeldItem] = weakref.WeakSet()
"""Of this process, also of sessions whose browser is gone and that have not ended yet."""


def _is_open(session_id: str) -> bool:
    """Whether a browser is connected to the session."""
    return runtime.exists() and runtime.get_instance().is_active_session(session_id)


@st.cache_resource(scope="session", on_release=HeldItem.give_back, show_spinner=False)
def _session(_url: str) -> HeldItem:
    context = get_script_run_ctx()
    held = HeldItem(engine(), context.session_id if context else "")
    _ALL.add(held)
    return held


def _held(reviewer: str) -> HeldItem:
    held: HeldItem = _session(str(engine().url))
    if held.reviewer != reviewer:
        if held.claims:
            held.give_back()
        held.reviewer = reviewer
    return held


def hold(item_id: int, reviewer: str) -> None:
    """Claims the item or goes on holding it. Raises ClaimedError, NotFoundError."""
    held = _held(reviewer)
    if not _lasts(held.claims.get(item_id)):
        held.claims.pop(item_id, None)
        held.claims[item_id] = claim(engine(), item_id, reviewer)


def held_or_refused(item_id: int, reviewer: str) -> str:
    """Holds the item, or says in words why it cannot be held. Raises NotFoundError."""
    try:
        hold(item_id, reviewer)
    except ClaimedError as error:
        return claim_text(error)
    return ""


def hold_next(queue: Queue, reviewer: str, after: int | None = None) -> int | None:
    """The next item of the reviewer's queue that nobody else holds, or None."""
    taken = claim_next(engine(), queue, reviewer, after)
    if taken is None:
        return None
    _held(reviewer).claims[taken.item_id] = taken
    return taken.item_id


def release_held(reviewer: str, *, but: set[int] = frozenset()) -> None:  # type: ignore[assignment]
    """Gives back what this session holds and no longer shows."""
    held = _held(reviewer)
    held.give_back([one for one in held.claims if one not in but])


def leave_item() -> None:
    """A page is no longer looked at: everything this session claimed is given back."""
    held: HeldItem = _session(str(engine().url))
    if held.claims:
        held.give_back()
        PREFETCHED.clear()


def mark_decided(item_id: int, reviewer: str) -> None:
    """The decision gave the claim back."""
    _held(reviewer).claims.pop(item_id, None)


def mark_acted() -> None:
    """The reader has pressed something: they are there."""
    ACTED_AT.set(datetime.now(UTC))
    clear_status()


def renew(reviewer: str) -> None:
    """Goes on holding what this session holds, while its reader is there."""
    acted_at = ACTED_AT.get()
    if acted_at is None or datetime.now(UTC) - acted_at > RENEWED_FOR:
        return
    held = _held(reviewer)
    for item_id, one in list(held.claims.items()):
        if not _lasts(one):
            try:
                hold(item_id, reviewer)
            except ClaimedError:  # it had run out: the page says so when something is pressed
                held.claims.pop(item_id, None)


def _lasts(one: ItemClaim | None) -> bool:
    return one is not None and one.expires_at - datetime.now(UTC) > SPARE


def zone() -> tzinfo:
    """The reader's own time zone, as their browser has it."""
    try:
        return ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def clock(moment: datetime) -> str:
    return f"{moment.astimezone(zone()):%H:%M}"


def claim_text(error: ClaimedError) -> str:
    """In the reader's own time, and what to do."""
    return _("{reviewer} has reserved this question until {until}. Take the next one.").format(
        reviewer=error.reviewer, until=clock(error.until)
    )
