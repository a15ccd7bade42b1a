"""Replies of a batch, read from its output and error files and keyed by the id of their call."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError

from core.errors import InputError, Translate
from core.llm.connection import Connection
from core.llm.errors import FailureKind, LLMError
from core.llm.openai_api.openai_errors import Endpoint, failed_status
from core.llm.openai_api.openai_replies import read_completion
from core.llm.recorded.recorded_client import RecordedAnswer
from core.locale import N_

_CALL_FAILURES = frozenset(
    {
        FailureKind.CONTENT_FILTER,
        FailureKind.CONTEXT_TOO_LONG,
        FailureKind.EMPTY_REPLY,
        FailureKind.REFUSAL,
        FailureKind.TRUNCATED,
    }
)
"""Failures that a live call would have had as well; any other counts as no reply."""

FAILED = N_("The call {id} failed: {words}.")
NO_LINE = N_("This line is not one of a batch's result: it needs a custom_id and a response.")
UNKNOWN_ID = N_("No call of this run has the id {id}. The line is left out.")
TWICE = N_("The call {id} has another reply above. The first one is kept.")
NO_REPLY = N_("The call {id} has no line in these files.")


@dataclass(frozen=True, slots=True)
class BatchIssue:
    """A problem with one line of a file; `line` is 0 if it concerns no line."""

    file: str
    line: int
    message: str
    params: dict[str, str] = field(default_factory=dict)

    def translate(self, translate: Translate = str) -> str:
        return translate(self.message).format(**self.params)


@dataclass(frozen=True, slots=True)
class BatchReply:
    """A call's answer, and the file and line it was read from."""

    file: str
    line: int
    answer: RecordedAnswer


@dataclass(frozen=True)
class BatchResults:
    """Replies by custom_id; failed calls are included, with their failure."""

    replies: dict[str, BatchReply]
    issues: tuple[BatchIssue, ...]

    def answers(self) -> dict[str, RecordedAnswer]:
        return {identifier: reply.answer for identifier, reply in self.replies.items()}

    def unknown(self, ids: Collection[str]) -> list[BatchIssue]:
        """One issue for each reply whose id is not among `ids`."""
        return [
            BatchIssue(reply.file, reply.line, UNKNOWN_ID, {"id": identifier})
            for identifier, reply in self.replies.items()
            if identifier not in ids
        ]

    def missing(self, ids: Iterable[str]) -> list[BatchIssue]:
        """One issue for each of `ids` that has no reply."""
        return [
            BatchIssue("", 0, NO_REPLY, {"id": identifier})
            for identifier in ids
            if identifier not in self.replies
        ]


class _Response(BaseModel):
    model_config = ConfigDict(extra="ignore")

    status_code: int = 200
    body: dict[str, Any] | None = None


class _Line(BaseModel):
    model_config = ConfigDict(extra="ignore")

    custom_id: str
    response: _Response | None = None
    error: dict[str, Any] | None = None


def read_batch_results(files: Iterable[tuple[str, bytes]], connection: Connection) -> BatchResults:
    """Read (name, content) pairs: output and error files of one or several batches.

    A call that failed in one file and was answered in another counts as answered. Raises InputError
    if no line is a batch result.
    """
    endpoint = Endpoint(connection.name, connection.base_url, connection.api_key_env)
    replies: dict[str, BatchReply] = {}
    issues: list[BatchIssue] = []
    named_files = list(files)
    for file, data in named_files:
        for number, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
            if not raw.strip():
                continue
            try:
                line = _Line.model_validate_json(raw)
            except ValidationError:
                issues.append(BatchIssue(file, number, NO_LINE))
                continue
            reply = BatchReply(file, number, _answer(line, connection.model, endpoint))
            earlier = replies.get(line.custom_id)
            if reply.answer.failure is not None:
                words = reply.answer.text or str(reply.answer.failure)
                issues.append(
                    BatchIssue(file, number, FAILED, {"id": line.custom_id, "words": words})
                )
            elif earlier is not None and earlier.answer.failure is None:
                issues.append(BatchIssue(file, number, TWICE, {"id": line.custom_id}))
            if earlier is None or (earlier.answer.failure and not reply.answer.failure):
                replies[line.custom_id] = reply
    if not replies:
        raise InputError(
            "No line is one of a batch's result. Give the output file, and the error file where "
            "there is one.",
            file=", ".join(name for name, _ in named_files),
        )
    return BatchResults(replies, tuple(issues))


def _answer(line: _Line, model: str, endpoint: Endpoint) -> RecordedAnswer:
    body = orjson.dumps((line.response.body if line.response else None) or {"error": line.error})
    status = line.response.status_code if line.response and line.response.body else 0
    try:
        if not 200 <= status < 300:
            raise failed_status(status or 400, body, {}, endpoint)
        completion = read_completion(body, endpoint, model, 0.0)
    except LLMError as error:
        kind = error.kind if error.kind in _CALL_FAILURES else FailureKind.NO_RECORDED_REPLY
        words = error.raw or str(error.params.get("words") or error)
        return RecordedAnswer(words, usage=error.usage, failure=kind)
    return RecordedAnswer(completion.text, completion.finish_reason, completion.usage)
