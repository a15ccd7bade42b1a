"""Why a command ended with problems, and what to do about each cause."""

import sys
from collections.abc import Iterable, Mapping

from core.llm import FailureKind
from core.locale import wording
from core.validation import PROSE, SkipReason, ValidationResult, cause_sentence

_AGAIN = "Ask them again with --resume."
_FORMAT = (
    "Set json_mode = true for the connection, or choose another model; then start again with "
    "--resume."
)
_PLACE = "Add a position to these rows, or use --context whole."
REMEDIES: Mapping[str, str] = {
    PROSE: _FORMAT,
    FailureKind.PARSE_FAILURE: _FORMAT,
    FailureKind.EMPTY_REPLY: _FORMAT,
    FailureKind.PLACEHOLDER: _FORMAT,
    FailureKind.TRUNCATED: "Raise max_output_tokens of the connection, then use --resume.",
    FailureKind.REFUSAL: "Choose another model.",
    FailureKind.CONTENT_FILTER: "Choose another model or endpoint.",
    FailureKind.CONNECTION: f"Check the endpoint. {_AGAIN}",
    FailureKind.TIMEOUT: _AGAIN,
    FailureKind.RATE_LIMIT: f"Lower --concurrency. {_AGAIN}",
    FailureKind.SERVER_ERROR: _AGAIN,
    FailureKind.BAD_REQUEST: f"Correct the connection's settings. {_AGAIN}",
    FailureKind.CONTEXT_TOO_LONG: "Use --context position, or a model that takes longer texts.",
    FailureKind.AUTH: f"Set a valid API key. {_AGAIN}",
    FailureKind.NO_RECORDED_REPLY: "Add their replies to the file of --replies, then use --resume.",
    FailureKind.CRASHED: _AGAIN,
    FailureKind.CAPPED: "Raise the cap, then use --resume.",
    SkipReason.NO_POSITION: _PLACE,
    SkipReason.POSITION_OUT_OF_RANGE: (
        "Name the tokeniser that the positions count in with --tokenizer, or use --context whole."
    ),
    SkipReason.POSITION_INVALID: "Correct the positions of these rows, or use --context whole.",
    SkipReason.NO_TEXT: "Name the novel with --novel, or give these rows a context.",
}
"""The command line's own words: what to change in the command, the connection or the file."""


def say_causes(counts: Mapping[str, int], of: int) -> None:
    """One line for each cause with its number of `of` items, the commonest first."""
    for reason, count in sorted(counts.items(), key=lambda one: -one[1]):
        said = cause_sentence(reason, count, of, reason, wording("en"))
        sys.stderr.write(f"{said} {REMEDIES.get(reason, _AGAIN)}\n")


def say_refused(count: int, of: int) -> None:
    """Rows of a file that could not be read."""
    if count:
        was = "was" if count == 1 else "were"
        sys.stderr.write(
            f"{count:,} of {of:,} rows {was} rejected. Correct them (--refused FILE keeps them and "
            "the reasons) and start again.\n"
        )


def causes_of(results: Iterable[ValidationResult]) -> dict[str, int]:
    """Of validations: how many failed for each cause of the machinery's."""
    by_kind: dict[str, list[ValidationResult]] = {}
    for result in results:
        if kind := result.infrastructure_failure:
            by_kind.setdefault(kind, []).append(result)
    return {_cause(kind, failed): len(failed) for kind, failed in by_kind.items()}


def _cause(kind: str, failed: Iterable[ValidationResult]) -> str:
    """Replies that hold no JSON at all are told as prose, as on a run's page."""
    if kind != FailureKind.PARSE_FAILURE:
        return kind
    return PROSE if all("{" not in (result.raw_reply or "{") for result in failed) else kind
