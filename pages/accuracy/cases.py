"""The results behind a number of the page Accuracy, each a way into the review desk."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import date

import streamlit as st

from core.errors import DeskError, InputError
from core.services.reports import ACTIONS as DECIDED
from core.services.reports import (
    STEPS,
    CasePage,
    CaseSelection,
    ReportedCase,
    ResultGrouping,
    Slice,
    cases,
)
from core.services.review import OpinionFilter, reviewers
from core.validation import shown_similarity
from pages.accuracy.rates import BY, group_name
from pages.accuracy.scope import CASE
from pages.accuracy.selected_results import SelectedResults
from pages.components import address
from pages.components.app_context import engine
from pages.components.html import badges, caption, notice, plain
from pages.components.language import N_, _, _n, translate
from pages.components.navigation import link
from pages.components.paging import begin_at_top, draw_pages
from pages.components.review.filter_state import SAID
from pages.components.wording import ACTIONS, OUTCOMES, REASONS, Tone, term_name, term_tone

PAGE_SIZE = 20
DECISIONS = {
    "keep": N_("accepted"),
    "fix": N_("needs edit"),
    "drop": N_("rejected"),
    "bad": N_("rejected or needs edit"),
    "any": N_("decided"),
    "against": N_("overridden by a reviewer"),
}
PAIRS = {
    "11": N_("passed in both runs"),
    "10": N_("passed in this run only"),
    "01": N_("passed in the other run only"),
    "00": N_("flagged in both runs"),
}


def has_cases_in_address() -> bool:
    """Whether the address names cases."""
    return bool(st.query_params.get("cases"))


def cases_from_address() -> CaseSelection:
    """The cases that the address names. Raises InputError if it is invalid, rather than show
    other cases.
    """
    grouped = "group" in st.query_params or "nowhere" in st.query_params
    by = _of("by", list(ResultGrouping)) or ResultGrouping.TYPE.value
    pair = _of("pair", PAIRS)
    other = _number("other")
    if (pair or other is not None) and not (
        pair and other is not None and address.number("run") is not None
    ):
        raise InputError("A comparison needs two runs and an outcome. Open it from Runs compared.")
    return CaseSelection(
        by=ResultGrouping(by) if grouped else None,
        group=st.query_params.get("group", "") if grouped else "",
        outcome=_of("outcome", OUTCOMES),
        decided=_of("decided", DECIDED),
        flips_at=_threshold("flips"),
        tried_at=_threshold("tried"),
        other=other,
        pair=(pair[0] == "1", pair[1] == "1") if pair else None,
        said=OpinionFilter(words) if (words := _of("said", list(OpinionFilter))) else None,
        reviewer=_reviewer("reviewer"),
        beside=_reviewer("beside"),
        days=_days(),
        in_cleaned_set=bool(st.query_params.get("in_set")),
        shared_with=_number("shared"),
    )


def _of(name: str, options: Iterable[str]) -> str:
    """The parameter's value, empty if it is not set. Raises InputError if it is not an option."""
    value = st.query_params.get(name, "")
    if value and value not in [str(option) for option in options]:
        raise InputError(
            "The address has no valid “{name}”: “{value}”. Go back and choose again.",
            value=value,
            name=name,
        )
    return value


def _number(name: str) -> int | None:
    value = address.number(name)
    if value is None and st.query_params.get(name):
        raise InputError(
            "The address has no valid “{name}”: “{value}”. Go back and choose again.",
            value=st.query_params[name],
            name=name,
        )
    return value


def _reviewer(name: str) -> str | None:
    if st.query_params.get(name):
        address.demand(name, reviewers(engine()))
    return st.query_params.get(name) or None


def _days() -> tuple[date, date] | None:
    """The dates from `day` to `to`; one day if `to` is not set. Raises InputError if invalid."""
    dates = [st.query_params.get(name, "") for name in ("day", "to")]
    if not any(dates):
        return None
    first_day, last_day = (_day(text) for text in (dates[0], dates[1] or dates[0]))
    if first_day is None or last_day is None or last_day < first_day:
        raise InputError(
            "“{first}” to “{last}” is not a valid date range. Write dates as 2026-01-31, or "
            "go back and choose again.",
            first=dates[0],
            last=dates[1] or dates[0],
        )
    return first_day, last_day


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day < date.max else None  # the filter needs the following day


def _threshold(name: str) -> float | None:
    at = _number(name)
    if at is not None and at / 100 not in STEPS:
        raise InputError(
            "{value} is not a valid similarity threshold (allowed: {first} to {last}). Go back "
            "and choose again.",
            value=f"{at / 100:.2f}",
            first=f"{STEPS[0]:.2f}",
            last=f"{STEPS[-1]:.2f}",
        )
    return None if at is None else at / 100


def draw_refused(selection: SelectedResults, error: DeskError) -> None:
    """Draw why the address is refused, and a link back."""
    link("accuracy", _("Back to the figures"), **selection.query, **address.current("view"))
    notice(translate(error))


def draw_cases(selection: SelectedResults, case_filter: CaseSelection) -> None:
    query = {name: st.query_params.get(name) for name in ("view", "by", "at", "base", "back")}
    link("accuracy", _("Back to the figures"), **selection.query, **query)
    st.subheader(plain(_heading(selection, case_filter)))
    draw_outcomes(case_filter)
    number = address.page_number()
    try:
        page = _page(selection, case_filter, number)
        if page.total and not page.lines:  # a page after the last one
            number = -(-page.total // PAGE_SIZE)
            page = _page(selection, case_filter, number)
    except DeskError as error:
        notice(translate(error))
        return
    if not page.total:
        notice(_("No results match these filters."), "quiet")
        return
    decisions = page.decisions
    caption(
        _n("{n} result", "{n} results", page.total),
        None if decisions is None else _n("{n} decision", "{n} decisions", decisions),
    )
    begin_at_top("&".join(st.query_params.get(name, "") for name in CASE))
    with st.container(key="cell_list"):
        for line in page.lines:
            _draw_line(line)
    draw_pages(number, -(-page.total // PAGE_SIZE))


def _page(selection: SelectedResults, case_filter: CaseSelection, number: int) -> CasePage:
    needed = case_filter.flips_at is not None or case_filter.tried_at is not None
    trial = selection.what_if if needed else None
    reference = case_filter.shared_with
    return cases(
        engine(),
        selection.runs,
        selection.scope,
        case_filter,
        what_if=trial,
        questions=None if reference is None else selection.shared_with(reference),
        number=number,
        size=PAGE_SIZE,
    )


def draw_outcomes(case_filter: CaseSelection) -> None:
    """Draw the choice of outcome, unless the cases already fix it."""
    if (
        case_filter.flips_at is not None
        or case_filter.pair is not None
        or case_filter.decided == "against"
    ):
        return
    address.choose(
        "segmented_control",
        _("Outcome"),
        "outcome",
        ["", "passed", "failed", "infrastructure"],
        lambda outcome: term_name(OUTCOMES, outcome) if outcome else _("All"),
        forgets=("page",),
        label_visibility="collapsed",
    )


def _heading(selection: SelectedResults, case_filter: CaseSelection) -> str:
    """The title of the list: its filters in words."""
    parts = []
    if case_filter.by is not None:
        name = case_filter.group
        with suppress(DeskError):
            groups = {group.group: group for group in selection.slices(case_filter.by)}
            group_slice: Slice | None = groups.get(case_filter.group)
            name = (
                group_name(selection, case_filter.by, group_slice)
                if group_slice
                else case_filter.group
            )
        parts.append(_("{trait}: {name}").format(trait=_(BY[case_filter.by]), name=name))
    if case_filter.flips_at is not None:
        template = (
            _("would pass at a threshold of {value}")
            if case_filter.outcome == "failed"
            else _("would be flagged at a threshold of {value}")
        )
        parts.append(template.format(value=f"{case_filter.flips_at:.2f}"))
    if case_filter.tried_at is not None:
        parts.append(
            _("judged at a threshold of {value}").format(value=f"{case_filter.tried_at:.2f}")
        )
    if case_filter.pair is not None:
        key = f"{case_filter.pair[0]:d}{case_filter.pair[1]:d}"
        parts.append(f"{_(PAIRS[key])} (#{selection.scope.run_id}, #{case_filter.other})")
    if case_filter.decided:
        parts.append(_(DECISIONS[case_filter.decided]))
    if case_filter.said:
        parts.append(_(SAID[case_filter.said]))
    if case_filter.days is not None:
        parts.append(_days_text(*case_filter.days))
    if case_filter.said or case_filter.days is not None:
        parts += filter(None, (case_filter.reviewer, case_filter.beside))
    if case_filter.shared_with is not None:
        parts.append(_("questions that all ranked models judged"))
    if case_filter.in_cleaned_set:
        parts.append(_("accepted, all question types"))
    return " · ".join(parts) or _("Questions")


def _days_text(first: date, last: date) -> str:
    if first == last:
        return _("decided on {day} (UTC)").format(day=first)
    return _("decided from {first} to {last} (UTC)").format(first=first, last=last)


def _draw_line(line: ReportedCase) -> None:
    with st.container(gap="xsmall"):
        link(
            "review",
            line.question,
            run=line.run_id,
            show="all",
            state="either",
            item=line.item_id,
        )
        badges(_badges(line))


def _badges(line: ReportedCase) -> list[tuple[str, Tone]]:
    words: list[tuple[str, Tone]] = [(f"#{line.run_id} · {line.line}", "quiet")]
    if line.outcome != "failed":
        words.append((term_name(OUTCOMES, line.outcome), term_tone(OUTCOMES, line.outcome)))
    words += [(term_name(REASONS, reason), term_tone(REASONS, reason)) for reason in line.reasons]
    if line.similarity is not None:
        similar = _("similarity {value}").format(value=shown_similarity(line.similarity))
        words.append((similar, "quiet"))
    if line.decision:
        decided = _("Decision: {decision}").format(decision=term_name(ACTIONS, line.decision))
        words.append((decided, term_tone(ACTIONS, line.decision)))
    return words
