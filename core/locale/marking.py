"""Marks a sentence where it is written; it is translated where it is shown."""


def N_(message: str) -> str:  # noqa: N802 - gettext's own name
    """Mark a sentence for extraction, and return it as it is."""
    return message
