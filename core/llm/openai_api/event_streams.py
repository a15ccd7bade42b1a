"""Reassemble a reply that an endpoint streamed as events although no stream was requested."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import orjson

_PREFIXES = ("data:", "event:", "id:", "retry:", ":")
_DONE = "[DONE]"


def read_json(text: str) -> Any:
    """Parse any JSON that an endpoint may send. Raises ValueError or RecursionError."""
    try:
        return orjson.loads(text)
    except ValueError:  # the standard parser alone reads NaN and half of a surrogate pair
        return json.loads(text)


def is_event_stream(text: str) -> bool:
    return text.lstrip().startswith(_PREFIXES) or "\ndata:" in text


def read_events(text: str) -> Any:
    """The one object that the events add up to. Raises ValueError if none holds an object."""
    events = list(_events(text))
    objects = [event for event in events if isinstance(event, dict)]
    complete = [event for event in objects if _is_complete(event)]
    if complete:
        return complete[-1]
    if failed := next((event for event in objects if event.get("error")), None):
        return failed
    if not objects:
        raise ValueError("no event holds an object")
    if not any("choices" in event or isinstance(event.get("message"), dict) for event in objects):
        return objects[0]
    return _joined(objects, done=_DONE in text)


def _events(text: str) -> Iterator[Any]:
    """Yield each event's JSON, which may span several lines."""
    block: list[str] = []
    for line in [*text.splitlines(), ""]:
        stripped = line.strip()
        is_data = stripped.startswith("data:")
        if block and (is_data or not stripped or stripped.startswith(_PREFIXES)):
            yield from _parsed("\n".join(block))
            block = []
        if is_data:
            stripped = stripped.removeprefix("data:").strip()
            if stripped == _DONE:
                continue
        elif stripped.startswith(_PREFIXES):
            continue
        if stripped:
            block.append(stripped)


def _parsed(text: str) -> Iterator[Any]:
    """Yield the JSON value of the text, else that of each line that has one."""
    try:
        yield read_json(text)
    except ValueError:
        for line in text.splitlines() if "\n" in text else ():
            try:
                yield read_json(line)
            except ValueError:
                continue


def _is_complete(event: Mapping[str, Any]) -> bool:
    choices = event.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    return (
        isinstance(first, dict)
        and isinstance(first.get("message"), dict)
        and not first.get("delta")
    )


def _joined(events: Iterable[dict[str, Any]], *, done: bool) -> dict[str, Any]:
    """One completion; its choice joins the pieces of each event's first choice."""
    reply: dict[str, Any] = {}
    texts: dict[str, list[str]] = {}
    arguments: list[str] = []
    finish: Any = None
    for event in events:
        reply.update(
            {name: event[name] for name in ("usage", "model", "base_resp") if event.get(name)}
        )
        choice = _first_choice(event)
        delta = choice.get("delta") or choice.get("message") or choice
        for name in ("content", "text", "refusal", "reasoning_content", "reasoning"):
            piece = delta.get(name) if isinstance(delta, dict) else None
            if isinstance(piece, str):
                texts.setdefault("content" if name == "text" else name, []).append(piece)
            elif isinstance(piece, list):
                texts.setdefault(name, []).extend(_texts(piece))
        arguments += _arguments(delta)
        finish = choice.get("finish_reason") or finish
    message: dict[str, Any] = {name: "".join(pieces) for name, pieces in texts.items()}
    if any(arguments):
        message["tool_calls"] = [{"function": {"arguments": "".join(arguments)}}]
    finish = finish or ("stop" if done else "error")
    return {**reply, "choices": [{"message": message, "finish_reason": finish}]}


def _first_choice(event: Mapping[str, Any]) -> Mapping[str, Any]:
    choices = event.get("choices")
    if isinstance(choices, list):
        first = choices[0] if choices else {}
        return first if isinstance(first, dict) else {}
    finish = event.get("done_reason") or ("stop" if event.get("done") else None)
    return {"message": event.get("message"), "finish_reason": finish}


def _texts(parts: list[Any]) -> list[str]:
    texts = (part.get("text") if isinstance(part, dict) else part for part in parts)
    return [text for text in texts if isinstance(text, str)]


def _arguments(delta: Any) -> list[str]:
    calls = delta.get("tool_calls") if isinstance(delta, dict) else None
    functions = (call.get("function") for call in calls or () if isinstance(call, dict))
    arguments = (function.get("arguments") for function in functions if isinstance(function, dict))
    return [text for text in arguments if isinstance(text, str)]
