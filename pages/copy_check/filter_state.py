"""The filter of check results in the address, and its wording."""

import re
from datetime import date

import streamlit as st

from core.services.verification import (
    AuditChoices,
    AuditFilter,
    HumanDecision,
    ScoreRange,
    audit_choices,
)
from core.verification import Code, Dimension, RepairKind, Verdict
from pages.components import address
from pages.components.app_context import engine
from pages.components.language import N_, _
from pages.copy_check.wording import DIMENSIONS, REPAIRS, code_name, translated_title

FAILED = "failed"
"""`verdict` in the address: results without a verdict because of a system error."""
DECIDED = {
    HumanDecision.NOTHING: N_("undecided"),
    HumanDecision.VERDICT: N_("with a reviewer verdict"),
    HumanDecision.REPAIR: N_("with a decided repair"),
    HumanDecision.DIFFERS: N_("reviewers differ from the policy"),
}
REPAIRED = {
    "yes": N_("with repaired text"),
    "no": N_("without repaired text"),
    "rescued": N_("not allowed, but allowed after repair"),
    "lost": N_("not allowed even after repair"),
}
ALL, OWN = "all", "own"
"""`check` in the address: every check, and every check but the samples."""
SCORE = re.compile(r"(compliance|fact|quality):([01]\.\d\d)-([01]\.\d\d)")
"""`score` in the address, such as fact:0.70-0.75."""
NAMES = (
    *("code", "channel", "locale", "policy", "repaired", "repair", "decided", "masked", "score"),
    *("since", "until", "text"),
)


def filter_from_address() -> AuditFilter:
    """The filter in the address. Raises UnknownChoiceError for an unknown value."""
    choices = audit_choices(engine())
    check = st.query_params.get("check") or default_scope(choices)
    check_id = None if check in (ALL, OWN) else address.number("check")
    if check_id is not None and check_id not in choices.checks:
        raise address.UnknownChoiceError("check")
    for name, options in (
        ("verdict", {*Verdict, FAILED}),
        ("code", set(Code)),
        ("repair", set(RepairKind)),
        ("decided", set(HumanDecision)),
        ("repaired", REPAIRED),
        ("masked", {"yes"}),
        ("policy", choices.policies),
        ("channel", choices.channels),
        ("locale", choices.locales),
    ):
        address.demand(name, {str(option) for option in options})
    params = {name: st.query_params.get(name) or None for name in (*NAMES, "verdict")}
    verdict = params["verdict"]
    verdict_filter = None if verdict in (None, FAILED) else Verdict(verdict)
    repaired = params["repaired"]
    return AuditFilter(
        check_id=check_id,
        verdicts=(verdict_filter,) if verdict else (),
        code=Code(params["code"]) if params["code"] else None,
        channel=params["channel"],
        locale=params["locale"],
        policy=params["policy"],
        repaired={"yes": True, "no": False}.get(repaired or ""),
        rescued={"rescued": True, "lost": False}.get(repaired or ""),
        scored=_scored_in_address(),
        sample=False if check == OWN else None,
        since=day_in_address("since"),
        until=day_in_address("until"),
        repair=RepairKind(params["repair"]) if params["repair"] else None,
        decided=HumanDecision(params["decided"]) if params["decided"] else None,
        masked=True if params["masked"] else None,
        text=params["text"] or "",
    )


def default_scope(choices: AuditChoices) -> str:
    """OWN once there is a check besides the samples, else ALL."""
    return OWN if choices.samples and len(choices.checks) > len(choices.samples) else ALL


def scope_name(scope: str, choices: AuditChoices) -> str:
    if scope == OWN:
        return _("All checks except samples")
    return (
        _("All checks")
        if scope == ALL
        else f"#{scope} {translated_title(choices.checks[int(scope)])}"
    )


def scopes(choices: AuditChoices) -> list[str]:
    every = [OWN, ALL] if default_scope(choices) == OWN else [ALL]
    return [*every, *(str(id_) for id_ in choices.checks)]


def _scored_in_address() -> ScoreRange | None:
    text = st.query_params.get("score", "")
    if not text:
        return None
    match = SCORE.fullmatch(text)
    if match is None:
        raise address.UnknownChoiceError("score")
    return ScoreRange(Dimension(match[1]), float(match[2]), float(match[3]))


def day_in_address(key: str) -> date | None:
    text = st.query_params.get(key, "")
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        raise address.UnknownChoiceError(key) from error


def all_names() -> tuple[str, ...]:
    """Parameters of the address that a link to a result keeps."""
    return ("check", "verdict", *NAMES)


def summary(audit_filter: AuditFilter) -> list[str | None]:
    """The filters that are set, in words."""
    repaired = st.query_params.get("repaired")
    return [
        code_name(audit_filter.code) if audit_filter.code else None,
        audit_filter.channel,
        audit_filter.locale,
        _("policy {version}").format(version=audit_filter.policy) if audit_filter.policy else None,
        _(REPAIRED[repaired]) if repaired else None,
        _(REPAIRS[audit_filter.repair]) if audit_filter.repair else None,
        _(DECIDED[audit_filter.decided]) if audit_filter.decided else None,
        _("masked rejects") if audit_filter.masked else None,
        _score_text(audit_filter.scored) if audit_filter.scored else None,
        _days_text(audit_filter),
        _("with “{words}”").format(words=audit_filter.text) if audit_filter.text else None,
    ]


def _score_text(scored: ScoreRange) -> str:
    template = _("{dimension} from {low} to below {high}")
    if scored.high >= 1:
        template = _("{dimension} from {low} to {high}")
    name = _(DIMENSIONS[scored.dimension])
    return template.format(dimension=name, low=f"{scored.low:.2f}", high=f"{scored.high:.2f}")


def _days_text(audit_filter: AuditFilter) -> str | None:
    since, until = audit_filter.since, audit_filter.until
    if since and since == until:
        return _("checked on {day}").format(day=since)
    if since and until:
        return _("checked from {since} to {until}").format(since=since, until=until)
    if since:
        return _("checked since {day}").format(day=since)
    return _("checked until {day}").format(day=until) if until else None
