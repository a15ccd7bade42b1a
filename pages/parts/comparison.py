"""The sample's runs side by side: recorded replies against the offline baseline."""

from collections.abc import Sequence

import streamlit as st

from core.library import PlantedScore, sample_manifest
from core.results import RunCounts, planted, run_counts
from db.tables import Run
from pages.parts.desk import engine
from pages.parts.html import caption, table
from pages.parts.language import _, language
from pages.parts.rates import interval, percent
from pages.parts.words import FAULTS, REASONS, named, said


def draw_comparison(runs: Sequence[Run]) -> None:
    """One column per run, one row per figure."""
    st.subheader(_("The sample library's runs compared"))
    counted = [run_counts(engine(), run.id or 0) for run in runs]
    table(
        ["", *(f"#{run.id} {run.title}" for run in runs)],
        [*_rates(counted), *_reasons(counted), *_planted(runs)],
    )
    caption(sample_manifest().label.worded(language()))


def _rates(counted: list[RunCounts]) -> list[list[str]]:
    return [
        [
            _("Passed, of those judged"),
            *(f"{percent(c.pass_rate.value)} ({interval(c.pass_rate)})" for c in counted),
        ],
        [
            _("Not judged, of those asked"),
            *(percent(c.infrastructure_share.value) for c in counted),
        ],
    ]


def _reasons(counted: list[RunCounts]) -> list[list[str]]:
    """Only reasons that occur; an item may have several."""
    return [
        [named(REASONS, reason), *(str(c.reasons[reason]) for c in counted)]
        for reason in REASONS
        if any(c.reasons[reason] for c in counted)
    ]


def _planted(runs: Sequence[Run]) -> list[list[str]]:
    scores = [planted(engine(), run.id or 0) for run in runs]
    return [
        [
            _("Planted faults that were flagged (recall)"),
            *(f"{percent(s.recall.value)} ({s.recall.hits}/{s.recall.n})" for s in scores),
        ],
        [
            _("Flags that hit a planted fault (precision)"),
            *(f"{percent(s.precision.value)} ({s.precision.hits}/{s.precision.n})" for s in scores),
        ],
        *([said(FAULTS, fault), *(_hits(s, fault) for s in scores)] for fault in FAULTS),
    ]


def _hits(score: PlantedScore, fault: str) -> str:
    rate = score.recall_by_fault.get(fault)
    return f"{rate.hits}/{rate.n}" if rate else "–"
