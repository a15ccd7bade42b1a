"""Replay replies that were obtained elsewhere, or written by hand, by item."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from core.errors import InputError
from core.llm.client import Completion, Prompt, Usage
from core.llm.errors import FailureKind, LLMError
from core.llm.recorded.batch_requests import custom_id
from core.text.size_limits import limit_rows


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """A recorded reply; for a call with a `failure`, `text` is the raw reply or error message."""

    text: str
    finish_reason: str = "stop"
    usage: Usage = Usage()  # noqa: RUF009 - frozen
    failure: FailureKind | None = None


class RecordedClient:
    """Answers with `replies[item]`, or else with the reply to the call's id in a batch (custom_id).

    `label` says who gave the replies and serves as the model's name. `asked` holds the ids that
    were looked up.
    """

    kind: Literal["recorded"] = "recorded"

    def __init__(
        self,
        replies: Mapping[str, str | RecordedAnswer],
        name: str = "recorded",
        label: str = "recorded replies",
    ) -> None:
        self._replies = replies
        self.asked: set[str] = set()
        self.name = name
        self.model = label

    async def complete(self, prompt: Prompt) -> Completion:
        item = str(prompt.variables.get("item", ""))
        recorded = self._replies.get(item)
        if recorded is None:
            identifier = custom_id(prompt)
            self.asked.add(identifier)
            recorded = self._replies.get(identifier)
        if recorded is None:
            raise LLMError(
                FailureKind.NO_RECORDED_REPLY,
                "The recording has no reply for the item {item}. Add it, or use a model.",
                item=item,
            )
        answer = RecordedAnswer(recorded) if isinstance(recorded, str) else recorded
        if answer.failure is not None:
            raise LLMError(
                answer.failure,
                "The recorded call got no usable reply: {words}.",
                words=answer.text.rstrip("."),
                raw=answer.text if answer.failure in _WITH_REPLY else None,
                usage=answer.usage,
            )
        return Completion(answer.text, self.model, answer.finish_reason, answer.usage)

    async def aclose(self) -> None:
        """Do nothing: nothing is open."""


_WITH_REPLY = (FailureKind.REFUSAL, FailureKind.EMPTY_REPLY, FailureKind.TRUNCATED)


class _Line(BaseModel):
    """A line; `reply` is the raw text, or an object that becomes JSON. Other fields are ignored."""

    model_config = ConfigDict(extra="ignore")

    item: str
    reply: str

    @field_validator("item", mode="before")
    @classmethod
    def _number_or_text(cls, value: Any) -> Any:
        return str(value) if isinstance(value, int) else value

    @field_validator("reply", mode="before")
    @classmethod
    def _object_or_text(cls, value: Any) -> Any:
        return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else value


def read_recording(data: bytes, file_name: str) -> dict[str, str]:
    """{item: raw reply} from JSON Lines of {"item", "reply"} in UTF-8; empty lines are skipped.

    Raises InputError naming file, line and field, also for two different replies to one item.
    """
    try:
        lines = data.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError:
        raise InputError("The recording is not UTF-8. Save it as UTF-8.", file=file_name) from None
    replies: dict[str, str] = {}
    for number, line in limit_rows(enumerate(lines, start=1), file_name):
        if not line.strip():
            continue
        entry = _entry(line, file_name, number)
        if replies.setdefault(entry.item, entry.reply) != entry.reply:
            raise InputError(
                "The item {item} has two different replies. Keep one of them.",
                file=file_name,
                line=number,
                field="item",
                item=entry.item,
            )
    if not replies:
        raise InputError("The recording is empty. Write one reply per line.", file=file_name)
    return replies


def _entry(line: str, file_name: str, number: int) -> _Line:
    try:
        return _Line.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        if not first["loc"]:
            raise InputError(
                'This line is not a JSON object. Write one with the fields "item" and "reply".',
                file=file_name,
                line=number,
            ) from None
        raise InputError(
            "The field is missing or not text. Give the item's ID and its raw reply.",
            file=file_name,
            line=number,
            field=str(first["loc"][0]),
        ) from None
