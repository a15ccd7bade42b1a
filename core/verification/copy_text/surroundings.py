"""The text around a span, in which rules look for words that cancel a claim."""

import re
from typing import NamedTuple

from core.verification.findings import CharRange


class Surroundings(NamedTuple):
    """A limited number of characters before and after a span, so that checks take constant time."""

    before: str
    after: str

    def within(self, end: re.Pattern[str]) -> "Surroundings":
        """Only the part in the same sentence or clause; `end` matches the end of one."""
        stops = list(end.finditer(self.before))
        stop = end.search(self.after)
        return Surroundings(
            self.before[stops[-1].end() :] if stops else self.before,
            self.after[: stop.start()] if stop else self.after,
        )


def surroundings_of(text: str, span: CharRange, near: int) -> Surroundings:
    """Up to `near` characters on either side of a span."""
    start, end = span
    return Surroundings(text[max(0, start - near) : start], text[end : end + near])
