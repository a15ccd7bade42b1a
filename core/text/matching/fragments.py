"""Quotes joined by ellipses: where to split them, and whether their parts are in order."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

MAX_GAP = 1_500
"""Normalised characters that may be left out between two parts of one quote."""

_DOTS = r"(?:…+|⋯+|‥+|·{3,}|・{3,}|\.{3,}|。{3,}|．{3,}|\.(?:\s\.){2,}|(?:&hellip;)+)"
# The look-ahead makes it cheap in a text without such characters.
_ELLIPSIS = re.compile(
    r"(?=[\[(（【［〔…⋯‥·・.。．&])"
    rf"(?:[\[(（【［〔]\s*(?:{_DOTS}|略|省略|中略|snip|omitted)\s*[\])）】］〕]|{_DOTS})",
    re.IGNORECASE,
)

MAX_PARTS = 40
"""Most parts of a quote that are looked up; a quote of more is no quotation."""

Part = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Chain:
    """A place for one part, after a chain for the parts before it."""

    place: Part
    before: "_Chain | None"
    begin: int

    def places(self) -> list[Part]:
        return [*(self.before.places() if self.before else []), self.place]


def split_at_ellipses(quote: str) -> list[str]:
    """Return the parts between …… … ... […] 〔略〕, without blank ones."""
    return [part for part in _ELLIPSIS.split(quote) if part.strip()]


def chain_in_order(places: Sequence[Sequence[Part]], near: int | None) -> list[Part] | None:
    """Choose one place [start, end) per part, each at most MAX_GAP after the one before it.

    `places` lists every part's places in ascending order. Returns the chain that begins nearest to
    `near`, or the first if `near` is None; None if there is no chain. Time grows as
    places * log places.
    """
    chains = [_Chain(place, None, place[0]) for place in places[0]]
    for following in places[1:]:
        ends = [chain.place[1] for chain in chains]
        longer = []
        for place in following:
            # The latest chain that ends before this place leaves the smallest gap.
            latest = bisect_right(ends, place[0]) - 1
            if latest >= 0 and place[0] - ends[latest] <= MAX_GAP:
                longer.append(_Chain(place, chains[latest], chains[latest].begin))
        chains = longer
    if not chains:
        return None
    best = min(chains, key=lambda chain: abs(chain.begin - near) if near is not None else 0)
    return best.places()
