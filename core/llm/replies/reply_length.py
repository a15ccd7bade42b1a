"""Limit on the length of a reply that is read."""

from core.llm.errors import UnreadableReply

MOST_CHARACTERS = 400_000
"""Longest reply that is read: four times what the largest output limits allow in English."""


def require_readable_length(raw: str) -> None:
    """Raise UnreadableReply if the reply is longer: an endpoint may send anything, and reading it
    blocks every other item of the worker.
    """
    if len(raw) > MOST_CHARACTERS:
        raise UnreadableReply(
            "The reply has {length} characters; only replies of up to {most} are read. It is "
            "stored unchanged. Lower max_output_tokens, or choose another model.",
            raw=raw,
            length=len(raw),
            most=MOST_CHARACTERS,
        )
