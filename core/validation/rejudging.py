"""What another similarity threshold would have said of a stored result, without asking again.

A quote that was found would be wherever its similarity reaches the threshold; of one in parts the
mean over its parts counts. For one that was refused as reworded see below. Every other reason
stands whatever the threshold.
"""

from collections.abc import Iterable

from core.text import DifferenceKind, WordRule
from core.text.matching.fragments import split_at_ellipses


def found_at_threshold(
    threshold: float,
    similarity: float,
    differences: Iterable[str],
    evidence: str,
    wording: WordRule = WordRule.STRICT,
) -> bool:
    """Whether a quote that was refused as reworded would be found. The content check stands above
    the threshold: what changes the content is never found, nor are other words in a quote of
    several parts (`core.text.matching.evidence`).
    """
    kinds = set(differences)
    if similarity < threshold or kinds & wording.changes_content:
        return False
    return DifferenceKind.WORDING not in kinds or len(split_at_ellipses(evidence)) < 2
