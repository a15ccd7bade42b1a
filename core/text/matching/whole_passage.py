"""Warn of a quote of all or most of a passage (reading 66), which locates nothing in it."""

from dataclasses import replace

from core.text.language.words import letter_length
from core.text.matching.search import PreparedText
from core.text.matching.verdicts import EvidenceMatch, EvidenceWarning

MOST_OF_IT = 0.8
MIN_WEIGHT = 200
"""Letters from which a passage gets that warning, Chinese counts double: some three sentences."""


def with_coverage_warning(match: EvidenceMatch, prepared: PreparedText) -> EvidenceMatch:
    """Return the match, with WHOLE_PASSAGE if it is found and covers most of a longer text."""
    if not match.found:
        return match
    index = prepared.normal_index
    covered = sum(index(part.end) - index(part.start) for part in match.fragments)
    text = prepared.normal.text
    if covered < MOST_OF_IT * len(text) or letter_length(text[: 2 * MIN_WEIGHT]) <= MIN_WEIGHT:
        return match
    return replace(match, warnings=(*match.warnings, EvidenceWarning.WHOLE_PASSAGE))
