"""Build the result of a look-up from where the quote or its parts were found."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from core.text.matching.boundaries import edge_warnings
from core.text.matching.budget import WorkBudget
from core.text.matching.content import Difference, DifferenceKind, WordRule
from core.text.matching.elisions import Elision
from core.text.matching.near_matches import NearMatch
from core.text.matching.prepared_quote import PreparedQuote
from core.text.matching.search import PreparedText
from core.text.matching.verdicts import (
    MAX_LISTED_OCCURRENCES,
    EvidenceMatch,
    EvidenceVerdict,
    EvidenceWarning,
    NotFoundCause,
)
from core.text.span import Span


def found_at(
    verdict: EvidenceVerdict, spans: Sequence[Span], prepared: PreparedText, near: int | None
) -> EvidenceMatch:
    """Build a match found at `spans`, in order; the nearest to character `near` is picked."""
    picked = spans[0] if near is None else min(spans, key=lambda span: abs(span.start - near))
    warnings = edge_warnings(picked, prepared)
    if len(spans) > 1:
        warnings.append(EvidenceWarning.REPEATED)
    listed = spans[:MAX_LISTED_OCCURRENCES]
    if picked not in listed:
        listed = [*listed[:-1], picked]
    return EvidenceMatch(
        verdict=verdict,
        found=True,
        similarity=1.0,
        span=picked,
        matched_text=picked.of(prepared.text),
        fragments=(picked,),
        occurrences=tuple(listed),
        occurrence_count=len(spans),
        warnings=tuple(warnings),
    )


def found_in_parts(
    elision: Elision, prepared: PreparedText, wording: WordRule, *, marked: bool = True
) -> EvidenceMatch:
    """Build the match of a quote in parts, found if they are in order and nothing is changed.

    Words left out without a mark are a change; WordRule.TOLERATE allows them, except a negation.
    """
    fragments = tuple(prepared.normal.original(part.start, part.end) for part in elision.parts)
    warnings = [warning for part in fragments for warning in edge_warnings(part, prepared)]
    if not marked:
        warnings.append(EvidenceWarning.UNMARKED_OMISSION)
    if elision.leaves_out_negation:
        warnings.append(EvidenceWarning.NEGATION_LEFT_OUT)
    together = elision.in_order and (marked or not elision.leaves_out_negation)
    span = Span(fragments[0].start, fragments[-1].end) if together else None
    altered = any(part.changes_content(wording) for part in elision.parts)
    altered = altered or (not marked and wording is WordRule.STRICT)
    if not altered:
        warnings += (
            form_warning
            for part in elision.parts
            for form_warning in _form_warnings(part.differences)
        )
    cause = NotFoundCause.ALTERED if altered else None
    verdict = EvidenceVerdict.ALTERED if altered else EvidenceVerdict.ELIDED
    if span is None:
        verdict, cause = EvidenceVerdict.ABSENT, NotFoundCause.MISJOINED
    return EvidenceMatch(
        verdict=verdict,
        found=cause is None,
        similarity=elision.similarity,
        span=span,
        matched_text=span.of(prepared.text) if span else None,
        fragments=fragments,
        differences=(
            tuple(d for part in elision.parts for d in part.differences)
            if marked
            else tuple(_omissions(elision, prepared))
        ),
        occurrences=(span,) if span else (),
        occurrence_count=1 if span else 0,
        warnings=tuple(dict.fromkeys(warnings)),
        cause=cause,
    )


_FORM_WARNINGS = {
    DifferenceKind.ARTICLE: EvidenceWarning.ARTICLE,
    DifferenceKind.MISREAD: EvidenceWarning.MISREAD,
    DifferenceKind.WORDING: EvidenceWarning.WORDING_TOLERATED,
}


def _form_warnings(differences: Sequence[Difference]) -> Iterator[EvidenceWarning]:
    """Yield the warnings of differences that do not keep a quote from being found."""
    yield from (_FORM_WARNINGS[each.kind] for each in differences if each.kind in _FORM_WARNINGS)


def _omissions(elision: Elision, prepared: PreparedText) -> Iterator[Difference]:
    """Yield what is left out between parts, which are verbatim."""
    for part, following in pairwise(elision.parts):
        gap = prepared.normal.text[part.end : following.start].strip()
        yield Difference("", gap, DifferenceKind.WORDING)


def as_near_copy(
    copy: NearMatch,
    verdict: EvidenceVerdict,
    cause: NotFoundCause | None,
    prepared: PreparedText,
    work: WorkBudget | None = None,
) -> EvidenceMatch:
    """Build the match of a near copy; it is found if there is no `cause` against it."""
    span = prepared.normal.original(copy.start, copy.end)
    warnings = edge_warnings(span, prepared)
    if cause is None:
        warnings += _form_warnings(copy.differences)
    if work and not work.complete:
        warnings.append(EvidenceWarning.SEARCH_CUT_SHORT)
    return EvidenceMatch(
        verdict=verdict,
        found=cause is None,
        similarity=copy.similarity,
        span=span,
        matched_text=span.of(prepared.text),
        fragments=(span,),
        differences=copy.differences,
        occurrences=(span,),
        occurrence_count=1,
        warnings=tuple(dict.fromkeys(warnings)),
        cause=cause,
    )


def found_as_typed(
    evidence: str, quote: PreparedQuote, prepared: PreparedText
) -> EvidenceMatch | None:
    """Match a quote as it was typed: cut inside a number or accent, it may normalise otherwise."""
    at = -1 if quote.unknown_pairs else prepared.text.find(evidence)
    if at < 0:
        return None
    return found_at(EvidenceVerdict.EXACT, [Span(at, at + len(evidence))], prepared, near=None)


def without_list_number(copy: NearMatch, prepared: PreparedText) -> EvidenceMatch:
    """Build a found match whose list number in front is reported as a mark."""
    number = Difference(copy.differences[0].claimed, "", DifferenceKind.MARK)
    unlisted = replace(copy, differences=(number,))
    match = as_near_copy(unlisted, EvidenceVerdict.NORMALISED, None, prepared)
    return replace(match, warnings=(EvidenceWarning.LIST_NUMBER, *match.warnings))


def is_altered(copy: NearMatch, wording: WordRule, *, joined: bool) -> bool:
    """Whether a near copy changes the content; `joined`: the quote has ellipses."""
    # In a quote with ellipses even tolerated wording is a change.
    reworded = any(difference.kind is DifferenceKind.WORDING for difference in copy.differences)
    return copy.changes_content(wording) or (joined and reworded)


def as_unlike(
    copy: NearMatch, cause: NotFoundCause, prepared: PreparedText, work: WorkBudget
) -> EvidenceMatch:
    """Build a match that is not found: the nearest passage, changed as `cause` says."""
    altered = cause is NotFoundCause.ALTERED
    verdict = EvidenceVerdict.ALTERED if altered else EvidenceVerdict.ABSENT
    return as_near_copy(copy, verdict, cause, prepared, work)


def as_absent(
    prepared: PreparedText,
    parts: Sequence[NearMatch] = (),
    *,
    too_long: bool = False,
    complete: bool = True,
) -> EvidenceMatch:
    """Build the match of a quote with nothing above the floor, or with only some `parts`."""
    conditions = (
        (EvidenceWarning.TOO_LONG, too_long),
        (EvidenceWarning.SEARCH_CUT_SHORT, not complete),
    )
    return EvidenceMatch(
        verdict=EvidenceVerdict.ABSENT,
        found=False,
        similarity=0.0,
        fragments=tuple(prepared.normal.original(part.start, part.end) for part in parts),
        warnings=tuple(warning for warning, applies in conditions if applies),
        cause=NotFoundCause.ABSENT,
    )
