"""The test cases of a policy: whether it judges them as they expect, and if not, why."""

import streamlit as st

from core.verification import CaseOutcome, Code, PolicyFile, Verdict, run_cases
from pages.components.html import caption, notice, table
from pages.components.language import _, _n
from pages.copy_check.wording import codes_said, verdict_name

SHOWN = 20
"""Failing cases listed."""


def draw_cases(file: PolicyFile) -> None:
    outcomes = run_cases(file.policy)
    failed = [outcome for outcome in outcomes if not outcome.passed]
    if not outcomes:
        notice(
            _("No test cases. Add some under cases: they must pass before a version is published."),
            "quiet",
        )
    elif not failed:
        said = _n("{n} test case passes.", "All {n} test cases pass.", len(outcomes))
        notice(said, "green")
    else:
        _draw_failed(failed, len(outcomes), file)


def _draw_failed(failed: list[CaseOutcome], n: int, file: PolicyFile) -> None:
    template = _("{failed} of {n} test cases fail, so this cannot be published.")
    notice(template.format(failed=len(failed), n=n))
    with st.container(key="policy_cases"):
        table(
            [_("Line"), _("Case"), _("Expected"), _("Result"), _("Reason")],
            [_row(outcome, file) for outcome in failed[:SHOWN]],
            figures=[0],
        )
    if len(failed) > SHOWN:
        caption(_("and {n} more").format(n=len(failed) - SHOWN))


def _row(outcome: CaseOutcome, file: PolicyFile) -> tuple[str, ...]:
    case = outcome.case
    got = outcome.codes if case.codes is not None else None
    return (
        str(file.line(outcome.path)),
        case.name,
        _said(Verdict(case.verdict), case.codes),
        _said(outcome.verification.verdict, got),
        " ".join(reason.worded(_) for reason in outcome.reasons()),
    )


def _said(verdict: Verdict, codes: tuple[Code, ...] | None) -> str:
    """The verdict with its codes; without any where it does not matter which."""
    if codes is None:
        return verdict_name(verdict)
    named = codes_said(codes) or _("no violation")
    return _("{verdict}: {codes}").format(verdict=verdict_name(verdict), codes=named)
