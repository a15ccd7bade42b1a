"""Adjust the boundaries of a passage to the first and last words of the quote it matches."""

import sys
from bisect import bisect_right
from collections.abc import Callable

from rapidfuzz.distance import Levenshtein

from core.text.language.contractions import same_written_out
from core.text.language.english_spelling import canonical_spelling
from core.text.language.quantities import is_numeral
from core.text.language.words import ARTICLES, TOKEN, letter_length, may_be_misspelt
from core.text.matching.diff import token_changes
from core.text.matching.wording_changes import AT_EDGE

# A change within so many characters of an edge may concern the words at that edge.
_EDGE = 24
# More characters than this at an edge are another wording, and are not adjusted.
_MOST_ADJUSTED = 120
# Costs of a character inserted beyond an edge, a claimed one left out, and one replaced: a quote is
# likelier to skip words of its source than to end in one that the source does not have.
_EDGE_WEIGHTS = (1, 8, 5)


def _never(_at: int) -> bool:
    return False


def adjust_boundaries(
    claimed: str,
    text: str,
    start: int,
    end: int,
    ends_sentence: Callable[[int], bool] = _never,
    *,
    shortened: bool = True,
) -> tuple[int, int]:
    """Return [start, end) of `text`, adjusted to what matches the first and last words claimed.

    The fewest edits may leave out the last word rather than take in a "not" before it: "she could
    tell" is as near to "she could" as to "she could not tell". Text beyond the end of a sentence
    is taken in only if it resembles a word claimed there, unlike "(Chapter 2)". `shortened`: as
    for `token_changes`.
    """
    passage = text[start:end]
    if (
        claimed[: _EDGE + 1] == passage[: _EDGE + 1]
        and claimed[-_EDGE - 1 :] == passage[-_EDGE - 1 :]
    ):
        return start, end
    changes = token_changes(claimed, passage, shortened=shortened)
    claimed_changes = [change for change in changes if change.ours.words]
    tail = len(claimed) - _MOST_ADJUSTED
    last = next(
        (c for c in claimed_changes if c.ours.start >= len(claimed) - _EDGE),
        claimed_changes and claimed_changes[-1],
    )
    # The first words of a short quote are not its last ones as well.
    if last and last.ours.end >= len(claimed) - _EDGE and last.ours.start >= max(1, tail):
        at = start + last.theirs.start
        words = claimed[last.ours.start :]
        length = _nearest_length(words, text, at, 1)
        apart = ends_sentence(at) and _are_added(words, text[at : at + length])
        end = at if apart else at + length
    claimed_changes.reverse()
    first = next(
        (c for c in claimed_changes if c.ours.end <= _EDGE), claimed_changes and claimed_changes[-1]
    )
    reach = min(_MOST_ADJUSTED, len(claimed) - 1)
    if first and first.ours.start <= _EDGE and first.ours.end <= reach:
        at = start + first.theirs.end
        words = claimed[: first.ours.end]
        length = _nearest_length(words, text, at, -1)
        apart = ends_sentence(at) and _are_added(words, text[at - length : at])
        start = at if apart else at - length
    return start, max(start, end)


def _are_added(claimed: str, neighbours: str) -> bool:
    """Whether claimed words change the content by themselves and are like no neighbouring word."""
    words, neighbour_words = TOKEN.findall(claimed), TOKEN.findall(neighbours)
    if letter_length(claimed) < AT_EDGE and not any(map(is_numeral, words)):
        return False
    return not any(
        may_be_misspelt(word, neighbour) for word in words for neighbour in neighbour_words
    )


def _nearest_length(claimed: str, text: str, at: int, direction: int) -> int:
    """Return how many characters of `text` after (1) or before (-1) `at` match `claimed`."""
    reach = 2 * len(claimed) + 16
    near = text[at : at + reach] if direction > 0 else text[max(0, at - reach) : at]
    tokens = list(TOKEN.finditer(near))
    beside = tokens[:1] if direction > 0 else tokens[-1:]
    if direction > 0:
        edges = [0, *(match.end() for match in tokens)]
    else:
        edges = [0, *(len(near) - match.start() for match in reversed(tokens))]
    words = TOKEN.findall(claimed)
    if same_written_out(words, [token[0] for token in beside]):
        return edges[1]
    nearest_word = beside[0][0] if beside else ""
    if (
        canonical_spelling("".join(words)) == canonical_spelling(nearest_word)
        or {*words, nearest_word} <= ARTICLES
    ):
        return edges[1]
    more, less, _ = _EDGE_WEIGHTS
    # Try the lengths nearest to the claimed one first; the 1 is for a space, which does not count.
    longer = bisect_right(edges, len(claimed) + 1)
    shorter = longer - 1
    least, nearest = sys.maxsize, 0
    while True:
        # Lower bounds of the cost of the next longer and the next shorter length.
        added = (edges[longer] - 1 - len(claimed)) * more if longer < len(edges) else sys.maxsize
        lost = max(0, (len(claimed) - edges[shorter]) * less) if shorter >= 0 else sys.maxsize
        if min(added, lost) > least or min(added, lost) == sys.maxsize:
            return nearest
        if lost <= added:
            length, shorter = edges[shorter], shorter - 1
        else:
            length, longer = edges[longer], longer + 1
        part = near[:length] if direction > 0 else near[len(near) - length :]
        edits = Levenshtein.distance(claimed, part.strip(), weights=_EDGE_WEIGHTS)
        least, nearest = min((least, nearest), (edits, length))
