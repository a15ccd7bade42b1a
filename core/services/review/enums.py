"""Enums of review acts, reasons, causes and states. Their values are stored and never change."""

from enum import StrEnum


class Action(StrEnum):
    """A decision on a question: keep it as it is, fix it, or drop it."""

    KEEP = "keep"
    FIX = "fix"
    DROP = "drop"


class ReviewReason(StrEnum):
    """Why a reviewer decided so; keyboard keys 1-9 in this order.

    The first five are faults of a question. no_text_needed: answerable without the novel;
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
    """Why two opinions differed, in the judgement of whoever settles them."""

    GUIDELINE_UNCLEAR = "guideline_unclear"
    FIRST_SLIPPED = "first_slipped"
    SECOND_SLIPPED = "second_slipped"
    TRULY_AMBIGUOUS = "truly_ambiguous"
    EVIDENCE_DISPLAY = "evidence_display"
    OTHER = "other"


class OpinionFilter(StrEnum):
    """Filter of items by their opinions.

    given: any opinion in force. two: two independent opinions; agree, differ: two that do. settled:
    one that a final decision followed; overridden: one that a final decision contradicts.
    """

    GIVEN = "given"

    TWO = "two"
    AGREE = "agree"
    DIFFER = "differ"
    SETTLED = "settled"
    OVERRIDDEN = "overridden"


class State(StrEnum):
    """State of an item; see core/review/review_state.py.

    open: undecided. second: a second opinion was requested and is missing. disputed: two opinions
    or corrections differ and wait for a final decision. settled: by a final decision.
    """

    OPEN = "open"
    SECOND = "second"
    DISPUTED = "disputed"
    DECIDED = "decided"
    SETTLED = "settled"
