"""How the review gets on, how often people override the validation, and what it all costs."""

import streamlit as st

from core.accuracy import DAYS, KeptCost, Throughput
from core.charts import Figure, decisions_by_day, plotly_config
from core.llm.price import money
from pages.parts import address
from pages.parts.accuracy_models import run_name
from pages.parts.accuracy_scope import Shown
from pages.parts.agreement import draw_agreement
from pages.parts.html import caption, notice, table
from pages.parts.language import _, _n, language
from pages.parts.places import link
from pages.parts.rates import figure, interval, percent


def draw_work(shown: Shown) -> None:
    _draw_overrides(shown)
    draw_agreement(
        shown.agreed,
        lambda label, **query: link(
            "accuracy", label, **shown.query, view="work", cases=1, **query
        ),
    )
    _draw_throughput(shown)
    st.subheader(_("What a kept question costs"))
    table(cost_head(), cost_rows(shown), figures=(1,))
    caption(
        _(
            "Kept are the questions of a run's cleaned set: those that passed and that nobody "
            "dropped or sent to be fixed, those that a person kept, and corrected ones; none that "
            "waits for a second opinion or a final decision. The cost is the whole run's, of all "
            "question types, with what asking corrected questions again cost."
        )
    )


def _draw_overrides(shown: Shown) -> None:
    counted = shown.reviewed
    rates = (
        (_("Decided against the validation"), counted.overridden, {"decided": "any"}),
        (
            _("Flagged, but kept"),
            counted.flags_overridden,
            {"outcome": "failed", "decided": "keep"},
        ),
        (
            _("Passed, but dropped or to be fixed"),
            counted.passes_overridden,
            {"outcome": "passed", "decided": "bad"},
        ),
    )
    for column, (name, rate, query) in zip(st.columns(3), rates, strict=True):
        with column:
            figure(
                name,
                percent(rate.value),
                interval(rate) if rate.n else _("nothing decided yet"),
                muted=rate.muted,
            )
            if rate.n and rate.muted:
                caption(_("not enough data"))
            if rate.hits:
                said = _n("See {n} question", "See {n} questions", rate.hits)
                if query == {"decided": "any"}:
                    said = _n("See {n} decision", "See {n} decisions", rate.n)
                link("accuracy", said, **shown.query, view="work", cases=1, **query)


def _draw_throughput(shown: Shown) -> None:
    st.subheader(_("Decisions a day"))
    back = address.number("back") or 0
    found = shown.throughput(back)
    if found is None:
        notice(_("Nobody has decided anything yet."), "quiet")
        link("review", _("Review the flagged questions"))
        return
    here = {**shown.query, "view": "work"}
    if not found.days:
        notice(_("No decision is that old."), "quiet")
        link("accuracy", _("The latest decisions"), **here)
        return
    st.plotly_chart(
        throughput_figure(found, language()),
        key=f"throughput_{back}",
        theme=None,
        config=plotly_config("accuracy-decisions"),
    )
    with st.container(horizontal=True):
        if back + 1 < found.windows:
            link("accuracy", _("Earlier"), **here, back=back + 1)
        if back:
            link("accuracy", _("Later"), **here, back=back - 1)
    if found.total:
        table(pace_head(), pace_rows(found), figures=(1, 2, 3))
    else:
        notice(_("Nothing was decided in these days."), "quiet")


def throughput_figure(found: Throughput, spoken: str) -> Figure:
    foot = [
        _("{first} to {last}").format(first=found.days[0], last=found.days[-1]),
        _("n = {n} decisions").format(n=f"{found.total:,}"),
        _("of all runs, also what was taken back later"),
    ]
    title = _("Decisions in {n} days").format(n=DAYS)
    return decisions_by_day(found.days, found.by_day, title, foot=foot, language=spoken)


def pace_head() -> list[str]:
    return [_("Reviewer"), _("Decisions"), _("Days with decisions"), _("In an hour of reviewing")]


def pace_rows(found: Throughput) -> list[list[str]]:
    """An hour of reviewing is one of the clock with a decision in it."""
    return [
        [one.reviewer, f"{one.decisions:,}", f"{one.days}", f"{one.per_hour:.1f}"]
        for one in found.paces
    ]


def cost_head() -> list[str]:
    return [_("Run"), _("Kept"), _("Cost"), _("Cost of a kept question")]


def cost_rows(shown: Shown) -> list[list[str]]:
    return [[run_name(one.run), f"{one.kept:,}", _cost(one), _each(one)] for one in shown.costs]


def _cost(one: KeptCost) -> str:
    if not one.spent:
        return _("nothing was spent")
    return _("unknown price") if one.cost is None else money(one.cost, one.run.spec.currency)


def _each(one: KeptCost) -> str:
    if not one.spent:
        return _("nothing was spent")
    if one.cost is None:
        return _("unknown price")
    return _("none kept") if one.each is None else money(one.each, one.run.spec.currency)
