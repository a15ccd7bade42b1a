"""Which results of checks are looked at, kept in the address and folded behind one button."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from core.services.verification import AuditFilter, HumanDecision, audit_choices, verdict_counts
from core.verification import Code, Verdict
from pages.components import address
from pages.components.app_context import engine
from pages.components.language import _
from pages.components.mirror import mirror
from pages.components.review.filter_bar import fold
from pages.components.review.run_filters import FORGETS
from pages.copy_check.filter_state import (
    DECIDED,
    FAILED,
    NAMES,
    REPAIRED,
    day_in_address,
    filter_in_address,
    scope_name,
    scopes,
    summary,
)
from pages.copy_check.wording import REPAIRS, code_name, verdict_name


def draw_filters(*, counted: bool) -> AuditFilter:
    """The verdict in view, the rest behind one button that says how many are set. `counted`: with
    how many there are of each.
    """
    chosen = filter_in_address()
    counts = verdict_counts(engine(), replace(chosen, verdicts=())) if counted else None
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        address.choose(
            "segmented_control",
            _("Verdict"),
            "verdict",
            ["", *Verdict, FAILED],
            lambda one: _verdict_said(one, counts),
            forgets=FORGETS,
            label_visibility="collapsed",
        )
        fold(NAMES, _draw_folded, lambda: summary(chosen))
    return chosen


def draw_scope() -> AuditFilter:
    """What numbers are counted over: one check or all, and the filters of the list but for the
    verdict, which is what is counted.
    """
    chosen = replace(filter_in_address(), verdicts=())
    found = audit_choices(engine())
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        address.choose(
            "selectbox",
            _("Check"),
            "check",
            scopes(found),
            lambda one: scope_name(one, found),
            forgets=FORGETS,
            label_visibility="collapsed",
            width=320,
        )
        fold(NAMES, _draw_folded, lambda: summary(chosen))
    return chosen


def _verdict_said(one: str, counts: Mapping[Verdict | None, int] | None) -> str:
    name = _("Not checked") if one == FAILED else verdict_name(Verdict(one)) if one else _("All")
    if counts is None:
        return name
    n = counts.get(None if one == FAILED else Verdict(one), 0) if one else sum(counts.values())
    return f"{name} {n:,}"


def _draw_folded() -> None:
    found = audit_choices(engine())
    _draw_words()
    with st.container(horizontal=True, gap="small"):
        _day(_("Checked from (UTC)"), "since")
        _day(_("Checked until (UTC)"), "until")
    _pills(_("Channel"), "channel", found.channels)
    _pills(_("Locale"), "locale", found.locales)
    _pills(_("Policy"), "policy", found.policies)
    _pills(_("Repaired text"), "repaired", list(REPAIRED), lambda one: _(REPAIRED[one]))
    _pills(_("Repair"), "repair", list(REPAIRS), lambda one: _(REPAIRS[one]))
    _pills(_("Decision"), "decided", list(DECIDED), lambda one: _(DECIDED[HumanDecision(one)]))
    _pills(_("Masked reject"), "masked", ["yes"], lambda _one: _("masked rejects"))
    _pills(_("Code"), "code", found.codes, lambda one: code_name(Code(one)))


def _pills(
    label: str, key: str, options: Sequence[str], worded: Callable[[str], str] = str
) -> None:
    if options:
        address.choose(
            "pills",
            label,
            key,
            ["", *options],
            lambda one: worded(one) if one else _("Any"),
            forgets=FORGETS,
        )


def _day(label: str, key: str) -> None:
    day = day_in_address(key)
    mirrored = mirror(f"address_{key}", day, partial(_day_chosen, key))
    st.date_input(label, value=day, format="YYYY-MM-DD", width=200, **mirrored)


def _day_chosen(key: str, day: object) -> None:
    address.put_all({**dict.fromkeys(FORGETS), key: day})


def _draw_words() -> None:
    address.search(_("Words in the copy or its ID"), forgets=FORGETS)
