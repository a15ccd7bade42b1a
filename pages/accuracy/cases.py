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


def is_asked() -> bool:
    """Whether the address names cases."""
    return bool(st.query_params.get("cases"))


def asked() -> CaseSelection:
    """The cases the address names. Raises InputError for one that names none: others in their
    place would be taken for those.
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
        in_a_set=bool(st.query_params.get("in_set")),
    )


def _of(name: str, known: Iterable[str]) -> str:
    """One of the known words, empty where the address has none."""
    value = st.query_params.get(name, "")
    if value and value not in [str(one) for one in known]:
        raise InputError(
            'The address has no valid “{name}”: "{value}". Go back and choose again.',
            value=value,
            name=name,
        )
    return value


def _number(name: str) -> int | None:
    found = address.number(name)
    if found is None and st.query_params.get(name):
        raise InputError(
            'The address has no valid “{name}”: "{value}". Go back and choose again.',
            value=st.query_params[name],
            name=name,
        )
    return found


def _reviewer(name: str) -> str | None:
    if st.query_params.get(name):
        address.demand(name, reviewers(engine()))
    return st.query_params.get(name) or None


def _days() -> tuple[date, date] | None:
    """From `day` to `to`, which is the same day where there is none."""
    said = [st.query_params.get(name, "") for name in ("day", "to")]
    if not any(said):
        return None
    first, last = (_day(one) for one in (said[0], said[1] or said[0]))
    if first is None or last is None or last < first:
        raise InputError(
            '"{first}" to "{last}" is not a valid date range. Write dates as 2026-01-31, or '
            "go back and choose again.",
            first=said[0],
            last=said[1] or said[0],
        )
    return first, last


def _day(said: str) -> date | None:
    try:
        found = date.fromisoformat(said)
    except ValueError:
        return None
    return found if found < date.max else None  # the day after it has a beginning


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


def draw_refused(shown: SelectedResults, error: DeskError) -> None:
    """Why the address names no cases, and the way back."""
    link("accuracy", _("Back to the figures"), **shown.query, **address.kept("view"))
    notice(translate(error))


def draw_cases(shown: SelectedResults, wanted: CaseSelection) -> None:
    kept = {name: st.query_params.get(name) for name in ("view", "by", "at", "base", "back")}
    link("accuracy", _("Back to the figures"), **shown.query, **kept)
    st.subheader(plain(_heading(shown, wanted)))
    draw_outcomes(wanted)
    number = address.page_number()
    try:
        page = _page(shown, wanted, number)
        if page.total and not page.lines:  # a page after the last one
            number = -(-page.total // PAGE_SIZE)
            page = _page(shown, wanted, number)
    except DeskError as error:
        notice(translate(error))
        return
    if not page.total:
        notice(_("No results match these filters."), "quiet")
        return
    made = page.decisions
    caption(
        _n("{n} result", "{n} results", page.total),
        None if made is None else _n("{n} decision", "{n} decisions", made),
    )
    begin_at_top("&".join(st.query_params.get(name, "") for name in CASE))
    with st.container(key="cell_list"):
        for line in page.lines:
            _draw_line(line)
    draw_pages(number, -(-page.total // PAGE_SIZE))


def _page(shown: SelectedResults, wanted: CaseSelection, number: int) -> CasePage:
    needed = wanted.flips_at is not None or wanted.tried_at is not None
    judged = shown.what_if if needed else None
    return cases(
        engine(), shown.runs, shown.scope, wanted, what_if=judged, number=number, size=PAGE_SIZE
    )


def draw_outcomes(wanted: CaseSelection) -> None:
    """Which of them: passed, flagged or not judged."""
    if wanted.flips_at is not None or wanted.pair is not None or wanted.decided == "against":
        return
    address.choose(
        "segmented_control",
        _("Outcome"),
        "outcome",
        ["", "passed", "failed", "infrastructure"],
        lambda one: term_name(OUTCOMES, one) if one else _("All"),
        forgets=("page",),
        label_visibility="collapsed",
    )


def _heading(shown: SelectedResults, wanted: CaseSelection) -> str:
    """What these cases have in common, in words."""
    parts = []
    if wanted.by is not None:
        name = wanted.group
        with suppress(DeskError):
            found = {one.group: one for one in shown.slices(wanted.by)}
            one: Slice | None = found.get(wanted.group)
            name = group_name(shown, wanted.by, one) if one else wanted.group
        parts.append(_("{trait}: {name}").format(trait=_(BY[wanted.by]), name=name))
    if wanted.flips_at is not None:
        template = (
            _("would pass at a threshold of {value}")
            if wanted.outcome == "failed"
            else _("would be flagged at a threshold of {value}")
        )
        parts.append(template.format(value=f"{wanted.flips_at:.2f}"))
    if wanted.tried_at is not None:
        parts.append(_("judged at a threshold of {value}").format(value=f"{wanted.tried_at:.2f}"))
    if wanted.pair is not None:
        key = f"{wanted.pair[0]:d}{wanted.pair[1]:d}"
        parts.append(f"{_(PAIRS[key])} (#{shown.scope.run_id}, #{wanted.other})")
    if wanted.decided:
        parts.append(_(DECISIONS[wanted.decided]))
    if wanted.said:
        parts.append(_(SAID[wanted.said]))
    if wanted.days is not None:
        parts.append(_days_said(*wanted.days))
    if wanted.said or wanted.days is not None:
        parts += filter(None, (wanted.reviewer, wanted.beside))
    if wanted.in_a_set:
        parts.append(_("accepted, all question types"))
    return " · ".join(parts) or _("Questions")


def _days_said(first: date, last: date) -> str:
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
