"""Terms: the units by which normalised texts are compared (see `EvidenceMatch.similarity`).

A term is one word, one Chinese character, one other mark, or one number however it is written:
"23", "二十三" and "twenty three" are the same term, so are 公元一三六八 and 1368, and so are "80%",
"eighty per cent" and 百分之八十. Its length is counted in letters; a number or a character is one.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
import numpy.typing as npt

from core.text.matching.long_terms import LongTerms
from core.text.matching.spelling import Spelling

Numbers = npt.NDArray[np.int32]

FIRST_WORD = 0x110000
"""Ids from here on are words and numbers; lower ones are the characters themselves."""

# Code points that stand for words in `Terms.coded`; several words may share one.
_PRIVATE, _PRIVATE_COUNT = 0xF0000, 0x1FFFE


class _Numbering(dict[str, int]):
    """Number names in the order in which they are first looked up."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self._first = first

    def __missing__(self, name: str) -> int:
        number = self[name] = self._first + len(self)
        return number


class TermVocabulary:
    """The words and numbers of a text by number; a number's name begins with "#".

    That of a quote has the numbers of the text, its `base`, and adds its own after them.
    """

    def __init__(self, base: "TermVocabulary | None" = None) -> None:
        self._base = base
        self._first = FIRST_WORD + (len(base.names) if base else 0)
        self._ids = _Numbering(self._first)
        self.names: list[str] = []

    def ids_of(self, names: Sequence[str]) -> list[int]:
        """Return the numbers of names; names without one get a new one."""
        ids, own_ids = self._base._ids if self._base else {}, self._ids
        if ids:
            numbers = [ids[name] if name in ids else own_ids[name] for name in names]
        else:
            numbers = list(map(own_ids.__getitem__, names))
        self.names += islice(own_ids, len(self.names), None)
        return numbers

    def id_of(self, name: str) -> int | None:
        """Return the number of a name, None if it has none; the base is not searched."""
        return self._ids.get(name)

    def name(self, term: int) -> str:
        if term < FIRST_WORD:
            return chr(term)
        if term >= self._first:
            return self.names[term - self._first]
        assert self._base is not None
        return self._base.name(term)

    @functools.cached_property
    def spelling(self) -> Spelling:
        """The misspellings among the words it has by now."""
        return Spelling(self.names)


@dataclass(frozen=True, eq=False)
class Terms:
    """Term t is text[starts[t]:ends[t]] and covers letters [letters[t], letters[t + 1])."""

    ids: Numbers = field(repr=False)
    starts: Numbers = field(repr=False)
    ends: Numbers = field(repr=False)
    letters: Numbers = field(repr=False)
    vocabulary: TermVocabulary = field(repr=False)

    @classmethod
    def from_text(cls, text: str, vocabulary: TermVocabulary) -> "Terms":
        """The terms of a normalised text; new words are added to the vocabulary."""
        long = LongTerms.from_text(text)
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.int32)
        begin, end = (np.array(each, dtype=np.int32) for each in (long.starts, long.ends))
        inside = np.bincount(begin + 1, minlength=len(codes) + 2)
        inside -= np.bincount(np.maximum(end, begin + 1), minlength=len(codes) + 2)
        begins = (codes != ord(" ")) & (np.cumsum(inside)[: len(codes)] == 0)
        begins[begin] = True  # the "not" of a "don't" begins inside the word
        starts = np.flatnonzero(begins).astype(np.int32)
        ids, ends = codes[starts], starts + 1
        weights = np.ones(len(starts), dtype=np.int32)
        at = np.searchsorted(starts, begin)
        ids[at] = vocabulary.ids_of(long.names)
        ends[at] = end
        weights[at] = [1 if name[0] == "#" else len(name) for name in long.names]
        letters = np.zeros(len(starts) + 1, dtype=np.int32)
        np.cumsum(weights, out=letters[1:])
        return cls(ids, starts, ends, letters, vocabulary)

    def __len__(self) -> int:
        return len(self.ids)

    def part(self, first: int, last: int) -> "Terms":
        """Return terms [first, last) as those of a text that begins with them."""
        start = self.starts[first]
        return Terms(
            self.ids[first:last],
            self.starts[first:last] - start,
            self.ends[first:last] - start,
            self.letters[first : last + 1] - self.letters[first],
            self.vocabulary,
        )

    @functools.cached_property
    def coded(self) -> str:
        """One character per term; equal terms have equal ones."""
        codes = np.where(self.ids < FIRST_WORD, self.ids, _PRIVATE + self.ids % _PRIVATE_COUNT)
        return codes.astype(np.uint32).tobytes().decode("utf-32-le", "surrogatepass")

    @functools.cached_property
    def weights(self) -> Numbers:
        return np.diff(self.letters)

    def whole_words(self, first: int, last: int) -> tuple[int, int]:
        """Widen [first, last) where it begins or ends inside a "don't"."""
        while first > 0 and self._is_joined(first - 1):
            first -= 1
        while last < len(self) and self._is_joined(last - 1):
            last += 1
        return first, last

    def _is_joined(self, at: int) -> bool:
        """Whether a term is one word with the term after it, as the "do" of a "don't"."""
        both = self.ids[at : at + 2].tolist()
        return bool(self.ends[at] == self.starts[at + 1]) and all(
            term >= FIRST_WORD and self.vocabulary.name(term)[0] != "#" for term in both
        )

    def names(self) -> list[str]:
        return [self.vocabulary.name(term) for term in self.ids.tolist()]


def is_word(name: str) -> bool:
    """Whether a term of that name is more than one letter; a number is one."""
    return len(name) > 1 and name[0] != "#"
