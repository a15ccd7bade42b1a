"""The test cases of a policy: whether it judges them as they expect, and if not, why."""

from core.errors import Sentence
from core.verification import Code, PolicyCaseOutcome, PolicyFile, Verdict, run_cases
from pages.components.html import caption, notice, table
from pages.components.language import _, _n
from pages.copy_check.wording import code_name, codes_said, verdict_name

SHOWN = 10
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


def _draw_failed(failed: list[PolicyCaseOutcome], total: int, file: PolicyFile) -> None:
    said = _n(
        "{n} of {total} test cases fails, so this cannot be published.",
        "{n} of {total} test cases fail, so this cannot be published.",
        len(failed),
        total=total,
    )
    notice(said)
    for outcome in failed[:SHOWN]:
        line = _("line {line}").format(line=file.line(outcome.path))
        table([line.replace(" ", "\u00a0"), outcome.case.name], _rows(outcome))
    if len(failed) > SHOWN:
        caption(_("and {n} more").format(n=len(failed) - SHOWN))


def _rows(outcome: PolicyCaseOutcome) -> list[tuple[str, str]]:
    expected = outcome.case.codes
    found = None if expected is None else outcome.codes
    reasons = [_joined([_worded(each) for each in reason]) for reason in outcome.reasons()]
    return [
        (_("Expected"), _said(Verdict(outcome.case.verdict), expected)),
        (_("Result"), _said(outcome.verdict, found)),
        *((_("Reason") if at == 0 else "", reason) for at, reason in enumerate(reasons)),
    ]


def _joined(sentences: list[str]) -> str:
    """Chinese sentences follow each other without a space."""
    joined, *more = sentences
    for sentence in more:
        joined = _("{first} {second}").format(first=joined, second=sentence)
    return joined


def _worded(reason: Sentence) -> str:
    """With the code's name in the reader's language."""
    code = reason.params.get("code")
    named = {"code": code_name(Code(str(code)))} if code else {}
    return Sentence(reason.message, {**reason.params, **named}).worded(_)


def _said(verdict: Verdict | None, codes: tuple[Code, ...] | None) -> str:
    """The verdict with its codes; without any where it does not matter which."""
    if codes is None or verdict is None:
        return verdict_name(verdict)
    named = codes_said(codes) or _("no violation")
    return _("{verdict}: {codes}").format(verdict=verdict_name(verdict), codes=named)
