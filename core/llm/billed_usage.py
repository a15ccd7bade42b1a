"""What an endpoint says it billed, as far as that can be true; the rest is estimated."""

import math
from collections.abc import Mapping
from typing import Any

from core.llm.client import Prompt, Usage
from core.llm.limits import estimated_tokens
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

_MOST = 100_000_000
"""Tokens of one call that no model bills."""
_AROUND = 20_000
"""Tokens that an endpoint may add to a prompt: its own system prompt, tools, thoughts."""
_FEWEST, _FEWEST_BYTES = 16, 2_000
"""A request of so many bytes has more tokens than this."""

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
"""Characters of one token, more than any tokeniser has on average; Chinese ones have fewer."""


def read_usage(usage: object, sent_bytes: int, reply: str) -> Usage:
    """The tokens of a call that sent so many bytes. Missing, negative or absurd fields count as
    unsaid, and what is unsaid is estimated from what was sent and what came back, so that a cap
    holds; where `sent_bytes` is 0 nothing is estimated.

    Anthropic's own fields count cached tokens apart, DeepSeek's name them otherwise.
    """
    fields = usage if isinstance(usage, Mapping) else {}
    prompt = _first(fields, _PROMPT)
    cached = _first(fields, _CACHED) or _of_details(fields) or 0
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
    """Whether far fewer tokens were billed than the prompt can have: the endpoint dropped a part of
    it without saying so (Ollama, with a context of a few thousand tokens).
    """
    if not usage.prompt_tokens or usage.estimated_calls:
        return False
    return usage.prompt_tokens < fewest_tokens("".join(said.content for said in prompt.messages))


def has_filled_window(usage: object, output_limit: int | None) -> bool:
    """Whether a reply that was cut off had fewer tokens than it was allowed: then the window was
    full (llama.cpp, with a prompt that just fits it). Unsaid unless prompt and reply are all that
    was billed: thoughts that are counted apart use up the limit, too.
    """
    fields = usage if isinstance(usage, Mapping) else {}
    named = ("prompt_tokens", "completion_tokens", "total_tokens")
    prompt, reply, total = (_count(fields.get(name)) for name in named)
    if output_limit is None or not prompt or reply is None or total != prompt + reply:
        return False
    return reply < output_limit


def fewest_tokens(text: str) -> int:
    """Fewer than any tokeniser makes of a text."""
    ascii_chars = len(text.encode("ascii", "ignore"))
    return int(ascii_chars / _PER_TOKEN + (len(text) - ascii_chars) / _PER_TOKEN_HAN)


def _is_possible(prompt: int, sent_bytes: int) -> bool:
    few = prompt < _FEWEST and sent_bytes > _FEWEST_BYTES
    return not few and prompt <= sent_bytes + _AROUND


def _first(fields: Mapping[str, Any], names: tuple[str, ...]) -> int | None:
    counts = (_count(fields.get(name)) for name in names)
    return next((count for count in counts if count), None)


def _of_details(fields: Mapping[str, Any]) -> int | None:
    for name in _DETAILS:
        details = fields.get(name)
        if isinstance(details, Mapping) and (cached := _first(details, _CACHED)):
            return cached
    return None


def _count(value: object) -> int | None:
    """A number of tokens, None for what cannot be one."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return int(value) if 0 <= value <= _MOST else None


def _tokens_of(reply: str) -> int:
    return estimated_tokens(len(reply.encode("utf-8", "replace")))
