"""The filters of check results: kept in the address, folded behind one button."""

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
    filter_from_address,
    scope_name,
    scopes,
    summary,
)
from pages.copy_check.wording import REPAIRS, code_name, verdict_name


def draw_filters(*, with_counts: bool) -> AuditFilter:
    """Draw the choice of verdict, with counts if `with_counts`, and a button for other filters."""
    audit_filter = filter_from_address()
    counts = verdict_counts(engine(), replace(audit_filter, verdicts=())) if with_counts else None
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        address.choose(
            "segmented_control",
            _("Verdict"),
            "verdict",
            ["", *Verdict, FAILED],
            lambda verdict: _verdict_label(verdict, counts),
            forgets=FORGETS,
            label_visibility="collapsed",
        )
        fold(NAMES, _draw_folded, lambda: summary(audit_filter))
    return audit_filter


def draw_scope() -> AuditFilter:
    """Draw the choice of check and the filters; the verdict is no filter here, as it is counted."""
    audit_filter = replace(filter_from_address(), verdicts=())
    choices = audit_choices(engine())
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        address.choose(
            "selectbox",
            _("Check"),
            "check",
            scopes(choices),
            lambda scope: scope_name(scope, choices),
            forgets=FORGETS,
            label_visibility="collapsed",
            width=320,
        )
        fold(NAMES, _draw_folded, lambda: summary(audit_filter))
    return audit_filter


def _verdict_label(verdict: str, counts: Mapping[Verdict | None, int] | None) -> str:
    name = (
        _("Not checked")
        if verdict == FAILED
        else verdict_name(Verdict(verdict))
        if verdict
        else _("All")
    )
    if counts is None:
        return name
    n = (
        counts.get(None if verdict == FAILED else Verdict(verdict), 0)
        if verdict
        else sum(counts.values())
    )
    return f"{name} {n:,}"


def _draw_folded() -> None:
    choices = audit_choices(engine())
    _draw_words()
    with st.container(horizontal=True, gap="small"):
        _day(_("Checked from (UTC)"), "since")
        _day(_("Checked until (UTC)"), "until")
    _pills(_("Channel"), "channel", choices.channels)
    _pills(_("Locale"), "locale", choices.locales)
    _pills(_("Policy"), "policy", choices.policies)
    _pills(_("Repaired text"), "repaired", list(REPAIRED), lambda option: _(REPAIRED[option]))
    _pills(_("Repair"), "repair", list(REPAIRS), lambda option: _(REPAIRS[option]))
    _pills(
        _("Decision"), "decided", list(DECIDED), lambda option: _(DECIDED[HumanDecision(option)])
    )
    _pills(_("Masked reject"), "masked", ["yes"], lambda _option: _("masked rejects"))
    _pills(_("Code"), "code", choices.codes, lambda option: code_name(Code(option)))


def _pills(
    label: str, key: str, options: Sequence[str], format_option: Callable[[str], str] = str
) -> None:
    if options:
        address.choose(
            "pills",
            label,
            key,
            ["", *options],
            lambda option: format_option(option) if option else _("Any"),
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
