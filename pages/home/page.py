"""What waits, how the sample's runs compare, and how to begin."""

import streamlit as st

from core.llm import LEXICAL
from core.services.access import Right
from core.services.review import ReviewerDesk, WaitingCounts, my_desk, waiting
from core.services.runs import asking, count_runs, sample_runs
from pages.components import identity
from pages.components.app_context import engine
from pages.components.html import badges, caption, notice
from pages.components.language import _, _n
from pages.components.navigation import link, open_place
from pages.components.review.claims import zone
from pages.components.review.last_position import last_position
from pages.components.rights import needs
from pages.components.wording import REASONS, term_name, term_tone
from pages.home.comparison import draw_comparison
from pages.home.my_desk import draw_by_reason, draw_my_desk

MOST_WAITING = 5


def draw_waiting(found: list[WaitingCounts]) -> None:
    st.subheader(_("Waiting for a decision"))
    if not found:
        notice(_("Nothing waits for a decision."), "quiet")
    for one in found[:MOST_WAITING]:
        with st.container(border=True, gap="xsmall"):
            counted = _n("{n} question", "{n} questions", one.items)
            link("review", f"#{one.run_id} {one.title} · {counted}", run=one.run_id)
            badges(
                (f"{term_name(REASONS, reason)} {n}", term_tone(REASONS, reason))
                for reason, n in one.reasons.most_common()
            )

    if len(found) > MOST_WAITING:
        link("runs", _("All runs"))


def draw_start() -> None:
    st.subheader(_("Begin with your own texts"))
    for place, label, explained in (
        (
            "library",
            _("1. Upload a novel and its questions"),
            _("Text or Markdown, and JSONL, JSON or CSV; you see what was read first."),
        ),
        (
            "runs",
            _("2. Start a run"),
            _("A model answers each question from the text and quotes its evidence."),
        ),
        (
            "review",
            _("3. Decide the flagged questions"),
            _("Accept, edit or reject them, then download the cleaned set."),
        ),
    ):
        with st.container(gap="xsmall"):
            link(place, label)
            caption(explained)


def draw_copy() -> None:
    st.subheader(_("Check generated copy"))
    with st.container(gap="xsmall"):
        link("copy_check", _("Paste a copy, or upload a file of them"), view="one")
        caption(_("Facts, compliance and quality, with a verdict and repairs to decide on."))


def models_first(found: list[WaitingCounts]) -> list[WaitingCounts]:
    """The baseline's flags say least, so they come last; otherwise newest first."""
    baseline = asking(engine(), LEXICAL.name)
    return sorted(found, key=lambda one: one.run_id in baseline)


def where_to_begin(found: list[WaitingCounts], desk: ReviewerDesk | None) -> int:
    """The run the reviewer worked in last while something of it waits, else the first."""
    runs = [one.run_id for one in found]
    last = desk.left.run_id if desk and desk.left else 0
    return last if last in runs else runs[0]


st.title(_("Home"))
caption(
    _(
        "A desk that checks reading questions against their novel: a model answers each one, its "
        "quotes are looked up in the text, and you decide what was flagged."
    )
)
reviewer = identity.reviewer()
before = last_position(reviewer) if reviewer else None
desk = my_desk(engine(), reviewer, zone(), before.place if before else None) if reviewer else None
found = models_first(list(desk.waiting) if desk else waiting(engine()))
if found and st.button(
    _("Review the flagged questions"), type="primary", key="begin", **needs(Right.REVIEW)
):
    open_place("review", run=where_to_begin(found, desk))
if not found and st.button(
    _("Upload a novel and its questions"), type="primary", key="begin", **needs(Right.RUN)
):
    open_place("library")
if reviewer and desk:
    draw_my_desk(desk, reviewer, before.under if before else None)
else:
    identity.ask("home", primary=False)
left, right = st.columns([5, 4], gap="large")
with left:
    if desk:
        draw_by_reason(desk)
    draw_waiting(found)
with right:
    draw_start()
    draw_copy()
if samples := sample_runs(engine()):
    draw_comparison(samples, folded=count_runs(engine()) > len(samples))
