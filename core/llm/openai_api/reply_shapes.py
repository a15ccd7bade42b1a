"""Find the reply in an answer: OpenAI's choices, or their equivalent in other protocols.

Gateways pass some endpoints' own answers on unchanged. Such a reply is paid for, so it is read.
"""

from collections.abc import Mapping
from typing import Any

_WRAPPERS = ("output", "data", "result")


def choice_of(reply: Mapping[str, Any]) -> dict[str, Any] | None:
    """The first choice or its equivalent: a message and why it ended (DashScope's output, Ollama's
    and Cohere's message, Anthropic's content, Gemini's candidates, OpenAI's output items,
    Cloudflare's response). None if there is none.
    """
    for container in (reply, *(reply.get(name) for name in _WRAPPERS)):
        if not isinstance(container, dict):
            continue
        choices = container.get("choices")
        if isinstance(choices, list):
            return next((choice for choice in choices if _is_choice(choice)), None)
        if isinstance(container.get("message"), dict):
            return dict(container)
        if (choice := _choice_of_another_protocol(container)) is not None:
            return choice
    return None


def usage_of(reply: Mapping[str, Any]) -> object:
    """The usage that the answer reports, in whatever place; None if it reports none."""
    for container in (reply, *(reply.get(name) for name in _WRAPPERS)):
        if isinstance(container, dict) and (
            usage := container.get("usage") or container.get("usageMetadata")
        ):
            token_counts = usage.get("tokens") if isinstance(usage, dict) else None
            return token_counts if isinstance(token_counts, dict) else usage
    return None


def _is_choice(choice: object) -> bool:
    if not isinstance(choice, dict):
        return False
    return any(name in choice for name in ("message", "delta", "text", "finish_reason", "error"))


def _choice_of_another_protocol(container: Mapping[str, Any]) -> dict[str, Any] | None:
    candidates, items, content = (
        container.get("candidates"),
        container.get("output"),
        container.get("content"),
    )
    if isinstance(candidates, list) and candidates and isinstance(candidates[0], dict):
        candidate = candidates[0]
        return {**candidate, "message": {"content": candidate.get("content")}}
    if isinstance(content, list) and "stop_reason" in container:
        return {**container, "message": {"content": content}}
    if isinstance(items, list) and container.get("object") == "response":
        return {"message": {"content": _parts(items)}, "finish_reason": _finish_reason(container)}
    if isinstance(container.get("response"), str):
        return {**container, "message": {"content": container["response"]}}
    return None


def _parts(items: list[Any]) -> list[Any]:
    """The content of the messages among the output's items, without its reasoning items."""
    messages = (item for item in items if isinstance(item, dict) and item.get("type") == "message")
    contents = (message.get("content") for message in messages)
    return [part for content in contents if isinstance(content, list) for part in content]


def _finish_reason(response: Mapping[str, Any]) -> object:
    details = response.get("incomplete_details")
    if isinstance(details, dict) and details.get("reason"):
        return details["reason"]
    return "stop" if response.get("status") == "completed" else response.get("status")
