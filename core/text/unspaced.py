"""A normalised text without its spaces, for quotes that set them otherwise."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.text.terms import Numbers

Truths = npt.NDArray[np.bool_]

_GRAM = 8
_BITS = 22
_MULTIPLIER = np.uint32(0x9E3779B1)


@dataclass(frozen=True, eq=False)
class Unspaced:
    """letters[i] is character places[i] of the text.

    `grams`: by hash, which runs of _GRAM letters it has; few others pass. To look for a quote in
    a million letters takes ten times as long as to see that it cannot be there.
    """

    letters: str = field(repr=False)
    places: Numbers = field(repr=False)
    grams: Truths = field(repr=False)

    @classmethod
    def of(cls, text: str) -> "Unspaced":
        codes = _codes(text)
        places = np.flatnonzero(codes != ord(" ")).astype(np.int32)
        grams = np.zeros(1 << _BITS, dtype=np.bool_)
        grams[_hashed(codes[places])] = True
        return cls(text.replace(" ", ""), places, grams)

    def find(self, quote: str) -> tuple[int, int] | None:
        """The first place [start, end) of the text where the quote stands but for spaces."""
        wanted = quote.replace(" ", "")
        if not self.grams[_hashed(_codes(wanted)[: 8 * _GRAM])].all():
            return None
        at = self.letters.find(wanted)
        return (
            (int(self.places[at]), int(self.places[at + len(wanted) - 1]) + 1) if at >= 0 else None
        )


def _codes(text: str) -> npt.NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def _hashed(codes: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    """A number below 1 << _BITS for each run of _GRAM codes; none where there are fewer."""
    count = max(0, len(codes) - _GRAM + 1)
    mixed = np.zeros(count, dtype=np.uint32)
    for at in range(_GRAM):
        mixed = mixed * _MULTIPLIER + codes[at : at + count]
    return mixed >> np.uint32(32 - _BITS)
