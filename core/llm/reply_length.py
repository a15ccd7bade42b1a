"""How long a reply may be to be read at all."""

from core.llm.errors import UnreadableReply

MOST_CHARACTERS = 400_000
"""Of a reply that is read: four times what the largest output limits allow in English."""


def require_readable_length(raw: str) -> None:
    """Raises UnreadableReply for a longer one: an endpoint may send anything, and reading holds up
    every other item of the worker.
    """
    if len(raw) > MOST_CHARACTERS:
        raise UnreadableReply(
            "The reply has {length} characters; only replies of up to {most} are read. It is "
            "stored unchanged. Lower max_output_tokens, or choose another model.",
            raw=raw,
            length=len(raw),
            most=MOST_CHARACTERS,
        )
