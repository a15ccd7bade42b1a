"""Quotes joined by ellipses: where to split them, and whether their parts stand in order."""

import re
from bisect import bisect_right
from collections.abc import Sequence

MAX_GAP = 1_500
"""Normalised characters that may be left out between two parts of one quote."""

_DOTS = r"(?:…+|⋯+|\.{3,}|。{3,}|．{3,}|\.(?:\s\.){2,})"
_ELLIPSIS = re.compile(
    rf"[\[(（【［]\s*(?:{_DOTS}|略|省略|中略|snip|omitted)\s*[\])）】］]|{_DOTS}", re.IGNORECASE
)

Part = tuple[int, int]


def split_at_ellipses(quote: str) -> list[str]:
    """The parts between …… … ... […] [略], blank ones left out."""
    return [part for part in _ELLIPSIS.split(quote) if part.strip()]


def chain_in_order(places: Sequence[Sequence[Part]], near: int | None) -> list[Part] | None:
    """One place [start, end) per part, each after the one before it by at most MAX_GAP.

    `places` lists every part's places in ascending order. Of several chains the one that begins
    nearest to `near`, else the first; None where there is none. Time grows as places * log places.
    """
    chains: list[list[Part]] = [[place] for place in places[0]]
    for following in places[1:]:
        ends = [chain[-1][1] for chain in chains]
        longer = []
        for place in following:
            # The latest chain that ends before this place leaves the smallest gap.
            before = bisect_right(ends, place[0]) - 1
            if before >= 0 and place[0] - ends[before] <= MAX_GAP:
                longer.append([*chains[before], place])
        chains = longer
    if not chains:
        return None
    return min(chains, key=lambda chain: abs(chain[0][0] - near) if near is not None else 0)
