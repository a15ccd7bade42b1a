"""What people thought of the gate's decisions, and the way to make cases of it."""

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
from pages.components.html import badges, caption, notice
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
    for one in list_feedback(engine(), limit=PAGE_SIZE, offset=(number - 1) * PAGE_SIZE):
        _draw_row(one)
    draw_pages(number, pages)


def _draw_row(one: Feedback) -> None:
    question, came, back = st.columns((6, 5, 2), vertical_alignment="center")
    with question:
        short = one.query if len(one.query) <= SHORT else one.query[:SHORT] + "…"
        link("answers", short, trace=one.trace_id)
        caption(one.note)
    with came:
        shade: Tone = "green" if one.judged == "right" else "red"
        badges(
            [
                mode_badge(one.policy_mode, one.answer_text),
                (term_label(JUDGED, one.judged), shade),
            ]
        )
        caption(one.by or _("via HTTP"), f"{one.at:%Y-%m-%d %H:%M}")
    with back:
        action(
            _("Undo"),
            _take_back,
            right=Right.REVIEW,
            key=f"take_back_{one.id}",
            args=(one.id,),
        )


def _take_back(feedback_id: int) -> None:
    take_back(engine(), feedback_id, by=reviewer() or "")
