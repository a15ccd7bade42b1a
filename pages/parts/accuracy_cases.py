"""The results behind a number of the page Accuracy, each a way into the review desk."""

from contextlib import suppress

import streamlit as st

from core.accuracy import ACTIONS as DECIDED
from core.accuracy import By, Case, CasePage, Cases, Slice, cases
from core.errors import DeskError
from core.validation import shown_similarity
from pages.parts import address
from pages.parts.accuracy_rates import BY, group_name
from pages.parts.accuracy_scope import CASE, Shown
from pages.parts.desk import engine
from pages.parts.filters import SAID, said_in_address
from pages.parts.html import badges, caption, notice
from pages.parts.language import N_, _, _n, worded
from pages.parts.paging import begin_at_top, draw_pages
from pages.parts.places import link
from pages.parts.words import ACTIONS, OUTCOMES, REASONS, Tone, named, tone

PAGE_SIZE = 20
DECISIONS = {
    "keep": N_("kept"),
    "fix": N_("to be fixed"),
    "drop": N_("dropped"),
    "bad": N_("dropped or to be fixed"),
    "any": N_("decided"),
}
PAIRS = {
    "11": N_("passed in both runs"),
    "10": N_("passed in this run only"),
    "01": N_("passed in the other run only"),
    "00": N_("flagged in both runs"),
}


def asked() -> Cases | None:
    """The cases the address names; None where it names none."""
    if not st.query_params.get("cases"):
        return None
    said = st.query_params
    by = None
    if "group" in said or "nowhere" in said:
        with suppress(ValueError):
            by = By(said.get("by", By.TYPE.value))
    flips = address.number("flips")
    pair = said.get("pair", "")
    return Cases(
        by=by,
        group=said.get("group", ""),
        outcome=said.get("outcome", "") if said.get("outcome") in OUTCOMES else "",
        decided=said.get("decided", "") if said.get("decided") in DECIDED else "",
        flips_at=flips / 100 if flips is not None else None,
        other=address.number("other"),
        pair=(pair[0] == "1", pair[1] == "1") if pair in PAIRS else None,
        said=said_in_address(),
        reviewer=said.get("reviewer") or None,
        beside=said.get("beside") or None,
    )


def draw_cases(shown: Shown, wanted: Cases) -> None:
    kept = {name: st.query_params.get(name) for name in ("view", "by", "at", "base")}
    link("accuracy", _("Back to the numbers"), **shown.query, **kept)
    st.subheader(_heading(shown, wanted))
    draw_outcomes(wanted)
    number = address.page_number()
    try:
        page = _page(shown, wanted, number)
        if page.total and not page.lines:  # a page after the last one
            number = -(-page.total // PAGE_SIZE)
            page = _page(shown, wanted, number)
    except DeskError as error:
        notice(worded(error))
        return
    if not page.total:
        notice(_("No result fits these filters."), "quiet")
        return
    caption(_n("{n} result", "{n} results", page.total))
    begin_at_top("&".join(st.query_params.get(name, "") for name in CASE))
    with st.container(key="cell_list"):
        for line in page.lines:
            _draw_line(line)
    draw_pages(number, -(-page.total // PAGE_SIZE))


def _page(shown: Shown, wanted: Cases, number: int) -> CasePage:
    flips = shown.what_if if wanted.flips_at is not None else None
    return cases(
        engine(), shown.runs, shown.scope, wanted, what_if=flips, number=number, size=PAGE_SIZE
    )


def draw_outcomes(wanted: Cases) -> None:
    """Which of them: passed, flagged or not judged."""
    if wanted.flips_at is not None or wanted.pair is not None:
        return
    address.choose(
        "segmented_control",
        _("Outcome"),
        "outcome",
        ["", "passed", "failed", "infrastructure"],
        lambda one: named(OUTCOMES, one) if one else _("All"),
        forgets=("page",),
        label_visibility="collapsed",
    )


def _heading(shown: Shown, wanted: Cases) -> str:
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
            _("would pass at a similarity of {value}")
            if wanted.outcome == "failed"
            else _("would be flagged at a similarity of {value}")
        )
        parts.append(template.format(value=f"{wanted.flips_at:.2f}"))
    if wanted.pair is not None:
        key = f"{wanted.pair[0]:d}{wanted.pair[1]:d}"
        parts.append(f"{_(PAIRS[key])} (#{shown.scope.run_id}, #{wanted.other})")
    if wanted.decided:
        parts.append(_(DECISIONS[wanted.decided]))
    if wanted.said:
        parts += [_(SAID[wanted.said]), *filter(None, (wanted.reviewer, wanted.beside))]
    return " · ".join(parts) or _("Questions")


def _draw_line(line: Case) -> None:
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


def _badges(line: Case) -> list[tuple[str, Tone]]:
    words: list[tuple[str, Tone]] = [(f"#{line.run_id} · {line.line}", "quiet")]
    if line.outcome != "failed":
        words.append((named(OUTCOMES, line.outcome), tone(OUTCOMES, line.outcome)))
    words += [(named(REASONS, reason), tone(REASONS, reason)) for reason in line.reasons]
    if line.similarity is not None:
        similar = _("similarity {value}").format(value=shown_similarity(line.similarity))
        words.append((similar, "quiet"))
    if line.decision:
        decided = _("Decided: {decision}").format(decision=named(ACTIONS, line.decision))
        words.append((decided, tone(ACTIONS, line.decision)))
    return words
