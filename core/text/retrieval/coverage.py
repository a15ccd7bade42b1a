"""How much of a question a passage speaks of (reading 28)."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from core.text.normalise import normal_form
from core.text.retrieval.index_terms import query_parts

ALONE = 0.5
"""What a Chinese character counts that stands in the passage beside other characters."""


def rarity(passages: int, of: int) -> float:
    """BM25's IDF, never negative: `passages` of the library's `of` hold the term."""
    return math.log1p((of - passages + 0.5) / (passages + 0.5))


@dataclass(frozen=True)
class Coverage:
    """Of one question: its words and Chinese characters, each with what it weighs and the terms by
    which the index knows it.
    """

    parts: Mapping[str, tuple[float, frozenset[str]]]

    @classmethod
    def from_query(cls, query: str, known: Mapping[str, int], passages: int) -> "Coverage":
        """`known` says in how many passages each term stands. A term that stands in none is as rare
        as one of a single passage; of a character's pairs those that stand nowhere say nothing,
        unless all do.
        """
        weighed = {}
        for part, terms in query_parts(query).items():
            there = [term for term in terms if term in known] or list(terms)
            weight = sum(rarity(known.get(term, 1), passages) for term in there) / len(there)
            weighed[part] = (weight, terms)
        return cls(weighed)

    def share(self, text: str, terms: Collection[str]) -> float:
        """0 to 1: what of the question's weight stands in a passage with these terms."""
        normal = normal_form(text)
        whole = held = 0.0
        for part, (weight, pairs) in self.parts.items():
            whole += weight
            if not pairs.isdisjoint(terms):
                held += weight
            elif len(part) == 1 and part in normal:
                held += ALONE * weight
        return held / whole if whole else 0.0
