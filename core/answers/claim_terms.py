"""What a sentence says in terms and numbers, and how much of it stands somewhere."""

from collections.abc import Iterable, Mapping
from itertools import pairwise

from core.text.normalise import normal_form
from core.text.terms import Terms, Vocabulary
from core.text.units import is_han, units

_PAIR, _SINGLE_HAN, _SINGLE = 1.0, 0.5, 1.0
_NO_NUMBER = ("一", "one")


def numbers_in(text: str) -> dict[str, str]:
    """Numbers by value, as they are written; a lone 一 or "one" counts nothing (一直, no one)."""
    normal, vocabulary = normal_form(text), Vocabulary()
    terms = Terms.of(normal, vocabulary)
    found: dict[str, str] = {}
    for id_, start, end in zip(terms.ids, terms.starts, terms.ends, strict=True):
        if id_ >= 0x110000 and (name := vocabulary.name(int(id_)))[0] == "#":
            found.setdefault(name, normal[start:end])
    if found.get("#1") in _NO_NUMBER:
        del found["#1"]
    return found


def weighed_terms(text: str) -> dict[object, float]:
    """Units and neighbouring pairs of Chinese ones, with what each counts."""
    sequence = [unit for unit, _ in units(normal_form(text))]
    found: dict[object, float] = {
        unit: _SINGLE_HAN if is_han(unit) else _SINGLE for unit in sequence
    }
    found |= {pair: _PAIR for pair in pairwise(sequence) if is_han(pair[0]) and is_han(pair[1])}
    return found


def held_share(terms: Mapping[object, float], there: Iterable[object]) -> float:
    held = set(there)
    whole = sum(terms.values())
    return sum(value for term, value in terms.items() if term in held) / whole if whole else 0.0
