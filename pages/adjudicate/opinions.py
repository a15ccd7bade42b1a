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

PER_ROW = 2


def draw_opinions(visible: VisibleEvents, reviewer: str | None) -> Sequence[Event]:
    """Draw the opinions, numbered as the bar and the causes name them, and below them the final
    decision. Return the opinions in that order, oldest first.
    """
    reviews = opinions(visible.events)
    if any(review.reviewer == reviewer for review in reviews) and visible.decision is None:
        notice(_("One of these reviews is yours. Ask somebody else to adjudicate."), "amber")
    if len({review.action for review in reviews}) == 1 and visible.decision is None:
        notice(_("Both reviewers want an edit, but their edits differ."), "quiet")
    numbered = list(enumerate(reviews, start=1))
    for first in range(0, len(numbered), PER_ROW):
        row = numbered[first : first + PER_ROW]
        for column, (number, review) in zip(st.columns(PER_ROW), row, strict=False):
            with column, st.container(border=True, key=f"opinion_{number}"), together():
                _draw_opinion(number, review)
    if visible.decision is not None and visible.decision.is_final:
        with st.container(border=True, key="opinion_final"), together():
            _draw_final(visible.decision, reviews)
    return reviews


def _draw_opinion(number: int, review: Event) -> None:
    run = _("run {run}").format(run=f"#{review.run_id}")
    caption(_("Review {n}").format(n=number), review.reviewer, run, _when(review))
    labels: list[tuple[str, Tone]] = [
        (term_name(ACTIONS, review.action), term_tone(ACTIONS, review.action))
    ]
    labels += [(term_name(REVIEW_REASONS, reason), "quiet") for reason in review.reasons]
    if review.is_final:
        labels.append((_("Final decision"), "quiet"))
    elif not review.blind:
        labels.append((_("given after seeing another review"), "quiet"))
    badges(labels)
    if review.comment:
        verbatim(review.comment)
    if review.revision_id is not None:
        draw_changes(revision(engine(), review.revision_id).changes)


def _draw_final(decision: Event, reviews: Sequence[Event]) -> None:
    caption(_("Final decision"), decision.reviewer, _when(decision))
    used_number = next(
        (
            n
            for n, review in enumerate(reviews, start=1)
            if decision.revision_id and review.revision_id == decision.revision_id
        ),
        None,
    )
    cause = decision.cause.value if decision.cause else ""
    labels: list[tuple[str, Tone]] = [
        (term_name(ACTIONS, decision.action), term_tone(ACTIONS, decision.action))
    ]
    if used_number:
        labels.append((_("Edit {n}").format(n=used_number), "amber"))
    labels.append((term_name(CAUSES, cause), "quiet"))
    badges(labels)
    caption(term_meaning(CAUSES, cause))
    if decision.comment:
        verbatim(decision.comment)


def _when(event: Event) -> str:
    return f"{event.at:%Y-%m-%d %H:%M} UTC"
