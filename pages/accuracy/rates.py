"""Pass rates by group: a figure, and a row per group whose numbers link to its cases."""

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from core.charts import Figure, RateRow, rates_across, rates_down
from core.errors import DeskError
from core.services.reports import ResultGrouping, Slice
from core.stats import ClusteredRate
from pages.accuracy.scope import CASE, TYPES, model_label, scope_labels
from pages.accuracy.selected_results import SelectedResults
from pages.components import address
from pages.components.figure import draw_clickable
from pages.components.html import caption, notice
from pages.components.language import N_, _, _n, language, translate
from pages.components.navigation import link
from pages.components.rates import clustered_interval, figure, percent
from pages.components.rates import interval as interval_of_rate
from pages.components.wording import REASONS, term_label, term_name

BY = {
    ResultGrouping.TYPE: N_("Question type"),
    ResultGrouping.REASON: N_("Failure reason"),
    ResultGrouping.TENTH: N_("Position in the book"),
    ResultGrouping.CHAPTER: N_("Chapter"),
    ResultGrouping.MODEL: N_("Model"),
    ResultGrouping.PROMPT: N_("Prompt"),
    ResultGrouping.RUN: N_("Run"),
    ResultGrouping.DAY: N_("Day"),
}
TITLES = {
    ResultGrouping.TYPE: N_("Pass rate by question type"),
    ResultGrouping.REASON: N_("How often each reason occurred"),
    ResultGrouping.TENTH: N_("Pass rate by position in the book"),
    ResultGrouping.CHAPTER: N_("Pass rate by chapter"),
    ResultGrouping.MODEL: N_("Pass rate by model"),
    ResultGrouping.PROMPT: N_("Pass rate by prompt"),
    ResultGrouping.RUN: N_("Pass rate by run"),
    ResultGrouping.DAY: N_("Pass rate by date judged"),
}
ACROSS = (ResultGrouping.TENTH, ResultGrouping.CHAPTER, ResultGrouping.DAY)
"""Groupings with a natural order, drawn along the x axis."""
PAGE_SIZE, MOST_NAMED = 25, 8


def draw_headline(selection: SelectedResults) -> None:
    """What passed, what was flagged, and what was never judged."""
    overall = selection.overall
    passed, flagged, not_judged, decided = st.columns(4)
    with passed:
        figure(
            _("Pass rate"),
            percent(overall.rate.value),
            interval(overall.rate),
            low_n=overall.rate.low_n,
        )
        _cases_link(selection, _("{n} passed"), overall.rate.hits, outcome="passed")
    with flagged:
        n = overall.rate.n - overall.rate.hits
        flag_rate = overall.rate.complement
        figure(_("Flagged"), percent(flag_rate.value), interval(flag_rate), low_n=flag_rate.low_n)
        _cases_link(selection, _("{n} flagged"), n, outcome="failed")
    with not_judged:
        figure(
            _("Failed to evaluate"),
            percent(overall.error_share.value),
            interval_of_rate(overall.error_share),
            low_n=overall.error_share.low_n,
        )
        _cases_link(
            selection, _("{n} failed to evaluate"), overall.infrastructure, outcome="infrastructure"
        )
    with decided:
        rate = selection.reviewed.overridden
        figure(
            _("Reviewer overrides"),
            percent(rate.value),
            interval_of_rate(rate) if rate.n else _("no decisions yet"),
            low_n=rate.low_n,
        )
        _cases_link(selection, _("{n} overridden by reviewers"), rate.hits, decided="against")
        _cases_link(selection, _("{n} reviewed"), rate.n, decided="any")
    if overall.rate.n and overall.rate.low_n:
        notice(
            _("Not enough data: a rate based on fewer than 25 questions is unreliable."), "quiet"
        )
    if message := unfinished_message(selection):
        notice(message, "amber")


def unfinished_message(selection: SelectedResults) -> str:
    """A message that names the unfinished runs; empty if all are done."""
    waiting = [f"#{run.id}" for run in selection.runs if run.status != "done"]
    if not waiting:
        return ""
    run_ids = _(", ").join(waiting[:MOST_NAMED]) + ("…" if len(waiting) > MOST_NAMED else "")
    template = _("Not finished: {runs}. Figures cover only the questions evaluated so far.")
    return template.format(runs=run_ids)


def _cases_link(selection: SelectedResults, label: str, n: int, **query: object) -> None:
    if n:
        link("accuracy", label.format(n=f"{n:,}"), **selection.query, cases=1, **query)


def interval(rate: ClusteredRate) -> str:
    """`n = 24 · 95% CI 61.5–91.2%`; n counts questions. The number of results is added
    if some questions have several.
    """
    if rate.interval is None:
        return _("nothing judged yet")
    counts = _("n = {n}").format(n=f"{rate.items:,}")
    if rate.n > rate.items:
        counts = _n(
            "{results} results on n = {n} question",
            "{results} results on n = {n} questions",
            rate.items,
            results=f"{rate.n:,}",
        )
    return f"{counts} · {clustered_interval(rate)}"


def with_low_n_note(text: str, *, low_n: bool) -> str:
    """The text, with "not enough data" added if it is muted."""
    return text + " · " + _("not enough data") if low_n else text


def draw_rates(selection: SelectedResults) -> None:
    by = address.choose(
        "pills",
        _("By"),
        "by",
        list(BY),
        lambda group: _(BY[group]),
        forgets=CASE,
        label_visibility="collapsed",
    )
    try:
        groups = selection.slices(by)
    except DeskError as error:
        notice(translate(error))
        return
    if refused := _missing(selection, by, groups):
        notice(refused, "quiet")
        return
    _draw_figure(selection, by, groups)
    if any(group.rate.n > group.rate.items for group in groups):
        caption(
            _("n counts questions. Repeated results are clustered, and intervals account for it.")
        )
    _draw_rows(selection, by, groups)


def _missing(selection: SelectedResults, by: ResultGrouping, groups: Sequence[Slice]) -> str:
    """A message why there is nothing to draw; empty if there is something."""
    if by is ResultGrouping.CHAPTER:
        if len({run.set_id for run in selection.runs}) > 1:
            return _("Chapters belong to a single novel. Choose a question set above.")
        if not any(group.name for group in groups):
            return _(
                'No chapter headings were found in the novel (such as "Chapter 1" or 第一回). '
                "Use position in the book instead."
            )
    if by is ResultGrouping.TENTH and not any(group.group for group in groups):
        return _("The questions have no position in a novel.")
    if not groups:
        return _("No result was flagged.") if selection.overall.rate.n else nothing_judged()
    return ""


def nothing_judged() -> str:
    """The message for a selection without any verdict, whatever filters are set."""
    return _("Nothing in this selection has been judged yet.")


def rate_figure(
    selection: SelectedResults, by: ResultGrouping, reader_language: str, most: int | None = None
) -> Figure:
    """The figure of one grouping, for the page and for reports.

    With `most`, only the largest groups are drawn and the footer says how many are left out.
    `reader_language` is the language of the figure.
    """
    groups = selection.slices(by)

    def weight(group: Slice) -> int:
        return group.rate.hits if by is ResultGrouping.REASON else group.rate.n

    largest = sorted(groups, key=weight, reverse=True)[:most]
    rows = [rate_row(selection, by, group) for group in groups if group in largest]
    axis = _("flagged (share of judged)") if by is ResultGrouping.REASON else _("pass rate")
    foot = scope_labels(selection)
    if omitted := len(groups) - len(rows):
        foot = [*foot, _n("and {n} more (see CSV)", "and {n} more (see CSV)", omitted)]
    if by in ACROSS:
        return rates_across(
            rows, _(TITLES[by]), axis=axis, across=_(BY[by]), foot=foot, language=reader_language
        )
    return rates_down(rows, _(TITLES[by]), axis=axis, foot=foot, language=reader_language)


def rate_row(selection: SelectedResults, by: ResultGrouping, group: Slice) -> RateRow:
    not_judged = _("failed to evaluate {share} of {n}").format(
        share=percent(group.error_share.value), n=f"{group.asked:,}"
    )
    return RateRow(
        key=group.group,
        name=group_name(selection, by, group),
        value=group.rate.value,
        interval=None if group.rate.too_few else group.rate.interval,
        n=group.rate.items,
        low_n=group.rate.low_n,
        note=not_judged if by is not ResultGrouping.REASON else "",
    )


def group_name(selection: SelectedResults, by: ResultGrouping, item: Slice) -> str:
    """The name of a group in the reader's language."""
    if by in (ResultGrouping.TENTH, ResultGrouping.CHAPTER) and not item.group:
        return _("no position")
    titles = {str(run.id): run.title for run in selection.all_runs}
    names: dict[ResultGrouping, Callable[[str], str]] = {
        ResultGrouping.REASON: lambda group: term_name(REASONS, group),
        ResultGrouping.TYPE: lambda group: term_label(TYPES, group),
        ResultGrouping.MODEL: model_label,
        ResultGrouping.RUN: lambda group: f"#{group} {titles.get(group, '')}",
        ResultGrouping.TENTH: lambda group: f"{int(group) * 10}–{int(group) * 10 + 10}%",
        ResultGrouping.CHAPTER: lambda _group: item.name or _("before the first chapter"),
    }
    return names.get(by, str)(item.group)


def _draw_figure(selection: SelectedResults, by: ResultGrouping, groups: Sequence[Slice]) -> None:
    plot = rate_figure(selection, by, language())

    def choose_group(point: dict[str, Any]) -> None:
        address.put("by", by.value)
        address.put("group", point["customdata"][0])
        address.put("cases", 1)

    key = f"rates_{by.value}_{len(groups)}"
    draw_clickable(plot, key, choose_group, file_name=f"accuracy-{by.value}")
    caption(_("Click a point or a number to see its questions."))


def _draw_rows(selection: SelectedResults, by: ResultGrouping, groups: Sequence[Slice]) -> None:
    pages = -(-len(groups) // PAGE_SIZE)
    number = st.pagination(pages, key=f"rates_page_{by.value}") if pages > 1 else 1
    with st.container(key="accuracy_table"):
        for group in groups[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]:
            _draw_row(selection, by, group)


def _draw_row(selection: SelectedResults, by: ResultGrouping, group: Slice) -> None:
    name, rate, passed, flagged, not_judged = st.columns(
        [4, 9, 3, 3, 3], gap="small", vertical_alignment="center"
    )
    cases = {**selection.query, "by": by.value, "group": group.group, "cases": 1}
    if not group.group:
        cases["nowhere"] = 1
    with name:
        link("accuracy", group_name(selection, by, group), **cases)
    with rate:
        low_n_note = _("not enough data") if group.rate.low_n and group.rate.n else None
        caption(percent(group.rate.value), interval(group.rate), low_n_note)
    n = group.rate.n - group.rate.hits
    if by is ResultGrouping.REASON:
        with flagged:
            _count_link(_("flagged {n}"), group.rate.hits, cases, "failed")
        return
    with passed:
        _count_link(_("passed {n}"), group.rate.hits, cases, "passed")
    with flagged:
        _count_link(_("flagged {n}"), n, cases, "failed")
    with not_judged:
        _count_link(_("failed to evaluate {n}"), group.infrastructure, cases, "infrastructure")


def _count_link(label: str, n: int, cases: dict[str, object], outcome: str) -> None:
    words = label.format(n=f"{n:,}")
    if n:
        link("accuracy", words, **cases, outcome=outcome)
    else:
        caption(words)
