"""The numbers of source 001's section 9.4: rejects, scores and repairs, by policy and over time."""

import streamlit as st

from core.services.verification import (
    AuditFilter,
    CopyGrouping,
    CopyStatistics,
    code_counts,
    copy_statistics,
    count_audit,
)
from core.stats import ClusteredRate
from pages.components import address
from pages.components.app_context import engine
from pages.components.html import caption, notice
from pages.components.language import N_, _, _n
from pages.components.rates import figure, percent
from pages.copy_check.drill_down import HITS, OTHERS, QUERIES, results_link
from pages.copy_check.filter_bar import draw_scope
from pages.copy_check.numbers import RATES, draw_files, interval, rate_of
from pages.copy_check.rates import draw_rates
from pages.copy_check.score_distribution import draw_score_distributions
from pages.copy_check.wording import code_name

GROUPS = {
    CopyGrouping.POLICY: N_("By policy version"),
    CopyGrouping.POLICY_AND_DAY: N_("Over time"),
}


def draw_charts() -> None:
    audit_filter = draw_scope()
    if not count_audit(engine(), audit_filter):
        if audit_filter == AuditFilter():
            notice(_("No results yet. Run a check to see figures here."), "quiet")
        else:
            notice(_("No results match these filters. Change them above."), "quiet")
        return
    _draw_headline(copy_statistics(engine(), audit_filter)[0])
    by, name = _choose_figure()
    groups = draw_rates(audit_filter, by, name)
    distributions = draw_score_distributions(audit_filter, by)
    _draw_codes(audit_filter)
    draw_files(groups, by, distributions)


def _draw_headline(statistics: CopyStatistics) -> None:
    names = ("rejected", "rescued", "agreed", "failed")
    for column, name in zip(st.columns(len(names)), names, strict=True):
        rate = rate_of(statistics, name)
        with column:
            figure(_(RATES[name][0]), percent(rate.value), interval(rate), low_n=rate.low_n)
            _draw_result_links(name, rate)
    if statistics.rejected.n and statistics.rejected.low_n:
        notice(
            _("Not enough data: a rate based on fewer than 25 candidates is unreliable."), "quiet"
        )


def _draw_result_links(name: str, rate: ClusteredRate) -> None:
    """Links to the results that a rate counts, and to the others where they matter."""
    n, remainder = rate.hits if name in HITS else rate.n, rate.n - rate.hits
    with st.container(horizontal=True, gap="small"):
        if n:
            results_link(_n("{n} result", "{n} results", n), QUERIES[name])
        if name in OTHERS and remainder:
            results_link(_n("{n} other", "{n} others", remainder), OTHERS[name])


def _choose_figure() -> tuple[CopyGrouping, str]:
    with st.container(horizontal=True, gap="medium"):
        by = address.choose(
            "segmented_control",
            _("By"),
            "by",
            list(GROUPS),
            lambda grouping: _(GROUPS[grouping]),
            label_visibility="collapsed",
        )
        name = address.choose(
            "pills",
            _("Rate"),
            "rate",
            list(RATES),
            lambda option: _(RATES[option][0]),
            label_visibility="collapsed",
        )
    return by, name


def _draw_codes(audit_filter: AuditFilter) -> None:
    counts = code_counts(engine(), audit_filter)
    st.subheader(_("Findings by code"))
    if not counts:
        caption(_("No findings."))
    with st.container(horizontal=True, gap="small"):
        for code, n in counts.items():
            results_link(f"{code_name(code)} {n:,}", {"code": code})
