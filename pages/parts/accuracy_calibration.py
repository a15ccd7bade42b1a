"""The validation against people's decisions, and what another threshold would change."""

import streamlit as st

from core.accuracy import STEPS, ReasonCalibration, Reviewed, Tried
from core.accuracy.calibration import BAD
from core.charts import Figure, ThresholdPoint, plotly_config, threshold_curve
from core.stats.strata import Recall
from pages.parts import address
from pages.parts.accuracy_rates import interval as clustered
from pages.parts.accuracy_rates import nothing_judged
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
        notice(nothing_judged(), "quiet")
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
        _faults_link(shown, counted)
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


def _faults(counted: Reviewed) -> int:
    return sum(counted.count(passed=passed, actions=BAD) for passed in (True, False))


def _faults_link(shown: Shown, counted: Reviewed, **query: object) -> None:
    """All of them, flagged or not: recall is of these."""
    n = _faults(counted)
    said = _n("See {n} fault people found", "See {n} faults people found", n)
    _decided_link(shown, said, n, **{"decided": "bad", "outcome": "", **query})


def _decided_link(shown: Shown, said: str, n: int, **query: object) -> None:
    if n:
        flags: dict[str, object] = {"outcome": "failed", "decided": "any", **query}
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
    of = _("of {n} of {all} runs").format(n=found.groups, all=runs)
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
        said, faults = reason_recall_said(counted, one), _faults(counted)
        # Of the runs only that tell: where some do not, its n is not that of all the faults.
        if one.recall and one.recall.bad == faults:
            _decided_link(shown, said, faults, decided="bad", outcome="")
        else:
            caption(said)
        if n := one.precision.hits:
            flagged = _n("{n} of them flagged for it", "{n} of them flagged for it", n)
            link("accuracy", flagged, **cases, decided="bad")


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


def chosen_threshold(shown: Shown) -> float:
    """Of the address, one of STEPS; else the one that the runs were judged with."""
    at = address.number("at")
    wanted = at / 100 if at is not None else None
    return wanted if wanted in STEPS else _own_percent(shown) / 100


def _own_percent(shown: Shown) -> int:
    """What all the runs were judged with, where it can be tried."""
    own = _own(shown)
    percents = {round(one * 100) for one in own}
    if len(percents) > 1 or not percents:
        return DEFAULT_PERCENT
    return min(max(percents.pop(), round(STEPS[0] * 100)), round(STEPS[-1] * 100))


def _own(shown: Shown) -> list[float]:
    return sorted({run.spec.similarity_threshold for run in shown.runs})


def _draw_what_if(shown: Shown) -> None:
    st.subheader(_("What if the threshold were another one?"))
    caption(
        _(
            "Stored results judged again, nothing is asked. A quote that changes a number, a "
            "negation, a name or a run of words stays altered at every threshold. Below 0.60 no "
            "similarity is stored."
        )
    )
    said = _(", ").join(f"{one:.2f}" for one in _own(shown))
    caption(_("The runs were judged with {thresholds}.").format(thresholds=said))
    chosen = chosen_threshold(shown)
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
        args=(_own_percent(shown),),
    )
    _draw_tried(shown, shown.what_if.at(chosen))
    if not any(one.newly_flagged or one.newly_passed for one in shown.what_if.curve()):
        notice(
            _(
                "No result changes sides at any of these thresholds: no stored quote is close "
                "enough to its passage, or far enough from it, to be judged otherwise. The lines "
                "are flat."
            ),
            "quiet",
        )
    _draw_curve(shown, chosen)


def _draw_curve(shown: Shown, chosen: float) -> None:
    """A click on it chooses the threshold."""
    drawn = threshold_figure(shown, chosen, language())
    drawn.update_layout(dragmode=False, clickmode="event+select", hoverdistance=-1)
    # Drawn anew after a click, or a second one on the same place would only take it back.
    key = f"threshold_curve_{st.session_state.get('curve_clicks', 0)}"

    def clicked() -> None:
        points = st.session_state[key].selection.points
        if points:
            st.session_state["curve_clicks"] = st.session_state.get("curve_clicks", 0) + 1
            _choose(round(points[0]["x"] * 100), _own_percent(shown))

    st.plotly_chart(
        drawn,
        key=key,
        on_select=clicked,
        selection_mode="points",
        theme=None,
        config=plotly_config("accuracy-threshold"),
    )
    caption(_("Click the lines to choose that threshold."))


def _moved(own: int) -> None:
    _choose(round(st.session_state["what_if"] * 100), own)


def _choose(at: int, own: int) -> None:
    address.put("at", None if at == own else at)


def _draw_tried(shown: Shown, tried: Tried) -> None:
    passed, fewer, more = st.columns(3)
    at = round(tried.threshold * 100)
    flips = {**shown.query, "view": "calibration", "flips": at, "cases": 1, "at": at}
    with passed:
        rate = tried.rate
        figure(_("Would pass"), percent(rate.value), clustered(rate), muted=rate.muted)
        said = _n("See {n} result", "See {n} results", rate.hits)
        _decided_link(shown, said, rate.hits, outcome="passed", decided="", tried=at, at=at)
    with fewer:
        figure(_("Would be flagged that passed"), f"{tried.newly_flagged:,}")
        if n := tried.newly_flagged:
            link("accuracy", _n("See {n} question", "See {n} questions", n), **flips)
    with more:
        figure(_("Would pass that were flagged"), f"{tried.newly_passed:,}")
        if n := tried.newly_passed:
            said = _n("See {n} question", "See {n} questions", n)
            link("accuracy", said, **flips, outcome="failed")
    precise, caught = st.columns(2)
    with precise:
        found = tried.precision
        figure(
            _("Precision at {threshold}").format(threshold=f"{tried.threshold:.2f}"),
            percent(found.value),
            _enough(interval(found), muted=found.muted)
            if found.n
            else _("no flagged question is decided yet"),
            muted=found.muted,
        )
        said = _n("See {n} decided flag", "See {n} decided flags", found.n)
        _decided_link(shown, said, found.n, tried=at, at=at)
    with caught:
        recall = tried.recall
        said = recall_said(shown.reviewed, recall)
        figure(
            _("Recall at {threshold}").format(threshold=f"{tried.threshold:.2f}"),
            percent(recall.value) if recall else _("unknown"),
            _enough(said, muted=bool(recall and recall.muted)),
            muted=bool(recall and recall.muted),
        )
        _faults_link(shown, shown.reviewed, tried=at, at=at)


def _enough(said: str, *, muted: bool) -> str:
    return f"{said} · {_('not enough data')}" if muted else said
