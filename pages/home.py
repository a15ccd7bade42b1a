"""What waits, how the sample's runs compare, and how to begin."""

import streamlit as st

from core.review import Waiting, waiting
from core.runs import list_runs
from pages.parts import identity
from pages.parts.comparison import draw_comparison
from pages.parts.desk import engine
from pages.parts.html import badges, notice
from pages.parts.language import _, _n
from pages.parts.places import link
from pages.parts.words import REASONS, named, tone


def draw_waiting(found: list[Waiting]) -> None:
    st.subheader(_("Waiting for a decision"))
    if not found:
        notice(_("Nothing waits for a decision."), "green")
    for one in found:
        with st.container(border=True, gap="xsmall"):
            counted = _n("{n} question", "{n} questions", one.items)
            link("review", f"#{one.run_id} {one.title} · {counted}", run=one.run_id)
            badges(
                (f"{named(REASONS, reason)} {n}", tone(REASONS, reason))
                for reason, n in one.reasons.most_common()
            )


def draw_start() -> None:
    st.subheader(_("Begin with your own texts"))
    for label, place in (
        (_("1. Upload a novel and its questions in the library."), "library"),
        (_("2. Start a run: a model answers and quotes its evidence."), "runs"),
        (_("3. Decide the flagged questions, then download the cleaned set."), "review"),
    ):
        link(place, label)


st.title(_("Home"))
if identity.reviewer() is None:
    identity.ask("home")
runs = list_runs(engine(), limit=200)
left, right = st.columns([5, 4], gap="large")
with left:
    draw_waiting(waiting(engine()))
with right:
    draw_start()
samples = [run for run in runs if run.is_sample]
if samples:
    draw_comparison(samples)
