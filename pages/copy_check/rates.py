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
"""At most so many rows, the latest; above so few, the list scrolls within so many pixels."""


def draw_rates(audit_filter: AuditFilter, by: CopyGrouping, name: str) -> list[CopyStatistics]:
    """Draw one rate by group; all groups, for the files."""
    groups = copy_statistics(engine(), audit_filter, by)
    if not any(rate_of(group, name).value is not None for group in groups):
        notice(_("Not enough data for this rate yet."), "quiet")
        return groups
    plot = (
        _over_time(groups, name) if by is CopyGrouping.POLICY_AND_DAY else _by_policy(groups, name)
    )

    def chosen_group(point: dict[str, Any]) -> None:
        if point.get("customdata"):
            at = int(point["customdata"][0])
            open_results({**query_of(groups[at].group), **QUERIES[name]})

    key = f"copy_{by.value}_{name}_{len(groups)}"
    draw_clickable(plot, key, chosen_group, file_name=f"copy-{name}-{by.value}")
    rows = sorted(groups, key=lambda group: (group.group.day or "", group.group.policy or ""))
    height: int | Literal["content"] = LIST_HEIGHT if len(rows) > FEW_ROWS else "content"
    with st.container(key="accuracy_table", height=height, border=False):
        for group in reversed(rows[-MOST_ROWS:]) if by is CopyGrouping.POLICY_AND_DAY else rows:
            _draw_row(group, name)
    if by is CopyGrouping.POLICY_AND_DAY and len(rows) > MOST_ROWS:
        caption(
            _("Showing the latest {n} of {total}; the file has all of them.").format(
                n=MOST_ROWS, total=len(rows)
            )
        )
    return groups


def _by_policy(groups: Sequence[CopyStatistics], name: str) -> Figure:
    title, axis = (_(word) for word in RATES[name])
    rows = []
    for at, statistics in enumerate(groups):
        rate, group = rate_of(statistics, name), group_name(statistics.group)
        rows.append(
            RateRow(
                str(at),
                group,
                rate.value,
                None if rate.too_few else rate.interval,
                rate.items,
                rate.low_n,
            )
        )
    n_label = _("n = candidates")
    return rates_down(rows, title, axis=axis, n_note=n_label, language=language())


def _over_time(groups: Sequence[CopyStatistics], name: str) -> Figure:
    title, axis = (_(word) for word in RATES[name])
    values = []
    for at, statistics in enumerate(groups):
        rate = rate_of(statistics, name)
        if rate.value is not None:
            low, high = rate.interval or (None, None)
            hover_text = "<br>".join(
                (f"<b>{group_name(statistics.group)}</b>", percent(rate.value), interval(rate))
            )
            values.append(
                DayValue(
                    *(
                        "",
                        statistics.group.policy or "",
                        statistics.group.day or "",
                        rate.value,
                        low,
                        high,
                    ),
                    *(rate.items, [str(at)], hover_text, rate.low_n),
                )
            )
    notes = [_("lines: 95% CI"), _("n = candidates")]
    if any(value.low_n for value in values):
        notes.append(_("Open markers: n < 25, too few to rank"))
    return over_days(values, title, axis=axis, across=_("day (UTC)"), foot=notes)


def _draw_row(statistics: CopyStatistics, name: str) -> None:
    group, rate, results_column = st.columns([4, 9, 4], gap="small", vertical_alignment="center")
    rate_value = rate_of(statistics, name)
    low_n_note = _("not enough data") if rate_value.low_n and rate_value.n else None
    n = rate_value.hits if name in HITS else rate_value.n
    with group:
        caption(group_name(statistics.group))
    with rate:
        caption(percent(rate_value.value), interval(rate_value), low_n_note)
    with results_column:
        if n:
            label = _n("{n} result", "{n} results", n)
            results_link(label, {**query_of(statistics.group), **QUERIES[name]})
