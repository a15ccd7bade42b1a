"""The body of a request for a chat completion, the same for a live call and for a batch."""

from collections.abc import Mapping
from typing import Any

import orjson

from core.llm.client import Prompt
from core.llm.connection import Connection
from core.llm.reply_formats import ReplyFormat, response_format


def output_limit(connection: Connection, prompt: Prompt) -> int:
    """The most tokens the reply may take."""
    return connection.max_output_tokens * prompt.output_factor


def sent_output_limit(connection: Connection, prompt: Prompt) -> int | None:
    """The output limit as the request states it; None if it states none."""
    field = connection.output_limit_field
    limit = connection.extra_body.get(field, output_limit(connection, prompt))
    return limit if isinstance(limit, int) and field not in connection.omit else None


def chat_body(connection: Connection, prompt: Prompt, reply_format: ReplyFormat) -> dict[str, Any]:
    """The request's body, with the connection's own additions and omissions (`own_fields`)."""
    body: dict[str, Any] = {
        "model": connection.model,
        "messages": [
            {"role": message.role, "content": message.content} for message in prompt.messages
        ],
        "temperature": connection.temperature,
        connection.output_limit_field: output_limit(connection, prompt),
    }
    if (format_field := response_format(prompt, reply_format)) is not None:
        body["response_format"] = format_field
    return own_fields(connection, body)


def own_fields(connection: Connection, body: Mapping[str, Any]) -> dict[str, Any]:
    """The body with the connection's `extra_body` and without its `omit` fields."""
    merged = {**body, **connection.extra_body}
    return {name: merged[name] for name in merged if name not in connection.omit}


def serialised(body: Mapping[str, Any]) -> bytes:
    """The request's JSON, exactly as it is sent."""
    return orjson.dumps(body)
