"""Which results of checks the address asks for, and how that is said."""

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
from pages.copy_check.wording import DIMENSIONS, REPAIRS, code_name, titled

FAILED = "failed"
"""Of `verdict` in the address: what the machinery failed."""
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
"""Of `check` in the address: every check, and those that did not come with the desk."""
SCORE = re.compile(r"(compliance|fact|quality):([01]\.\d\d)-([01]\.\d\d)")
"""Of `score` in the address, as fact:0.70-0.75."""
NAMES = (
    *("code", "channel", "locale", "policy", "repaired", "repair", "decided", "masked", "score"),
    *("since", "until", "text"),
)


def filter_in_address() -> AuditFilter:
    """What the address asks for. Raises UnknownChoiceError for what there is not."""
    found = audit_choices(engine())
    check = st.query_params.get("check") or default_scope(found)
    check_id = None if check in (ALL, OWN) else address.number("check")
    if check_id is not None and check_id not in found.checks:
        raise address.UnknownChoiceError("check")
    for name, known in (
        ("verdict", {*Verdict, FAILED}),
        ("code", set(Code)),
        ("repair", set(RepairKind)),
        ("decided", set(HumanDecision)),
        ("repaired", REPAIRED),
        ("masked", {"yes"}),
        ("policy", found.policies),
        ("channel", found.channels),
        ("locale", found.locales),
    ):
        address.demand(name, {str(each) for each in known})
    asked = {name: st.query_params.get(name) or None for name in (*NAMES, "verdict")}
    verdict = asked["verdict"]
    said = None if verdict in (None, FAILED) else Verdict(verdict)
    repaired = asked["repaired"]
    return AuditFilter(
        check_id=check_id,
        verdicts=(said,) if verdict else (),
        code=Code(asked["code"]) if asked["code"] else None,
        channel=asked["channel"],
        locale=asked["locale"],
        policy=asked["policy"],
        repaired={"yes": True, "no": False}.get(repaired or ""),
        rescued={"rescued": True, "lost": False}.get(repaired or ""),
        scored=_scored_in_address(),
        sample=False if check == OWN else None,
        since=day_in_address("since"),
        until=day_in_address("until"),
        repair=RepairKind(asked["repair"]) if asked["repair"] else None,
        decided=HumanDecision(asked["decided"]) if asked["decided"] else None,
        masked=True if asked["masked"] else None,
        text=asked["text"] or "",
    )


def default_scope(found: AuditChoices) -> str:
    """The sample is left out of the numbers as soon as there is something of one's own."""
    return OWN if found.samples and len(found.checks) > len(found.samples) else ALL


def scope_name(one: str, found: AuditChoices) -> str:
    if one == OWN:
        return _("All checks except samples")
    return _("All checks") if one == ALL else f"#{one} {titled(found.checks[int(one)])}"


def scopes(found: AuditChoices) -> list[str]:
    every = [OWN, ALL] if default_scope(found) == OWN else [ALL]
    return [*every, *(str(id_) for id_ in found.checks)]


def _scored_in_address() -> ScoreRange | None:
    said = st.query_params.get("score", "")
    if not said:
        return None
    found = SCORE.fullmatch(said)
    if found is None:
        raise address.UnknownChoiceError("score")
    return ScoreRange(Dimension(found[1]), float(found[2]), float(found[3]))


def day_in_address(key: str) -> date | None:
    said = st.query_params.get(key, "")
    try:
        return date.fromisoformat(said) if said else None
    except ValueError as error:
        raise address.UnknownChoiceError(key) from error


def all_names() -> tuple[str, ...]:
    """Every name of the address that a link to a result keeps."""
    return ("check", "verdict", *NAMES)


def summary(chosen: AuditFilter) -> list[str | None]:
    """The filters that are set, in words."""
    repaired = st.query_params.get("repaired")
    return [
        code_name(chosen.code) if chosen.code else None,
        chosen.channel,
        chosen.locale,
        _("policy {version}").format(version=chosen.policy) if chosen.policy else None,
        _(REPAIRED[repaired]) if repaired else None,
        _(REPAIRS[chosen.repair]) if chosen.repair else None,
        _(DECIDED[chosen.decided]) if chosen.decided else None,
        _("masked rejects") if chosen.masked else None,
        _score_said(chosen.scored) if chosen.scored else None,
        _days_text(chosen),
        _('with "{words}"').format(words=chosen.text) if chosen.text else None,
    ]


def _score_said(scored: ScoreRange) -> str:
    template = _("{dimension} from {low} to below {high}")
    if scored.high >= 1:
        template = _("{dimension} from {low} to {high}")
    name = _(DIMENSIONS[scored.dimension])
    return template.format(dimension=name, low=f"{scored.low:.2f}", high=f"{scored.high:.2f}")


def _days_text(chosen: AuditFilter) -> str | None:
    since, until = chosen.since, chosen.until
    if since and since == until:
        return _("checked on {day}").format(day=since)
    if since and until:
        return _("checked from {since} to {until}").format(since=since, until=until)
    if since:
        return _("checked since {day}").format(day=since)
    return _("checked until {day}").format(day=until) if until else None
