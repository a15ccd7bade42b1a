"""Pairs of texts that are nearly the same, found without comparing every two."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import Indel

SHINGLE = 4
"""Characters per shingle: short enough for Chinese options, long enough to be telling."""

BANDS, ROWS = 20, 4
"""Min-hash bands and hashes per band: texts that share 70 % of their shingles meet in some band
with a chance of 99.6 %, 60 % with 94 %; texts that share 10 % meet in 0.2 %."""

WINDOW = 8
"""Texts that meet in a band are paired with at most this many of the next ones."""

SAMPLED = 4_000_000
"""Above this many shingles a fixed fraction of them, the same in every text, stands for all."""

_MIX = np.uint32(0x9E3779B1)

_Ints = NDArray[np.int64]
_Hashes = NDArray[np.uint32]


def near_pairs(
    texts: Sequence[str], groups: Sequence[int], floor: float
) -> list[tuple[int, int, float]]:
    """Index pairs (earlier, later, ratio) of a group's texts whose Indel similarity is >= `floor`.

    No text may be empty.
    Candidates meet in a min-hash band or stand side by side in alphabetical order; each is then
    measured, so every pair is a true one. Texts that differ by a word or two are all but certain
    to meet; those that differ in single letters all over may not.
    """
    if len(texts) < 2:
        return []
    candidates = _distinct([_meeting(texts, groups), _side_by_side(texts, groups)])
    earlier, later = np.divmod(candidates, len(texts))
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    shorter = np.minimum(lengths[earlier], lengths[later])
    group = np.array(groups, np.int64)
    possible = (group[earlier] == group[later]) & (
        2 * shorter >= floor * (lengths[earlier] + lengths[later])
    )
    earlier, later = earlier[possible], later[possible]
    ratios = process.cpdist(
        [texts[at] for at in earlier],
        [texts[at] for at in later],
        scorer=Indel.normalized_similarity,
        score_cutoff=floor,
    )
    found = np.flatnonzero(ratios >= floor)
    return [(int(earlier[at]), int(later[at]), float(ratios[at])) for at in found]


def _meeting(texts: Sequence[str], groups: Sequence[int]) -> _Ints:
    """Pairs, as earlier * n + later, of texts whose least hashes agree in a whole band."""
    starts, shingles = _shingles(texts, groups)
    random = np.random.default_rng(0)
    found = [np.empty(0, np.int64)]
    for _ in range(BANDS):
        band = np.zeros(len(texts), np.uint64)
        for odd in random.integers(1, 2**31, ROWS, np.uint32) * np.uint32(2) + np.uint32(1):
            mixed = shingles * odd
            mixed ^= mixed >> np.uint32(15)
            band = band * np.uint64(_MIX) + np.minimum.reduceat(mixed * _MIX, starts)
        order = np.argsort(band, kind="stable")
        band = band[order]
        for step in range(1, min(WINDOW, len(texts) - 1) + 1):
            same = band[:-step] == band[step:]
            if not same.any():
                break
            found.append(order[:-step][same] * len(texts) + order[step:][same])
    return _distinct(found)


def _shingles(texts: Sequence[str], groups: Sequence[int]) -> tuple[_Ints, _Hashes]:
    """Hashes of every text's shingles, one text after the other, and where each text begins.

    Hashes of two groups are hardly ever alike. A text's first shingle is always kept, so that every
    text has one.
    """
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    begins = np.cumsum(lengths) - lengths
    joined = "".join(texts) + " " * SHINGLE
    codes = np.frombuffer(joined.encode("utf-32-le"), np.uint32)
    owner = np.repeat(np.arange(len(texts), dtype=np.int32), lengths)
    hashes = (np.array(groups, np.uint32) * _MIX)[owner]
    for step in range(SHINGLE):
        hashes ^= codes[step : step + owner.size]
        hashes *= _MIX
        hashes ^= hashes >> np.uint32(15)
    kept = hashes % np.uint32(1 + owner.size // SAMPLED) == 0
    beyond = SHINGLE - 1
    kept[:-beyond] &= owner[:-beyond] == owner[beyond:]
    kept[-beyond:] = False
    kept[begins] = True
    return np.searchsorted(owner[kept], np.arange(len(texts))), hashes[kept]


def _side_by_side(texts: Sequence[str], groups: Sequence[int]) -> _Ints:
    """Pairs of neighbours and next neighbours of one group in alphabetical order."""
    order = np.array(sorted(range(len(texts)), key=lambda at: (groups[at], texts[at])), np.int64)
    group = np.array(groups, np.int64)[order]
    found = []
    for step in (1, 2):
        same = group[:-step] == group[step:]
        one, other = order[:-step][same], order[step:][same]
        found.append(np.minimum(one, other) * len(texts) + np.maximum(one, other))
    return np.concatenate(found)


def _distinct(parts: Sequence[_Ints]) -> _Ints:
    # np.unique hashes, which takes ten times as long for millions of pairs as sorting them.
    pairs = np.sort(np.concatenate(parts))
    return pairs[np.append(True, pairs[1:] != pairs[:-1])] if pairs.size else pairs
