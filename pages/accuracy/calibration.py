"""Precision and recall of the validation, measured by reviewers' decisions."""

import streamlit as st

from core.services.reports import ReasonCalibration, ReviewedResults
from core.services.reports.calibration import BAD
from core.stats import Recall
from pages.accuracy.rates import nothing_judged, with_low_n_note
from pages.accuracy.selected_results import SelectedResults
from pages.components.html import caption, notice
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.rates import figure, interval, percent
from pages.components.wording import REASONS, term_name

WIDTHS = (3, 1, 6, 6)


def draw_calibration(selection: SelectedResults) -> bool:
    """Draw precision and recall; False if nothing is judged yet."""
    reviewed = selection.reviewed
    if not reviewed.count(passed=True) + reviewed.count(passed=False):
        notice(nothing_judged(), "quiet")
        return False
    draw_decided(selection, reviewed)
    _draw_reasons(selection, reviewed)
    return True


def draw_decided(selection: SelectedResults, reviewed: ReviewedResults) -> None:
    """Draw the precision of flags and the recall of faulty questions."""
    precise, caught = st.columns(2)
    with precise:
        rate = reviewed.precision
        figure(
            _("Flags that reviewers confirmed (precision)"),
            percent(rate.value),
            interval(rate) if rate.n else _("no flagged question has a decision yet"),
            low_n=rate.low_n,
        )
        draw_decided_link(
            selection, _n("See {n} reviewed flag", "See {n} reviewed flags", rate.n), rate.n
        )
    with caught:
        recall = reviewed.recall
        figure(
            _("Faulty questions that were flagged (recall)"),
            percent(recall.value) if recall else _("unknown"),
            recall_text(reviewed, recall),
            low_n=bool(recall and recall.low_n),
        )
        draw_faults_link(selection, reviewed)
    caption(
        _(
            "A flag is right where a reviewer rejected or edited the question. Recall "
            "extrapolates from the reviewed questions that passed to all questions that passed "
            "in the same run. Runs without reviews of both flagged and passed questions are "
            "excluded."
        )
    )
    if not reviewed.passed_reviewed and reviewed.flagged_reviewed:
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
            run=selection.scope.run_id,
            show="passed",
        )


def _faults(reviewed: ReviewedResults) -> int:
    return sum(reviewed.count(passed=passed, actions=BAD) for passed in (True, False))


def draw_faults_link(
    selection: SelectedResults, reviewed: ReviewedResults, **query: object
) -> None:
    """Link to all faults, flagged or not: recall is of these."""
    n = _faults(reviewed)
    label = _n("See {n} fault found by reviewers", "See {n} faults found by reviewers", n)
    draw_decided_link(selection, label, n, **{"decided": "bad", "outcome": "", **query})


def draw_decided_link(selection: SelectedResults, label: str, n: int, **query: object) -> None:
    if n:
        flags: dict[str, object] = {"outcome": "failed", "decided": "any", **query}
        link("accuracy", label, **selection.query, view="calibration", cases=1, **flags)


def recall_text(reviewed: ReviewedResults, recall: Recall | None) -> str:
    if recall is None:
        if any(run.passed_reviewed and run.flagged_reviewed for run in reviewed.by_run.values()):
            return _("no faults found yet")
        if reviewed.passed_reviewed and reviewed.flagged_reviewed:
            return _("no run has both flagged and passed questions reviewed")
        return _("no passed question has been reviewed")
    low, high = recall.interval
    text = _n(
        "n = {n} fault found · 95% CI {low}–{high}%",
        "n = {n} faults found · 95% CI {low}–{high}%",
        recall.bad,
        low=f"{low * 100:.1f}",
        high=f"{high * 100:.1f}",
    )
    runs = len(reviewed.by_run)
    if recall.groups == runs:
        return text
    run_count = _("{n} of {all} runs").format(n=recall.groups, all=runs)
    return f"{text} · {run_count}"


def _draw_reasons(selection: SelectedResults, reviewed: ReviewedResults) -> None:
    st.subheader(_("Reasons compared with decisions"))
    reasons = reviewed.by_reason()
    if not reasons:
        caption(_("No result was flagged."))
        return
    with st.container(key="accuracy_table"):
        names = (_("Reason"), _("Flagged"), _("Precision"), _("Recall"))
        for column, name in zip(st.columns(WIDTHS), names, strict=True):
            with column:
                caption(name)
        for reason in reasons:
            _draw_reason(selection, reviewed, reason)


def _draw_reason(
    selection: SelectedResults, reviewed: ReviewedResults, reason: ReasonCalibration
) -> None:
    columns = st.columns(WIDTHS, vertical_alignment="center")
    cases = {
        **selection.query,
        "view": "calibration",
        "by": "reason",
        "group": reason.reason,
        "cases": 1,
    }
    with columns[0]:
        link("accuracy", term_name(REASONS, reason.reason), **cases)
    with columns[1]:
        link("accuracy", f"{reason.flagged:,}", **cases, outcome="failed")
    with columns[2]:
        if reason.precision.n:
            link("accuracy", precision_text(reason), **cases, decided="any")
        else:
            caption(_("no decisions yet"))
    with columns[3]:
        text, faults = reason_recall_text(reviewed, reason), _faults(reviewed)
        # Recall counts only runs with both kinds of reviews, so its n may be below the faults.
        if reason.recall and reason.recall.bad == faults:
            draw_decided_link(selection, text, faults, decided="bad", outcome="")
        else:
            caption(text)
        if n := reason.precision.hits:
            flagged = _n("{n} flagged for this", "{n} flagged for this", n)
            link("accuracy", flagged, **cases, decided="bad")


def precision_text(reason: ReasonCalibration) -> str:
    text = f"{percent(reason.precision.value)} · {interval(reason.precision)}"
    return with_low_n_note(text, low_n=reason.precision.low_n)


def reason_recall_text(reviewed: ReviewedResults, reason: ReasonCalibration) -> str:
    if reason.recall is None:
        return _("unknown")
    text = f"{percent(reason.recall.value)} · {recall_text(reviewed, reason.recall)}"
    return with_low_n_note(text, low_n=reason.recall.low_n)
