"""Judge a stored result by another similarity threshold, without asking again.

A quote that was found stays found if its similarity (the mean over its parts) reaches the
threshold. For one that was refused as reworded see below. No other reason depends on the threshold.
"""

from collections.abc import Iterable

from core.text import DifferenceKind, WordRule
from core.text.matching import split_at_ellipses


def found_at_threshold(
    threshold: float,
    similarity: float,
    differences: Iterable[str],
    evidence: str,
    wording: WordRule = WordRule.STRICT,
) -> bool:
    """Whether a quote that was refused as reworded would be found at `threshold`.

    The content check overrides the threshold: a quote that changes the content is never found, nor
    is one of several parts with other words (`core.text.matching.evidence`).
    """
    kinds = set(differences)
    if similarity < threshold or kinds & wording.changes_content:
        return False
    return DifferenceKind.WORDING not in kinds or len(split_at_ellipses(evidence)) < 2
