"""Replies of a batch, read from its output and error files by the id of the call they answer."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError

from core.errors import InputError, Translate
from core.llm.connection import Connection
from core.llm.errors import FailureKind, LLMError
from core.llm.openai_errors import Endpoint, failed_status
from core.llm.openai_replies import read_completion
from core.llm.recorded_client import RecordedAnswer
from core.locale import N_

_OF_THE_CALL = frozenset(
    {
        FailureKind.CONTENT_FILTER,
        FailureKind.CONTEXT_TOO_LONG,
        FailureKind.EMPTY_REPLY,
        FailureKind.REFUSAL,
        FailureKind.TRUNCATED,
    }
)
"""What a live call would have ended with too; of anything else there is no reply."""

FAILED = N_("The call {id} failed: {words}.")
NO_LINE = N_("This line is not one of a batch's result: it needs a custom_id and a response.")
UNKNOWN_ID = N_("No call of this run has the id {id}. The line is left out.")
TWICE = N_("The call {id} has another reply above. The first one is kept.")
NO_REPLY = N_("The call {id} has no line in these files.")


@dataclass(frozen=True, slots=True)
class BatchIssue:
    """Something told of a file's line; `line` 0 where it is none's."""

    file: str
    line: int
    message: str
    params: dict[str, str] = field(default_factory=dict)

    def worded(self, translate: Translate = str) -> str:
        return translate(self.message).format(**self.params)


@dataclass(frozen=True, slots=True)
class BatchReply:
    """Where it stands, and what it is."""

    file: str
    line: int
    answer: RecordedAnswer


@dataclass(frozen=True)
class BatchResults:
    """By custom_id; a call that failed is among them with its failure."""

    replies: dict[str, BatchReply]
    issues: tuple[BatchIssue, ...]

    def answers(self) -> dict[str, RecordedAnswer]:
        return {identifier: reply.answer for identifier, reply in self.replies.items()}

    def unknown(self, asked: Collection[str]) -> list[BatchIssue]:
        """Lines whose id is none of those that were asked."""
        return [
            BatchIssue(reply.file, reply.line, UNKNOWN_ID, {"id": identifier})
            for identifier, reply in self.replies.items()
            if identifier not in asked
        ]

    def missing(self, asked: Iterable[str]) -> list[BatchIssue]:
        """Of those that were asked, what no line answers."""
        return [
            BatchIssue("", 0, NO_REPLY, {"id": identifier})
            for identifier in asked
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
    """All of the (name, content) together: output and error files, of one or of several batches.

    A call that failed in one and was answered in another is answered. Raises InputError where not
    one line is of a batch's result.
    """
    endpoint = Endpoint(connection.name, connection.base_url, connection.api_key_env)
    replies: dict[str, BatchReply] = {}
    issues: list[BatchIssue] = []
    named = list(files)
    for file, data in named:
        for number, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
            if not raw.strip():
                continue
            try:
                line = _Line.model_validate_json(raw)
            except ValidationError:
                issues.append(BatchIssue(file, number, NO_LINE))
                continue
            reply = BatchReply(file, number, _answer(line, connection.model, endpoint))
            before = replies.get(line.custom_id)
            if reply.answer.failure is not None:
                words = reply.answer.text or str(reply.answer.failure)
                issues.append(
                    BatchIssue(file, number, FAILED, {"id": line.custom_id, "words": words})
                )
            elif before is not None and before.answer.failure is None:
                issues.append(BatchIssue(file, number, TWICE, {"id": line.custom_id}))
            if before is None or (before.answer.failure and not reply.answer.failure):
                replies[line.custom_id] = reply
    if not replies:
        raise InputError(
            "No line is one of a batch's result. Give the output file, and the error file where "
            "there is one.",
            file=", ".join(name for name, _ in named),
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
        kind = error.kind if error.kind in _OF_THE_CALL else FailureKind.NO_RECORDED_REPLY
        words = error.raw or str(error.params.get("words") or error)
        return RecordedAnswer(words, usage=error.usage, failure=kind)
    return RecordedAnswer(completion.text, completion.finish_reason, completion.usage)
