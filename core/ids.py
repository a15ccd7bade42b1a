"""The number of a row, as addresses and commands name it."""

LARGEST = 2**31 - 1
"""Of an id in either database: what is larger names nothing, and PostgreSQL will not compare it."""


def read_id(said: str) -> int | None:
    """None for what is no number, or larger than any id."""
    if not said.isdecimal() or len(said) > len(str(LARGEST)) or int(said) > LARGEST:
        return None
    return int(said)
