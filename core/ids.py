"""Ids of rows in addresses and commands."""

LARGEST = 2**31 - 1
"""Largest id of either database; PostgreSQL refuses to compare a larger number."""


def read_id(text: str) -> int | None:
    """The id in a text; None if it is not a number or larger than LARGEST."""
    if not text.isdecimal() or len(text) > len(str(LARGEST)) or int(text) > LARGEST:
        return None
    return int(text)
