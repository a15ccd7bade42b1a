"""Names in a Chinese sentence that stand in none of the texts it is held against (source 002, P3).

Chinese writes no capitals. New is what no two characters join to the texts; it is a name where it
has the form of one, or stands where the texts have a name.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from core.evidence_gate.assertions.chinese_name_forms import (
    DIRECTED,
    DIRECTIONS,
    NO_NAME,
    NameForm,
    held_with_two,
    passage_names,
    persons,
    places,
    surname_of,
)
from core.text.language.scripts import HAN, simplified_characters

_SEPARATE = re.compile(f"[^{HAN}·]+")
_BAR = "|"
_LONGEST_NEW = 4
_LEADS = "自从由于在至到往居迁是为叫以"
_SIMPLIFIED = {ord(old): new for old, new in simplified_characters().items()}


class _Texts(NamedTuple):
    """`written` are the Chinese characters alone, in simplified form; `marked` has a bar wherever
    something else stands, and `pairs` are of that.
    """

    written: str
    marked: str
    pairs: frozenset[str]
    people: frozenset[str]
    places: frozenset[str]


@lru_cache(maxsize=64)
def _read(text: str) -> _Texts:
    simplified = text.translate(_SIMPLIFIED)
    marked = _SEPARATE.sub(_BAR, f" {simplified} ")
    pairs = frozenset(one + other for one, other in pairwise(marked))
    return _Texts(marked.replace(_BAR, ""), marked, pairs, *passage_names(simplified))


def new_chinese_names(said: str, text: str) -> list[str]:
    """Each once, as it stands in the sentence in simplified characters."""
    sentence = _Sentence(said.translate(_SIMPLIFIED), _read(text))
    found, within = list[str](), set[str]()
    for name in (*sentence.by_form(), *sentence.in_place_of_a_name()):
        if name not in within:
            found.append(name)
            ends = range(1, len(name) + 1)
            within.update(name[start:end] for end in ends for start in range(end))
    return found


class _Sentence:
    def __init__(self, said: str, there: _Texts) -> None:
        self.said, self.there = _SEPARATE.sub(_BAR, f" {said} "), there
        self.new = set(_new_places(self.said, there.pairs))

    def by_form(self) -> Iterator[str]:
        for form in persons(self.said):
            if not self._person_stands(form):
                yield form.name
        for form in places(self.said):
            if not self._place_stands(form):
                yield form.name

    def _person_stands(self, form: NameForm) -> bool:
        name, written = form.name, self.there.written
        surname = surname_of(name)
        if name == surname:
            family = f"{name}.?[氏家姓族公老二]|姓{name}"
            people = self.there.people
            return bool(re.search(family, written)) or any(one.startswith(name) for one in people)
        if name in written or not any(at in self.new for at in range(form.start, form.end)):
            return True
        given = name[len(surname) :]
        if surname and given:
            # With its surname from elsewhere, or with a character of what follows the name.
            known = surname in written and given in written and len(given) > 1
            return known or name[: len(surname) + 1] in written
        return False

    def _place_stands(self, form: NameForm) -> bool:
        name, written = form.name, self.there.written
        shortest = 2 if held_with_two(form.kind) else 3
        if any(name[at:] in written for at in range(len(name) - shortest + 1)):
            return True
        return name in written or not any(at in self.new for at in range(form.start, form.end - 1))

    def in_place_of_a_name(self) -> Iterator[str]:
        unused = [name for name in self.there.people | self.there.places if name not in self.said]
        yield from self._another_direction()
        for name in sorted(self.there.people.intersection(unused)):
            yield from self._another_character(name)
        for start, end in self._pieces():
            found = self.said[start:end]
            for name in unused:
                if kept := self._kept(name, start, end):
                    yield kept
                elif end - start > 1 and self._stands_there(name, start, end):
                    yield found
            if 1 < end - start < _LONGEST_NEW and self._surname_replaces(start, end):
                yield found

    def _pieces(self) -> Iterator[tuple[int, int]]:
        """What is new and may be a name, without a word that leads to it."""
        for start, end in _runs(self.new):
            begin = start + (end - start > 1 and self.said[start] in _LEADS)
            if end - begin <= _LONGEST_NEW and not NO_NAME.search(self.said, begin, end):
                yield begin, end

    def _another_direction(self) -> Iterator[str]:
        """溪西 where the texts have 溪东 alone, 上坞 for 下坞."""
        for found in DIRECTED.finditer(self.said):
            name = found[0]
            others = next(each for each in DIRECTIONS if not {*each}.isdisjoint(name))
            at = 0 if name[0] in others else 1
            rest = name[1 - at]
            pairs = [(one + rest) if at == 0 else (rest + one) for one in others]
            there = [one for one in pairs if one in self.there.written]
            if there and name not in there and not any(one in self.said for one in there):
                yield name

    def _another_character(self, name: str) -> Iterator[str]:
        """文渊 for 文远."""
        # Where a surname and two characters end is not sure.
        for at in range(1, min(len(name), 2)):
            pattern = f"{re.escape(name[:at])}([{HAN}]){re.escape(name[at + 1 :])}"
            for found in re.finditer(pattern, self.said):
                if found.start(1) in self.new and not NO_NAME.search(found[1]):
                    yield found[0]

    def _kept(self, name: str, start: int, end: int) -> str:
        """What is new with the rest of a name, of two characters or more, behind it or in front of
        it: 龙尾堰 for 燕尾堰.
        """
        first, last = name[: start - end], name[end - start :]
        if len(last) > 1 and self.said.startswith(last, end):
            return self.said[start:end] + last
        if len(first) > 1 and name in self.there.places and self.said.endswith(first, 0, start):
            return first + self.said[start:end]
        return ""

    def _stands_there(self, name: str, start: int, end: int) -> bool:
        """Whether the texts have the name behind the same two characters or before them."""
        before, after = self.said[max(0, start - 2) : start], self.said[end : end + 2]
        there = self.there.marked
        return (len(before) > 1 and before + name in there) or (
            len(after) > 1 and name + after in there
        )

    def _surname_replaces(self, start: int, end: int) -> bool:
        """Whether what is new begins with a surname, where the texts have something as short."""
        before, after = self.said[max(0, start - 2) : start], self.said[end : end + 2]
        there = f"{re.escape(before)}[{HAN}]{{1,{_LONGEST_NEW}}}{re.escape(after)}"
        return bool(surname_of(self.said[start:end])) and bool(re.search(there, self.there.marked))


def _new_places(said: str, pairs: frozenset[str]) -> Iterator[int]:
    """Where characters stand that neither neighbour joins to a pair of the texts."""
    for at in range(1, len(said) - 1):
        if said[at] != _BAR and pairs.isdisjoint((said[at - 1 : at + 1], said[at : at + 2])):
            yield at


def _runs(places: set[int]) -> Iterator[tuple[int, int]]:
    start = None
    for at in sorted(places):
        start = at if start is None else start
        if at + 1 not in places:
            yield start, at + 1
            start = None
