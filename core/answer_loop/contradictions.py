"""Plain contradictions inside an answer (source 004, 合理性): one sentence says again what another
says, with another value, or denies it. What is said in other words is not told.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from core.text.language.units import units
from core.text.matching.content import DifferenceKind, differences
from core.text.normalise import normal_form

_SHORTEST = 2
"""Units that two sentences share at least when they tell of one thing."""

MOST_COMPARED = 100
"""Sentences of an answer that are held against each other; each two cost about 0.1 ms."""


class Contradiction(NamedTuple):
    """`sentence` comes after the one it stands `against`."""

    sentence: str
    against: str


def contradictions(sentences: Sequence[str]) -> Iterator[Contradiction]:
    """Two that differ in a number or a denial and in nothing else; "the first" and "the second"
    beside other numbers tell of two things. Only the first MOST_COMPARED are looked at.
    """
    compared = islice(dict.fromkeys(sentences), MOST_COMPARED)
    compared_forms = [
        (sentence, normal := normal_form(sentence), _units(normal)) for sentence in compared
    ]
    for (earlier, normal, units_of_earlier), (later, normal_later, units_of_later) in combinations(
        compared_forms, 2
    ):
        if len(units_of_earlier & units_of_later) < _SHORTEST:
            continue
        changes = [
            difference
            for difference in differences(normal_later, normal)
            if difference.kind is not DifferenceKind.SPELLING
        ]
        if len(changes) == 1 and changes[0].kind in (
            DifferenceKind.NUMBER,
            DifferenceKind.NEGATION,
        ):
            yield Contradiction(later, earlier)


def _units(text: str) -> frozenset[str]:
    return frozenset(unit for unit, _ in units(text))
