"""Find pairs of texts that are nearly the same, without comparing every two."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import Indel

SHINGLE = 4
"""Characters per shingle: short enough for Chinese options, long enough to be rare."""

BANDS, ROWS = 20, 4
"""Min-hash bands and hashes per band: texts that share 70% of their shingles meet in some band
with a chance of 99.6%, 60% with 94%; texts that share 10% meet in 0.2%."""

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
    """Return index pairs (earlier, later, ratio) of a group's texts with Indel ratio >= `floor`.

    No text may be empty. Candidates share a min-hash band or are neighbours in alphabetical order;
    each is then measured, so every pair is a true one. Texts that differ by a word or two are
    hardly ever missed; those that differ in single letters all over may be.
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
    similar = np.flatnonzero(ratios >= floor)
    return [(int(earlier[at]), int(later[at]), float(ratios[at])) for at in similar]


def _meeting(texts: Sequence[str], groups: Sequence[int]) -> _Ints:
    """Return pairs, as earlier * n + later, of texts with equal least hashes in a whole band."""
    starts, shingles = _shingles(texts, groups)
    random = np.random.default_rng(0)
    pairs = [np.empty(0, np.int64)]
    for _ in range(BANDS):
        band = np.zeros(len(texts), np.uint64)
        for odd in random.integers(1, 2**31, ROWS, np.uint32) * np.uint32(2) + np.uint32(1):
            mixed = shingles * odd
            mixed ^= mixed >> np.uint32(15)
            band = band * np.uint64(_MIX) + np.minimum.reduceat(mixed * _MIX, starts)
        order = np.argsort(band, kind="stable")
        band = band[order]
        for step in range(1, min(WINDOW, len(texts) - 1) + 1):
            is_equal = band[:-step] == band[step:]
            if not is_equal.any():
                break
            pairs.append(order[:-step][is_equal] * len(texts) + order[step:][is_equal])
    return _distinct(pairs)


def _shingles(texts: Sequence[str], groups: Sequence[int]) -> tuple[_Ints, _Hashes]:
    """Return where each text's hashes begin, and the hashes of all shingles, text after text.

    Hashes of two groups are hardly ever equal. A text's first shingle is always kept, so that every
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
    is_kept = hashes % np.uint32(1 + owner.size // SAMPLED) == 0
    beyond = SHINGLE - 1
    is_kept[:-beyond] &= owner[:-beyond] == owner[beyond:]
    is_kept[-beyond:] = False
    is_kept[begins] = True
    return np.searchsorted(owner[is_kept], np.arange(len(texts))), hashes[is_kept]


def _side_by_side(texts: Sequence[str], groups: Sequence[int]) -> _Ints:
    """Return pairs of neighbours, and of next but one, in alphabetical order within a group."""
    order = np.array(sorted(range(len(texts)), key=lambda at: (groups[at], texts[at])), np.int64)
    group = np.array(groups, np.int64)[order]
    pairs = []
    for step in (1, 2):
        is_same_group = group[:-step] == group[step:]
        first, second = order[:-step][is_same_group], order[step:][is_same_group]
        pairs.append(np.minimum(first, second) * len(texts) + np.maximum(first, second))
    return np.concatenate(pairs)


def _distinct(parts: Sequence[_Ints]) -> _Ints:
    # np.unique hashes, which takes ten times as long for millions of pairs as sorting them.
    pairs = np.sort(np.concatenate(parts))
    return pairs[np.append(True, pairs[1:] != pairs[:-1])] if pairs.size else pairs
