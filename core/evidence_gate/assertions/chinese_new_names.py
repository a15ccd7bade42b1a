"""Find names in a Chinese sentence that are in none of the reference texts (source 002, P3).

Chinese has no capitals: names are recognised by their form (`chinese_name_forms`), and one is new
if a character of it forms no pair with a neighbour that the texts have too.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from core.evidence_gate.assertions.chinese_name_forms import (
    NameForm,
    may_have_two_characters,
    persons,
    places,
    surname_of,
)
from core.text.language import simplified_table
from core.text.language.scripts import HAN

_SEPARATE = re.compile(f"[^{HAN}·]+")
_BAR = "|"


class _Texts(NamedTuple):
    """The reference texts. `written`: their Chinese characters alone, simplified. `pairs`: all
    pairs of neighbouring characters, with a bar for anything else. `people`: names of people in
    them.
    """

    written: str
    pairs: frozenset[str]
    people: frozenset[str]


@lru_cache(maxsize=64)
def _read(text: str) -> _Texts:
    simplified = text.translate(simplified_table())
    marked = _SEPARATE.sub(_BAR, f" {simplified} ")
    pairs = frozenset(first + second for first, second in pairwise(marked))
    people = frozenset(form.name for form in persons(simplified) if len(form.name) > 1)
    return _Texts(marked.replace(_BAR, ""), pairs, people)


def new_chinese_names(sentence: str, text: str) -> list[str]:
    """Return the new names in simplified characters, without repeats."""
    marked, texts = _SEPARATE.sub(_BAR, f" {sentence.translate(simplified_table())} "), _read(text)
    new = set(_new_positions(marked, texts.pairs))
    new_names = [form.name for form in persons(marked) if not _is_known_person(form, new, texts)]
    new_names += [form.name for form in places(marked) if not _is_known_place(form, new, texts)]
    return _without_parts(dict.fromkeys(new_names))


def _without_parts(names: Iterable[str]) -> list[str]:
    """The names that are in none before them."""
    parts, whole = set[str](), []
    for name in names:
        if name not in parts:
            whole.append(name)
        parts.update(name[start:end] for start, end in combinations(range(len(name) + 1), 2))
    return whole


def _is_known_person(form: NameForm, new_positions: set[int], texts: _Texts) -> bool:
    name = form.name
    surname = surname_of(name)
    if name == surname:
        family = f"{name}.?[氏家姓族公老二]|姓{name}"
        return bool(re.search(family, texts.written)) or any(
            person.startswith(name) for person in texts.people
        )
    if name in texts.written or new_positions.isdisjoint(range(form.start, form.end)):
        return True
    given = name[len(surname) :]
    if not (surname and given):
        return False
    # Surname and given name may occur apart; or the form took a following character for the name.
    occurs_apart = surname in texts.written and given in texts.written and len(given) > 1
    return occurs_apart or name[: len(surname) + 1] in texts.written


def _is_known_place(form: NameForm, new_positions: set[int], texts: _Texts) -> bool:
    shortest = 2 if may_have_two_characters(form.kind) else 3
    if any(form.name[start:] in texts.written for start in range(len(form.name) - shortest + 1)):
        return True
    return form.name in texts.written or new_positions.isdisjoint(range(form.start, form.end - 1))


def _new_positions(sentence: str, pairs: frozenset[str]) -> Iterator[int]:
    """Yield the positions of characters that form no known pair with a neighbour."""
    for position in range(1, len(sentence) - 1):
        if sentence[position] != _BAR and pairs.isdisjoint(
            (sentence[position - 1 : position + 1], sentence[position : position + 2])
        ):
            yield position
