"""A result: verdict, scores, text with findings, repairs, audit and decisions of reviewers."""

from html import escape

import streamlit as st

from core.services.verification import (
    AuditRow,
    Check,
    CopyAct,
    expected_verdicts,
    get_check,
    published_policy,
)
from core.verification import CatalogueEntry, Claims, Verification
from pages.components.app_context import engine
from pages.components.html import caption, draw, notice, table, together, verbatim
from pages.components.language import _, _n
from pages.components.wording import term_name
from pages.copy_check.marked_text import draw_findings, draw_marked
from pages.copy_check.pasted_text import PASTED
from pages.copy_check.repairs import draw_repairs, step_of
from pages.copy_check.scores import draw_scores, draw_verdict
from pages.copy_check.wording import REPAIR_ACTS, candidate_name, translated_title, verdict_name


def draw_result(row: AuditRow) -> None:
    """Draw a result: findings and repairs on the left, scores and decisions on the right."""
    line, check = row.line, get_check(engine(), row.line.check_id)
    caption(
        None if check.candidates.file_name == PASTED else candidate_name(line.candidate),
        line.channel,
        line.locale,
        _("policy {version}").format(version=line.policy_version),
        f"#{line.check_id} {translated_title(row.check_title)}",
        _expected(row) if check.is_sample else None,
    )
    if row.verification is None:
        verbatim(line.text, "desk-passage desk-copy")
        message = line.error.translate(_) if line.error else ""
        notice(message, title=_("No verdict because of a system error:"))
        return
    left, right = st.columns([9, 10], gap="large")
    with left, together():
        draw_verdict(row.verification)
        draw_marked(row.verification.candidate.text, row.verification.findings)
        draw_findings(row.verification.findings)
        draw('<h6 class="desk-head">' + escape(_("Repairs")) + "</h6>")
        draw_repairs(row.fix, decided_step=step_of(row.fix))
    with right, together():
        policy = published_policy(engine(), line.policy_version).policy
        draw_scores(row.verification, policy)
        _draw_active_decisions(row.acts)
    with st.expander(_("Audit: basis of this verdict")):
        _draw_audit(row, row.verification, check)
        _draw_history(row.acts)


def _expected(row: AuditRow) -> str | None:
    """The expected verdict of a sample, and whether the result matches it."""
    expected = expected_verdicts(row.line.policy_version).get(row.line.candidate)
    if expected is None or row.line.verdict is None:
        return None
    if expected is row.line.verdict:
        return _("as expected: {verdict}").format(verdict=verdict_name(expected))
    return _("expected {verdict}").format(verdict=verdict_name(expected))


def _draw_active_decisions(acts: tuple[CopyAct, ...]) -> None:
    """Draw the decisions that are not undone, in sentences."""
    for act in acts:
        if act.undone or act.action == "undo":
            continue
        text = _("{what}, {name}, {time}.").format(
            what=_act_text(act), name=act.reviewer, time=f"{act.at:%Y-%m-%d %H:%M} UTC"
        )
        notice(text, "quiet", title=_("Decided"))
        if act.comment:
            caption(_("Note: {text}").format(text=act.comment))
        if act.text is not None:
            verbatim(act.text, "desk-verbatim desk-taken")


def _act_text(act: CopyAct) -> str:
    if act.verdict is not None:
        return _("Reviewer verdict: {verdict}").format(verdict=verdict_name(act.verdict))
    if act.action == "undo":
        return _("Undone")
    label = term_name(REPAIR_ACTS, act.action)
    return label if act.step is None else _("{act}: repair {n}").format(act=label, n=act.step + 1)


def _draw_audit(row: AuditRow, verification: Verification, check: Check) -> None:
    candidate = verification.candidate
    facts = [
        (_("Policy"), f"{verification.policy_version} · sha256 {verification.policy_sha256}"),
        (_("Catalogue snapshot"), verification.catalog_snapshot),
        (_("Checked for"), verification.checked_for.isoformat()),
        (_("Checked at"), f"{row.line.checked_at:%Y-%m-%d %H:%M:%S} UTC"),
        (_("Recent copy"), translated_title(check.recent.title) if check.recent else _("none")),
        (_("Claims"), _claims(candidate.claims)),
        (_("User"), candidate.user_id or _("none")),
        (_("Constraints"), _constraints(verification)),
    ]
    if verification.facts is not None:
        fact_lookup = verification.facts
        items = [_name_value(name, _item(item)) for name, item in fact_lookup.items.items()]
        facts.append((_("Items looked up"), _("; ").join(items) or _("none")))
    table([_("Input"), _("Value")], facts)


def _name_value(name: str, value: str) -> str:
    return _("{name}: {value}").format(name=name, value=value)


def _item(item: CatalogueEntry | None) -> str:
    if item is None:
        return _("not in the catalogue")
    sale_status = _("for sale") if item.active and item.purchasable else _("not for sale")
    return " · ".join(part for part in (item.brand, item.title, sale_status) if part)


def _claims(claims: Claims) -> str:
    references = {
        _("events"): claims.referenced_events,
        _("items"): claims.referenced_item_ids,
        _("brands"): claims.brands,
        _("holidays"): claims.holidays,
    }
    parts = [
        _name_value(name, _(", ").join(values)) for name, values in references.items() if values
    ]
    return _("; ").join(parts) or _("none declared")


def _constraints(verification: Verification) -> str:
    constraints = verification.candidate.constraints
    lines = [_("without a price")] if constraints.no_price else []
    if constraints.max_length is not None:
        lines.append(
            _n("at most {n} length unit", "at most {n} length units", constraints.max_length)
        )
    return _("; ").join(lines) or _("none")


def _draw_history(acts: tuple[CopyAct, ...]) -> None:
    if acts:
        table(
            [_("Time"), _("Reviewer"), _("Act"), _("Note")],
            [
                (
                    f"{act.at:%Y-%m-%d %H:%M:%S} UTC",
                    act.reviewer,
                    _("{act} (undone later)").format(act=_act_text(act))
                    if act.undone
                    else _act_text(act),
                    act.comment,
                )
                for act in acts
            ],
        )
