"""The words reviewers act with. Their values are stored, so that they never change."""

from enum import StrEnum


class Action(StrEnum):
    """What becomes of the question: kept as it is, to be corrected, or left out."""

    KEEP = "keep"
    FIX = "fix"
    DROP = "drop"


class ReviewReason(StrEnum):
    """Why a reviewer decided so; keys 1-9 in this order.

    The first five are faults of a question; no_text_needed: answerable without the novel;
    options_overlap: two options say the same, or one contains another.
    """

    WRONG_LABEL = "wrong_label"
    SEVERAL_ANSWERS = "several_answers"
    NOT_IN_TEXT = "not_in_text"
    AMBIGUOUS = "ambiguous"
    WRONG_EVIDENCE = "wrong_evidence"
    NO_TEXT_NEEDED = "no_text_needed"
    OPTIONS_OVERLAP = "options_overlap"
    OFF_TOPIC = "off_topic"
    OTHER = "other"


class Cause(StrEnum):
    """Why two opinions differed, as whoever settles it sees it."""

    GUIDELINE_UNCLEAR = "guideline_unclear"
    FIRST_SLIPPED = "first_slipped"
    SECOND_SLIPPED = "second_slipped"
    TRULY_AMBIGUOUS = "truly_ambiguous"
    EVIDENCE_DISPLAY = "evidence_display"
    OTHER = "other"


class OpinionFilter(StrEnum):
    """What reviewers say of an item: anything that stands; two independently of each other, and
    whether they agree; one that a final decision has followed, or says otherwise than.
    """

    GIVEN = "given"

    TWO = "two"
    AGREE = "agree"
    DIFFER = "differ"
    SETTLED = "settled"
    OVERRIDDEN = "overridden"


class State(StrEnum):
    """How far an item is; see core/review/review_state.py.

    open: nobody decided. second: a second opinion is wanted and not there. disputed: two opinions
    differ, or two corrections, and wait for a final decision. settled: by a final decision.
    """

    OPEN = "open"
    SECOND = "second"
    DISPUTED = "disputed"
    DECIDED = "decided"
    SETTLED = "settled"
