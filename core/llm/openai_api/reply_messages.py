"""Read the text of a chat message from whatever fields and parts an endpoint uses."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_TEXTS = ("text", "content", "output_text", "value")
_REASONING = ("reasoning_content", "reasoning", "thinking", "thought", "reasoning_text")
_THOUGHTS = ("thinking", "reasoning", "thought", "redacted", "summary", "analysis")
"""Beginnings of the types of parts that are reasoning."""
_DEEPEST = 4


@dataclass(frozen=True, slots=True)
class ReplyMessage:
    """A model's message: its answer, and the reasoning and refusal from fields of their own."""

    text: str = ""
    reasoning: str = ""
    refusal: str = ""

    @property
    def stored_text(self) -> str:
        """The text to store of a message without an answer: its reasoning, marked as such, so that
        it is not taken for an answer when it is read again.
        """
        return f"<think>\n{self.reasoning}\n</think>" if self.reasoning.strip() else self.text


def read_message(choice: Mapping[str, Any]) -> ReplyMessage:
    """Read the message of a choice. Without a text, the arguments of a tool call are taken as text:
    models trained on tools return the requested object that way.
    """
    message = choice.get("message") or choice.get("delta") or {}
    if isinstance(message, str):
        return ReplyMessage(message)
    if not isinstance(message, Mapping):
        message = {}
    text = "".join(_texts(message.get("content"), _DEEPEST))
    if not text.strip():
        plain = choice.get("text")
        text = "\n".join(_arguments(message)) or (plain if isinstance(plain, str) else text)
    refusal = message.get("refusal")
    refusal = refusal if isinstance(refusal, str) else "".join(_refusals(message.get("content")))
    thoughts = ("".join(_texts(message.get(name), _DEEPEST)) for name in _REASONING)
    reasoning = next(filter(None, thoughts), "") or "".join(_thoughts(message.get("content")))
    return ReplyMessage(text, reasoning, refusal.strip())


def _texts(content: object, depth: int) -> Iterator[str]:
    """Yield the texts of the answer's parts, without reasoning."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, list) and depth:
        for part in content:
            yield from _texts(part, depth - 1)
    elif isinstance(content, Mapping) and depth and not _is_thought(content):
        inner = next((content[name] for name in _TEXTS if content.get(name)), content.get("parts"))
        yield from _texts(inner, depth - 1)


def _is_thought(part: Mapping[str, Any]) -> bool:
    kind = str(part.get("type") or "").casefold()
    return kind.startswith(_THOUGHTS) or kind == "refusal" or part.get("thought") is True


def _thoughts(content: object) -> Iterator[str]:
    for part in content if isinstance(content, list) else ():
        if isinstance(part, Mapping) and _is_thought(part) and part.get("type") != "refusal":
            for name in (*_REASONING, *_TEXTS):
                yield from _texts(part.get(name), _DEEPEST)


def _refusals(content: object) -> Iterator[str]:
    for part in content if isinstance(content, list) else ():
        if isinstance(part, Mapping) and part.get("type") == "refusal":
            yield str(part.get("refusal") or "")


def _arguments(message: Mapping[str, Any]) -> Iterator[str]:
    """Yield the arguments of tool calls as JSON; some endpoints send them as an object."""
    calls = message.get("tool_calls")
    functions = (
        [call.get("function") or call for call in calls if isinstance(call, Mapping)]
        if (isinstance(calls, list))
        else []
    )
    for function in (*functions, message.get("function_call")):
        if not isinstance(function, Mapping):
            continue
        arguments = function.get("arguments") or function.get("input")
        if isinstance(arguments, str):
            yield arguments
        elif isinstance(arguments, Mapping):
            yield _as_json(arguments)


def _as_json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)
