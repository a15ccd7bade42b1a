"""Whether changed wording is no slip: words replaced, put in, or with little context."""

from collections.abc import Mapping, Sequence, Set

from core.text.language.words import count_unspaced, joined_tokens, letter_length
from core.text.matching.diff import TokenChange

# New words of 8 letters are no slip, nor are 3 Chinese characters in place of others.
_WEIGHT = 8
_CHARACTERS = 3
# The letters at an edge, where a change has context on one side only.
AT_EDGE = 4
# Letters, and share of the text up to an edge, from which several new words are no slips.
_TOWARDS_EDGE = 6
_SHARE_TOWARDS_EDGE = 0.4
# From one eighth of the quote on a change is no slip; from one sixth if it only puts words in.
_SHARE = 8
_SHARE_PUT_IN = 6


def is_rewording(change: TokenChange, claimed: str) -> bool:
    """Whether one change by itself is too great for a slip."""
    at_edge = change.ours.start == 0 or change.ours.end == len(claimed)
    ours, theirs = change.ours.words, change.theirs.words
    added = letter_length(joined_tokens(ours))
    if added >= (AT_EDGE if at_edge else _WEIGHT):
        return True
    if not theirs:
        return added * _SHARE_PUT_IN >= letter_length(claimed)
    characters = max(count_unspaced(ours), count_unspaced(theirs))
    return bool(ours) and (characters >= _CHARACTERS or added * _SHARE >= letter_length(claimed))


def are_rewordings(reworded: Mapping[int, TokenChange], claimed: str) -> Set[int]:
    """Return the keys of changes that together are no slips; `claimed` is the whole quote."""
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
    sizes = [
        (count_unspaced(each.ours.words), count_unspaced(each.theirs.words)) for each in reworded
    ]
    replaced = max(map(min, sizes)) > 0 and any(size != (1, 1) for size in sizes)
    exchanged = sorted(reworded[0].ours.words) == sorted(reworded[-1].theirs.words)
    return replaced and not exchanged


def _towards_edge(reworded: Sequence[tuple[int, TokenChange, str]]) -> list[int]:
    """Return the changes from an edge up to where much of the quote on that side is new."""
    rewordings: list[int] = []
    added = 0
    for number, (_, change, so_far) in enumerate(reworded, start=1):
        added += letter_length(joined_tokens(change.ours.words))
        if added >= _TOWARDS_EDGE and added >= _SHARE_TOWARDS_EDGE * letter_length(so_far):
            rewordings = [at for at, each, _ in reworded[:number] if each.ours.words]
    return rewordings
