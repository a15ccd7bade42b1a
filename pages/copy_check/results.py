"""The filtered results, a row each, and their downloads."""

from html import escape

import streamlit as st

from core.services.verification import (
    AuditFilter,
    AuditLine,
    audit_csv,
    audit_jsonl,
    audit_page,
    count_audit,
    without_checked_claims,
)
from core.verification import Dimension
from pages.components import address
from pages.components.app_context import engine
from pages.components.downloads import draw_download
from pages.components.html import caption, draw, notice
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.paging import begin_at_top, draw_pages
from pages.components.wording import term_name, term_tone
from pages.copy_check.filter_state import all_names
from pages.copy_check.wording import DIMENSIONS, REPAIR_ACTS, code_name, listed, verdict_badge

PAGE_SIZE = 25
WIDTHS = (5.4, 5.6)


def draw_results(audit_filter: AuditFilter) -> None:
    total = count_audit(engine(), audit_filter)
    if audit_filter.check_id is None:
        link("copy_check", _("All checks"), view="checks")
    if not total:
        notice(_("No results match these filters. Change them above."), "quiet")
        return
    pages = -(-total // PAGE_SIZE)
    number = min(address.page_number(), pages)
    _draw_downloads(audit_filter, total)
    begin_at_top(f"copy {number}")
    filters = address.current(*all_names())
    with st.container(gap="xsmall", key="found_list"):
        lines = audit_page(engine(), audit_filter, limit=PAGE_SIZE, offset=(number - 1) * PAGE_SIZE)
        unchecked = without_checked_claims(engine(), [line.id for line in lines])
        for line in lines:
            text, facts = st.columns(WIDTHS, vertical_alignment="center")
            with text:
                line_text = " ".join(line.text.split())
                label = line_text if len(line_text) <= 90 else f"{line_text[:89]}…"
                link("copy_check", label, view="checks", **filters, item=line.id)
            with facts:
                html = _facts(line, is_checked=line.id not in unchecked)
                draw(f'<div class="desk-results">{html}</div>')
    draw_pages(number, pages)


def _facts(line: AuditLine, *, is_checked: bool) -> str:
    scores_text = {dimension: f"{value:.2f}" for dimension, value in line.scores.items()}
    if not is_checked and Dimension.FACT in scores_text:
        scores_text[Dimension.FACT] = _("not checked")
    scores = " ".join(
        f"<b><small>{escape(_(name))}</small> {escape(scores_text[dimension])}</b>"
        for dimension, name in DIMENSIONS.items()
        if dimension in scores_text
    )
    codes = listed(code_name(code) for code in line.codes)
    people = ""
    if line.human:
        label = escape(_("reviewer verdict"))
        people += f"<i>{label}</i> {verdict_badge(line.human)}"
    if line.decision:
        css = term_tone(REPAIR_ACTS, line.decision)
        name = escape(term_name(REPAIR_ACTS, line.decision))
        people += f'<em class="desk-badge {css}">{name}</em>'
    masked = ""
    if line.masked_reject:
        masked = '<em class="desk-badge red">' + escape(_("masked reject")) + "</em>"
    return (
        f"<span>{verdict_badge(line.verdict, line.codes)}{masked}</span>"
        f"<span>{scores}<br><i>{escape(codes)}</i></span>"
        f"<span>{escape(line.channel)}<br><small>{escape(line.locale)}</small></span>"
        f"<span>{people}</span>"
    )


def _draw_downloads(audit_filter: AuditFilter, total: int) -> None:
    """Draw the downloads of the filtered results, built on request."""
    with st.container(horizontal=True, vertical_alignment="center"):
        caption(_n("{n} result", "{n} results", total))
        draw_download(
            _("Results (JSONL)"),
            lambda engine: b"".join(audit_jsonl(engine, audit_filter)),
            "copy_results.jsonl",
            "application/x-ndjson",
            key="get_copy_jsonl",
        )
        draw_download(
            _("Results (CSV)"),
            lambda engine: b"".join(audit_csv(engine, audit_filter)),
            "copy_results.csv",
            "text/csv",
            key="get_copy_csv",
        )
