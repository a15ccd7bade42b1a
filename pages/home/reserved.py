"""Questions reserved for the reviewer, each with a button that releases it."""

from collections.abc import Sequence

import streamlit as st

from core.services.review import ItemClaim, read_questions_found, release, release_all
from pages.components.action import action
from pages.components.app_context import engine
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.review import claims


def draw_reserved(held: Sequence[ItemClaim], reviewer: str) -> None:
    """Draw the reserved questions, which nobody else gets until they are decided, released or
    expired.
    """
    with st.expander(
        _n("{n} question reserved for me", "{n} questions reserved for me", len(held)),
        key="reserved",
    ):
        ids = [claim.item_id for claim in held]
        lines = {row.line.item_id: row.line for row in read_questions_found(engine(), ids, None)}
        for claim in held:
            if (line := lines.get(claim.item_id)) is None:  # its run is asking it again right now
                continue
            with st.container(
                horizontal=True,
                vertical_alignment="center",
                gap="small",
                key=f"claim_{claim.item_id}",
            ):
                place = _("Run #{run}, line {line}, until {time}").format(
                    run=line.run_id, line=line.line, time=claims.local_time(claim.expires_at)
                )
                link("review", place, item=claim.item_id)
                action(
                    _("Release"),
                    _release,
                    right=None,
                    key=f"release_{claim.item_id}",
                    args=(claim.item_id, reviewer),
                )
        if len(held) > 1:
            action(
                _n("Release {n} question", "Release all {n} questions", len(held)),
                _release_all,
                right=None,
                key="release_all",
                args=(reviewer,),
            )


def _release(item_id: int, reviewer: str) -> None:
    release(engine(), item_id, reviewer)


def _release_all(reviewer: str) -> None:
    release_all(engine(), reviewer)
