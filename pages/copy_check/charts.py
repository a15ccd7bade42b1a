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
from pages.copy_check.score_distribution import draw_spread
from pages.copy_check.wording import code_name

GROUPS = {
    CopyGrouping.POLICY: N_("By policy version"),
    CopyGrouping.POLICY_AND_DAY: N_("Over time"),
}


def draw_charts() -> None:
    chosen = draw_scope()
    if not count_audit(engine(), chosen):
        if chosen == AuditFilter():
            notice(_("No results yet. Run a check to see figures here."), "quiet")
        else:
            notice(_("No results match these filters. Change them above."), "quiet")
        return
    _draw_headline(copy_statistics(engine(), chosen)[0])
    by, name = _chosen_figure()
    groups = draw_rates(chosen, by, name)
    distributions = draw_spread(chosen, by)
    _draw_codes(chosen)
    draw_files(groups, by, distributions)


def _draw_headline(whole: CopyStatistics) -> None:
    shown = ("rejected", "rescued", "agreed", "failed")
    for place, name in zip(st.columns(len(shown)), shown, strict=True):
        rate = rate_of(whole, name)
        with place:
            figure(_(RATES[name][0]), percent(rate.value), interval(rate), muted=rate.muted)
            _draw_behind(name, rate)
    if whole.rejected.n and whole.rejected.muted:
        notice(
            _("Not enough data: a rate based on fewer than 25 candidates is unreliable."), "quiet"
        )


def _draw_behind(name: str, rate: ClusteredRate) -> None:
    """What a rate counts, and the rest where that is worth a look."""
    n, rest = rate.hits if name in HITS else rate.n, rate.n - rate.hits
    with st.container(horizontal=True, gap="small"):
        if n:
            results_link(_n("{n} result", "{n} results", n), QUERIES[name])
        if name in OTHERS and rest:
            results_link(_n("{n} other", "{n} others", rest), OTHERS[name])


def _chosen_figure() -> tuple[CopyGrouping, str]:
    with st.container(horizontal=True, gap="medium"):
        by = address.choose(
            "segmented_control",
            _("By"),
            "by",
            list(GROUPS),
            lambda one: _(GROUPS[one]),
            label_visibility="collapsed",
        )
        name = address.choose(
            "pills",
            _("Rate"),
            "rate",
            list(RATES),
            lambda one: _(RATES[one][0]),
            label_visibility="collapsed",
        )
    return by, name


def _draw_codes(chosen: AuditFilter) -> None:
    counts = code_counts(engine(), chosen)
    st.subheader(_("Findings by code"))
    if not counts:
        caption(_("No findings."))
    with st.container(horizontal=True, gap="small"):
        for code, n in counts.items():
            results_link(f"{code_name(code)} {n:,}", {"code": code})
