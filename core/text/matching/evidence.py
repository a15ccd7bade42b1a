"""Whether a quote stands in a text, and if not quite, what was changed (source 000).

Words are content: a quote may differ in how its words are written, never in which words they are,
however near it is otherwise (reading 63).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from core.text.matching.boundaries import edge_warnings, whole_tokens
from core.text.matching.budget import WorkBudget
from core.text.matching.content import Difference, DifferenceKind, Wording, differences
from core.text.matching.elisions import Elision, marked_elision, matched_parts, unmarked_elision
from core.text.matching.fragments import MAX_PARTS, split_at_ellipses
from core.text.matching.list_numbers import has_list_number
from core.text.matching.near_matches import MAX_QUOTE, NearMatch, best_match
from core.text.matching.prepared_quote import PreparedQuote
from core.text.matching.prepared_texts import REMEMBERED
from core.text.matching.quote_readings import Reading, readings
from core.text.matching.search import MOST_PLACES, PreparedText
from core.text.matching.verdicts import (
    MAX_LISTED_OCCURRENCES,
    SIMILARITY_FLOOR,
    EvidenceMatch,
    EvidenceVerdict,
    EvidenceWarning,
    NotFoundCause,
)
from core.text.matching.whole_passage import with_coverage_warning
from core.text.normalise import normal_form
from core.text.span import Span

_ALTERED = EvidenceVerdict.ALTERED
_MARKS = Reading("", (EvidenceWarning.EDITION_MARKS,))
# Characters beside a passage in which a mark may have kept it from being longer.
_REACH_OF_MARKS = 200
# In letters; in a longer quote a word or two spaced otherwise leave it near enough to be found.
_SHORT = 60


class EvidenceMatcher:
    """Looks quotes up in texts (source 000, `EvidenceMatcher`).

    A near copy counts from `similarity_threshold` upwards; the search misses none at or above
    SIMILARITY_FLOOR, or says so: no look-up takes much over a second, whatever the quote
    (`core.text.matching.budget`, `near_matches.MAX_QUOTE`). `wording` tells whether another word
    may be among what it has in common with the text.
    """

    def __init__(
        self, similarity_threshold: float = 0.8, wording: Wording = Wording.STRICT
    ) -> None:
        if not 0.0 <= similarity_threshold <= 1.0:
            raise ValueError(f"similarity_threshold must lie in [0, 1], not {similarity_threshold}")
        self.similarity_threshold = similarity_threshold
        self.wording = wording

    def find_evidence(self, evidence: str, context: str) -> tuple[bool, float, str | None]:
        """(found, similarity, the passage of `context`, also where it was altered)."""
        match = self.match(evidence, context)
        return match.found, match.similarity, match.matched_text

    def match(
        self, evidence: str, text: str | PreparedText, *, near: int | None = None
    ) -> EvidenceMatch:
        """Look `evidence` up; `near` (a character of `text`) picks among several occurrences.

        A text given as it is, is prepared once and remembered (`prepared_texts`).
        """
        prepared, work = REMEMBERED.prepare(text), WorkBudget()
        match = self._look_up(evidence, prepared, near, work)
        if not match.found:
            match = self._read_otherwise(evidence, match, prepared, near, work)
        return with_coverage_warning(match, prepared)

    def _read_otherwise(
        self,
        evidence: str,
        as_it_is: EvidenceMatch,
        prepared: PreparedText,
        near: int | None,
        work: WorkBudget,
    ) -> EvidenceMatch:
        """The first reading of quote and text that is found, else the nearest (reading 63)."""
        tried = [as_it_is]
        for reading in (Reading(evidence, ()), *readings(evidence)):
            if reading.warnings:
                tried.append(_told(self._look_up(reading.quote, prepared, near, work), reading))
            if not tried[-1].found and prepared.clean_text is not None and work.complete:
                unmarked = self._without_marks(reading.quote, tried[-1], prepared, near, work)
                tried += [_told(unmarked, reading, _MARKS)] if unmarked else []
            if tried[-1].found or not work.complete:
                break
        if tried[-1].found:
            return tried[-1]
        return max(tried, key=lambda match: (match.verdict is _ALTERED, match.similarity))

    def _without_marks(
        self,
        evidence: str,
        among_marks: EvidenceMatch,
        prepared: PreparedText,
        near: int | None,
        work: WorkBudget,
    ) -> EvidenceMatch | None:
        """The look-up in the text without its marks: where the nearest passage holds one, or where
        the quote stands in it word for word.
        """
        span, normal = among_marks.span, normal_form(evidence)
        if span is None:
            at = prepared.clean_normal.text.find(normal) if normal else -1
            span = prepared.clean_normal.original(at, at + len(normal)) if at >= 0 else None
        if span is None or not prepared.has_marks(*_widened(span, _REACH_OF_MARKS)):
            return None
        start, end = _widened(span, _REACH_OF_MARKS + len(evidence))
        part, near = prepared.clean_part(start, end), None if near is None else near - start
        return self._look_up(evidence, part, near, work).moved(start)

    def _look_up(
        self, evidence: str, prepared: PreparedText, near: int | None, work: WorkBudget
    ) -> EvidenceMatch:
        evidence = evidence.strip()
        normal = normal_form(evidence)
        if not normal:
            return _absent(prepared)
        quote = prepared.sought(normal)
        return self._occurring(evidence, quote, prepared, near) or self._differing(
            evidence, quote, prepared, near, work
        )

    def _normalize_text(self, text: str) -> str:
        return normal_form(text)

    def _calculate_similarity(self, text1: str, text2: str) -> float:
        """How much of `text1` some part of `text2` holds, see `EvidenceMatch.similarity`."""
        prepared = REMEMBERED.prepare(text2)
        quote = prepared.sought(normal_form(text1))
        if quote.text and prepared.occurrences(quote, 1):
            return 1.0
        copy = best_match(quote, prepared, SIMILARITY_FLOOR, WorkBudget()) if quote.text else None
        return copy.similarity if copy else 0.0

    def _occurring(
        self,
        evidence: str,
        quote: PreparedQuote,
        prepared: PreparedText,
        near: int | None,
    ) -> EvidenceMatch | None:
        """Property 2: a normalised substring is found, always; exact where it is verbatim."""
        found = prepared.occurrences(quote, MOST_PLACES)
        if not found:
            return None
        # Marks before its first letter; where that is not what counts first, `_verbatim` finds it.
        before = next((at for at, mark in enumerate(evidence) if mark.isalnum()), 0)
        begins = [int(prepared.normal.starts[start]) - before for start in found]
        verbatim = [at for at in begins if at >= 0 and prepared.text.startswith(evidence, at)]
        if verbatim:
            spans = [Span(at, at + len(evidence)) for at in dict.fromkeys(verbatim)]
            return _found(EvidenceVerdict.EXACT, spans, prepared, near)
        length = len(quote.text)
        spans = [prepared.normal.original(start, start + length) for start in found]
        if also := _verbatim(evidence, spans, prepared.text):
            return _found(EvidenceVerdict.EXACT, also, prepared, near)
        # Part of a character that folds to several is the whole of it.
        return _found(EvidenceVerdict.NORMALISED, [*dict.fromkeys(spans)], prepared, near)

    def _differing(
        self,
        evidence: str,
        quote: PreparedQuote,
        prepared: PreparedText,
        near: int | None,
        work: WorkBudget,
    ) -> EvidenceMatch:
        threshold, wording = self.similarity_threshold, self.wording
        marked = marked_elision(evidence, prepared, threshold, near, work)
        if marked and marked.in_order:
            elided = _elided(marked, prepared, wording)
            return elided if elided.found else _as_typed(evidence, quote, prepared) or elided
        least = min(threshold, SIMILARITY_FLOOR)
        copy = best_match(quote, prepared, least, work, near, wording)
        near_copy = copy if copy and copy.similarity >= threshold else None
        joined = len(split_at_ellipses(evidence)) > 1
        if near_copy and not _altered(near_copy, wording, joined=joined):
            return _copied(near_copy, EvidenceVerdict.NORMALISED, None, prepared)
        if typed := self._typed_otherwise(evidence, quote, near_copy, prepared):
            return typed
        join = marked
        if not joined and not (near_copy and near_copy.says_all):
            join = unmarked_elision(quote, prepared, near)
        # Of a near copy what was altered is told rather than what it leaves out.
        if join and (near_copy is None or (join.in_order and not join.leaves_out_negation)):
            return _elided(join, prepared, wording, marked=bool(marked))
        too_long = len(quote.text) > MAX_QUOTE or len(split_at_ellipses(evidence)) > MAX_PARTS
        cause = NotFoundCause.ALTERED if near_copy else NotFoundCause.REWORDED
        if copy is None:
            standing = matched_parts(evidence, prepared, near)
            return _absent(prepared, standing, too_long=too_long, complete=work.complete)
        return _unlike(copy, cause, prepared, work)

    def _typed_otherwise(
        self,
        evidence: str,
        quote: PreparedQuote,
        near_copy: NearMatch | None,
        prepared: PreparedText,
    ) -> EvidenceMatch | None:
        """What normal forms do not tell: a list's number, other spaces, an end read otherwise."""
        if near_copy and has_list_number(evidence, near_copy, prepared):
            return _listed(near_copy, prepared)
        if typed := _as_typed(evidence, quote, prepared):
            return typed
        spaced = quote.has_unknown_words or (near_copy is None and quote.letters < _SHORT)
        spaced = spaced and not (near_copy and near_copy.has_other_letters)
        place = prepared.spaced_otherwise(quote) if spaced else None
        text = prepared.normal.text
        if place is None or whole_tokens(text, *place) != place:
            return None
        # "Now here" is not "nowhere".
        found = differences(quote.text, text[slice(*place)], prepared.names, prepared.words)
        if any(difference.kind in self.wording.changes_content for difference in found):
            return None
        span = prepared.normal.original(*place)
        return _found(EvidenceVerdict.NORMALISED, [span], prepared, None)


def _widened(span: Span, by: int) -> tuple[int, int]:
    return max(0, span.start - by), span.end + by


def _told(match: EvidenceMatch, *read: Reading) -> EvidenceMatch:
    """The match with what a reviewer should know of how quote or text were read."""
    warnings = [*match.warnings, *(told for reading in read for told in reading.warnings)]
    return replace(match, warnings=tuple(dict.fromkeys(warnings)))


def _verbatim(evidence: str, spans: Sequence[Span], text: str) -> list[Span]:
    """Where the quote stands verbatim beside passages that only read like it.

    It may overlap one of them, or come after more of them than were looked at.
    """
    length = len(evidence)
    around = ((max(0, span.start - length), span.end + length) for span in spans)
    found = [text.find(evidence, start, end) for start, end in around]
    if len(spans) == MOST_PLACES and max(found) < 0:
        found = [text.find(evidence)]
    return [Span(at, at + length) for at in dict.fromkeys(found) if at >= 0]


def _found(
    verdict: EvidenceVerdict, spans: Sequence[Span], prepared: PreparedText, near: int | None
) -> EvidenceMatch:
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


def _elided(
    join: Elision, prepared: PreparedText, wording: Wording, *, marked: bool = True
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
    altered = any(part.says_other(wording) for part in join.parts)
    altered = altered or (not marked and wording is Wording.STRICT)
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


def _copied(
    copy: NearMatch,
    verdict: EvidenceVerdict,
    cause: NotFoundCause | None,
    prepared: PreparedText,
    work: WorkBudget | None = None,
) -> EvidenceMatch:
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


def _as_typed(evidence: str, quote: PreparedQuote, prepared: PreparedText) -> EvidenceMatch | None:
    """Cut within a number or accent, a passage may read otherwise than in its text."""
    at = -1 if quote.unknown_pairs else prepared.text.find(evidence)
    if at < 0:
        return None
    return _found(EvidenceVerdict.EXACT, [Span(at, at + len(evidence))], prepared, near=None)


def _listed(copy: NearMatch, prepared: PreparedText) -> EvidenceMatch:
    number = Difference(copy.differences[0].claimed, "", DifferenceKind.MARK)
    unlisted = replace(copy, differences=(number,))
    match = _copied(unlisted, EvidenceVerdict.NORMALISED, None, prepared)
    return replace(match, warnings=(EvidenceWarning.LIST_NUMBER, *match.warnings))


def _altered(copy: NearMatch, wording: Wording, *, joined: bool) -> bool:
    # Across an ellipsis no new wording may ride along on the rest of the quote.
    reworded = any(difference.kind is DifferenceKind.WORDING for difference in copy.differences)
    return copy.says_other(wording) or (joined and reworded)


def _unlike(
    copy: NearMatch, cause: NotFoundCause, prepared: PreparedText, work: WorkBudget
) -> EvidenceMatch:
    """The nearest passage, changed as `cause` says."""
    altered = cause is NotFoundCause.ALTERED
    verdict = EvidenceVerdict.ALTERED if altered else EvidenceVerdict.ABSENT
    return _copied(copy, verdict, cause, prepared, work)


def _absent(
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
