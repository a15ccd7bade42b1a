"""A normalised text without its spaces, for quotes with other spaces."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.text.matching.terms import Numbers
from core.text.normalise import code_points

Truths = npt.NDArray[np.bool_]

_GRAM = 8
_PLACES_PER_LETTER = 4
_MULTIPLIER = np.uint32(0x9E3779B1)


@dataclass(frozen=True, eq=False)
class UnspacedText:
    """letters[i] is character places[i] of the text.

    `grams` marks the hashes of its runs of _GRAM letters; few other runs share one. That a quote is
    absent shows by them in a tenth of the time of a search through a million letters.
    """

    letters: str = field(repr=False)
    places: Numbers = field(repr=False)
    grams: Truths = field(repr=False)

    @classmethod
    def from_text(cls, text: str) -> "UnspacedText":
        codes = code_points(text)
        places = np.flatnonzero(codes != ord(" ")).astype(np.int32)
        grams = np.zeros(1 << (_PLACES_PER_LETTER * len(places)).bit_length(), dtype=np.bool_)
        grams[_hashed(codes[places], len(grams))] = True
        return cls(text.replace(" ", ""), places, grams)

    def find(self, quote: str) -> tuple[int, int] | None:
        """Return the first place [start, end) of the quote in the text with spaces ignored."""
        letters = quote.replace(" ", "")
        beginning = code_points(letters)[: 8 * _GRAM]
        if not self.grams[_hashed(beginning, len(self.grams))].all():
            return None
        at = self.letters.find(letters)
        if at < 0:
            return None
        return int(self.places[at]), int(self.places[at + len(letters) - 1]) + 1


def _hashed(codes: npt.NDArray[np.uint32], size: int) -> npt.NDArray[np.uint32]:
    """Hash each run of _GRAM codes, if any, to a number below `size`, a power of two."""
    count = max(0, len(codes) - _GRAM + 1)
    mixed = np.zeros(count, dtype=np.uint32)
    for at in range(_GRAM):
        mixed = mixed * _MULTIPLIER + codes[at : at + count]
    return mixed & np.uint32(size - 1)
