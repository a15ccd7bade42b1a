"""Names in a Chinese sentence that stand in none of the texts it is held against (source 002, P3).

Chinese writes no capitals. A name is what has the form of one, and is new where no two characters
join it to the texts.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from core.evidence_gate.assertions.chinese_name_forms import (
    NameForm,
    held_with_two,
    persons,
    places,
    surname_of,
)
from core.text.language.scripts import HAN, simplified_table

_SEPARATE = re.compile(f"[^{HAN}·]+")
_BAR = "|"


class _Texts(NamedTuple):
    """`written` are the Chinese characters alone, in simplified form; `pairs` are of the characters
    with a bar wherever something else stands, and `people` those whose names have a form.
    """

    written: str
    pairs: frozenset[str]
    people: frozenset[str]


@lru_cache(maxsize=64)
def _read(text: str) -> _Texts:
    simplified = text.translate(simplified_table())
    marked = _SEPARATE.sub(_BAR, f" {simplified} ")
    pairs = frozenset(one + other for one, other in pairwise(marked))
    people = frozenset(form.name for form in persons(simplified) if len(form.name) > 1)
    return _Texts(marked.replace(_BAR, ""), pairs, people)


def new_chinese_names(sentence: str, text: str) -> list[str]:
    """Each once, as it stands in the sentence in simplified characters."""
    marked, there = _SEPARATE.sub(_BAR, f" {sentence.translate(simplified_table())} "), _read(text)
    new = set(_new_places(marked, there.pairs))
    found = [one.name for one in persons(marked) if not _person_stands(one, new, there)]
    found += [one.name for one in places(marked) if not _place_stands(one, new, there)]
    names = list(dict.fromkeys(found))
    return [one for at, one in enumerate(names) if not any(one in name for name in names[:at])]


def _person_stands(form: NameForm, new: set[int], there: _Texts) -> bool:
    name = form.name
    surname = surname_of(name)
    if name == surname:
        family = f"{name}.?[氏家姓族公老二]|姓{name}"
        return bool(re.search(family, there.written)) or any(
            one.startswith(name) for one in there.people
        )
    if name in there.written or new.isdisjoint(range(form.start, form.end)):
        return True
    given = name[len(surname) :]
    if not (surname and given):
        return False
    # With its surname from elsewhere, or with a character of what follows the name.
    known = surname in there.written and given in there.written and len(given) > 1
    return known or name[: len(surname) + 1] in there.written


def _place_stands(form: NameForm, new: set[int], there: _Texts) -> bool:
    shortest = 2 if held_with_two(form.kind) else 3
    if any(form.name[at:] in there.written for at in range(len(form.name) - shortest + 1)):
        return True
    return form.name in there.written or new.isdisjoint(range(form.start, form.end - 1))


def _new_places(sentence: str, pairs: frozenset[str]) -> Iterator[int]:
    """Where characters stand that neither neighbour joins to a pair of the texts."""
    for at in range(1, len(sentence) - 1):
        if sentence[at] != _BAR and pairs.isdisjoint(
            (sentence[at - 1 : at + 1], sentence[at : at + 2])
        ):
            yield at
