"""Opinions on one question side by side, and the final decision on them."""

from collections.abc import Sequence

import streamlit as st

from core.services.review import Event, VisibleEvents, opinions, revision
from pages.components.app_context import engine
from pages.components.html import badges, caption, notice, together, verbatim
from pages.components.language import _
from pages.components.review.changes import draw_changes
from pages.components.wording import (
    ACTIONS,
    CAUSES,
    REVIEW_REASONS,
    Tone,
    term_meaning,
    term_name,
    term_tone,
)

ABREAST = 2


def draw_opinions(seen: VisibleEvents, reviewer: str | None) -> Sequence[Event]:
    """Each with its number, by which the bar and the causes name it; the final decision below.

    Gives the opinions in that order, oldest first.
    """
    said = opinions(seen.events)
    if any(one.reviewer == reviewer for one in said) and seen.decision is None:
        notice(_("One of these reviews is yours. Ask somebody else to adjudicate."), "amber")
    if len({one.action for one in said}) == 1 and seen.decision is None:
        notice(_("Both reviewers want an edit, but their edits differ."), "quiet")
    numbered = list(enumerate(said, start=1))
    for first in range(0, len(numbered), ABREAST):
        beside = numbered[first : first + ABREAST]
        for column, (number, one) in zip(st.columns(ABREAST), beside, strict=False):
            with column, st.container(border=True, key=f"opinion_{number}"), together():
                _draw_opinion(number, one)
    if seen.decision is not None and seen.decision.is_final:
        with st.container(border=True, key="opinion_final"), together():
            _draw_final(seen.decision, said)
    return said


def _draw_opinion(number: int, one: Event) -> None:
    run = _("Run {id}").format(id=one.run_id)
    caption(_("Review {n}").format(n=number), one.reviewer, run, _when(one))
    words: list[tuple[str, Tone]] = [
        (term_name(ACTIONS, one.action), term_tone(ACTIONS, one.action))
    ]
    words += [(term_name(REVIEW_REASONS, reason), "quiet") for reason in one.reasons]
    if one.is_final:
        words.append((_("Final decision"), "quiet"))
    elif not one.blind:
        words.append((_("given after seeing another review"), "quiet"))
    badges(words)
    if one.comment:
        verbatim(one.comment)
    if one.revision_id is not None:
        draw_changes(revision(engine(), one.revision_id).changes)


def _draw_final(one: Event, said: Sequence[Event]) -> None:
    caption(_("Final decision"), one.reviewer, _when(one))
    taken = next(
        (
            n
            for n, of in enumerate(said, start=1)
            if one.revision_id and of.revision_id == one.revision_id
        ),
        None,
    )
    cause = one.cause.value if one.cause else ""
    words: list[tuple[str, Tone]] = [
        (term_name(ACTIONS, one.action), term_tone(ACTIONS, one.action))
    ]
    if taken:
        words.append((_("Edit {n}").format(n=taken), "amber"))
    words.append((term_name(CAUSES, cause), "quiet"))
    badges(words)
    caption(term_meaning(CAUSES, cause))
    if one.comment:
        verbatim(one.comment)


def _when(event: Event) -> str:
    return f"{event.at:%Y-%m-%d %H:%M} UTC"
