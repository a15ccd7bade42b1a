"""A copy after a cut, compared clause by clause with the copy before."""

import re
from dataclasses import dataclass
from functools import cached_property

from core.verification.copy_text.copy_clauses import Clause, CopyParts
from core.verification.copy_text.text_measures import has_han


@dataclass(frozen=True)
class Remains:
    """A copy after a cut (`text`) and `before` it; `tapped`: readers answer it with a tap."""

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
        """Clauses of the old text that are not blank."""
        return tuple(clause for clause in CopyParts.of(self.before).clauses if clause.text.strip())

    @cached_property
    def new(self) -> tuple[str, ...]:
        """Clauses of the new text that are not blank, without their marks."""
        clauses = CopyParts.of(self.text).clauses
        return tuple(clause.text.strip() for clause in clauses if clause.text.strip())

    @cached_property
    def removed(self) -> str:
        """Old clauses that the new text lacks, one per line; case and marks do not count."""
        kept_texts = set(map(_bare, self.new))
        return "\n".join(
            clause.text.strip() for clause in self.old if _bare(clause.text) not in kept_texts
        )

    @cached_property
    def places(self) -> tuple[int | None, ...]:
        """For each new clause its index among the old ones; None for a rewritten clause."""
        numbers = {_bare(clause.text): n for n, clause in enumerate(self.old)}
        return tuple(numbers.get(_bare(clause)) for clause in self.new)

    @cached_property
    def previous(self) -> tuple[int, ...]:
        """For each new clause the old index of the one before it (-1: none), then the last clause's
        own.

        A rewritten clause counts as the one that followed its predecessor.
        """
        indices, last = [], -1
        for place in self.places:
            indices.append(last)
            last = place if place is not None else min(last + 1, len(self.old) - 1)
        return (*indices, last)

    def follows(self, n: int) -> bool:
        """Whether the clause still stands right after the one that it stood after."""
        return self.places[n] == self.previous[n] + 1

    def begins_a_sentence(self, n: int) -> bool:
        """Whether the clause began a sentence of the old text."""
        place = self.places[n]
        return place is not None and (place == 0 or self.old[place - 1].ends_sentence)

    def goes_on(self, n: int) -> bool:
        """Whether the clause ended its sentence or is still followed by the same clause.

        True for a rewritten clause.
        """
        place = self.places[n]
        if place is None or self.old[place].ends_sentence:
            return True
        if n + 1 < len(self.new):
            return self.places[n + 1] == place + 1
        return place + 1 == len(self.old)


def _bare(text: str) -> str:
    """The letters and digits of a text, without case."""
    return re.sub(r"\W+", "", text).casefold()
