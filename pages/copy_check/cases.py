"""The test cases of a policy: whether it judges them as they expect, and if not, why."""

from core.errors import Sentence
from core.verification import Code, PolicyCaseOutcome, PolicyFile, Verdict, run_cases
from pages.components.html import caption, notice, table
from pages.components.language import _, _n
from pages.copy_check.wording import code_list, code_name, verdict_name

MOST_FAILURES = 10
"""Failing cases listed."""


def draw_cases(file: PolicyFile) -> None:
    outcomes = run_cases(file.policy)
    failures = [outcome for outcome in outcomes if not outcome.passed]
    if not outcomes:
        notice(
            _("No test cases. Add some under cases: they must pass before a version is published."),
            "quiet",
        )
    elif not failures:
        message = _n("{n} test case passes.", "All {n} test cases pass.", len(outcomes))
        notice(message, "green")
    else:
        _draw_failed(failures, len(outcomes), file)


def _draw_failed(failures: list[PolicyCaseOutcome], total: int, file: PolicyFile) -> None:
    message = _n(
        "{n} of {total} test cases fails, so this cannot be published.",
        "{n} of {total} test cases fail, so this cannot be published.",
        len(failures),
        total=total,
    )
    notice(message)
    for outcome in failures[:MOST_FAILURES]:
        line = _("line {line}").format(line=file.line(outcome.path))
        table([line.replace(" ", "\u00a0"), outcome.case.name], _rows(outcome))
    if len(failures) > MOST_FAILURES:
        caption(_("and {n} more").format(n=len(failures) - MOST_FAILURES))


def _rows(outcome: PolicyCaseOutcome) -> list[tuple[str, str]]:
    expected = outcome.case.codes
    actual_codes = None if expected is None else outcome.codes
    reasons = [
        _join_sentences([_reason_text(sentence) for sentence in reason])
        for reason in outcome.reasons()
    ]
    return [
        (_("Expected"), _outcome_text(Verdict(outcome.case.verdict), expected)),
        (_("Result"), _outcome_text(outcome.verdict, actual_codes)),
        *((_("Reason") if at == 0 else "", reason) for at, reason in enumerate(reasons)),
    ]


def _join_sentences(sentences: list[str]) -> str:
    """The sentences as one text, with a space between them only where the language has one."""
    text, *rest = sentences
    for sentence in rest:
        text = _("{first} {second}").format(first=text, second=sentence)
    return text


def _reason_text(reason: Sentence) -> str:
    """The reason with the code's name in the reader's language."""
    code = reason.params.get("code")
    params = {"code": code_name(Code(str(code)))} if code else {}
    return Sentence(reason.message, {**reason.params, **params}).translate(_)


def _outcome_text(verdict: Verdict | None, codes: tuple[Code, ...] | None) -> str:
    """The verdict with its codes, or alone if the case expects no particular codes."""
    if codes is None or verdict is None:
        return verdict_name(verdict)
    code_names = code_list(codes) or _("no violation")
    return _("{verdict}: {codes}").format(verdict=verdict_name(verdict), codes=code_names)
