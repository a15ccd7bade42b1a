"""The validation against people's decisions: precision and recall."""

import streamlit as st

from core.services.reports import ReasonCalibration, ReviewedResults
from core.services.reports.calibration import BAD
from core.stats.stratified_recall import Recall
from pages.accuracy.rates import nothing_judged
from pages.accuracy.selected_results import SelectedResults
from pages.components.html import caption, notice
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.rates import figure, interval, percent
from pages.components.wording import REASONS, term_name

WIDTHS = (3, 1, 6, 6)


def draw_calibration(shown: SelectedResults) -> bool:
    """False where nothing is judged yet."""
    counted = shown.reviewed
    if not counted.count(passed=True) + counted.count(passed=False):
        notice(nothing_judged(), "quiet")
        return False
    draw_decided(shown, counted)
    _draw_reasons(shown, counted)
    return True


def draw_decided(shown: SelectedResults, counted: ReviewedResults) -> None:
    """How often people agreed with a flag, and what the flags missed."""
    precise, caught = st.columns(2)
    with precise:
        rate = counted.precision
        figure(
            _("Flags that reviewers confirmed (precision)"),
            percent(rate.value),
            interval(rate) if rate.n else _("no flagged question has a decision yet"),
            muted=rate.muted,
        )
        decided_link(shown, _n("See {n} reviewed flag", "See {n} reviewed flags", rate.n), rate.n)
    with caught:
        found = counted.recall
        figure(
            _("Faulty questions that were flagged (recall)"),
            percent(found.value) if found else _("unknown"),
            recall_said(counted, found),
            muted=bool(found and found.muted),
        )
        faults_link(shown, counted)
    caption(
        _(
            "A flag is right where a reviewer rejected or edited the question. Recall "
            "extrapolates from the reviewed questions that passed to all questions that passed "
            "in the same run. Runs without reviews of both flagged and passed questions are "
            "excluded."
        )
    )
    if not counted.passed_reviewed and counted.flagged_reviewed:
        notice(
            _(
                "No question that passed has been reviewed, so the number of missed faults and "
                "the recall are unknown. Review some of them."
            ),
            "amber",
        )
        link(
            "review",
            _("Review passed questions"),
            run=shown.scope.run_id,
            show="passed",
        )


def _faults(counted: ReviewedResults) -> int:
    return sum(counted.count(passed=passed, actions=BAD) for passed in (True, False))


def faults_link(shown: SelectedResults, counted: ReviewedResults, **query: object) -> None:
    """All of them, flagged or not: recall is of these."""
    n = _faults(counted)
    said = _n("See {n} fault found by reviewers", "See {n} faults found by reviewers", n)
    decided_link(shown, said, n, **{"decided": "bad", "outcome": "", **query})


def decided_link(shown: SelectedResults, said: str, n: int, **query: object) -> None:
    if n:
        flags: dict[str, object] = {"outcome": "failed", "decided": "any", **query}
        link("accuracy", said, **shown.query, view="calibration", cases=1, **flags)


def recall_said(counted: ReviewedResults, found: Recall | None) -> str:
    if found is None:
        if any(run.passed_reviewed and run.flagged_reviewed for run in counted.by_run.values()):
            return _("no faults found yet")
        if counted.passed_reviewed and counted.flagged_reviewed:
            return _("no run has both flagged and passed questions reviewed")
        return _("no passed question has been reviewed")
    low, high = found.interval
    said = _n(
        "n = {n} fault found · 95% CI {low}–{high}%",
        "n = {n} faults found · 95% CI {low}–{high}%",
        found.bad,
        low=f"{low * 100:.1f}",
        high=f"{high * 100:.1f}",
    )
    runs = len(counted.by_run)
    if found.groups == runs:
        return said
    of = _("{n} of {all} runs").format(n=found.groups, all=runs)
    return f"{said} · {of}"


def _draw_reasons(shown: SelectedResults, counted: ReviewedResults) -> None:
    st.subheader(_("Reasons compared with decisions"))
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


def _draw_reason(shown: SelectedResults, counted: ReviewedResults, one: ReasonCalibration) -> None:
    columns = st.columns(WIDTHS, vertical_alignment="center")
    cases = {**shown.query, "view": "calibration", "by": "reason", "group": one.reason, "cases": 1}
    with columns[0]:
        link("accuracy", term_name(REASONS, one.reason), **cases)
    with columns[1]:
        link("accuracy", f"{one.flagged:,}", **cases, outcome="failed")
    with columns[2]:
        if one.precision.n:
            link("accuracy", precision_said(one), **cases, decided="any")
        else:
            caption(_("no decisions yet"))
    with columns[3]:
        said, faults = reason_recall_said(counted, one), _faults(counted)
        # Of the runs only that tell: where some do not, its n is not that of all the faults.
        if one.recall and one.recall.bad == faults:
            decided_link(shown, said, faults, decided="bad", outcome="")
        else:
            caption(said)
        if n := one.precision.hits:
            flagged = _n("{n} flagged for this", "{n} flagged for this", n)
            link("accuracy", flagged, **cases, decided="bad")


def precision_said(one: ReasonCalibration) -> str:
    said = f"{percent(one.precision.value)} · {interval(one.precision)}"
    return said + " · " + _("not enough data") if one.precision.muted else said


def reason_recall_said(counted: ReviewedResults, one: ReasonCalibration) -> str:
    if one.recall is None:
        return _("unknown")
    said = f"{percent(one.recall.value)} · {recall_said(counted, one.recall)}"
    return said + " · " + _("not enough data") if one.recall.muted else said
