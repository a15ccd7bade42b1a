"""What a sentence says in terms and numbers, and how much of it stands somewhere."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from core.text.language.units import HAN, is_han, stem, units
from core.text.matching.terms import Terms, TermVocabulary
from core.text.normalise import normal_form

_PAIR, _SINGLE_HAN, _SINGLE = 1.0, 0.5, 1.0
_NO_NUMBER = ("一", "one")


_WHAT = re.compile(f" ?(?:([{HAN}])|([a-z]{{3,}}))")


def numbers_in(text: str) -> dict[str, str]:
    """Numbers by value, as they are written; a lone 一 or "one" counts nothing (一直, no one)."""
    found: dict[str, str] = {}
    for number, shown, _ in _numbers(normal_form(text)):
        found.setdefault(number, shown)
    if found.get("#1") in _NO_NUMBER:
        del found["#1"]
    return found


def counts_in(text: str) -> dict[str, dict[str, str]]:
    """What is counted -> its numbers by value, as they are written with it: 口, souls."""
    found: dict[str, dict[str, str]] = {}
    normal = normal_form(text)
    for number, shown, end in _numbers(normal):
        what = _WHAT.match(normal, end)
        if what and (counted := what[1] or stem(what[2])):
            found.setdefault(counted, {})[number] = f"{shown}{what[0]}"
    return found


def _numbers(normal: str) -> Iterator[tuple[str, str, int]]:
    vocabulary = TermVocabulary()
    terms = Terms.from_text(normal, vocabulary)
    for id_, start, end in zip(terms.ids, terms.starts, terms.ends, strict=True):
        if id_ >= 0x110000 and (name := vocabulary.name(int(id_)))[0] == "#":
            yield name, normal[start:end], int(end)


def weighed_terms(text: str) -> dict[object, float]:
    """Units and neighbouring pairs of Chinese ones, with what each counts."""
    sequence = [unit for unit, _ in units(normal_form(text))]
    found: dict[object, float] = {
        unit: _SINGLE_HAN if is_han(unit) else _SINGLE for unit in sequence
    }
    found |= {pair: _PAIR for pair in pairwise(sequence) if is_han(pair[0]) and is_han(pair[1])}
    return found


def supported_share(terms: Mapping[object, float], there: Iterable[object]) -> float:
    held = set(there)
    whole = sum(terms.values())
    return sum(value for term, value in terms.items() if term in held) / whole if whole else 0.0
