"""How an endpoint is asked for a reply's format: by a schema, as any JSON object, or in words only.

Not every endpoint knows `response_format`, and some refuse only a part of it. A refused format is
replaced by the next weaker one at once, so that no question fails because of it.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Any

from pydantic import BaseModel

from core.llm.client import Prompt


class ReplyFormat(StrEnum):
    """The strongest first. `prompt`: the words of the prompt alone ask for the format."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    PROMPT = "prompt"

    @property
    def weaker(self) -> "ReplyFormat":
        return ReplyFormat.JSON_OBJECT if self is ReplyFormat.JSON_SCHEMA else ReplyFormat.PROMPT


def response_format(prompt: Prompt, reply_format: ReplyFormat) -> dict[str, Any] | None:
    """The request's `response_format`; None if it has none.

    JSON_SCHEMA applies to prompts with a schema, JSON_OBJECT to all but connection tests.
    """
    if reply_format is ReplyFormat.JSON_SCHEMA and prompt.reply_schema is not None:
        named = {"name": "reply", "strict": True, "schema": prompt.reply_schema}
        return {"type": "json_schema", "json_schema": named}
    if reply_format is ReplyFormat.JSON_OBJECT and prompt.task != "connection_test":
        return {"type": "json_object"}
    return None


_REFUSED_WITH = (400, 404, 415, 422, 500, 501)
_SEARCHED = 10_000
_OF_THE_FORMAT = re.compile(
    r"response_?format|json_?schema|json_?object|json mode|structured[ _]outputs?|guided_?"
    r"(?:json|decoding|grammar)|\bgrammar\b|xgrammar|outlines|输出格式|结构化输出",
    re.IGNORECASE,
)


def refuses_format(status: int, body: bytes) -> bool:
    """Whether an answer, even with status 200, complains of the request's `response_format`."""
    head = body[:_SEARCHED]
    if status == 200 and (b'"choices"' in head or b'"error"' not in head):
        return False
    if status != 200 and status not in _REFUSED_WITH:
        return False
    return _OF_THE_FORMAT.search(head.decode(errors="replace")) is not None


def reply_schema(reply: type[BaseModel], letters: Mapping[str, str]) -> dict[str, Any]:
    """The JSON Schema of a reply whose `answer` holds letters of a question's options, as strict
    endpoints want it: every field required, no others, nothing but types and enumerations.
    """
    letter = {"type": "string", "enum": list(letters)}
    return model_schema(reply, answer={"type": "array", "items": letter})


def model_schema(reply: type[BaseModel], **instead: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON Schema of a reply of simple fields, as strict as in `reply_schema`; `instead` gives
    the schemas of fields that the class does not determine.
    """
    return strict_object({**_fields_of(reply), **instead})


def strict_object(fields: Mapping[str, Any]) -> dict[str, Any]:
    """An object that has every field and no other, as strict endpoints want it."""
    return {
        "type": "object",
        "properties": dict(fields),
        "required": list(fields),
        "additionalProperties": False,
    }


@cache
def _fields_of(reply: type[BaseModel]) -> Mapping[str, Mapping[str, Any]]:
    """The schemas of the fields, cached per class: a run asks for them with every question."""
    fields = reply.model_json_schema()["properties"]
    return {name: _without_prose(field) for name, field in fields.items()}


def _without_prose(field: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in field.items() if key in ("type", "enum", "items")}
