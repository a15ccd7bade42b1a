"""What became of a quote, put together from where its words or its parts stand."""

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
    """Found at each of `spans`, in order; the one nearest to character `near` is picked."""
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
    join: Elision, prepared: PreparedText, wording: WordRule, *, marked: bool = True
) -> EvidenceMatch:
    """In order and with nothing changed it is found; unmarked, words left out are a change, or are
    tolerated where they are no negation.
    """
    fragments = tuple(prepared.normal.original(part.start, part.end) for part in join.parts)
    warnings = [warning for part in fragments for warning in edge_warnings(part, prepared)]
    if not marked:
        warnings.append(EvidenceWarning.UNMARKED_OMISSION)
    if join.leaves_out_negation:
        warnings.append(EvidenceWarning.NEGATION_LEFT_OUT)
    together = join.in_order and (marked or not join.leaves_out_negation)
    span = Span(fragments[0].start, fragments[-1].end) if together else None
    altered = any(part.changes_content(wording) for part in join.parts)
    altered = altered or (not marked and wording is WordRule.STRICT)
    if not altered:
        warnings += (told for part in join.parts for told in _of_form(part.differences))
    cause = NotFoundCause.ALTERED if altered else None
    verdict = EvidenceVerdict.ALTERED if altered else EvidenceVerdict.ELIDED
    if span is None:
        verdict, cause = EvidenceVerdict.ABSENT, NotFoundCause.MISJOINED
    return EvidenceMatch(
        verdict=verdict,
        found=cause is None,
        similarity=join.similarity,
        span=span,
        matched_text=span.of(prepared.text) if span else None,
        fragments=fragments,
        differences=(
            tuple(d for part in join.parts for d in part.differences)
            if marked
            else tuple(_left_out(join, prepared))
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


def _of_form(found: Sequence[Difference]) -> Iterator[EvidenceWarning]:
    """What a reviewer should know of differences that do not keep a quote from being found."""
    yield from (_FORM_WARNINGS[each.kind] for each in found if each.kind in _FORM_WARNINGS)


def _left_out(join: Elision, prepared: PreparedText) -> Iterator[Difference]:
    """What stands between the parts, which are verbatim."""
    for one, other in pairwise(join.parts):
        gap = prepared.normal.text[one.end : other.start].strip()
        yield Difference("", gap, DifferenceKind.WORDING)


def as_near_copy(
    copy: NearMatch,
    verdict: EvidenceVerdict,
    cause: NotFoundCause | None,
    prepared: PreparedText,
    work: WorkBudget | None = None,
) -> EvidenceMatch:
    """The passage a quote is a near copy of; found where there is no `cause` against it."""
    span = prepared.normal.original(copy.start, copy.end)
    warnings = edge_warnings(span, prepared)
    if cause is None:
        warnings += _of_form(copy.differences)
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
    """Cut within a number or accent, a passage may read otherwise than in its text."""
    at = -1 if quote.unknown_pairs else prepared.text.find(evidence)
    if at < 0:
        return None
    return found_at(EvidenceVerdict.EXACT, [Span(at, at + len(evidence))], prepared, near=None)


def without_list_number(copy: NearMatch, prepared: PreparedText) -> EvidenceMatch:
    """Found but for the number of a list in front, which is told as a mark."""
    number = Difference(copy.differences[0].claimed, "", DifferenceKind.MARK)
    unlisted = replace(copy, differences=(number,))
    match = as_near_copy(unlisted, EvidenceVerdict.NORMALISED, None, prepared)
    return replace(match, warnings=(EvidenceWarning.LIST_NUMBER, *match.warnings))


def is_altered(copy: NearMatch, wording: WordRule, *, joined: bool) -> bool:
    """Whether a near copy says something else; `joined`: the quote has ellipses."""
    # Across an ellipsis no new wording may ride along on the rest of the quote.
    reworded = any(difference.kind is DifferenceKind.WORDING for difference in copy.differences)
    return copy.changes_content(wording) or (joined and reworded)


def as_unlike(
    copy: NearMatch, cause: NotFoundCause, prepared: PreparedText, work: WorkBudget
) -> EvidenceMatch:
    """The nearest passage, changed as `cause` says."""
    altered = cause is NotFoundCause.ALTERED
    verdict = EvidenceVerdict.ALTERED if altered else EvidenceVerdict.ABSENT
    return as_near_copy(copy, verdict, cause, prepared, work)


def as_absent(
    prepared: PreparedText,
    standing: Sequence[NearMatch] = (),
    *,
    too_long: bool = False,
    complete: bool = True,
) -> EvidenceMatch:
    """Nothing above the floor, or only some of its parts."""
    told = (
        (EvidenceWarning.TOO_LONG, too_long),
        (EvidenceWarning.SEARCH_CUT_SHORT, not complete),
    )
    return EvidenceMatch(
        verdict=EvidenceVerdict.ABSENT,
        found=False,
        similarity=0.0,
        fragments=tuple(prepared.normal.original(part.start, part.end) for part in standing),
        warnings=tuple(warning for warning, holds in told if holds),
        cause=NotFoundCause.ABSENT,
    )
