"""Ratings of the gate's decisions, and their export as new cases."""

import streamlit as st

from core.services.access import Right
from core.services.answers import (
    Feedback,
    count_feedback,
    feedback_as_cases,
    list_feedback,
    take_back,
)
from pages.components import address
from pages.components.action import action
from pages.components.answers_wording import JUDGED, mode_badge
from pages.components.app_context import engine
from pages.components.downloads import draw_download
from pages.components.html import badges, caption, clip, notice
from pages.components.identity import reviewer
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.paging import draw_pages
from pages.components.wording import Tone, term_label

PAGE_SIZE = 25
SHORT = 60


def draw_feedback() -> None:
    total = count_feedback(engine())
    if not total:
        notice(
            _("No gate decisions rated yet. Use the buttons below each answer."),
            "quiet",
        )
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        caption(_n("{n} rating", "{n} ratings", total))
        draw_download(
            _("Export as new cases (JSON)"),
            feedback_as_cases,
            "feedback_cases.json",
            "application/json",
            key="feedback_cases",
        )
    pages = -(-total // PAGE_SIZE)
    number = min(address.page_number(), pages)
    for feedback in list_feedback(engine(), limit=PAGE_SIZE, offset=(number - 1) * PAGE_SIZE):
        _draw_row(feedback)
    draw_pages(number, pages)


def _draw_row(feedback: Feedback) -> None:
    question, rating_column, undo_column = st.columns((6, 5, 2), vertical_alignment="center")
    with question:
        short = clip(feedback.query, SHORT)
        link("answers", short, trace=feedback.trace_id)
        caption(feedback.note)
    with rating_column:
        tone: Tone = "green" if feedback.judged == "right" else "red"
        badges(
            [
                mode_badge(feedback.policy_mode, feedback.answer_text),
                (term_label(JUDGED, feedback.judged), tone),
            ]
        )
        caption(feedback.by or _("via HTTP"), f"{feedback.at:%Y-%m-%d %H:%M}")
    with undo_column:
        action(
            _("Undo"),
            _take_back,
            right=Right.REVIEW,
            key=f"take_back_{feedback.id}",
            args=(feedback.id,),
        )


def _take_back(feedback_id: int) -> None:
    take_back(engine(), feedback_id, by=reviewer() or "")
