"""One rate of copy verification in groups: a figure, and a row with its numbers for each."""

from collections.abc import Sequence
from typing import Any, Literal

import streamlit as st

from core.charts import DayValue, Figure, RateRow, over_days, rates_down
from core.services.verification import AuditFilter, CopyGrouping, CopyStatistics, copy_statistics
from pages.components.app_context import engine
from pages.components.figure import draw_clickable
from pages.components.html import caption, notice
from pages.components.language import _, _n, language
from pages.components.rates import percent
from pages.copy_check.drill_down import HITS, QUERIES, open_results, query_of, results_link
from pages.copy_check.numbers import RATES, group_name, interval, rate_of

MOST_ROWS, FEW_ROWS, LIST_HEIGHT = 60, 8, 290
"""Rows that are drawn, the latest ones, as the file has all; of more than a few, pixels that are
seen at a time.
"""


def draw_rates(chosen: AuditFilter, by: CopyGrouping, name: str) -> list[CopyStatistics]:
    """All the groups there are, for the files."""
    groups = copy_statistics(engine(), chosen, by)
    if not any(rate_of(one, name).value is not None for one in groups):
        notice(_("Not enough data for this rate yet."), "quiet")
        return groups
    drawn = (
        _over_time(groups, name) if by is CopyGrouping.POLICY_AND_DAY else _by_policy(groups, name)
    )

    def chosen_group(point: dict[str, Any]) -> None:
        if point.get("customdata"):
            at = int(point["customdata"][0])
            open_results({**query_of(groups[at].group), **QUERIES[name]})

    key = f"copy_{by.value}_{name}_{len(groups)}"
    draw_clickable(drawn, key, chosen_group, file_name=f"copy-{name}-{by.value}")
    shown = sorted(groups, key=lambda one: (one.group.day or "", one.group.policy or ""))
    height: int | Literal["content"] = LIST_HEIGHT if len(shown) > FEW_ROWS else "content"
    with st.container(key="accuracy_table", height=height, border=False):
        for one in reversed(shown[-MOST_ROWS:]) if by is CopyGrouping.POLICY_AND_DAY else shown:
            _draw_row(one, name)
    if by is CopyGrouping.POLICY_AND_DAY and len(shown) > MOST_ROWS:
        caption(
            _("Showing the latest {n} of {total}; the file has all of them.").format(
                n=MOST_ROWS, total=len(shown)
            )
        )
    return groups


def _by_policy(groups: Sequence[CopyStatistics], name: str) -> Figure:
    title, axis = (_(word) for word in RATES[name])
    rows = []
    for at, one in enumerate(groups):
        rate, group = rate_of(one, name), group_name(one.group)
        rows.append(
            RateRow(
                str(at),
                group,
                rate.value,
                None if rate.too_few else rate.interval,
                rate.items,
                rate.muted,
            )
        )
    counted = _("n = candidates")
    return rates_down(rows, title, axis=axis, counted=counted, language=language())


def _over_time(groups: Sequence[CopyStatistics], name: str) -> Figure:
    title, axis = (_(word) for word in RATES[name])
    values = []
    for at, one in enumerate(groups):
        rate = rate_of(one, name)
        if rate.value is not None:
            low, high = rate.interval or (None, None)
            said = f"<b>{group_name(one.group)}</b><br>{percent(rate.value)}<br>{interval(rate)}"
            values.append(
                DayValue(
                    *("", one.group.policy or "", one.group.day or "", rate.value, low, high),
                    *(rate.items, [str(at)], said, rate.muted),
                )
            )
    notes = [_("lines: 95% CI"), _("n = candidates")]
    if any(value.muted for value in values):
        notes.append(_("Open markers: n < 25, too few to rank"))
    return over_days(values, title, axis=axis, across=_("day (UTC)"), foot=notes)


def _draw_row(one: CopyStatistics, name: str) -> None:
    group, rate, behind = st.columns([4, 9, 4], gap="small", vertical_alignment="center")
    found = rate_of(one, name)
    few = _("not enough data") if found.muted and found.n else None
    n = found.hits if name in HITS else found.n
    with group:
        caption(group_name(one.group))
    with rate:
        caption(percent(found.value), interval(found), few)
    with behind:
        if n:
            said = _n("{n} result", "{n} results", n)
            results_link(said, {**query_of(one.group), **QUERIES[name]})
