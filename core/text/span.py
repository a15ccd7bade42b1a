"""Where something stands in a text."""

from dataclasses import dataclass

_set = object.__setattr__


@dataclass(frozen=True, slots=True, order=True, init=False)
class Span:
    """Half-open range of characters [start, end) in the original text; ValueError if it is none."""

    start: int
    end: int

    # Written out because so many are made: checked in `__post_init__` one takes twice as long.
    def __init__(self, start: int, end: int) -> None:
        if not 0 <= start <= end:
            raise ValueError(f"not a span: [{start}, {end})")
        _set(self, "start", start)
        _set(self, "end", end)

    def __len__(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        """The characters of `text` it covers."""
        return text[self.start : self.end]
