"""Plain contradictions inside an answer (source 004, 合理性): two sentences that differ in a value
or a negation only. Paraphrased contradictions are not found.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from core.text.language.units import units
from core.text.matching.content import DifferenceKind, differences
from core.text.normalise import normal_form

_FEWEST_SHARED = 2
"""The fewest units shared by two sentences that are about the same thing."""

MOST_COMPARED = 100
"""The most sentences of an answer that are compared; each pair costs about 0.1 ms."""


class Contradiction(NamedTuple):
    """A sentence and the earlier one that it contradicts (`against`)."""

    sentence: str
    against: str


def contradictions(sentences: Sequence[str]) -> Iterator[Contradiction]:
    """Yield pairs that differ in one number or negation and nothing else but spelling; with more
    differences they are about different things. Only the first MOST_COMPARED sentences count.
    """
    compared = islice(dict.fromkeys(sentences), MOST_COMPARED)
    normal_forms = [(sentence, normal_form(sentence)) for sentence in compared]
    forms = [(sentence, normal, _units(normal)) for sentence, normal in normal_forms]
    for (earlier, normal, units_of_earlier), (later, normal_later, units_of_later) in combinations(
        forms, 2
    ):
        if len(units_of_earlier & units_of_later) < _FEWEST_SHARED:
            continue
        kinds = [difference.kind for difference in differences(normal_later, normal)]
        changes = [kind for kind in kinds if kind is not DifferenceKind.SPELLING]
        if changes in ([DifferenceKind.NUMBER], [DifferenceKind.NEGATION]):
            yield Contradiction(later, earlier)


def _units(text: str) -> frozenset[str]:
    return frozenset(unit for unit, _ in units(text))
