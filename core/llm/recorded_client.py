"""Replies obtained elsewhere, or written by hand, replayed by item."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from core.errors import InputError
from core.llm.batch_requests import custom_id
from core.llm.client import Completion, Prompt, Usage
from core.llm.errors import FailureKind, LLMError
from core.text.size_limits import limit_rows


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """A reply with what its call said of it; of one that failed, `text` is what was said."""

    text: str
    finish_reason: str = "stop"
    usage: Usage = Usage()  # noqa: RUF009 - frozen
    failure: FailureKind | None = None


class RecordedClient:
    """Answers with `replies[item]`, or with that to the call itself, by its id in a batch; `label`
    says who gave them and stands as the model's name. `asked` holds the ids of such calls.
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
        found = self._replies.get(item)
        if found is None:
            identifier = custom_id(prompt)
            self.asked.add(identifier)
            found = self._replies.get(identifier)
        if found is None:
            raise LLMError(
                FailureKind.NO_RECORDED_REPLY,
                "The recording has no reply for the item {item}. Add it, or use a model.",
                item=item,
            )
        answer = RecordedAnswer(found) if isinstance(found, str) else found
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
        """Nothing is open."""


_WITH_REPLY = (FailureKind.REFUSAL, FailureKind.EMPTY_REPLY, FailureKind.TRUNCATED)


class _Line(BaseModel):
    """`reply` is the raw text; an object is taken as the JSON it was. Other fields may be there."""

    model_config = ConfigDict(extra="ignore")

    item: str
    reply: str

    @field_validator("item", mode="before")
    @classmethod
    def _number_or_text(cls, given: Any) -> Any:
        return str(given) if isinstance(given, int) else given

    @field_validator("reply", mode="before")
    @classmethod
    def _object_or_text(cls, given: Any) -> Any:
        return json.dumps(given, ensure_ascii=False) if isinstance(given, dict) else given


def read_recording(data: bytes, file_name: str) -> dict[str, str]:
    """{item: raw reply} from JSON Lines of {"item", "reply"} in UTF-8; empty lines are skipped.

    Raises InputError naming file, line and field; an item with two different replies is one.
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
