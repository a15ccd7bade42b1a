"""Whether changed wording is no slip: words replaced, put in, or held in place by little."""

from collections.abc import Mapping, Sequence, Set

from core.text.language.words import joined, unspaced, weight
from core.text.matching.diff import TokenChange

# New words of 8 letters are no slip, nor are 3 Chinese characters in place of others.
_WEIGHT = 8
_CHARACTERS = 3
# At an edge only one side holds it in its place.
AT_EDGE = 4
# And where several changes come before an edge, little holds what stands between them.
_TOWARDS_EDGE = 6
_SHARE_TOWARDS_EDGE = 0.4
# A replaced word of a short quote is as much of it as that, and one that is put in.
_SHARE = 8
_SHARE_PUT_IN = 6


def is_rewording(change: TokenChange, claimed: str) -> bool:
    """Whether one change by itself is too great for a slip."""
    at_edge = change.ours.start == 0 or change.ours.end == len(claimed)
    ours, theirs = change.ours.words, change.theirs.words
    added = weight(joined(ours))
    if added >= (AT_EDGE if at_edge else _WEIGHT):
        return True
    if not theirs:
        return added * _SHARE_PUT_IN >= weight(claimed)
    characters = max(unspaced(ours), unspaced(theirs))
    return bool(ours) and (characters >= _CHARACTERS or added * _SHARE >= weight(claimed))


def are_rewordings(reworded: Mapping[int, TokenChange], claimed: str) -> Set[int]:
    """Those of the reworded, in order, that are no slips if seen together; `claimed` is all."""
    if _word_replaced(list(reworded.values())):
        return reworded.keys()
    forwards, backwards = list(reworded.items()), list(reworded.items())[::-1]
    return {
        *_towards_edge([(at, each, claimed[: each.ours.end]) for at, each in forwards]),
        *_towards_edge([(at, each, claimed[each.ours.start :]) for at, each in backwards]),
    }


def _word_replaced(reworded: Sequence[TokenChange]) -> bool:
    """Whether all that is reworded is one Chinese word in place of another.

    Slips come one by one: characters side by side are none, nor are a replaced one and another
    change with but one character between them (辛天君 for 增长天王, 贾宝玉 for 宝珠).
    """
    if not 1 <= len(reworded) <= 2 or (len(reworded) == 2 and reworded[0].after != 1):
        return False
    sizes = [(unspaced(each.ours.words), unspaced(each.theirs.words)) for each in reworded]
    replaced = max(map(min, sizes)) > 0 and any(size != (1, 1) for size in sizes)
    exchanged = sorted(reworded[0].ours.words) == sorted(reworded[-1].theirs.words)
    return replaced and not exchanged


def _towards_edge(reworded: Sequence[tuple[int, TokenChange, str]]) -> list[int]:
    """Those up to where much of what the quote has, counted from an edge, is new."""
    found: list[int] = []
    added = 0
    for number, (_, change, so_far) in enumerate(reworded, start=1):
        added += weight(joined(change.ours.words))
        if added >= _TOWARDS_EDGE and added >= _SHARE_TOWARDS_EDGE * weight(so_far):
            found = [at for at, each, _ in reworded[:number] if each.ours.words]
    return found
