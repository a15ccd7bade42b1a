"""How far reviewers agree, and how often a final decision overrode them: each number with its n
and interval, and a link to its questions.
"""

from collections.abc import Sequence
from typing import Protocol

import streamlit as st

from core.services.review import AgreementReport, OpinionFilter, OverrideRate, ReviewerPair
from core.stats import Agreement, Rate
from pages.components.html import caption, notice
from pages.components.language import _, _n
from pages.components.rates import figure, percent
from pages.components.rates import interval as interval_of_rate

MOST_PAIRS = 20
PAIR_WIDTHS = (5, 3, 4, 4, 3)
REVIEWER_WIDTHS = (5, 3, 7, 4)


class AgreementView(Protocol):
    """Draw a link to the questions that the filters in `query` select: said, reviewer, beside."""

    def __call__(self, label: str, **query: object) -> None: ...


def draw_agreement(report: AgreementReport, draw_link: AgreementView) -> None:
    st.subheader(_("Agreement of independent reviews"))
    if not report.same.n:
        notice(
            _(
                "Not enough data: no question has two independent reviews yet. Request second "
                "reviews (F on Review) to measure agreement."
            ),
            "quiet",
        )
    else:
        _draw_overall(report, draw_link)
        _draw_pairs(report.pairs, draw_link)
    _draw_informed(report.informed_same)
    _draw_reviewers(report.reviewers, draw_link)


def draw_label_accuracy(rate: Rate) -> None:
    """Draw how often the label equals what a reviewer answered in blind mode."""
    st.subheader(_("Labels and blind answers"))
    if not rate.n:
        notice(_("Not enough data: nobody has answered in blind mode on Review yet."), "quiet")
        return
    figure(
        _("Blind answer matches label"),
        percent(rate.value),
        interval_of_rate(rate),
        low_n=rate.low_n,
    )


def _draw_overall(report: AgreementReport, draw_link: AgreementView) -> None:
    alpha_column, same_column = st.columns(2)
    with alpha_column:
        figure(
            _("Krippendorff's alpha"),
            coefficient(report.alpha),
            coefficient_interval(report.alpha),
            low_n=report.alpha.low_n,
        )
        n = report.alpha.n
        draw_link(_n("See {n} question", "See {n} questions", n), said=OpinionFilter.TWO)
    with same_column:
        figure(
            _("Same decision"),
            percent(report.same.value),
            interval_of_rate(report.same),
            low_n=report.same.low_n,
        )
        draw_link(
            _n("See {n} question", "See {n} questions", report.same.n), said=OpinionFilter.TWO
        )
        if differing := report.same.n - report.same.hits:
            label = _n("See {n} that differ", "See {n} that differ", differing)
            draw_link(label, said=OpinionFilter.DIFFER)
    if report.alpha.low_n:
        caption(_("Not enough data: agreement on fewer than 25 questions is unreliable."))
    caption(
        _(
            "Based on questions that two people decided without seeing each other's decision "
            "(accept, edit or reject). Alpha and kappa are 1 for full agreement and 0 for "
            "agreement expected by chance."
        )
    )


def _draw_informed(rate: Rate) -> None:
    """Draw the agreement of reviews given after seeing the other's, apart from the independent
    ones: whoever has seen a decision tends to agree with it.
    """
    if not rate.n:
        return
    figure(informed_name(), percent(rate.value), interval_of_rate(rate), low_n=rate.low_n)
    caption(
        _(
            "Pairs of which one had seen the other's decision before they gave their own. They are "
            "in no number above."
        )
    )


def informed_name() -> str:
    return _("The same decision, after seeing the other's")


def _draw_pairs(pairs: Sequence[ReviewerPair], draw_link: AgreementView) -> None:
    with st.container(key="accuracy_table_agreement"):
        for column, name in zip(st.columns(PAIR_WIDTHS), pair_head(), strict=False):
            with column:
                caption(name)
        for pair in pairs[:MOST_PAIRS]:
            columns = st.columns(PAIR_WIDTHS, vertical_alignment="center")
            name, count_text, agreement_text, kappa = pair_row(pair)
            query: dict[str, object] = {"reviewer": pair.first, "beside": pair.second}
            with columns[0]:
                st.text(name)
            with columns[1]:
                draw_link(count_text, said=OpinionFilter.TWO, **query)
            with columns[2]:
                draw_link(agreement_text, said=OpinionFilter.TWO, **query)
            with columns[3]:
                draw_link(kappa, said=OpinionFilter.TWO, **query)
            if differing := pair.same.n - pair.same.hits:
                with columns[4]:
                    draw_link(
                        _n("{n} differs", "{n} differ", differing),
                        said=OpinionFilter.DIFFER,
                        **query,
                    )
    if len(pairs) > MOST_PAIRS:
        caption(_("Showing the {n} pairs with the most questions in common.").format(n=MOST_PAIRS))


def _draw_reviewers(reviewers: Sequence[OverrideRate], draw_link: AgreementView) -> None:
    if not reviewers:
        return
    st.subheader(_("Reviews and final decisions"))
    with st.container(key="reviewer_table"):
        for column, name in zip(st.columns(REVIEWER_WIDTHS), reviewer_head(), strict=False):
            with column:
                caption(name)
        for rate_of_reviewer in reviewers:
            columns = st.columns(REVIEWER_WIDTHS, vertical_alignment="center")
            name, items, rate = reviewer_row(rate_of_reviewer)
            with columns[0]:
                st.text(name)
            with columns[1]:
                draw_link(items, said=OpinionFilter.GIVEN, reviewer=rate_of_reviewer.reviewer)
            with columns[2]:
                if rate_of_reviewer.rate.n:
                    draw_link(rate, said=OpinionFilter.SETTLED, reviewer=rate_of_reviewer.reviewer)
                else:
                    st.text(rate)
            if rate_of_reviewer.rate.hits:
                with columns[3]:
                    label = _n("See {n} question", "See {n} questions", rate_of_reviewer.rate.hits)
                    draw_link(
                        label, said=OpinionFilter.OVERRIDDEN, reviewer=rate_of_reviewer.reviewer
                    )
    caption(
        _(
            "A review counts as overridden if a final decision contradicts it or does not use "
            "its edit. Time per decision is not recorded."
        )
    )


def overall_rows(report: AgreementReport) -> list[list[str]]:
    """Rows of the overall agreement for a report: name, value, n and interval."""
    rows = [[_("Krippendorff's alpha"), "–", _("no question has two independent reviews yet")]]
    if report.same.n:
        rows = [
            [
                _("Krippendorff's alpha"),
                coefficient(report.alpha),
                coefficient_interval(report.alpha),
            ],
            [_("Same decision"), percent(report.same.value), interval_of_rate(report.same)],
        ]
    if (rate := report.informed_same).n:
        rows.append([informed_name(), percent(rate.value), interval_of_rate(rate)])
    return rows


def pair_head() -> list[str]:
    return [_("Reviewers"), _("Both decided"), _("Same decision"), _("Cohen's kappa")]


def pair_row(pair: ReviewerPair) -> list[str]:
    count_text = _n("{n} question", "{n} questions", pair.same.n)
    kappa = coefficient(pair.kappa)
    return [
        f"{pair.first} · {pair.second}",
        count_text,
        _rate(pair.same),
        f"{kappa} · {_interval(pair.kappa)}" if pair.kappa.interval else _undefined(pair.kappa),
    ]


def reviewer_head() -> list[str]:
    return [_("Reviewer"), _("Active reviews"), _("Overridden by a final decision")]


def reviewer_row(override: OverrideRate) -> list[str]:
    rate = _rate(override.rate) if override.rate.n else _("none adjudicated yet")
    return [override.reviewer, f"{override.items:,}", rate]


def coefficient(agreement: Agreement) -> str:
    return "–" if agreement.value is None else _two_decimals(agreement.value)


def _two_decimals(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


def coefficient_interval(agreement: Agreement) -> str:
    """`n = 24 · 95% CI 0.31 to 0.72`, or why there is none."""
    if agreement.interval is None:
        return _("n = {n} · {why}").format(n=agreement.n, why=_undefined(agreement))
    return _("n = {n} · {interval}").format(n=agreement.n, interval=_interval(agreement))


def _interval(agreement: Agreement) -> str:
    low, high = agreement.interval or (0.0, 0.0)
    text = _("95% CI {low} to {high}").format(low=_two_decimals(low), high=_two_decimals(high))
    return text + " (" + _("not enough data") + ")" if agreement.low_n else text


def _undefined(_agreement: Agreement) -> str:
    return _("undefined: all decisions are the same")


def _rate(rate: Rate) -> str:
    text = f"{percent(rate.value)} · {interval_of_rate(rate)}"
    return text + " (" + _("not enough data") + ")" if rate.low_n else text
