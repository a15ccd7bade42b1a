"""The result of looking up a quote: verdict, cause, warnings, passage."""

from dataclasses import dataclass, replace
from enum import StrEnum

from core.locale import N_
from core.text.matching.content import Difference
from core.text.span import Span


class EvidenceVerdict(StrEnum):
    """How a quote was found.

    exact: verbatim. normalised: the same words, however they are written (reading 63).
    elided: its parts, joined by ellipses, are in order and close together. altered: a near copy
    with other words. absent: nothing near.
    """

    EXACT = "exact"
    NORMALISED = "normalised"
    ELIDED = "elided"
    ALTERED = "altered"
    ABSENT = "absent"


class NotFoundCause(StrEnum):
    """Why a quote is not found.

    altered: a near copy says something else. misjoined: its parts are in the text, but not in
    this order, or too far apart, or with a negation left out unmarked. reworded: the nearest
    passage is below the threshold, at SIMILARITY_FLOOR or above. absent: nothing near, or only
    some of its parts.
    """

    ALTERED = "altered"
    MISJOINED = "misjoined"
    REWORDED = "reworded"
    ABSENT = "absent"


class EvidenceWarning(StrEnum):
    """A warning to the reviewer about a verdict (reading 55)."""

    CUT_NUMBER = "cut_number"
    CUT_NEGATION = "cut_negation"
    NEGATION_LEFT_OUT = "negation_left_out"
    UNMARKED_OMISSION = "unmarked_omission"
    LIST_NUMBER = "list_number"
    LABEL = "label"
    EDITION_MARKS = "edition_marks"
    ARTICLE = "article"
    MISREAD = "misread"
    WORDING_TOLERATED = "wording_tolerated"
    SHORT = "short"
    WHOLE_PASSAGE = "whole_passage"
    REPEATED = "repeated"
    TOO_LONG = "too_long"
    SEARCH_CUT_SHORT = "search_cut_short"


WARNING_SENTENCES = {
    EvidenceWarning.CUT_NUMBER: N_("The quote begins or ends inside a number."),
    EvidenceWarning.CUT_NEGATION: N_("The quote leaves out a negation just before or at its edge."),
    EvidenceWarning.NEGATION_LEFT_OUT: N_(
        "The words omitted between its parts contain a negation."
    ),
    EvidenceWarning.UNMARKED_OMISSION: N_("The quote omits words without marking where."),
    EvidenceWarning.LIST_NUMBER: N_(
        "The quote starts with a list number that is not in the source."
    ),
    EvidenceWarning.LABEL: N_(
        "The quote is surrounded by words not in the source: a label, a place or a number."
    ),
    EvidenceWarning.EDITION_MARKS: N_(
        "Notes, page numbers, tags or escapes on one side were ignored in the comparison."
    ),
    EvidenceWarning.ARTICLE: N_("The quote uses a different article from the source, or none."),
    EvidenceWarning.MISREAD: N_("The quote has typing or scanning errors."),
    EvidenceWarning.WORDING_TOLERATED: N_(
        "The quote uses other words than the source; this run allows them."
    ),
    EvidenceWarning.SHORT: N_("The quote is so short that finding it proves little."),
    EvidenceWarning.WHOLE_PASSAGE: N_(
        "The quote is all or most of the passage, so finding it proves little."
    ),
    EvidenceWarning.REPEATED: N_("The quote appears in more than one place."),
    EvidenceWarning.TOO_LONG: N_("The quote is too long for anything but an exact search."),
    EvidenceWarning.SEARCH_CUT_SHORT: N_("The search ended early; the quote may be elsewhere."),
}

MAX_LISTED_OCCURRENCES = 20

SIMILARITY_FLOOR = 0.6
"""From this similarity on the nearest passage is always found; a lower one is stored as 0."""


@dataclass(frozen=True, kw_only=True)
class EvidenceMatch:
    """The result of looking up one quote. Spans are half-open characters of the original text.

    `similarity` in [0, 1] is 1 - d / n, counted in letters: n those of the quote, d the least
    number of them inserted, left out or replaced that makes it some part of the text. Spaces are
    no letters; a Chinese character is one, and so is a number however it is written. Letters are
    the same only inside the same word, or a word and its misspelling
    (`core.text.matching.spelling`); where only the form of words differs, another spelling of the
    same word is no difference (reading 63). Of a quote in parts it is the mean over them by
    length. The least is found down to SIMILARITY_FLOOR; below it `similarity` is 0.

    `span` and `matched_text` are those of the passage found, or of the one that was altered or
    reworded; None where nothing is near. `fragments` are the parts of the quote in its own order,
    also if they are misjoined, and the parts of an absent quote that are in the text.
    `occurrences` lists at most MAX_LISTED_OCCURRENCES of `occurrence_count`.
    `cause` is None exactly if the quote is found.
    """

    verdict: EvidenceVerdict
    found: bool
    similarity: float
    span: Span | None = None
    matched_text: str | None = None
    fragments: tuple[Span, ...] = ()
    differences: tuple[Difference, ...] = ()
    occurrences: tuple[Span, ...] = ()
    occurrence_count: int = 0
    warnings: tuple[str, ...] = ()
    cause: NotFoundCause | None = None

    def moved(self, by: int) -> "EvidenceMatch":
        """Return the match with all spans shifted by `by` characters."""

        def move(span: Span) -> Span:
            return Span(span.start + by, span.end + by)

        if not by:
            return self
        return replace(
            self,
            span=move(self.span) if self.span else None,
            fragments=tuple(map(move, self.fragments)),
            occurrences=tuple(map(move, self.occurrences)),
        )
