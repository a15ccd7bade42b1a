"""Remarks of the linter: each names its field, what is odd about it and the fix."""

from dataclasses import dataclass
from enum import StrEnum

from core.errors import Sentence

Path = tuple[str | int, ...]
"""Path of a field in a policy, such as ("words", "absolute", 3)."""


class Level(StrEnum):
    ERROR = "error"
    WARNING = "warning"


class Lint(StrEnum):
    THRESHOLDS_OUT_OF_ORDER = "thresholds_out_of_order"
    CODE_WITHOUT_EFFECT = "code_without_effect"
    CODE_NEVER_DECIDES = "code_never_decides"
    CEILING_WITHOUT_EFFECT = "ceiling_without_effect"
    CAP_WITHOUT_EFFECT = "cap_without_effect"
    SOFT_REACHES_ZERO = "soft_reaches_zero"
    BAND_UNREACHABLE = "band_unreachable"
    WORD_TWICE = "word_twice"
    WORD_IN_TWO_LISTS = "word_in_two_lists"
    WORD_NEVER_FOUND = "word_never_found"
    WORD_WITHIN_WORD = "word_within_word"
    ALLOWS_NOTHING = "allows_nothing"
    HOLIDAY_WITHOUT_DATE = "holiday_without_date"
    NAME_TWICE = "name_twice"
    ZONE_UNKNOWN = "zone_unknown"
    YEARS_OUT_OF_ORDER = "years_out_of_order"
    PADDED = "padded"
    EMPTY_LIST = "empty_list"
    CHANNEL_UNKNOWN = "channel_unknown"
    LOCALE_UNKNOWN = "locale_unknown"
    BRAND_UNKNOWN = "brand_unknown"
    FLAGS_MOST_COPY = "flags_most_copy"
    PATTERN_SLOW = "pattern_slow"
    REPAIR_FORBIDDEN = "repair_forbidden"


@dataclass(frozen=True, slots=True)
class Remark:
    """`path` leads to the field of the policy; `said` is a template with its values."""

    lint: Lint
    level: Level
    path: Path
    said: Sentence

    @property
    def where(self) -> str:
        """The field's name, such as words.absolute.3."""
        return ".".join(map(str, self.path))


def lint_warning(lint: Lint, path: Path, message: str, **values: str | int) -> Remark:
    return Remark(lint, Level.WARNING, path, Sentence(message, values))


def lint_error(lint: Lint, path: Path, message: str, **values: str | int) -> Remark:
    """A remark that prevents the publication of the policy."""
    return Remark(lint, Level.ERROR, path, Sentence(message, values))
