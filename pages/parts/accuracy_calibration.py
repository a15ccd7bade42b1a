"""The validation against people's decisions, and what another threshold would change."""

import streamlit as st

from core.accuracy import STEPS, ReasonCalibration, Reviewed, Tried
from core.accuracy.calibration import BAD
from core.charts import Figure, ThresholdPoint, plotly_config, threshold_curve
from core.stats.strata import Recall
from pages.parts import address
from pages.parts.accuracy_rates import interval as clustered
from pages.parts.accuracy_scope import Shown, scope_said
from pages.parts.html import caption, notice
from pages.parts.language import _, _n, language
from pages.parts.places import link
from pages.parts.rates import figure, interval, percent
from pages.parts.words import REASONS, named

DEFAULT_PERCENT = 80
WIDTHS = (3, 1, 6, 6)


def draw_calibration(shown: Shown) -> None:
    counted = shown.reviewed
    if not counted.count(passed=True) + counted.count(passed=False):
        notice(_("No result fits these filters."), "quiet")
        return
    draw_decided(shown, counted)
    _draw_reasons(shown, counted)
    _draw_what_if(shown)


def draw_decided(shown: Shown, counted: Reviewed) -> None:
    """How often people agreed with a flag, and what the flags missed."""
    precise, caught = st.columns(2)
    with precise:
        rate = counted.precision
        figure(
            _("Flags that people agree with (precision)"),
            percent(rate.value),
            interval(rate) if rate.n else _("no flagged question is decided yet"),
            muted=rate.muted,
        )
        _decided_link(shown, _n("See {n} decided flag", "See {n} decided flags", rate.n), rate.n)
    with caught:
        found = counted.recall
        figure(
            _("Faults that were flagged (recall)"),
            percent(found.value) if found else _("unknown"),
            recall_said(counted, found),
            muted=bool(found and found.muted),
        )
        n = sum(counted.count(passed=passed, actions=BAD) for passed in (True, False))
        said = _n("See {n} fault people found", "See {n} faults people found", n)
        _decided_link(shown, said, n, decided="bad", outcome="")
    caption(
        _(
            "A flag was right where a person dropped the question or sent it to be fixed. Recall "
            "takes what people decided among the questions that passed for all of those of the "
            "same run; runs whose flagged and passed questions nobody looked at are left out."
        )
    )
    if not counted.passed_reviewed and counted.flagged_reviewed:
        notice(
            _(
                "No question that passed was reviewed, so nobody knows how many faults the "
                "validation missed: recall is unknown. Review some of them."
            ),
            "amber",
        )
        link(
            "review",
            _("Review questions that passed"),
            run=shown.scope.run_id,
            show="passed",
        )


def _decided_link(shown: Shown, said: str, n: int, **query: str) -> None:
    if n:
        flags = {"outcome": "failed", "decided": "any", **query}
        link("accuracy", said, **shown.query, view="calibration", cases=1, **flags)


def recall_said(counted: Reviewed, found: Recall | None) -> str:
    if found is None:
        if any(run.passed_reviewed and run.flagged_reviewed for run in counted.by_run.values()):
            return _("no fault was found yet")
        if counted.passed_reviewed and counted.flagged_reviewed:
            return _("no run has both flagged and passed questions reviewed")
        return _("no question that passed was reviewed")
    low, high = found.interval
    said = _("n = {n} faults found · 95 %: {low}–{high} %").format(
        n=f"{found.bad:,}", low=f"{low * 100:.1f}", high=f"{high * 100:.1f}"
    )
    runs = len(counted.by_run)
    if found.groups == runs:
        return said
    of = _n("of {n} run of {all}", "of {n} runs of {all}", found.groups).format(
        n=found.groups, all=runs
    )
    return f"{said} · {of}"


def _draw_reasons(shown: Shown, counted: Reviewed) -> None:
    st.subheader(_("Each reason against the decisions"))
    found = counted.by_reason()
    if not found:
        caption(_("No result was flagged."))
        return
    with st.container(key="accuracy_table"):
        names = (_("Reason"), _("Flagged"), _("Precision"), _("Recall"))
        for column, name in zip(st.columns(WIDTHS), names, strict=True):
            with column:
                caption(name)
        for one in found:
            _draw_reason(shown, counted, one)


def _draw_reason(shown: Shown, counted: Reviewed, one: ReasonCalibration) -> None:
    columns = st.columns(WIDTHS, vertical_alignment="center")
    cases = {**shown.query, "view": "calibration", "by": "reason", "group": one.reason, "cases": 1}
    with columns[0]:
        link("accuracy", named(REASONS, one.reason), **cases)
    with columns[1]:
        link("accuracy", f"{one.flagged:,}", **cases, outcome="failed")
    with columns[2]:
        if one.precision.n:
            link("accuracy", precision_said(one), **cases, decided="any")
        else:
            caption(_("none decided yet"))
    with columns[3]:
        said = reason_recall_said(counted, one)
        if one.precision.hits:
            link("accuracy", said, **cases, decided="bad")
        else:
            caption(said)


def precision_said(one: ReasonCalibration) -> str:
    said = f"{percent(one.precision.value)} · {interval(one.precision)}"
    return f"{said} · {_('not enough data')}" if one.precision.muted else said


def reason_recall_said(counted: Reviewed, one: ReasonCalibration) -> str:
    if one.recall is None:
        return _("unknown")
    said = f"{percent(one.recall.value)} · {recall_said(counted, one.recall)}"
    return f"{said} · {_('not enough data')}" if one.recall.muted else said


def threshold_figure(shown: Shown, chosen: float, spoken: str) -> Figure:
    curve = shown.what_if.curve()
    points = [
        ThresholdPoint(
            one.threshold,
            one.rate.value or 0.0,
            one.precision.value,
            one.recall.value if one.recall else None,
        )
        for one in curve
    ]
    now = next(one for one in curve if one.threshold == chosen)
    foot = [*scope_said(shown), _("n = {n} results").format(n=f"{now.rate.n:,}")]
    if now.precision.n:
        decided = shown.reviewed.flagged_reviewed + shown.reviewed.passed_reviewed
        foot.append(_("{n} decided").format(n=f"{decided:,}"))
    if now.precision.n and now.precision.muted:
        foot.append(_("decisions: n < 25, too few to rank"))
    title = _("What other similarity thresholds would say")
    return threshold_curve(points, chosen, title, foot=foot, language=spoken)


def chosen_threshold() -> float:
    """Of the address, one of STEPS."""
    at = address.number("at")
    wanted = (at if at is not None else DEFAULT_PERCENT) / 100
    return wanted if wanted in STEPS else DEFAULT_PERCENT / 100


def _draw_what_if(shown: Shown) -> None:
    st.subheader(_("What if the threshold were another one?"))
    caption(
        _(
            "Stored results judged again, nothing is asked. A quote that changes a number, a "
            "negation, a name or a run of words stays altered at every threshold. Below 0.60 no "
            "similarity is stored."
        )
    )
    chosen = chosen_threshold()
    # The address is the truth and the slider its mirror, as in address.choose.
    st.session_state["what_if"] = chosen
    st.slider(
        _("Similarity a quote must have"),
        min_value=STEPS[0],
        max_value=STEPS[-1],
        step=0.01,
        format="%.2f",
        key="what_if",
        on_change=_moved,
    )
    tried = shown.what_if.at(chosen)
    _draw_tried(shown, tried)
    drawn = threshold_figure(shown, chosen, language())
    st.plotly_chart(
        drawn, key="threshold_curve", theme=None, config=plotly_config("accuracy-threshold")
    )


def _moved() -> None:
    at = round(st.session_state["what_if"] * 100)
    address.put("at", None if at == DEFAULT_PERCENT else at)


def _draw_tried(shown: Shown, tried: Tried) -> None:
    passed, fewer, more = st.columns(3)
    at = round(tried.threshold * 100)
    flips = {**shown.query, "view": "calibration", "flips": at, "cases": 1, "at": at}
    with passed:
        rate = tried.rate
        figure(_("Would pass"), percent(rate.value), clustered(rate), muted=rate.muted)
    with fewer:
        figure(_("Would be flagged that passed"), f"{tried.newly_flagged:,}")
        if n := tried.newly_flagged:
            link("accuracy", _n("See {n} question", "See {n} questions", n), **flips)
    with more:
        figure(_("Would pass that were flagged"), f"{tried.newly_passed:,}")
        if n := tried.newly_passed:
            said = _n("See {n} question", "See {n} questions", n)
            link("accuracy", said, **flips, outcome="failed")
