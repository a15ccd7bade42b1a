"""Table of review reasons that contradict a decision; such a decision must be confirmed."""

from collections.abc import Collection, Mapping

from core.review.review_state import DROP, FIX, KEEP

CONTRADICTIONS: Mapping[str, frozenset[str]] = {
    KEEP: frozenset(
        {
            "wrong_label",
            "several_answers",
            "not_in_text",
            "ambiguous",
            "no_text_needed",
            "options_overlap",
            "off_topic",
        }
    ),
    FIX: frozenset(),
    DROP: frozenset(),
}
"""Action -> reasons that contradict it.

Accept means that the question is good; these reasons name a fault of it. `wrong_evidence` is about
the model's quote and `other` about anything, so they contradict nothing. No reason means that a
question is good, so none contradicts Reject; a new one that does belongs in its row.
"""


def contradictions(action: str, reasons: Collection[str]) -> tuple[str, ...]:
    """Return the reasons that contradict the action, in the given order."""
    opposed = CONTRADICTIONS.get(action, frozenset())
    return tuple(reason for reason in reasons if reason in opposed)
