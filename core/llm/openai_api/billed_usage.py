"""Billed tokens as an endpoint reports them; missing or impossible counts are estimated."""

import math
from collections.abc import Mapping
from typing import Any

from core.llm.client import Prompt, Usage
from core.llm.token_counts import estimated_tokens
from core.locale import N_

PROMPT_CUT = "prompt_cut"
PROMPT_CUT_SENTENCE = N_(
    "The endpoint billed far fewer tokens than the prompt has, so it dropped part of the text. "
    "Raise the server's context length."
)
USAGE_UNKNOWN = "usage_unknown"
USAGE_UNKNOWN_SENTENCE = N_(
    "The endpoint does not report billed tokens: an estimate counts towards the cap."
)

_MOST_TOKENS = 100_000_000
"""A token count above this is absurd: no model bills so much for one call."""
_MOST_ADDED = 20_000
"""Tokens that an endpoint may add to a prompt: its own system prompt, tools, thoughts."""
_FEWEST_TOKENS, _FEWEST_BYTES = 16, 2_000
"""A request of more than _FEWEST_BYTES bytes has at least _FEWEST_TOKENS tokens."""

_PROMPT = ("prompt_tokens", "input_tokens", "promptTokenCount", "prompt_eval_count")
_REPLY = ("completion_tokens", "output_tokens", "candidatesTokenCount", "eval_count")
_CACHED = (
    "cached_tokens",
    "prompt_cache_hit_tokens",
    "cache_read_input_tokens",
    "cachedContentTokenCount",
    "cached_prompt_tokens",
)
_DETAILS = ("prompt_tokens_details", "input_tokens_details")

_PER_TOKEN, _PER_TOKEN_HAN = 6.0, 2.5
"""Characters per token, ASCII and other, above any tokeniser's average: counts come out too low."""


def read_usage(usage: object, sent_bytes: int, reply: str) -> Usage:
    """Tokens billed for a call of `sent_bytes` request bytes.

    Missing, negative or absurd counts are estimated from the request's size and the reply, so that
    caps hold; nothing is estimated if `sent_bytes` is 0. Anthropic's own fields count cached tokens
    apart, DeepSeek's have another name for them.
    """
    fields = usage if isinstance(usage, Mapping) else {}
    prompt = _first(fields, _PROMPT)
    cached = _first(fields, _CACHED) or _cached_in_details(fields) or 0
    if prompt is not None and "prompt_tokens" not in fields and "input_tokens" in fields:
        prompt += cached + (_count(fields.get("cache_creation_input_tokens")) or 0)
    elif prompt is not None and cached > prompt:
        prompt += cached
    completion = _first(fields, _REPLY)
    if not sent_bytes:
        return Usage(prompt or 0, completion or 0, min(cached, prompt or 0))
    completion = _tokens_of(reply) if completion is None else completion
    if prompt is None or not _is_possible(prompt, sent_bytes):
        return Usage(estimated_tokens(sent_bytes), completion, 0, estimated_calls=1)
    return Usage(prompt, completion, min(cached, prompt))


def is_cut(prompt: Prompt, usage: Usage) -> bool:
    """Whether fewer tokens were billed than the prompt can have: the endpoint dropped a part of it
    without saying so (Ollama, with a context of a few thousand tokens).
    """
    if not usage.prompt_tokens or usage.estimated_calls:
        return False
    return usage.prompt_tokens < fewest_tokens(
        "".join(message.content for message in prompt.messages)
    )


def has_filled_window(usage: object, output_limit: int | None) -> bool:
    """Whether a cut-off reply has fewer tokens than `output_limit`, so the context window was full
    (llama.cpp, with a prompt that just fits it).

    False unless prompt and reply make up the total: reasoning that is counted apart uses up the
    limit, too.
    """
    fields = usage if isinstance(usage, Mapping) else {}
    named = ("prompt_tokens", "completion_tokens", "total_tokens")
    prompt, reply, total = (_count(fields.get(name)) for name in named)
    if output_limit is None or not prompt or reply is None or total != prompt + reply:
        return False
    return reply < output_limit


def fewest_tokens(text: str) -> int:
    """A lower bound of a text's tokens, whatever the tokeniser."""
    ascii_chars = len(text.encode("ascii", "ignore"))
    return int(ascii_chars / _PER_TOKEN + (len(text) - ascii_chars) / _PER_TOKEN_HAN)


def _is_possible(prompt: int, sent_bytes: int) -> bool:
    too_few = prompt < _FEWEST_TOKENS and sent_bytes > _FEWEST_BYTES
    return not too_few and prompt <= sent_bytes + _MOST_ADDED


def _first(fields: Mapping[str, Any], names: tuple[str, ...]) -> int | None:
    counts = (_count(fields.get(name)) for name in names)
    return next((count for count in counts if count), None)


def _cached_in_details(fields: Mapping[str, Any]) -> int | None:
    for name in _DETAILS:
        details = fields.get(name)
        if isinstance(details, Mapping) and (cached := _first(details, _CACHED)):
            return cached
    return None


def _count(value: object) -> int | None:
    """The value as a token count; None if it cannot be one."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return int(value) if 0 <= value <= _MOST_TOKENS else None


def _tokens_of(reply: str) -> int:
    return estimated_tokens(len(reply.encode("utf-8", "replace")))
