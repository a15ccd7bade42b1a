"""What another similarity threshold would change."""

from typing import Any

import streamlit as st

from core.charts import Figure, ThresholdPoint, threshold_curve
from core.services.reports import STEPS, ThresholdTrial
from pages.accuracy.calibration import draw_decided_link, draw_faults_link, recall_text
from pages.accuracy.rates import interval as clustered
from pages.accuracy.rates import with_low_n_note
from pages.accuracy.scope import scope_labels
from pages.accuracy.selected_results import SelectedResults
from pages.components import address
from pages.components.action import guarded
from pages.components.figure import draw_clickable
from pages.components.html import caption, notice
from pages.components.language import _, _n, language
from pages.components.navigation import link
from pages.components.page_state import CURVE_CLICKS, THRESHOLD_TRIED
from pages.components.rates import figure, interval, percent

DEFAULT_PERCENT = 80


def threshold_figure(selection: SelectedResults, chosen: float, reader_language: str) -> Figure:
    curve = selection.what_if.curve()
    points = [
        ThresholdPoint(
            trial.threshold,
            trial.rate.value or 0.0,
            trial.precision.value,
            trial.recall.value if trial.recall else None,
        )
        for trial in curve
    ]
    current = next(trial for trial in curve if trial.threshold == chosen)
    foot = [*scope_labels(selection), _n("n = {n} result", "n = {n} results", current.rate.n)]
    if current.precision.n:
        decided = selection.reviewed.flagged_reviewed + selection.reviewed.passed_reviewed
        foot.append(_("{n} reviewed").format(n=f"{decided:,}"))
    if current.precision.n and current.precision.low_n:
        foot.append(_("Decisions: n < 25, too few to rank"))
    title = _("Results at other similarity thresholds")
    return threshold_curve(points, chosen, title, foot=foot, language=reader_language)


def chosen_threshold(selection: SelectedResults) -> float:
    """The threshold in the address if it is one of STEPS, else the threshold of the runs."""
    percent_chosen = address.number("at")
    threshold = percent_chosen / 100 if percent_chosen is not None else None
    return threshold if threshold in STEPS else _own_percent(selection) / 100


def _own_percent(selection: SelectedResults) -> int:
    """The threshold of all the runs in percent, clamped to STEPS; a default if they differ."""
    thresholds = _own(selection)
    percents = {round(threshold * 100) for threshold in thresholds}
    if len(percents) > 1 or not percents:
        return DEFAULT_PERCENT
    return min(max(percents.pop(), round(STEPS[0] * 100)), round(STEPS[-1] * 100))


def _own(selection: SelectedResults) -> list[float]:
    return sorted({run.spec.similarity_threshold for run in selection.runs})


def draw_what_if(selection: SelectedResults) -> None:
    st.subheader(_("Try another threshold"))
    caption(
        _(
            "Stored results are judged again; no model is called. A quote that changes a number, "
            "a negation, a name or several words in a row counts as altered at every threshold. "
            "Similarities below 0.60 are not stored."
        )
    )
    thresholds = _(", ").join(f"{value:.2f}" for value in _own(selection))
    caption(_("These runs used a threshold of {thresholds}.").format(thresholds=thresholds))
    chosen = chosen_threshold(selection)
    # The address is the truth and the slider its mirror, as in address.choose.
    THRESHOLD_TRIED.set(chosen)
    st.slider(
        _("Quote match threshold"),
        min_value=STEPS[0],
        max_value=STEPS[-1],
        step=0.01,
        format="%.2f",
        key=THRESHOLD_TRIED.name,
        on_change=guarded(_moved),
        args=(_own_percent(selection),),
    )
    _draw_tried(selection, selection.what_if.at(chosen))
    if not any(trial.newly_flagged or trial.newly_passed for trial in selection.what_if.curve()):
        notice(
            _(
                "No result changes at any of these thresholds: no stored similarity is close "
                "enough to them. The lines are flat."
            ),
            "quiet",
        )
    _draw_curve(selection, chosen)


def _draw_curve(selection: SelectedResults, chosen: float) -> None:
    """Draw the curve; a click on it chooses the threshold."""
    plot = threshold_figure(selection, chosen, language())
    plot.update_layout(hoverdistance=-1)
    # Drawn anew after a click, or a second one on the same place would only take it back.
    key = f"threshold_curve_{CURVE_CLICKS.get()}"

    def chosen_at(point: dict[str, Any]) -> None:
        CURVE_CLICKS.set(CURVE_CLICKS.get() + 1)
        _choose(round(point["x"] * 100), _own_percent(selection))

    draw_clickable(plot, key, chosen_at, file_name="accuracy-threshold")
    caption(_("Click the chart to choose a threshold."))


def _moved(own_percent: int) -> None:
    _choose(round(THRESHOLD_TRIED.get() * 100), own_percent)


def _choose(percent_chosen: int, own_percent: int) -> None:
    address.put("at", None if percent_chosen == own_percent else percent_chosen)


def _draw_tried(selection: SelectedResults, trial: ThresholdTrial) -> None:
    passed, flagged, unflagged = st.columns(3)
    at = round(trial.threshold * 100)
    flips = {**selection.query, "view": "calibration", "flips": at, "cases": 1, "at": at}
    with passed:
        rate = trial.rate
        figure(_("Would pass"), percent(rate.value), clustered(rate), low_n=rate.low_n)
        label = _n("See {n} result", "See {n} results", rate.hits)
        draw_decided_link(
            selection, label, rate.hits, outcome="passed", decided="", tried=at, at=at
        )
    with flagged:
        figure(_("Newly flagged"), f"{trial.newly_flagged:,}")
        if n := trial.newly_flagged:
            link("accuracy", _n("See {n} question", "See {n} questions", n), **flips)
    with unflagged:
        figure(_("Newly passed"), f"{trial.newly_passed:,}")
        if n := trial.newly_passed:
            label = _n("See {n} question", "See {n} questions", n)
            link("accuracy", label, **flips, outcome="failed")
    precision_column, recall_column = st.columns(2)
    with precision_column:
        precision = trial.precision
        figure(
            _("Precision at {threshold}").format(threshold=f"{trial.threshold:.2f}"),
            percent(precision.value),
            with_low_n_note(interval(precision), low_n=precision.low_n)
            if precision.n
            else _("no flagged question has a decision yet"),
            low_n=precision.low_n,
        )
        label = _n("See {n} reviewed flag", "See {n} reviewed flags", precision.n)
        draw_decided_link(selection, label, precision.n, tried=at, at=at)
    with recall_column:
        recall = trial.recall
        label = recall_text(selection.reviewed, recall)
        figure(
            _("Recall at {threshold}").format(threshold=f"{trial.threshold:.2f}"),
            percent(recall.value) if recall else _("unknown"),
            with_low_n_note(label, low_n=bool(recall and recall.low_n)),
            low_n=bool(recall and recall.low_n),
        )
        draw_faults_link(selection, selection.reviewed, tried=at, at=at)
