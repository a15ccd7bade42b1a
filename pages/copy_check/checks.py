"""Checks: the list of them, a new one, one with its results, and one result to decide on."""

from collections.abc import Callable
from dataclasses import replace
from html import escape

import streamlit as st
from sqlalchemy import Engine

from core.errors import NotFoundError
from core.services.access import Right
from core.services.verification import (
    AuditFilter,
    Check,
    audit_choices,
    audit_page,
    cancel_check,
    check_diversity,
    code_counts,
    count_audit,
    count_checks,
    expected_verdicts,
    get_check,
    list_checks,
    resume_check,
    retry_failures,
)
from core.stats import DONE
from core.verification import Verdict
from pages.components import address
from pages.components.action import action, draw_outcome
from pages.components.app_context import engine
from pages.components.fragment import fragment
from pages.components.html import badges, caption, draw, notice
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.paging import draw_pages
from pages.components.run_progress import REFRESH_S
from pages.components.wording import state_badge
from pages.copy_check.filter_bar import draw_filters
from pages.copy_check.filter_state import ALL, OWN, default_scope
from pages.copy_check.new_check import draw_new_check, draw_upload
from pages.copy_check.results import draw_results
from pages.copy_check.review import draw_reviewing
from pages.copy_check.wording import (
    COPY_VERDICTS,
    code_name,
    titled,
    verdict_name,
)

PAGE_SIZE = 25
CHECKS_PAGE = 15
WIDTHS = (5.4, 5.6)


def draw_checks() -> None:
    if not st.query_params.get("check"):
        _draw_list()
        return
    if st.query_params.get("check") not in (ALL, OWN):
        check_id = address.number("check") or 0
        try:
            check = get_check(engine(), check_id)
        except NotFoundError as error:
            raise address.UnknownChoiceError("check") from error
        if not address.number("item"):
            _draw_check(check)
    chosen = draw_filters(counted=not address.number("item"))
    if address.number("item"):
        draw_reviewing(chosen)
    else:
        draw_results(chosen)


def _draw_list() -> None:
    total = count_checks(engine())
    own = default_scope(audit_choices(engine())) == OWN
    with st.expander(_("Upload a file"), expanded=not own):
        draw_upload()
    with st.expander(_("Start a check"), expanded=not own):
        draw_new_check()
    if not total:
        notice(
            _("Nothing checked yet. Upload candidates here, or paste one under “Check one”."),
            "quiet",
        )
        return
    pages = -(-total // CHECKS_PAGE)
    number = min(address.page_number(), pages)
    checks = list_checks(engine(), limit=CHECKS_PAGE, offset=(number - 1) * CHECKS_PAGE)
    with st.container(horizontal=True, vertical_alignment="center"):
        caption(_n("{n} check", "{n} checks", total))
        link("copy_check", _("All results of all checks"), view="checks", check=ALL)
    moving = any(not check.is_over for check in checks)

    @fragment(REFRESH_S if moving else None)
    def live() -> None:
        now = list_checks(engine(), limit=CHECKS_PAGE, offset=(number - 1) * CHECKS_PAGE)
        _draw_rows(now)
        if moving and all(check.is_over for check in now):
            st.rerun()

    live()
    draw_pages(number, pages)


def _draw_rows(checks: list[Check]) -> None:
    with st.container(gap="xsmall", key="found_list"):
        for check in checks:
            title, facts = st.columns(WIDTHS, vertical_alignment="center")
            with title:
                name = f"#{check.id} {titled(check.title)}"
                link("copy_check", name, view="checks", check=check.id)
            with facts:
                draw(f'<div class="desk-checks">{_check_facts(check)}</div>')


def _check_facts(check: Check) -> str:
    counts = check.counts
    status = ""
    if check.conclusion.state != DONE:
        name, css = state_badge(check.conclusion)
        status = f'<em class="desk-badge {css}">{escape(name)}</em>'
    said = "".join(
        f'<em class="desk-badge {COPY_VERDICTS[each].tone}">{escape(verdict_name(each))} '
        f"{counts.verdicts[each]:,}</em>"
        for each in Verdict
        if counts.verdicts.get(each)
    )
    if counts.failed:
        failed = escape(_("not checked {n}").format(n=f"{counts.failed:,}"))
        said += f'<em class="desk-badge quiet">{failed}</em>'
    return (
        f"<span>{escape(check.policy_version)}</span><span>{status}{said}</span>"
        f"<span>{check.created_at:%Y-%m-%d %H:%M}</span>"
    )


def _draw_check(check: Check) -> None:
    """Its head: what was put in, and while it works how far it is."""
    link("copy_check", _("All checks"), view="checks")
    draw(
        f'<div class="desk-verbatim desk-question">#{check.id} {escape(titled(check.title))}</div>'
    )
    against = [titled(each.title) for each in (check.catalogue, check.events, check.recent) if each]
    caption(
        _("policy {version}").format(version=check.policy_version),
        _("against {files}").format(files=", ".join(against)) if against else None,
        _("checked for {time}").format(time=f"{check.moment:%Y-%m-%d %H:%M} UTC"),
        _("sample pack") if check.is_sample else check.created_by or None,
    )
    _draw_diversity(check)
    was_over = check.is_over

    @fragment(None if was_over else REFRESH_S)
    def live() -> None:
        now = get_check(engine(), check.id)
        _draw_live(now)
        if now.is_over != was_over:
            st.rerun()

    live()


def _draw_diversity(check: Check) -> None:
    """Section 9.2 of source 001: how much the copies of one file differ from each other."""
    found = check_diversity(engine(), check.id)
    if found.value is None:
        return
    caption(
        _("diversity {value} (n = {n}): 1 − mean similarity to the closest earlier copy").format(
            value=f"{found.value:.2f}", n=f"{found.n:,}"
        ),
        _n("{n} near-duplicate in the file", "{n} near-duplicates in the file", found.near_copies),
    )


def _draw_live(check: Check) -> None:
    counts = check.counts
    badges([state_badge(check.conclusion)])
    if not check.is_over:
        share = counts.done / counts.total if counts.total else 0.0
        said = _("{done} of {total} checked")
        st.progress(
            min(1.0, share), said.format(done=f"{counts.done:,}", total=f"{counts.total:,}")
        )
    if check.is_over:
        _draw_outcome(check)
    if check.error:
        notice(check.error.worded(_))
    if counts.repaired:
        _draw_repaired(check)
    if check.is_sample and not counts.failed:
        _draw_expected(check)
    with st.container(horizontal=True):
        if not check.is_over:
            _draw_hand(_("Cancel"), cancel_check, check, "check_cancel")
        elif check.status != "done":
            _draw_hand(_("Resume"), resume_check, check, "check_resume")
        elif counts.failed:
            again = _n(
                "Check {n} failed candidate again",
                "Check {n} failed candidates again",
                counts.failed,
            )
            _draw_hand(again, retry_failures, check, "check_retry")
    draw_outcome()


def _draw_hand(label: str, act: Callable[[Engine, int], object], check: Check, key: str) -> None:
    def do() -> None:
        act(engine(), check.id)

    action(label, do, right=Right.RUN, key=key)


def _draw_outcome(check: Check) -> None:
    """The verdict on the whole file, in words: how much is not allowed, and mostly why."""
    chosen = AuditFilter(check_id=check.id)
    allowed = count_audit(engine(), replace(chosen, verdicts=(Verdict.ALLOW,)))
    others = tuple(one for one in Verdict if one is not Verdict.ALLOW)
    judged = check.counts.done - check.counts.failed
    if judged <= 0:
        return
    said = _n(
        "{n} of {all} candidates is not allowed",
        "{n} of {all} candidates are not allowed",
        judged - allowed,
        all=f"{judged:,}",
    )
    codes = code_counts(engine(), replace(chosen, verdicts=others))
    if judged > allowed and codes:
        said = _("{said}, mostly {reason}").format(said=said, reason=code_name(next(iter(codes))))
    draw(f'<div class="desk-lead"><b>{escape(said)}</b></div>')


def _draw_repaired(check: Check) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        for n, said, asked in (
            (check.counts.repaired, _("with repaired text: {n}"), "yes"),
            (check.counts.rescued, _("not allowed, but allowed after repair: {n}"), "rescued"),
        ):
            label = said.format(n=f"{n:,}")
            link("copy_check", label, view="checks", check=check.id, repaired=asked)


def _draw_expected(check: Check) -> None:
    """Of the sample pack: how often it was as it had been written down."""
    expected = expected_verdicts(check.policy_version)
    chosen = AuditFilter(check_id=check.id)
    found = audit_page(engine(), chosen, limit=check.counts.total)
    same = sum(expected.get(line.candidate) is line.verdict for line in found)
    caption(
        _n(
            "{n} of {total} verdicts matches the expected ones.",
            "{n} of {total} verdicts match the expected ones.",
            same,
            total=f"{len(found):,}",
        )
    )
