"""Extract the weighted terms and the numbers of a sentence, and compare them with a text."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from core.text import normal_form
from core.text.language import content_units, is_han, stem
from core.text.language.units import HAN
from core.text.matching import Terms, TermVocabulary

_PAIR, _SINGLE_HAN, _SINGLE = 1.0, 0.5, 1.0
_NO_NUMBER = ("一", "one")


_COUNTED_WORD = re.compile(f" ?(?:([{HAN}])|([a-z]{{3,}}))")


def numbers_in(text: str) -> dict[str, str]:
    """Return numbers by value, as they are written; a lone 一 or "one" is none (一直, no one)."""
    numbers: dict[str, str] = {}
    for number, written, _ in _numbers(normal_form(text)):
        numbers.setdefault(number, written)
    if numbers.get("#1") in _NO_NUMBER:
        del numbers["#1"]
    return numbers


def counts_in(text: str) -> dict[str, dict[str, str]]:
    """Return what is counted (口, soul) -> its numbers by value, as written with the word."""
    counts: dict[str, dict[str, str]] = {}
    normal = normal_form(text)
    for number, written, end in _numbers(normal):
        word = _COUNTED_WORD.match(normal, end)
        if word and (counted := word[1] or stem(word[2])):
            counts.setdefault(counted, {})[number] = f"{written}{word[0]}"
    return counts


def _numbers(normal: str) -> Iterator[tuple[str, str, int]]:
    vocabulary = TermVocabulary()
    terms = Terms.from_text(normal, vocabulary)
    for id_, start, end in zip(terms.ids, terms.starts, terms.ends, strict=True):
        if id_ >= 0x110000 and (name := vocabulary.name(int(id_)))[0] == "#":
            yield name, normal[start:end], int(end)


def weighed_terms(text: str) -> dict[object, float]:
    """Return units and pairs of neighbouring Chinese characters, with their weights."""
    sequence = [unit for unit, _ in content_units(normal_form(text))]
    weights: dict[object, float] = {
        unit: _SINGLE_HAN if is_han(unit) else _SINGLE for unit in sequence
    }
    weights |= {pair: _PAIR for pair in pairwise(sequence) if is_han(pair[0]) and is_han(pair[1])}
    return weights


def supported_share(terms: Mapping[object, float], passage_terms: Iterable[object]) -> float:
    """Return the weighted share of the terms that the passage has, in [0, 1]."""
    present = set(passage_terms)
    total = sum(terms.values())
    return (
        sum(weight for term, weight in terms.items() if term in present) / total if total else 0.0
    )
