"""What stands around a span: the guards of rules look for what takes a claim back."""

import re
from typing import NamedTuple

from core.verification.findings import Span


class Surroundings(NamedTuple):
    """A few characters before and after, so that a guard's work does not grow with the text."""

    before: str
    after: str

    def within(self, end: re.Pattern[str]) -> "Surroundings":
        """Those of the same sentence or clause, which a match of `end` parts from the next."""
        stops = list(end.finditer(self.before))
        stop = end.search(self.after)
        return Surroundings(
            self.before[stops[-1].end() :] if stops else self.before,
            self.after[: stop.start()] if stop else self.after,
        )


def around(text: str, span: Span, near: int) -> Surroundings:
    start, end = span
    return Surroundings(text[max(0, start - near) : start], text[end : end + near])
