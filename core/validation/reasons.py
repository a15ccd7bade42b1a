"""Why a question failed: on its merits, or because the infrastructure failed (readings 45, 55)."""

from enum import IntEnum, StrEnum

from core.llm import FailureKind


class Confidence(IntEnum):
    """Ordered as source 000, property 5 compares: high > medium > low."""

    LOW = 1
    MEDIUM = 2
    HIGH = 3

    @classmethod
    def parse(cls, name: str) -> "Confidence":
        try:
            return cls[name.strip().upper()]
        except KeyError:
            raise ValueError(f"confidence must be high, medium or low, not {name!r}") from None

    @property
    def label(self) -> str:
        return self.name.lower()


class FailureReason(StrEnum):
    """A failed condition of property 5; the evidence condition is split by cause.

    altered: a near copy says something else. misjoined: parts of the quote occur in the text, but
    not joined like that. reworded: the nearest passage is similar, but below the threshold.
    elsewhere: it occurs outside the context. not_found: nothing similar.
    """

    ANSWER_MISMATCH = "answer_mismatch"
    EVIDENCE_EMPTY = "evidence_empty"
    EVIDENCE_NOT_FOUND = "evidence_not_found"
    EVIDENCE_ALTERED = "evidence_altered"
    EVIDENCE_MISJOINED = "evidence_misjoined"
    EVIDENCE_REWORDED = "evidence_reworded"
    EVIDENCE_ELSEWHERE = "evidence_elsewhere"
    NOT_ANSWERABLE = "not_answerable"
    LOW_CONFIDENCE = "low_confidence"


OF_EVIDENCE = frozenset(
    reason.value for reason in FailureReason if reason.value.startswith("evidence_")
)
"""Reasons that concern the quote alone."""

INFRASTRUCTURE = frozenset(kind.value for kind in FailureKind)
"""Reasons that say nothing about the question; counted apart in every rate."""


class SkipReason(StrEnum):
    """Why a question was not asked at all (readings 46, 64)."""

    NO_POSITION = "no_position"
    POSITION_OUT_OF_RANGE = "position_out_of_range"
    POSITION_INVALID = "position_invalid"
    NO_TEXT = "no_text"
