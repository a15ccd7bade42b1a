"""Findings of the checks: facts about the text, without points (source 001, sections 1-3)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from core.errors import Sentence, Translate

MAX_LISTED = 50
"""Maximum findings listed per code; the measure `times` holds the full number of occurrences."""


class Dimension(StrEnum):
    FACT = "fact"
    COMPLIANCE = "compliance"
    QUALITY = "quality"


class Severity(StrEnum):
    """The weight of a finding under the policy of its verification.

    hard: sets the dimension's score to 0. soft: takes points off. info: shown only.
    """

    HARD = "hard"
    SOFT = "soft"
    INFO = "info"


class Code(StrEnum):
    """Every code a check can raise, the sources' own first. Codes are stored: never remove one."""

    FACT_USER_EVENT_MISS = "FACT_USER_EVENT_MISS"
    FACT_ITEM_INVALID = "FACT_ITEM_INVALID"
    FACT_BRAND_MISMATCH = "FACT_BRAND_MISMATCH"
    FACT_HOLIDAY_INVALID = "FACT_HOLIDAY_INVALID"
    FACT_ITEM_UNAVAILABLE = "FACT_ITEM_UNAVAILABLE"
    FACT_EVENT_UNKNOWN = "FACT_EVENT_UNKNOWN"
    FACT_BRAND_UNVERIFIED = "FACT_BRAND_UNVERIFIED"
    FACT_HOLIDAY_UNKNOWN = "FACT_HOLIDAY_UNKNOWN"
    FACT_HOLIDAY_UNCHECKED = "FACT_HOLIDAY_UNCHECKED"
    FACT_CLAIM_UNDECLARED = "FACT_CLAIM_UNDECLARED"
    FACT_ITEM_UNCHECKED = "FACT_ITEM_UNCHECKED"
    FACT_EVENT_UNCHECKED = "FACT_EVENT_UNCHECKED"
    FACT_HOLIDAY_WIDENED = "FACT_HOLIDAY_WIDENED"
    FACT_EVENT_OTHER_ITEM = "FACT_EVENT_OTHER_ITEM"
    FACT_PRICE_MISMATCH = "FACT_PRICE_MISMATCH"

    COMPLIANCE_URL_FORBIDDEN = "COMPLIANCE_URL_FORBIDDEN"
    COMPLIANCE_FORBIDDEN_WORDS = "COMPLIANCE_FORBIDDEN_WORDS"
    COMPLIANCE_ABSOLUTE_WORDS = "COMPLIANCE_ABSOLUTE_WORDS"
    COMPLIANCE_EXCESSIVE_PUNCTUATION = "COMPLIANCE_EXCESSIVE_PUNCTUATION"
    COMPLIANCE_PRICE_FORBIDDEN = "COMPLIANCE_PRICE_FORBIDDEN"
    COMPLIANCE_CHANNEL_UNKNOWN = "COMPLIANCE_CHANNEL_UNKNOWN"
    COMPLIANCE_URL_SUSPECTED = "COMPLIANCE_URL_SUSPECTED"

    QUALITY_LEN_OVER = "QUALITY_LEN_OVER"
    QUALITY_LEN_TOO_SHORT = "QUALITY_LEN_TOO_SHORT"
    QUALITY_PUNCT_EXCESS = "QUALITY_PUNCT_EXCESS"
    QUALITY_EMOJI_EXCESS = "QUALITY_EMOJI_EXCESS"
    QUALITY_LANG_MISMATCH = "QUALITY_LANG_MISMATCH"
    QUALITY_LOW_READABILITY = "QUALITY_LOW_READABILITY"
    QUALITY_NEAR_COPY = "QUALITY_NEAR_COPY"
    QUALITY_LOCALE_UNKNOWN = "QUALITY_LOCALE_UNKNOWN"
    QUALITY_HIDDEN_CHARACTERS = "QUALITY_HIDDEN_CHARACTERS"
    STYLE_REPEATED_MARKS = "STYLE_REPEATED_MARKS"
    STYLE_STRETCHED = "STYLE_STRETCHED"
    STYLE_SHOUTING = "STYLE_SHOUTING"
    STYLE_UNBALANCED = "STYLE_UNBALANCED"
    STYLE_SPACING = "STYLE_SPACING"
    STYLE_MIXED_WIDTH = "STYLE_MIXED_WIDTH"

    MODEL_TOXICITY = "MODEL_TOXICITY"
    MODEL_SENTIMENT = "MODEL_SENTIMENT"
    MODEL_CATEGORY = "MODEL_CATEGORY"
    MODEL_NEAR_COPY = "MODEL_NEAR_COPY"

    @property
    def dimension(self) -> Dimension:
        return _DIMENSIONS[self]

    @property
    def is_opinion(self) -> bool:
        """Whether the code comes from a model; no policy may give such a code any weight."""
        return self.value.startswith("MODEL_")

    @property
    def is_style(self) -> bool:
        """Whether its points come off the style part of the quality score, not the basic part."""
        return self.value.startswith("STYLE_")

    @property
    def is_not_checked(self) -> bool:
        """Whether the code means that a fact could not be checked, not that it is wrong."""
        return self in _NOT_CHECKED

    @property
    def subject(self) -> str | None:
        """The name of the measure that identifies one violation, for codes with `count: each`."""
        return _SUBJECTS.get(self)


def _dimension(code: Code) -> Dimension:
    kind = code.value.split("_", 1)[0]
    return Dimension.QUALITY if kind in ("STYLE", "MODEL") else Dimension(kind.lower())


_DIMENSIONS = {code: _dimension(code) for code in Code}

_SUBJECTS = {
    Code.FACT_ITEM_INVALID: "item",
    Code.FACT_ITEM_UNAVAILABLE: "item",
    Code.FACT_USER_EVENT_MISS: "claim",
    Code.FACT_EVENT_UNKNOWN: "claim",
    Code.FACT_BRAND_MISMATCH: "brand",
    Code.FACT_BRAND_UNVERIFIED: "brand",
    Code.FACT_HOLIDAY_INVALID: "holiday",
    Code.FACT_HOLIDAY_UNKNOWN: "holiday",
    Code.FACT_HOLIDAY_UNCHECKED: "holiday",
    Code.FACT_HOLIDAY_WIDENED: "holiday",
    Code.FACT_EVENT_OTHER_ITEM: "claim",
    Code.FACT_PRICE_MISMATCH: "item",
    Code.FACT_CLAIM_UNDECLARED: "claim",
    Code.FACT_ITEM_UNCHECKED: "item",
    Code.FACT_EVENT_UNCHECKED: "claim",
    Code.COMPLIANCE_FORBIDDEN_WORDS: "word",
    Code.COMPLIANCE_ABSOLUTE_WORDS: "word",
}

_NOT_CHECKED = frozenset(
    {
        Code.FACT_ITEM_UNCHECKED,
        Code.FACT_EVENT_UNCHECKED,
        Code.FACT_HOLIDAY_UNCHECKED,
        Code.FACT_BRAND_UNVERIFIED,
    }
)

CharRange = tuple[int, int]
"""A half-open range of character indexes in the checked text."""

Measure = str | int | float


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of a check, without points. `message` is a template that `measure` fills.

    `span` is None if the finding is about the whole text or about a declared claim.
    """

    code: Code
    dimension: Dimension
    severity: Severity
    span: CharRange | None
    message: str
    measure: Mapping[str, Measure] = field(default_factory=dict)

    def translate(self, translate: Translate = str) -> str:
        return Sentence(self.message, self.measure).translate(translate)

    @property
    def subject(self) -> Measure | None:
        name = self.code.subject
        return None if name is None else self.measure.get(name)

    def to_dict(self) -> dict[str, Any]:
        return {
            "code": self.code.value,
            "dimension": self.dimension.value,
            "severity": self.severity.value,
            "span": list(self.span) if self.span else None,
            "message": self.message,
            "measure": dict(self.measure),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Finding":
        code, span = Code(data["code"]), data.get("span")
        return cls(
            code,
            code.dimension,
            Severity(data["severity"]),
            (span[0], span[1]) if span else None,
            data["message"],
            dict(data.get("measure", {})),
        )
