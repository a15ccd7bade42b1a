"""Pass rates by a trait: a figure, and a row for each group whose numbers lead to its cases."""

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from core.charts import Figure, RateRow, rates_across, rates_down
from core.errors import DeskError
from core.services.reports import ResultGrouping, Slice
from core.stats import ClusteredRate
from pages.accuracy.scope import CASE, TYPES, named_model, scope_said
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
"""Groups that follow each other."""
PAGE_SIZE, MOST_NAMED = 25, 8


def draw_headline(shown: SelectedResults) -> None:
    """What passed, what was flagged, and what was never judged."""
    whole = shown.overall
    passed, flagged, apart, decided = st.columns(4)
    with passed:
        figure(
            _("Pass rate"),
            percent(whole.rate.value),
            interval(whole.rate),
            muted=whole.rate.muted,
        )
        _cases_link(shown, _("{n} passed"), whole.rate.hits, outcome="passed")
    with flagged:
        n = whole.rate.n - whole.rate.hits
        other = whole.rate.complement
        figure(_("Flagged"), percent(other.value), interval(other), muted=other.muted)
        _cases_link(shown, _("{n} flagged"), n, outcome="failed")
    with apart:
        figure(
            _("Failed to evaluate"),
            percent(whole.error_share.value),
            interval_of_rate(whole.error_share),
            muted=whole.error_share.muted,
        )
        _cases_link(
            shown, _("{n} failed to evaluate"), whole.infrastructure, outcome="infrastructure"
        )
    with decided:
        rate = shown.reviewed.overridden
        figure(
            _("Reviewer overrides"),
            percent(rate.value),
            interval_of_rate(rate) if rate.n else _("no decisions yet"),
            muted=rate.muted,
        )
        _cases_link(shown, _("{n} overridden by reviewers"), rate.hits, decided="against")
        _cases_link(shown, _("{n} reviewed"), rate.n, decided="any")
    if whole.rate.n and whole.rate.muted:
        notice(
            _("Not enough data: a rate based on fewer than 25 questions is unreliable."), "quiet"
        )
    if said_ := unfinished_said(shown):
        notice(said_, "amber")


def unfinished_said(shown: SelectedResults) -> str:
    """Which of the runs have not asked all they are to ask; empty where all have."""
    waiting = [f"#{run.id}" for run in shown.runs if run.status != "done"]
    if not waiting:
        return ""
    named_ = _(", ").join(waiting[:MOST_NAMED]) + ("…" if len(waiting) > MOST_NAMED else "")
    template = _("Not finished: {runs}. Figures cover only the questions evaluated so far.")
    return template.format(runs=named_)


def _cases_link(shown: SelectedResults, said_: str, n: int, **query: object) -> None:
    if n:
        link("accuracy", said_.format(n=f"{n:,}"), **shown.query, cases=1, **query)


def interval(rate: ClusteredRate) -> str:
    """`n = 24 · 95% CI 61.5–91.2%`; n counts questions, and where they have more results than one
    those are counted too.
    """
    if rate.interval is None:
        return _("nothing judged yet")
    template = _("{results} results on n = {n} questions") if rate.n > rate.items else _("n = {n}")
    counted = template.format(results=f"{rate.n:,}", n=f"{rate.items:,}")
    return f"{counted} · {clustered_interval(rate)}"


def draw_rates(shown: SelectedResults) -> None:
    by = address.choose(
        "pills",
        _("By"),
        "by",
        list(BY),
        lambda one: _(BY[one]),
        forgets=CASE,
        label_visibility="collapsed",
    )
    try:
        found = shown.slices(by)
    except DeskError as error:
        notice(translate(error))
        return
    if refused := _missing(shown, by, found):
        notice(refused, "quiet")
        return
    _draw_figure(shown, by, found)
    if any(one.rate.n > one.rate.items for one in found):
        caption(
            _("n counts questions. Repeated results are clustered, and intervals account for it.")
        )
    _draw_rows(shown, by, found)


def _missing(shown: SelectedResults, by: ResultGrouping, found: Sequence[Slice]) -> str:
    """Why there is nothing to draw, empty where there is."""
    if by is ResultGrouping.CHAPTER:
        if len({run.set_id for run in shown.runs}) > 1:
            return _("Chapters belong to a single novel. Choose a question set above.")
        if not any(one.name for one in found):
            return _(
                'No chapter headings were found in the novel (such as "Chapter 1" or 第一回). '
                "Use position in the book instead."
            )
    if by is ResultGrouping.TENTH and not any(one.group for one in found):
        return _("The questions have no position in a novel.")
    if not found:
        return _("No result was flagged.") if shown.overall.rate.n else nothing_judged()
    return ""


def nothing_judged() -> str:
    """Of the chosen runs, whichever filters chose them."""
    return _("Nothing in this selection has been judged yet.")


def rate_figure(
    shown: SelectedResults, by: ResultGrouping, spoken: str, most: int | None = None
) -> Figure:
    """The figure of one trait, in the page as in a report, where it has `most` rows: the groups
    of which there is most, and how many more there are.
    """
    found = shown.slices(by)

    def weight(one: Slice) -> int:
        return one.rate.hits if by is ResultGrouping.REASON else one.rate.n

    chosen = sorted(found, key=weight, reverse=True)[:most]
    rows = [row_of(shown, by, one) for one in found if one in chosen]
    axis = _("flagged (share of judged)") if by is ResultGrouping.REASON else _("pass rate")
    foot = scope_said(shown)
    if left := len(found) - len(rows):
        foot = [*foot, _n("and {n} more (see CSV)", "and {n} more (see CSV)", left)]
    if by in ACROSS:
        return rates_across(
            rows, _(TITLES[by]), axis=axis, across=_(BY[by]), foot=foot, language=spoken
        )
    return rates_down(rows, _(TITLES[by]), axis=axis, foot=foot, language=spoken)


def row_of(shown: SelectedResults, by: ResultGrouping, one: Slice) -> RateRow:
    without = _("failed to evaluate {share} of {n}").format(
        share=percent(one.error_share.value), n=f"{one.asked:,}"
    )
    return RateRow(
        key=one.group,
        name=group_name(shown, by, one),
        value=one.rate.value,
        interval=None if one.rate.too_few else one.rate.interval,
        n=one.rate.items,
        muted=one.rate.muted,
        note=without if by is not ResultGrouping.REASON else "",
    )


def group_name(shown: SelectedResults, by: ResultGrouping, one: Slice) -> str:
    """A group in the reader's language."""
    if by in (ResultGrouping.TENTH, ResultGrouping.CHAPTER) and not one.group:
        return _("no position")
    titles = {str(run.id): run.title for run in shown.all_runs}
    names: dict[ResultGrouping, Callable[[str], str]] = {
        ResultGrouping.REASON: lambda group: term_name(REASONS, group),
        ResultGrouping.TYPE: lambda group: term_label(TYPES, group),
        ResultGrouping.MODEL: named_model,
        ResultGrouping.RUN: lambda group: f"#{group} {titles.get(group, '')}",
        ResultGrouping.TENTH: lambda group: f"{int(group) * 10}–{int(group) * 10 + 10}%",
        ResultGrouping.CHAPTER: lambda _group: one.name or _("before the first chapter"),
    }
    return names.get(by, str)(one.group)


def _draw_figure(shown: SelectedResults, by: ResultGrouping, found: Sequence[Slice]) -> None:
    drawn = rate_figure(shown, by, language())

    def chosen(point: dict[str, Any]) -> None:
        address.put("by", by.value)
        address.put("group", point["customdata"][0])
        address.put("cases", 1)

    key = f"rates_{by.value}_{len(found)}"
    draw_clickable(drawn, key, chosen, file_name=f"accuracy-{by.value}")
    caption(_("Click a point or a number to see its questions."))


def _draw_rows(shown: SelectedResults, by: ResultGrouping, found: Sequence[Slice]) -> None:
    pages = -(-len(found) // PAGE_SIZE)
    number = st.pagination(pages, key=f"rates_page_{by.value}") if pages > 1 else 1
    with st.container(key="accuracy_table"):
        for one in found[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]:
            _draw_row(shown, by, one)


def _draw_row(shown: SelectedResults, by: ResultGrouping, one: Slice) -> None:
    name, rate, passed, flagged, apart = st.columns(
        [4, 9, 3, 3, 3], gap="small", vertical_alignment="center"
    )
    cases = {**shown.query, "by": by.value, "group": one.group, "cases": 1}
    if not one.group:
        cases["nowhere"] = 1
    with name:
        link("accuracy", group_name(shown, by, one), **cases)
    with rate:
        few = _("not enough data") if one.rate.muted and one.rate.n else None
        caption(percent(one.rate.value), interval(one.rate), few)
    n = one.rate.n - one.rate.hits
    if by is ResultGrouping.REASON:
        with flagged:
            _count_link(_("flagged {n}"), one.rate.hits, cases, "failed")
        return
    with passed:
        _count_link(_("passed {n}"), one.rate.hits, cases, "passed")
    with flagged:
        _count_link(_("flagged {n}"), n, cases, "failed")
    with apart:
        _count_link(_("failed to evaluate {n}"), one.infrastructure, cases, "infrastructure")


def _count_link(said_: str, n: int, cases: dict[str, object], outcome: str) -> None:
    words = said_.format(n=f"{n:,}")
    if n:
        link("accuracy", words, **cases, outcome=outcome)
    else:
        caption(words)
