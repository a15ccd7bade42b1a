"""Where in an answer the reply stands: OpenAI's choices, or what other protocols have for them.

Gateways hand some endpoints' own answers on as they are. Such a reply is paid for, so it is read.
"""

from collections.abc import Mapping
from typing import Any

_WRAPPERS = ("output", "data", "result")


def choice_of(reply: Mapping[str, Any]) -> dict[str, Any] | None:
    """The first choice, or the like of one: a message and why it ended (DashScope's output,
    Ollama's and Cohere's message, Anthropic's content, Gemini's candidates, OpenAI's output
    items, Cloudflare's response). None where there is none.
    """
    for place in (reply, *(reply.get(name) for name in _WRAPPERS)):
        if not isinstance(place, dict):
            continue
        choices = place.get("choices")
        if isinstance(choices, list):
            return next((choice for choice in choices if _is_choice(choice)), None)
        if isinstance(place.get("message"), dict):
            return dict(place)
        if (choice := _of_another_protocol(place)) is not None:
            return choice
    return None


def usage_of(reply: Mapping[str, Any]) -> object:
    """What the answer says was billed, wherever it says so."""
    for place in (reply, *(reply.get(name) for name in _WRAPPERS)):
        if isinstance(place, dict) and (usage := place.get("usage") or place.get("usageMetadata")):
            counted = usage.get("tokens") if isinstance(usage, dict) else None
            return counted if isinstance(counted, dict) else usage
    return None


def _is_choice(choice: object) -> bool:
    if not isinstance(choice, dict):
        return False
    return any(name in choice for name in ("message", "delta", "text", "finish_reason", "error"))


def _of_another_protocol(place: Mapping[str, Any]) -> dict[str, Any] | None:
    candidates, items, content = place.get("candidates"), place.get("output"), place.get("content")
    if isinstance(candidates, list) and candidates and isinstance(candidates[0], dict):
        candidate = candidates[0]
        return {**candidate, "message": {"content": candidate.get("content")}}
    if isinstance(content, list) and "stop_reason" in place:
        return {**place, "message": {"content": content}}
    if isinstance(items, list) and place.get("object") == "response":
        return {"message": {"content": _parts(items)}, "finish_reason": _ending(place)}
    if isinstance(place.get("response"), str):
        return {**place, "message": {"content": place["response"]}}
    return None


def _parts(items: list[Any]) -> list[Any]:
    """The content of the messages among the output's items; its reasoning stands beside them."""
    messages = (item for item in items if isinstance(item, dict) and item.get("type") == "message")
    contents = (message.get("content") for message in messages)
    return [part for content in contents if isinstance(content, list) for part in content]


def _ending(place: Mapping[str, Any]) -> object:
    details = place.get("incomplete_details")
    if isinstance(details, dict) and details.get("reason"):
        return details["reason"]
    return "stop" if place.get("status") == "completed" else place.get("status")
