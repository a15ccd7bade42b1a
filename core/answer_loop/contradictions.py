"""Plain contradictions inside an answer (source 004, 合理性): two sentences that differ in a value
or a negation only. Paraphrased contradictions are not found.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from core.text.language.units import units
from core.text.matching.content import DifferenceKind, differences
from core.text.normalise import normal_form

_SHORTEST = 2
"""Units that two sentences must share to be about one thing."""

MOST_COMPARED = 100
"""Sentences of an answer that are compared; each pair costs about 0.1 ms."""


class Contradiction(NamedTuple):
    """`sentence` comes after the one it stands `against`."""

    sentence: str
    against: str


def contradictions(sentences: Sequence[str]) -> Iterator[Contradiction]:
    """Pairs that differ in one number or negation and in nothing else; with more differences they
    are about two things. Only the first MOST_COMPARED sentences are compared.
    """
    compared = islice(dict.fromkeys(sentences), MOST_COMPARED)
    normal_forms = [(sentence, normal_form(sentence)) for sentence in compared]
    forms = [(sentence, normal, _units(normal)) for sentence, normal in normal_forms]
    for (earlier, normal, units_of_earlier), (later, normal_later, units_of_later) in combinations(
        forms, 2
    ):
        if len(units_of_earlier & units_of_later) < _SHORTEST:
            continue
        kinds = [difference.kind for difference in differences(normal_later, normal)]
        changes = [kind for kind in kinds if kind is not DifferenceKind.SPELLING]
        if changes in ([DifferenceKind.NUMBER], [DifferenceKind.NEGATION]):
            yield Contradiction(later, earlier)


def _units(text: str) -> frozenset[str]:
    return frozenset(unit for unit, _ in units(text))
