"""Plain contradictions inside an answer (source 004, 合理性): two sentences that differ in a value
or a negation only. Paraphrased contradictions are not found.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.text import DifferenceKind, normal_form
from core.text.language import content_units
from core.text.matching import differences

_FEWEST_SHARED = 2
"""The fewest units shared by two sentences that are about the same thing."""

_FARTHEST = 24
"""Units that only one of two sentences has: with more they differ in more than a value."""

_NEAREST = 8
"""Earlier sentences that each is compared with, those that differ least; a pair costs 0.1 ms."""

MOST_COMPARED = 100
"""The most sentences of an answer that are compared."""

MOST_CHARACTERS = 30_000
"""The most characters of the sentences that are compared."""


class Contradiction(NamedTuple):
    """A sentence and the earlier one that it contradicts (`against`)."""

    sentence: str
    against: str


class _Compared(NamedTuple):
    sentence: str
    normal: str
    units: frozenset[str]


def contradictions(sentences: Sequence[str]) -> Iterator[Contradiction]:
    """Yield pairs that differ in one number or negation and nothing else but spelling; with more
    differences they are about different things. What is `uncompared` is in no pair.
    """
    distinct = list(dict.fromkeys(sentences))
    earlier: list[_Compared] = []
    for sentence in distinct[: _count_compared(distinct)]:
        normal = normal_form(sentence)
        later = _Compared(sentence, normal, frozenset(unit for unit, _ in content_units(normal)))
        for near in _nearest(later, earlier):
            kinds = [difference.kind for difference in differences(normal, near.normal)]
            changes = [kind for kind in kinds if kind is not DifferenceKind.SPELLING]
            if changes in ([DifferenceKind.NUMBER], [DifferenceKind.NEGATION]):
                yield Contradiction(sentence, near.sentence)
        earlier.append(later)


def uncompared(sentences: Sequence[str]) -> Sequence[str]:
    """Return the sentences at the end of a long answer that are compared with no other."""
    distinct = list(dict.fromkeys(sentences))
    return distinct[_count_compared(distinct) :]


def _count_compared(distinct: Sequence[str]) -> int:
    characters = 0
    for number, sentence in enumerate(distinct[:MOST_COMPARED]):
        characters += len(sentence)
        if characters > MOST_CHARACTERS and len(distinct) > 1:
            return number
    return min(len(distinct), MOST_COMPARED)


def _nearest(later: _Compared, earlier: Sequence[_Compared]) -> Sequence[_Compared]:
    """Return the earlier sentences that differ least from it, in the order of the answer."""
    distances = {
        index: len(later.units ^ other.units)
        for index, other in enumerate(earlier)
        if len(later.units & other.units) >= _FEWEST_SHARED
    }
    near = [index for index, distance in distances.items() if distance <= _FARTHEST]
    nearest = sorted(near, key=distances.__getitem__)[:_NEAREST]
    return [earlier[index] for index in sorted(nearest)]
