"""How much of a question a passage covers (reading 28)."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from core.text.normalise import normal_form
from core.text.retrieval.search_terms import query_parts

ALONE = 0.5
"""Share of its weight for a Chinese character that is in the passage beside other characters."""


def rarity(passages: int, of: int) -> float:
    """BM25's IDF of a term in `passages` of the library's `of` passages; never negative."""
    return math.log1p((of - passages + 0.5) / (passages + 0.5))


@dataclass(frozen=True)
class Coverage:
    """The words and Chinese characters of a question, each with its weight and index terms."""

    parts: Mapping[str, tuple[float, frozenset[str]]]

    @classmethod
    def from_query(cls, query: str, counts: Mapping[str, int], passages: int) -> "Coverage":
        """Weigh the parts of a question; `counts` is the number of passages that hold each term.

        A term of no passage weighs as one of a single passage. The weight of a character is the
        mean over its pairs, without pairs of no passage unless all are such.
        """
        weighed = {}
        for part, terms in query_parts(query).items():
            present = [term for term in terms if term in counts] or list(terms)
            weight = sum(rarity(counts.get(term, 1), passages) for term in present) / len(present)
            weighed[part] = (weight, terms)
        return cls(weighed)

    def share(self, text: str, terms: Collection[str]) -> float:
        """Share, 0 to 1, of the question's weight that a passage with these terms covers."""
        normal = normal_form(text)
        total = covered = 0.0
        for part, (weight, pairs) in self.parts.items():
            total += weight
            if not pairs.isdisjoint(terms):
                covered += weight
            elif len(part) == 1 and part in normal:
                covered += ALONE * weight
        return covered / total if total else 0.0
