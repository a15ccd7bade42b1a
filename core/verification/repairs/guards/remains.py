"""A copy after something was cut out of it, beside the copy before."""

import re
from dataclasses import dataclass
from functools import cached_property

from core.verification.copy_text.copy_clauses import Clause, CopyParts
from core.verification.copy_text.text_measures import has_han


@dataclass(frozen=True)
class Remains:
    """A copy after a cut, and before it. `tapped`: a tap on it answers it."""

    text: str
    before: str
    tapped: bool = False

    @cached_property
    def body(self) -> str:
        return CopyParts.of(self.text).body

    @cached_property
    def han(self) -> bool:
        return has_han(self.body)

    @cached_property
    def old(self) -> tuple[Clause, ...]:
        return tuple(clause for clause in CopyParts.of(self.before).clauses if clause.text.strip())

    @cached_property
    def kept(self) -> tuple[str, ...]:
        clauses = CopyParts.of(self.text).clauses
        return tuple(clause.text.strip() for clause in clauses if clause.text.strip())

    @cached_property
    def gone(self) -> str:
        """The clauses that are not in the text any more, a line each."""
        kept = set(map(_bare, self.kept))
        return "\n".join(
            clause.text.strip() for clause in self.old if _bare(clause.text) not in kept
        )

    @cached_property
    def places(self) -> tuple[int | None, ...]:
        """For each clause kept, its number among the old ones; None for one that was rewritten."""
        numbers = {_bare(clause.text): n for n, clause in enumerate(self.old)}
        return tuple(numbers.get(_bare(clause)) for clause in self.kept)

    @cached_property
    def previous(self) -> tuple[int, ...]:
        """For each clause kept, the old number of the one that now stands before it; -1: none."""
        found, last = [], -1
        for place in self.places:
            found.append(last)
            last = place if place is not None else min(last + 1, len(self.old) - 1)
        return (*found, last)

    def follows(self, n: int) -> bool:
        """Whether the clause stands where it stood, right after the same one."""
        return self.places[n] == self.previous[n] + 1

    def begins_a_sentence(self, n: int) -> bool:
        place = self.places[n]
        return place is not None and (place == 0 or self.old[place - 1].ends_sentence)

    def goes_on(self, n: int) -> bool:
        """Whether what came after the clause still does, or its sentence ended with it."""
        place = self.places[n]
        if place is None or self.old[place].ends_sentence:
            return True
        if n + 1 < len(self.kept):
            return self.places[n + 1] == place + 1
        return place + 1 == len(self.old)


def _bare(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold()
