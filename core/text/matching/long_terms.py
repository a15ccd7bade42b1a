"""The words and numbers of a normalised text, each number by its value (see `Terms`)."""

import functools
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import add

from core.text.language.contractions import CONTRACTIONS
from core.text.language.numerals import CHINESE_NUMERALS, DIGITS, ENGLISH_NUMERALS, english_value
from core.text.language.quantities import quantities
from core.text.language.scripts import UNSPACED
from core.text.language.words import MINUS, TOKEN

# No part of a term tells from what stands beside it whether it is one: parts of a text have the
# terms of the whole. So 三点五十 is no decimal, for the sake of the 十, and 三点五刻 may be.
_NUMERAL = rf"[0-9.{CHINESE_NUMERALS}]*[0-9{CHINESE_NUMERALS}]"
_POINT = rf"点(?!一(?![0-9{DIGITS}万亿]))[0-9{DIGITS}]+[万亿]*(?![0-9.{CHINESE_NUMERALS}])"
_NUMBER = re.compile(
    rf"(?=[0-9.{MINUS}公西{CHINESE_NUMERALS}])(?:"
    rf"(?:[公西]元前?|零下|){MINUS}?{_NUMERAL}(?:分之{_NUMERAL}|)(?:{_POINT}|)[%‰]?"
    rf"|{MINUS}(?=[$€£¥₩]))"
)
_LONG = re.compile(rf"[^\W\d_{UNSPACED}]+|{_NUMBER.pattern}")
_BEGINS_NUMBER = frozenset(f"0123456789.公西零{MINUS}{CHINESE_NUMERALS}")
_IN_PARTS = frozenset({*ENGLISH_NUMERALS, *CONTRACTIONS})
"""Words that are part of a number, or several terms."""
_MINUS = re.compile("minus ")
_PERCENT = re.compile(r" (?:per ?cent(?!\w)|%)")

_Piece = tuple[int, int, str]
"""Where a term begins and ends, and its name."""
_Splice = tuple[int, int, Sequence[_Piece]]
"""Terms [first, last), and what takes their place."""


@dataclass(frozen=True)
class LongTerms:
    """Where each word and number begins and ends, in order, and its name: "#23" for a number."""

    starts: list[int]
    ends: list[int]
    names: list[str]

    @classmethod
    def from_text(cls, text: str) -> "LongTerms":
        # Two passes without match objects take half the time of one with them.
        words = _LONG.findall(text)
        lengths = list(map(len, words))
        first, *gaps = map(len, _LONG.split(text))
        starts = list(accumulate(map(add, lengths, gaps), initial=first))[:-1]
        found = cls(starts, list(map(add, starts, lengths)), words)
        known = set(words)
        values = {word: _number_name(word) for word in known if _is_number(word)}
        if values or not _IN_PARTS.isdisjoint(known):
            found = found._spliced(found._parts(values))
        if "minus " in text:
            found = found._spliced(found._with_minus(text))
        if " per" in text or " %" in text:
            found = found._spliced(found._with_percent(text))
        return found

    def _spliced(self, splices: Iterator[_Splice]) -> "LongTerms":
        """The terms with others in place of some; the splices are in order."""
        spliced, done = LongTerms([], [], []), 0
        for first, last, pieces in splices:
            spliced._take(self, done, first)
            for start, end, name in pieces:
                spliced.starts.append(start)
                spliced.ends.append(end)
                spliced.names.append(name)
            done = last
        spliced._take(self, done, len(self.names))
        return spliced

    def _take(self, other: "LongTerms", first: int, last: int) -> None:
        self.starts.extend(other.starts[first:last])
        self.ends.extend(other.ends[first:last])
        self.names.extend(other.names[first:last])

    def _parts(self, values: Mapping[str, str]) -> Iterator[_Splice]:
        """Numbers by their value, those in words made one, and contractions made several.

        A number that is one term already is named in place: in Chinese nearly every term is.
        """
        done = 0
        special = _IN_PARTS | values.keys()
        for first in [at for at, word in enumerate(self.names) if word in special]:
            word = self.names[first]
            if word in values:
                self.names[first] = values[word]
            elif word in CONTRACTIONS:
                yield first, first + 1, list(_parts_of(word, self.starts[first]))
            elif first >= done:
                done, numerals = self._number_in_words(first)
                start, end = self.starts[first], self.ends[done - 1]
                yield first, done, [(start, end, _spelled_name(*numerals))]

    def _number_in_words(self, first: int) -> tuple[int, list[str]]:
        """Where the number that begins there ends, and its numerals: "one hundred and five"."""
        spelled, last = [self.names[first]], first + 1
        while (at := self._next_numeral(last)) is not None:
            spelled.append(self.names[at])
            last = at + 1
        return last, spelled

    def _next_numeral(self, at: int) -> int | None:
        """Of a number that goes on at that term, or after an "and" there."""
        if self._follows(at) and self.names[at] == "and":
            at += 1
        return at if self._follows(at) and self.names[at] in ENGLISH_NUMERALS else None

    def _follows(self, at: int) -> bool:
        """Whether no more than a space stands between a term and the one before it."""
        return at < len(self.names) and self.starts[at] <= self.ends[at - 1] + 1

    def _with_minus(self, text: str) -> Iterator[_Splice]:
        for match in _MINUS.finditer(text):
            at = bisect_left(self.starts, match.end())
            if at < len(self.names) and self.starts[at] == match.end():
                number = self.names[at]
                if number[0] == "#" and at and self.names[at - 1] == "minus":
                    yield at - 1, at + 1, [(match.start(), self.ends[at], f"#-{number[1:]}")]

    def _with_percent(self, text: str) -> Iterator[_Splice]:
        for match in _PERCENT.finditer(text):
            at = bisect_left(self.starts, match.start()) - 1
            if at >= 0 and self.ends[at] == match.start() and self.names[at][0] == "#":
                last = bisect_left(self.starts, match.end())
                yield at, last, [(self.starts[at], match.end(), f"{self.names[at]}%")]


def _is_number(word: str) -> bool:
    return word[0] in _BEGINS_NUMBER and _NUMBER.match(word) is not None


@functools.lru_cache(maxsize=4096)
def _number_name(written: str) -> str:
    values = [found.value for found in quantities(TOKEN.findall(written))]
    return f"#{' '.join(values)}"


@functools.lru_cache(maxsize=4096)
def _spelled_name(*numerals: str) -> str:
    return f"#{english_value(numerals)}"


def _parts_of(contraction: str, start: int) -> Iterator[_Piece]:
    for name, length in CONTRACTIONS[contraction]:
        yield start, start + length, name
        start += length
