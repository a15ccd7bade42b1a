"""The result of building a context (source 003, `ContextBuildResult`), and `rebuild`."""

import functools
import hashlib
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import Self

from core.depth.token_costs import JOINER
from core.errors import Sentence
from core.locale import N_
from core.text import Span


class NotBuilt(StrEnum):
    """Reasons why a context could not be built (source 003, "Error Handling"; readings 49, 59)."""

    NO_POSITION = "no_position"
    POSITION_OUT_OF_RANGE = "position_out_of_range"
    EVIDENCE_TOO_LONG = "evidence_too_long"
    NOVEL_TOO_SHORT = "novel_too_short"
    DID_NOT_FIT = "did_not_fit"


class ContextWarning(StrEnum):
    """Warnings on a context, or on its absence."""

    NO_POSITION = "no_position"
    POSITION_CLIPPED = "position_clipped"
    EVIDENCE_TOO_LONG = "evidence_too_long"
    TOO_LITTLE_FILLER = "too_little_filler"
    PADDING_REDUCED = "padding_reduced"
    EVIDENCE_WIDE = "evidence_wide"
    COPY_IN_FILLER = "copy_in_filler"
    ANSWER_IN_FILLER = "answer_in_filler"
    PASSAGE_IN_FILLER = "passage_in_filler"


WARNING_SENTENCES = {
    ContextWarning.NO_POSITION: N_("The question has no position in the novel and was left out."),
    ContextWarning.POSITION_CLIPPED: N_(
        "The position ends beyond the end of the novel; the part within it was used."
    ),
    ContextWarning.EVIDENCE_TOO_LONG: N_(
        "The evidence leaves no room for other text; the question was left out at this length."
    ),
    ContextWarning.TOO_LITTLE_FILLER: N_(
        "The novel does not have enough other text for this length."
    ),
    ContextWarning.PADDING_REDUCED: N_(
        "The padding was reduced so that the evidence can be moved."
    ),
    ContextWarning.EVIDENCE_WIDE: N_(
        "The evidence and its padding take up more than a tenth of the context, so its depth "
        "says little."
    ),
    ContextWarning.COPY_IN_FILLER: N_(
        "The filler contains a near-duplicate of part of the evidence."
    ),
    ContextWarning.ANSWER_IN_FILLER: N_("The filler contains the words of the correct answer."),
    ContextWarning.PASSAGE_IN_FILLER: N_(
        "The filler contains other parts of the question's source passage."
    ),
}


@dataclass(frozen=True)
class ContextBuildResult:
    """A context, or why there is none. The source's fields come first, in its order.

    Positions and lengths are tokens of `context`; padding stays with the evidence and counts as
    neither prefix nor suffix (readings 48 and 58), so `actual_depth` = prefix_length /
    (prefix_length + suffix_length), None where there is neither. `context_tokens` is the
    number of tokens of `context`, accurate to a few tokens (`core.depth.token_costs`).
    `pieces` are the characters of the novel that `context` consists of, joined by `joiner`, see
    `rebuild`; `evidence_chars` is the evidence in `context`. `fits`: the tokens of the longest
    context that could be built instead. `error_message` is `error` in English; either of them
    sets the other.
    """

    context: str = ""
    actual_depth: float | None = None
    evidence_start: int = 0
    evidence_end: int = 0
    prefix_length: int = 0
    suffix_length: int = 0
    success: bool = True
    error_message: str | None = None
    _: KW_ONLY
    context_tokens: int = 0
    pieces: tuple[Span, ...] = ()
    evidence_chars: Span | None = None
    warnings: tuple[str, ...] = ()
    not_built: NotBuilt | None = None
    error: Sentence | None = None
    fits: int | None = None
    joiner: str = JOINER

    def __post_init__(self) -> None:
        if self.error is not None:
            object.__setattr__(self, "error_message", self.error.translate())
        elif self.error_message is not None:
            object.__setattr__(self, "error", Sentence.verbatim(self.error_message))

    @classmethod
    def quickly(cls, fields: dict[str, object]) -> Self:
        """Create a result without an error from the fields that differ from their defaults.

        The constructor would take longer than all other steps of building a context.
        """
        result = object.__new__(cls)
        object.__setattr__(result, "__dict__", fields)
        return result

    @functools.cached_property
    def context_hash(self) -> str:
        """SHA-256 of the context, in hexadecimal."""
        return hashlib.sha256(self.context.encode("utf-8", "surrogatepass")).hexdigest()


def rebuild(text: str, pieces: Sequence[Span], joiner: str = JOINER) -> str:
    """Return the context that consists of these pieces of a novel, byte for byte."""
    return joiner.join([piece.of(text) for piece in pieces])
