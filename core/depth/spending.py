"""What a result took of a budget, whatever the endpoint says of it."""

from core.depth.results import ResultEntry
from core.llm import Usage
from core.llm.limits import estimated_tokens

USAGE_UNKNOWN = "usage_unknown"
"""The warning of a result whose reply came without a count of its tokens."""


def usage_of(entry: ResultEntry) -> Usage:
    """As billed; where the endpoint does not say what it billed, the planned prompt and the length
    of the reply, so that a cap holds there as well.
    """
    if entry.billed_prompt_tokens:
        return Usage(
            entry.billed_prompt_tokens,
            entry.completion_tokens or 0,
            int(entry.metrics.get("cached_tokens") or 0),
        )
    if USAGE_UNKNOWN in entry.warnings:
        reply = len((entry.raw_reply or "").encode("utf-8", "replace"))
        return Usage(entry.planned_prompt_tokens or 0, estimated_tokens(reply))
    return Usage()
