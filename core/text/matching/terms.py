"""Terms: what of a normalised text is compared with what (see `EvidenceMatch.similarity`).

A term is one word, one Chinese character, one other mark, or one number however it is written:
"23", "二十三" and "twenty three" are the same term, so are 公元一三六八 and 1368, and so are "80%",
"eighty per cent" and 百分之八十. Its length is counted in letters; a number or a character is one.
"""

import functools
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
import numpy.typing as npt

from core.text.language.contractions import CONTRACTIONS
from core.text.language.numerals import CHINESE_NUMERALS, DIGITS, ENGLISH_NUMERALS, english_value
from core.text.language.quantities import quantities
from core.text.language.scripts import UNSPACED
from core.text.language.words import MINUS, TOKEN
from core.text.matching.spelling import Spelling

Numbers = npt.NDArray[np.int32]
Long = tuple[int, int, str]
"""Where a word or a number begins and ends, and its name."""

FIRST_WORD = 0x110000
"""Ids from here on are words and numbers; lower ones are the characters themselves."""

# Different words may share a character.
_PRIVATE, _PRIVATE_COUNT = 0xF0000, 0x1FFFE

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
_UNLIKE_OTHERS = frozenset({*ENGLISH_NUMERALS, *CONTRACTIONS})
_BEGINS_NUMBER = frozenset(f"0123456789.公西零{MINUS}{CHINESE_NUMERALS}")
_MINUS = re.compile("minus ")
_PERCENT = re.compile(r" (?:per ?cent(?!\w)|%)")


class TermVocabulary:
    """The words and numbers of a text by number; a number's name begins with "#".

    That of a quote knows the words of the text, its `base`, and adds its own behind them.
    """

    def __init__(self, base: "TermVocabulary | None" = None) -> None:
        self._base = base
        self._first = FIRST_WORD + (len(base.names) if base else 0)
        self._ids: dict[str, int] = {}
        self.names: list[str] = []

    def ids_of(self, names: Sequence[str]) -> list[int]:
        """Their numbers, new ones for those that had none."""
        ids = self._base._ids if self._base else {}
        for name in dict.fromkeys(names):
            if name not in ids and name not in self._ids:
                self._ids[name] = self._first + len(self.names)
                self.names.append(name)
        if self._base is None:
            return list(map(self._ids.__getitem__, names))
        return [ids[name] if name in ids else self._ids[name] for name in names]

    def known(self, name: str) -> int | None:
        """Its number if it has one; the base is not asked."""
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
        """Of the words it has by now."""
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
        found = _with_signs(list(_long_terms(text)), text)
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.int32)
        names = [name for _, _, name in found]
        begin = np.array([start for start, _, _ in found], dtype=np.int32)
        end = np.array([end for _, end, _ in found], dtype=np.int32)
        inside = np.bincount(begin + 1, minlength=len(codes) + 2)
        inside -= np.bincount(np.maximum(end, begin + 1), minlength=len(codes) + 2)
        begins = (codes != ord(" ")) & (np.cumsum(inside)[: len(codes)] == 0)
        begins[begin] = True  # the "not" of a "don't" begins inside the word
        starts = np.flatnonzero(begins).astype(np.int32)
        ids, ends = codes[starts], starts + 1
        weights = np.ones(len(starts), dtype=np.int32)
        at = np.searchsorted(starts, begin)
        ids[at] = vocabulary.ids_of(names)
        ends[at] = end
        weights[at] = [1 if name[0] == "#" else len(name) for name in names]
        letters = np.zeros(len(starts) + 1, dtype=np.int32)
        np.cumsum(weights, out=letters[1:])
        return cls(ids, starts, ends, letters, vocabulary)

    def __len__(self) -> int:
        return len(self.ids)

    def part(self, first: int, last: int) -> "Terms":
        """Terms [first, last) as those of a text that begins with them."""
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
        """[first, last) widened where it begins or ends inside a "don't"."""
        while first > 0 and self._goes_on(first - 1):
            first -= 1
        while last < len(self) and self._goes_on(last - 1):
            last += 1
        return first, last

    def _goes_on(self, at: int) -> bool:
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


def _long_terms(text: str) -> Iterator[Long]:
    """(start, end, name) of every word and number, in order."""
    spelled: list[Long] = []
    joint: list[Long] = []  # an "and" that may stand inside a number
    for match in _LONG.finditer(text):
        word = match.group()
        start, end = match.span()
        if not spelled and word not in _UNLIKE_OTHERS and word[0] not in _BEGINS_NUMBER:
            yield start, end, word  # nearly every word
            continue
        if word in ENGLISH_NUMERALS:
            if spelled and start > (joint or spelled)[-1][1] + 1:
                yield from chain(_number(spelled), joint)
                spelled = []
            spelled.append((start, end, word))
            joint = []
            continue
        if spelled:
            if word == "and" and not joint and start == spelled[-1][1] + 1:
                joint.append((start, end, word))
                continue
            yield from chain(_number(spelled), joint)
            spelled, joint = [], []
        if _NUMBER.match(word):
            yield start, end, _number_name(word)
        elif word in CONTRACTIONS:
            for name, length in CONTRACTIONS[word]:
                yield start, start + length, name
                start += length
        else:
            yield start, end, word
    yield from chain(_number(spelled), joint)


def _with_signs(found: list[Long], text: str) -> list[Long]:
    """The terms found, a "minus" and a "per cent" made part of the number beside them."""
    for match in _MINUS.finditer(text) if "minus " in text else ():
        at = bisect_left(found, (match.end(),))
        start, end, number = found[at] if at < len(found) else (0, 0, " ")
        if start == match.end() and number[0] == "#" and found[at - 1][2] == "minus":
            found[at - 1 : at + 1] = [(match.start(), end, f"#-{number[1:]}")]
    for match in _PERCENT.finditer(text) if " per" in text or " %" in text else ():
        at = bisect_left(found, match.span()) - 1
        start, end, name = found[at] if at >= 0 else (0, 0, " ")
        if end == match.start() and name[0] == "#":
            last = bisect_left(found, (match.end(),))
            found[at:last] = [(start, match.end(), f"{name}%")]
    return found


@functools.lru_cache(maxsize=4096)
def _number_name(written: str) -> str:
    values = [found.value for found in quantities(TOKEN.findall(written))]
    return f"#{' '.join(values)}"


def _number(spelled: Sequence[Long]) -> Iterator[Long]:
    if spelled:
        value = english_value([word for _, _, word in spelled])
        yield spelled[0][0], spelled[-1][1], f"#{value}"
