"""Print problems with rows of files, and the causes of failures with their remedies."""

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from core.cli.language import N_, _, _n, language, translate
from core.llm import FailureKind
from core.locale import wording
from core.questions import RowIssue
from core.validation import PROSE, SkipReason, ValidationResult, cause_sentence

SHOWN_ISSUES = 10
_SEVERITIES = {"refused": N_("row rejected"), "warning": N_("warning"), "error": N_("error")}
_AGAIN = N_("Ask them again with --resume.")
_FORMAT = N_(
    "Set json_mode = true for the connection, or choose another model; then start again with "
    "--resume."
)
REMEDIES: Mapping[str, str] = {
    PROSE: _FORMAT,
    FailureKind.PARSE_FAILURE: _FORMAT,
    FailureKind.EMPTY_REPLY: _FORMAT,
    FailureKind.PLACEHOLDER: _FORMAT,
    FailureKind.TRUNCATED: N_("Raise max_output_tokens of the connection, then use --resume."),
    FailureKind.REFUSAL: N_("Choose another model."),
    FailureKind.CONTENT_FILTER: N_("Choose another model or endpoint."),
    FailureKind.CONNECTION: N_("Check the endpoint. Ask them again with --resume."),
    FailureKind.TIMEOUT: _AGAIN,
    FailureKind.RATE_LIMIT: N_("Lower --concurrency. Ask them again with --resume."),
    FailureKind.SERVER_ERROR: _AGAIN,
    FailureKind.BAD_REQUEST: N_("Correct the connection's settings. Ask them again with --resume."),
    FailureKind.CONTEXT_TOO_LONG: N_("Use --context position, or a model that takes longer texts."),
    FailureKind.AUTH: N_("Set a valid API key. Ask them again with --resume."),
    FailureKind.NO_RECORDED_REPLY: N_(
        "Add their replies to the file of --replies, then use --resume."
    ),
    FailureKind.CRASHED: _AGAIN,
    FailureKind.CAPPED: N_("Raise the cap, then use --resume."),
    SkipReason.NO_POSITION: N_("Add a position to these rows, or use --context whole."),
    SkipReason.POSITION_OUT_OF_RANGE: N_(
        "Name the tokeniser that the positions count in with --tokenizer, or use --context whole."
    ),
    SkipReason.POSITION_INVALID: N_("Correct the positions of these rows, or use --context whole."),
    SkipReason.NO_TEXT: N_("Name the novel with --novel, or give these rows a context."),
}
"""Cause -> what to change in the command, the connection or the file."""


def severity_name(severity: str) -> str:
    return _(_SEVERITIES[severity])


def print_row_issues(file: Path, issues: Iterable[RowIssue]) -> None:
    print_first(_row_issue(file, issue) for issue in issues)


def print_first(messages: Iterable[str], indent: str = "") -> None:
    """Print the first SHOWN_ISSUES messages, one per line, and how many more there are."""
    lines = list(messages)
    for line in lines[:SHOWN_ISSUES]:
        sys.stderr.write(f"{indent}{line}\n")
    if (more := len(lines) - SHOWN_ISSUES) > 0:
        sys.stderr.write(indent + _("... and {n} more").format(n=more) + "\n")


def _row_issue(file: Path, issue: RowIssue) -> str:
    place = place_in(file.name, issue.line)
    field = f"{issue.field}: " if issue.field else ""
    return f"{severity_name(issue.severity)}: {place}: {field}{translate(issue)}"


def place_in(file: str, line: int | None) -> str:
    return _("{file}, line {line}").format(file=file, line=line) if line else file


def print_causes(counts: Mapping[str, int], of: int) -> None:
    """Print a line per cause with its count out of `of` items, most frequent first."""
    for reason, count in sorted(counts.items(), key=lambda item: -item[1]):
        sentence = cause_sentence(reason, count, of, reason, wording(language()))
        sys.stderr.write(f"{sentence} {_(REMEDIES.get(reason, _AGAIN))}\n")


def print_refused(count: int, of: int) -> None:
    """Print how many rows of a file were refused, and what to do."""
    if count:
        sentence = _n(
            "{n} of {total} rows was rejected. Correct them (--refused FILE keeps them and the "
            "reasons) and start again.",
            "{n} of {total} rows were rejected. Correct them (--refused FILE keeps them and the "
            "reasons) and start again.",
            count,
            total=f"{of:,}",
        )
        sys.stderr.write(f"{sentence}\n")


def causes_of(results: Iterable[ValidationResult]) -> dict[str, int]:
    """Cause -> number of validations that failed by that system error."""
    by_kind: dict[str, list[ValidationResult]] = {}
    for result in results:
        if kind := result.infrastructure_failure:
            by_kind.setdefault(kind, []).append(result)
    return {_cause(kind, failed): len(failed) for kind, failed in by_kind.items()}


def _cause(kind: str, failed: Iterable[ValidationResult]) -> str:
    """The kind, but PROSE if no reply contains JSON, as on a run's page."""
    if kind != FailureKind.PARSE_FAILURE:
        return kind
    return PROSE if all("{" not in (result.raw_reply or "{") for result in failed) else kind
