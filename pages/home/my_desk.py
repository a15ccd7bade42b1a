"""Home for a reviewer: today, where they left, their queue by reason, what they hold."""

from collections import Counter
from collections.abc import Mapping, Sequence

import streamlit as st

from core.services.review import (
    ItemClaim,
    QueueView,
    ReviewerDesk,
    State,
    WaitingCounts,
    found,
    release,
    release_all,
)
from pages.components.action import guarded_action
from pages.components.app_context import engine
from pages.components.html import caption, plain
from pages.components.language import _, _n
from pages.components.navigation import link, open_place
from pages.components.rates import figure
from pages.components.review import claims
from pages.components.review.filter_state import ME
from pages.components.wording import REASONS, term_name


def draw_my_desk(desk: ReviewerDesk, reviewer: str, under: Mapping[str, object] | None) -> None:
    """Figures and ways back to work in one row, then claims where there are any. `under`:
    the filters the reader worked under, where that is known.
    """
    waiting = sum(one.items for one in desk.waiting) - desk.flagged_seconds
    with st.container(horizontal=True, gap="large", vertical_alignment="center"):
        with st.container(width="content"):
            figure(_("Decided today by me"), f"{desk.today.of(reviewer):,}")
        with st.container(width="content"):
            figure(_("Decided today by the team"), f"{desk.today.team:,}")
        with st.container(width="content"):
            figure(_("Waiting for me"), f"{waiting:,}")
        if desk.left:
            at = _("Resume where I left: run #{run}, line {line}").format(
                run=desk.left.run_id, line=desk.left.line
            )
            if st.button(at, key="resume", help=plain(desk.left.run_title)):
                filters = under if under is not None else {"run": desk.left.run_id}
                open_place("review", **filters, item=desk.left.item_id)
    if desk.seconds:
        n = desk.seconds
        asked = _n("{n} second opinion waits for me", "{n} second opinions wait for me", n)
        link("review", asked, state=State.SECOND, show=QueueView.ALL)
    if desk.disputed:
        n = desk.disputed
        link("adjudicate", _n("{n} question to be settled", "{n} questions to be settled", n))
    if desk.claims:
        _draw_claims(desk.claims, reviewer)


def draw_by_reason(desk: ReviewerDesk) -> None:
    """What was assigned to the reviewer, and their queue; a question may have several reasons."""
    assigned = _reasons(desk.assigned)
    if assigned:
        n = sum(one.items for one in desk.assigned)
        st.subheader(_("Assigned to me, by reason: {n}").format(n=f"{n:,}"))
        _draw_reasons(assigned, "assigned_by_reason", assigned=ME)
    reasons = _reasons(desk.waiting)
    if len(reasons) > 1:
        st.subheader(_("My queue by reason"))
        _draw_reasons(reasons, "by_reason")


def _reasons(waiting: Sequence[WaitingCounts]) -> Counter[str]:
    return sum((one.reasons for one in waiting), Counter[str]())


def _draw_reasons(reasons: Counter[str], key: str, **query: str) -> None:
    with st.container(horizontal=True, gap="small", key=key):
        for reason, n in reasons.most_common():
            with st.container(width="content"):
                link("review", f"{term_name(REASONS, reason)} {n:,}", reason=reason, **query)


def _draw_claims(held: Sequence[ItemClaim], reviewer: str) -> None:
    """A claim keeps a question from everybody else, so each can be given back here."""
    st.subheader(_("Claimed by me"))
    caption(
        _(
            "Nobody else is given these questions meanwhile. A claim is given back when you leave "
            "the question, and runs out by itself."
        )
    )
    ids = [one.item_id for one in held]
    lines = {one.line.item_id: one.line for one in found(engine(), ids, None)}
    for one in held:
        if (line := lines.get(one.item_id)) is None:  # its run asks it again at the moment
            continue
        with st.container(
            horizontal=True, vertical_alignment="center", gap="small", key=f"claim_{one.item_id}"
        ):
            said = _("Run #{run}, line {line}, until {time}").format(
                run=line.run_id, line=line.line, time=claims.clock(one.expires_at)
            )
            link("review", said, item=one.item_id)
            st.button(
                _("Give back"),
                key=f"release_{one.item_id}",
                on_click=_give_back,
                args=(one.item_id, reviewer),
            )
    if len(held) > 1:
        st.button(
            _n("Give back {n} question", "Give back all {n} questions", len(held)),
            key="release_all",
            on_click=_give_all_back,
            args=(reviewer,),
        )


@guarded_action
def _give_back(item_id: int, reviewer: str) -> None:
    release(engine(), item_id, reviewer)


@guarded_action
def _give_all_back(reviewer: str) -> None:
    release_all(engine(), reviewer)
