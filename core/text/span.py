"""Ranges of characters in a text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True, init=False)
class Span:
    """Half-open range of characters [start, end) in the original text.

    Raises ValueError unless 0 <= start <= end.
    """

    start: int
    end: int

    # Written by hand for speed, since many spans are made: the dataclass's own `__init__` with a
    # `__post_init__` takes three times as long.
    def __init__(self, start: int, end: int) -> None:
        if not 0 <= start <= end:
            raise ValueError(f"not a span: [{start}, {end})")
        _set_start(self, start)
        _set_end(self, end)

    def __len__(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        """Return the characters of `text` that it covers."""
        return text[self.start : self.end]


# The setters of the slots, since a frozen instance refuses assignment.
_set_start = Span.__dict__["start"].__set__
_set_end = Span.__dict__["end"].__set__
