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
    translated_title,
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
    audit_filter = draw_filters(with_counts=not address.number("item"))
    if address.number("item"):
        draw_reviewing(audit_filter)
    else:
        draw_results(audit_filter)


def _draw_list() -> None:
    total = count_checks(engine())
    has_own = default_scope(audit_choices(engine())) == OWN
    with st.expander(_("Upload a file"), expanded=not has_own):
        draw_upload()
    with st.expander(_("Start a check"), expanded=not has_own):
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
        updated = list_checks(engine(), limit=CHECKS_PAGE, offset=(number - 1) * CHECKS_PAGE)
        _draw_rows(updated)
        if moving and all(check.is_over for check in updated):
            st.rerun()

    live()
    draw_pages(number, pages)


def _draw_rows(checks: list[Check]) -> None:
    with st.container(gap="xsmall", key="found_list"):
        for check in checks:
            title, facts = st.columns(WIDTHS, vertical_alignment="center")
            with title:
                name = f"#{check.id} {translated_title(check.title)}"
                link("copy_check", name, view="checks", check=check.id)
            with facts:
                draw(f'<div class="desk-checks">{_check_facts(check)}</div>')


def _check_facts(check: Check) -> str:
    counts = check.counts
    status = ""
    if check.conclusion.state != DONE:
        name, css = state_badge(check.conclusion)
        status = f'<em class="desk-badge {css}">{escape(name)}</em>'
    html = "".join(
        f'<em class="desk-badge {COPY_VERDICTS[verdict].tone}">{escape(verdict_name(verdict))} '
        f"{counts.verdicts[verdict]:,}</em>"
        for verdict in Verdict
        if counts.verdicts.get(verdict)
    )
    if counts.failed:
        not_checked = escape(_("not checked {n}").format(n=f"{counts.failed:,}"))
        html += f'<em class="desk-badge quiet">{not_checked}</em>'
    return (
        f"<span>{escape(check.policy_version)}</span><span>{status}{html}</span>"
        f"<span>{check.created_at:%Y-%m-%d %H:%M}</span>"
    )


def _draw_check(check: Check) -> None:
    """Draw a check's inputs, and its progress while it runs."""
    link("copy_check", _("All checks"), view="checks")
    name = escape(f"#{check.id} {translated_title(check.title)}")
    draw(f'<div class="desk-verbatim desk-question">{name}</div>')
    uploads = (check.catalogue, check.events, check.recent)
    against = [translated_title(upload.title) for upload in uploads if upload]
    caption(
        _("policy {version}").format(version=check.policy_version),
        _("against {files}").format(files=_(", ").join(against)) if against else None,
        _("checked for {time}").format(time=f"{check.moment:%Y-%m-%d %H:%M} UTC"),
        _("sample pack") if check.is_sample else check.created_by or None,
    )
    _draw_diversity(check)
    was_over = check.is_over

    @fragment(None if was_over else REFRESH_S)
    def live() -> None:
        updated = get_check(engine(), check.id)
        _draw_live(updated)
        if updated.is_over != was_over:
            st.rerun()

    live()


def _draw_diversity(check: Check) -> None:
    """Section 9.2 of source 001: how much the copies of one file differ from each other."""
    diversity = check_diversity(engine(), check.id)
    if diversity.value is None:
        return
    caption(
        _("diversity {value} (n = {n}): 1 − mean similarity to the closest earlier copy").format(
            value=f"{diversity.value:.2f}", n=f"{diversity.n:,}"
        ),
        _n(
            "{n} near-duplicate in the file",
            "{n} near-duplicates in the file",
            diversity.near_copies,
        ),
    )


def _draw_live(check: Check) -> None:
    counts = check.counts
    badges([state_badge(check.conclusion)])
    if not check.is_over:
        share = counts.done / counts.total if counts.total else 0.0
        template = _("{done} of {total} checked")
        st.progress(
            min(1.0, share), template.format(done=f"{counts.done:,}", total=f"{counts.total:,}")
        )
    if check.is_over:
        _draw_outcome(check)
    if check.error:
        notice(check.error.translate(_))
    if counts.repaired:
        _draw_repaired(check)
    if check.is_sample and not counts.failed:
        _draw_expected(check)
    with st.container(horizontal=True):
        if not check.is_over:
            _draw_button(_("Cancel"), cancel_check, check, "check_cancel")
        elif check.status != "done":
            _draw_button(_("Resume"), resume_check, check, "check_resume")
        elif counts.failed:
            label = _n(
                "Check {n} failed candidate again",
                "Check {n} failed candidates again",
                counts.failed,
            )
            _draw_button(label, retry_failures, check, "check_retry")
    draw_outcome()


def _draw_button(label: str, act: Callable[[Engine, int], object], check: Check, key: str) -> None:
    def do() -> None:
        act(engine(), check.id)

    action(label, do, right=Right.RUN, key=key)


def _draw_outcome(check: Check) -> None:
    """Draw how many candidates are not allowed, and the most frequent reason."""
    audit_filter = AuditFilter(check_id=check.id)
    allowed = count_audit(engine(), replace(audit_filter, verdicts=(Verdict.ALLOW,)))
    not_allowed = tuple(verdict for verdict in Verdict if verdict is not Verdict.ALLOW)
    judged_count = check.counts.done - check.counts.failed
    if judged_count <= 0:
        return
    text = _n(
        "{n} of {all} candidates is not allowed",
        "{n} of {all} candidates are not allowed",
        judged_count - allowed,
        all=f"{judged_count:,}",
    )
    codes = code_counts(engine(), replace(audit_filter, verdicts=not_allowed))
    if judged_count > allowed and codes:
        text = _("{said}, mostly {reason}").format(said=text, reason=code_name(next(iter(codes))))
    draw(f'<div class="desk-lead"><b>{escape(text)}</b></div>')


def _draw_repaired(check: Check) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        for n, template, value in (
            (check.counts.repaired, _("with repaired text: {n}"), "yes"),
            (check.counts.rescued, _("not allowed, but allowed after repair: {n}"), "rescued"),
        ):
            label = template.format(n=f"{n:,}")
            link("copy_check", label, view="checks", check=check.id, repaired=value)


def _draw_expected(check: Check) -> None:
    """Draw how many verdicts of the sample pack match the expected ones."""
    expected = expected_verdicts(check.policy_version)
    audit_filter = AuditFilter(check_id=check.id)
    lines = audit_page(engine(), audit_filter, limit=check.counts.total)
    matching = sum(expected.get(line.candidate) is line.verdict for line in lines)
    caption(
        _n(
            "{n} of {total} verdicts matches the expected ones.",
            "{n} of {total} verdicts match the expected ones.",
            matching,
            total=f"{len(lines):,}",
        )
    )
