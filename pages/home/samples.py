"""The sample library: its page, and its permanent removal. Samples count in no figure."""

import streamlit as st

from core.services.access import Right
from core.services.retention import SampleLibrary, remove_samples, sample_library
from core.services.runs import sample_runs
from pages.components.action import action, draw_outcome
from pages.components.app_context import engine
from pages.components.html import caption, notice
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.home.comparison import draw_comparison


def draw_samples_aside() -> None:
    """Draw the link to the samples and their removal; nothing once they are removed."""
    if (samples := sample_library(engine())) is None:
        return
    st.subheader(_("Explore sample data"), anchor=False)
    caption(_size(samples))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        link("home", _("Open samples"), samples=1)
        _draw_removal(samples)
    draw_outcome()


def draw_samples() -> None:
    """Draw the page of the samples: links to their runs, and the runs side by side."""
    link("home", _("Home"))
    st.title(_("Samples"), anchor=False)
    runs = sample_runs(engine())
    if not runs:
        notice(_("Samples removed."), "quiet")
        return
    caption(_("Samples are not counted in your figures or queues."))
    with st.container(horizontal=True, gap="medium"):
        for run in runs:
            link("runs", f"#{run.id} {run.title}", run=run.id)
    draw_comparison(runs, folded=False)


def _size(samples: SampleLibrary) -> str:
    novels = _n("{n} short novel", "{n} short novels", samples.novels)
    questions = _n("{n} question", "{n} questions", samples.questions)
    runs = _n("{n} run", "{n} runs", samples.runs)
    return _("{novels}, {questions}, {runs}. Not counted in your figures or queues.").format(
        novels=novels, questions=questions, runs=runs
    )


def _draw_removal(samples: SampleLibrary) -> None:
    with st.popover(_("Remove samples"), type="tertiary", key="samples_removal"):
        st.write(_("The sample novels, questions and runs are deleted permanently."))
        if samples.own_runs or samples.own_sets:
            notice(
                _("Your own work on them is deleted too: {runs} and {sets}.").format(
                    runs=_n("{n} run", "{n} runs", samples.own_runs),
                    sets=_n("{n} question set", "{n} question sets", samples.own_sets),
                ),
                "amber",
            )
        action(_("Remove samples"), _remove, right=Right.ADMINISTER, key="remove_samples")


def _remove() -> None:
    remove_samples(engine())
