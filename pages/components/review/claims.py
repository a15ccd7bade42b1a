"""The claims of this browser session: an item is claimed while it is shown, and released after.

A claim is stored by reviewer; the session only remembers which ones it made itself, so that it
releases its own and asks the database no more often than it must. The claim on an item that
another tab of the same reviewer shows as well is handed over to that tab.
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
"""Claims are renewed for so long after the reader's last press; then they expire."""
SPARE = timedelta(minutes=10)
"""A claim that is valid for longer than this is not renewed yet."""


@dataclass(eq=False)
class SessionClaims:
    """The claims that one browser session made for its reviewer, by item id."""

    engine: Engine
    session_id: str = ""
    reviewer: str = ""
    claims: dict[int, ItemClaim] = field(default_factory=dict)

    def release_items(self, items: Collection[int] | None = None) -> None:
        """Release the claims on these items, or all. Left alone: what another tab, or this one
        after F5, has claimed again since, and what another open tab still shows.
        """
        to_release = {
            id_: self.claims.pop(id_) for id_ in list(self.claims if items is None else items)
        }
        to_release = {
            id_: item_claim
            for id_, item_claim in to_release.items()
            if not self._hand_over(id_, item_claim)
        }
        if not to_release:
            return
        try:
            stored_claims = {
                item_claim.item_id: item_claim
                for item_claim in my_claims(self.engine, self.reviewer)
            }
            for item_id, item_claim in to_release.items():
                if (
                    item_id in stored_claims
                    and stored_claims[item_id].claimed_at == item_claim.claimed_at
                ):
                    release(self.engine, item_id, self.reviewer)
        except (SQLAlchemyError, ForbiddenError):
            return  # a claim that cannot be released expires by itself

    def _hand_over(self, item_id: int, claim: ItemClaim) -> bool:
        """Hand the claim to another open tab of the reviewer with the item; False without one."""
        for session in list(_SESSIONS):
            is_same_reviewer = session is not self and session.reviewer == self.reviewer
            if is_same_reviewer and item_id in session.claims and _is_open(session.session_id):
                its_claim = session.claims[item_id]
                session.claims[item_id] = max(
                    its_claim, claim, key=lambda item_claim: item_claim.claimed_at
                )
                return True
        return False


_SESSIONS: weakref.WeakSet[SessionClaims] = weakref.WeakSet()
"""All sessions of this process, even if their browser is gone and they have not ended yet."""


def _is_open(session_id: str) -> bool:
    """Whether a browser is connected to the session."""
    return runtime.exists() and runtime.get_instance().is_active_session(session_id)


@st.cache_resource(scope="session", on_release=SessionClaims.release_items, show_spinner=False)
def _session(_url: str) -> SessionClaims:
    """The claims of this browser session, made once and released when it ends."""
    context = get_script_run_ctx()
    held = SessionClaims(engine(), context.session_id if context else "")
    _SESSIONS.add(held)
    return held


def _held(reviewer: str) -> SessionClaims:
    """The session's claims for this reviewer; those of the reviewer before are released."""
    held: SessionClaims = _session(str(engine().url))
    if held.reviewer != reviewer:
        if held.claims:
            held.release_items()
        held.reviewer = reviewer
    return held


def hold(item_id: int, reviewer: str) -> None:
    """Claim the item, or renew its claim if it expires soon. Raises ClaimedError, NotFoundError."""
    held = _held(reviewer)
    if not _is_long_valid(held.claims.get(item_id)):
        held.claims.pop(item_id, None)
        held.claims[item_id] = claim(engine(), item_id, reviewer)


def try_hold(item_id: int, reviewer: str) -> str:
    """Claim the item; "" or the sentence why it cannot be claimed. Raises NotFoundError."""
    try:
        hold(item_id, reviewer)
    except ClaimedError as error:
        return claim_text(error)
    return ""


def hold_next(queue: Queue, reviewer: str, after: int | None = None) -> int | None:
    """Claim the next item of the reviewer's queue that nobody else holds; its id, or None."""
    item_claim = claim_next(engine(), queue, reviewer, after)
    if item_claim is None:
        return None
    _held(reviewer).claims[item_claim.item_id] = item_claim
    return item_claim.item_id


def release_held(reviewer: str, *, keep: set[int] = frozenset()) -> None:  # type: ignore[assignment]
    """Release the session's claims, except on the items in `keep`, which are still shown."""
    held = _held(reviewer)
    held.release_items([item_id for item_id in held.claims if item_id not in keep])


def leave_item() -> None:
    """Release every claim of the session, as its page was left."""
    held: SessionClaims = _session(str(engine().url))
    if held.claims:
        held.release_items()
        PREFETCHED.clear()


def mark_decided(item_id: int, reviewer: str) -> None:
    """Forget the claim on a decided item: the decision released it."""
    _held(reviewer).claims.pop(item_id, None)


def mark_acted() -> None:
    """Remember that the reader has just pressed something, and clear the status line."""
    ACTED_AT.set(datetime.now(UTC))
    clear_status()


def renew(reviewer: str) -> None:
    """Renew the session's claims, unless the reader has pressed nothing for RENEWED_FOR."""
    acted_at = ACTED_AT.get()
    if acted_at is None or datetime.now(UTC) - acted_at > RENEWED_FOR:
        return
    held = _held(reviewer)
    for item_id, item_claim in list(held.claims.items()):
        if not _is_long_valid(item_claim):
            try:
                hold(item_id, reviewer)
            except ClaimedError:  # it had expired and was taken: the next press says so
                held.claims.pop(item_id, None)


def _is_long_valid(item_claim: ItemClaim | None) -> bool:
    """Whether there is a claim that need not be renewed yet."""
    return item_claim is not None and item_claim.expires_at - datetime.now(UTC) > SPARE


def browser_timezone() -> tzinfo:
    """The time zone of the reader's browser; UTC if it is unknown."""
    try:
        return ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def local_time(moment: datetime) -> str:
    """Hours and minutes in the reader's time zone."""
    return f"{moment.astimezone(browser_timezone()):%H:%M}"


def claim_text(error: ClaimedError) -> str:
    """Who has reserved the question, until when in the reader's time zone, and what to do."""
    return _("{reviewer} has reserved this question until {until}. Take the next one.").format(
        reviewer=error.reviewer, until=local_time(error.until)
    )
