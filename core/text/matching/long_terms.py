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

# Whether something is a term must not depend on its neighbours, so that a part of a text has the
# terms of the whole. So 三点五十 is no decimal because of the 十 in it, and 三点五刻 may be one.
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
"""Terms [first, last), and their replacements."""


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
        terms = cls(starts, list(map(add, starts, lengths)), words)
        distinct_words = set(words)
        values = {word: _number_name(word) for word in distinct_words if _is_number(word)}
        if values or not _IN_PARTS.isdisjoint(distinct_words):
            terms = terms._spliced(terms._parts(values))
        if "minus " in text:
            terms = terms._spliced(terms._with_minus(text))
        if " per" in text or " %" in text:
            terms = terms._spliced(terms._with_percent(text))
        return terms

    def _spliced(self, splices: Iterator[_Splice]) -> "LongTerms":
        """Replace some terms by others; the splices are in order."""
        spliced, previous_last = LongTerms([], [], []), 0
        for first, last, pieces in splices:
            spliced._take(self, previous_last, first)
            for start, end, name in pieces:
                spliced.starts.append(start)
                spliced.ends.append(end)
                spliced.names.append(name)
            previous_last = last
        spliced._take(self, previous_last, len(self.names))
        return spliced

    def _take(self, source: "LongTerms", first: int, last: int) -> None:
        self.starts.extend(source.starts[first:last])
        self.ends.extend(source.ends[first:last])
        self.names.extend(source.names[first:last])

    def _parts(self, values: Mapping[str, str]) -> Iterator[_Splice]:
        """Name numbers by their value; yield splices for numbers in words and for contractions.

        A number that is one term already is named in place: in Chinese nearly every term is one.
        """
        number_end = 0
        special = _IN_PARTS | values.keys()
        for first in [at for at, word in enumerate(self.names) if word in special]:
            word = self.names[first]
            if word in values:
                self.names[first] = values[word]
            elif word in CONTRACTIONS:
                yield first, first + 1, list(_parts_of(word, self.starts[first]))
            elif first >= number_end:
                number_end, numerals = self._number_in_words(first)
                start, end = self.starts[first], self.ends[number_end - 1]
                yield first, number_end, [(start, end, _spelled_name(*numerals))]

    def _number_in_words(self, first: int) -> tuple[int, list[str]]:
        """Return the end of the number that begins at `first`, and its numerals: "one hundred"."""
        spelled, last = [self.names[first]], first + 1
        while (at := self._next_numeral(last)) is not None:
            spelled.append(self.names[at])
            last = at + 1
        return last, spelled

    def _next_numeral(self, at: int) -> int | None:
        """Return the term that continues a number at `at`, or after an "and" there; else None."""
        if self._follows(at) and self.names[at] == "and":
            at += 1
        return at if self._follows(at) and self.names[at] in ENGLISH_NUMERALS else None

    def _follows(self, at: int) -> bool:
        """Whether there is at most a space between a term and the one before it."""
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
    values = [quantity.value for quantity in quantities(TOKEN.findall(written))]
    return f"#{' '.join(values)}"


@functools.lru_cache(maxsize=4096)
def _spelled_name(*numerals: str) -> str:
    return f"#{english_value(numerals)}"


def _parts_of(contraction: str, start: int) -> Iterator[_Piece]:
    for name, length in CONTRACTIONS[contraction]:
        yield start, start + length, name
        start += length
