"""Whether a quote is in a text, and if not exactly, what was changed (source 000).

Words are content: a quote may differ in how its words are written, never in which words they are,
however near it is otherwise (reading 63).
"""

from collections.abc import Sequence
from dataclasses import replace

from core.text.matching.boundaries import whole_tokens
from core.text.matching.budget import WorkBudget
from core.text.matching.content import WordRule, differences
from core.text.matching.elisions import marked_elision, matched_parts, unmarked_elision
from core.text.matching.fragments import MAX_PARTS, split_at_ellipses
from core.text.matching.left_out import contradicts_text
from core.text.matching.list_numbers import has_list_number
from core.text.matching.match_results import (
    as_absent,
    as_near_copy,
    as_unlike,
    found_as_typed,
    found_at,
    found_in_parts,
    is_altered,
    without_list_number,
)
from core.text.matching.near_matches import MAX_QUOTE, NearMatch, best_match
from core.text.matching.prepared_quote import PreparedQuote
from core.text.matching.prepared_texts import REMEMBERED
from core.text.matching.quote_readings import Reading, readings
from core.text.matching.search import MOST_PLACES, PreparedText
from core.text.matching.verdicts import (
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
# Characters beside a passage in which a mark may have kept the match from being longer.
_REACH_OF_MARKS = 200
# In letters; a longer quote with a word or two spaced otherwise is found as a near copy.
_SHORT = 60


class EvidenceMatcher:
    """Look up quotes in texts (source 000, `EvidenceMatcher`).

    A near copy counts from `similarity_threshold` upwards; the search misses none at or above
    SIMILARITY_FLOOR, or says so: no look-up takes much over a second, whatever the quote
    (`core.text.matching.budget`, `near_matches.MAX_QUOTE`). `wording` says whether a near copy
    may have other words.
    """

    def __init__(
        self, similarity_threshold: float = 0.8, *, wording: WordRule = WordRule.STRICT
    ) -> None:
        if not 0.0 <= similarity_threshold <= 1.0:
            raise ValueError(f"similarity_threshold must lie in [0, 1], not {similarity_threshold}")
        self.similarity_threshold = similarity_threshold
        self.wording = wording

    def find_evidence(self, evidence: str, context: str) -> tuple[bool, float, str | None]:
        """Return (found, similarity, the passage of `context`, even if it was altered)."""
        match = self.match(evidence, context)
        return match.found, match.similarity, match.matched_text

    def match(
        self, evidence: str, text: str | PreparedText, *, near: int | None = None
    ) -> EvidenceMatch:
        """Look `evidence` up; `near` (a character of `text`) picks among several occurrences.

        A plain string is prepared once and cached (`prepared_texts`).
        """
        prepared, work = REMEMBERED.prepare(text), WorkBudget()
        match = self._look_up(evidence, prepared, near, work)
        if not match.found:
            match = self._try_readings(evidence, match, prepared, near, work)
        return with_coverage_warning(match, prepared)

    def _try_readings(
        self,
        evidence: str,
        first_match: EvidenceMatch,
        prepared: PreparedText,
        near: int | None,
        work: WorkBudget,
    ) -> EvidenceMatch:
        """Return the match of the first reading that is found, else of the nearest (reading 63)."""
        tried = [first_match]
        for reading in (Reading(evidence, ()), *readings(evidence)):
            if reading.warnings:
                tried.append(
                    _with_warnings(self._look_up(reading.quote, prepared, near, work), reading)
                )
            clean = prepared.clean_text is not None and not reading.glosses_left_out
            if clean and not tried[-1].found and work.complete:
                unmarked = self._match_without_marks(reading.quote, tried[-1], prepared, near, work)
                tried += [_with_warnings(unmarked, reading, _MARKS)] if unmarked else []
            if tried[-1].found and contradicts_text(evidence, reading, tried[-1], prepared):
                tried.pop()
            if tried[-1].found or not work.complete:
                break
        if tried[-1].found:
            return tried[-1]
        return max(tried, key=lambda match: (match.verdict is _ALTERED, match.similarity))

    def _match_without_marks(
        self,
        evidence: str,
        among_marks: EvidenceMatch,
        prepared: PreparedText,
        near: int | None,
        work: WorkBudget,
    ) -> EvidenceMatch | None:
        """Look up the quote in the text without its marks, if one is in the nearest passage or
        where the quote is verbatim without them; else None.
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
            return as_absent(prepared)
        quote = prepared.sought(normal, evidence)
        return self._match_substring(evidence, quote, prepared, near) or self._match_differing(
            evidence, quote, prepared, near, work
        )

    def _normalize_text(self, text: str) -> str:
        return normal_form(text)

    def _calculate_similarity(self, text1: str, text2: str) -> float:
        """Similarity of `text1` to the nearest part of `text2`, see `EvidenceMatch.similarity`."""
        prepared = REMEMBERED.prepare(text2)
        quote = prepared.sought(normal_form(text1))
        if quote.text and prepared.occurrences(quote, 1):
            return 1.0
        copy = best_match(quote, prepared, SIMILARITY_FLOOR, WorkBudget()) if quote.text else None
        return copy.similarity if copy else 0.0

    def _match_substring(
        self,
        evidence: str,
        quote: PreparedQuote,
        prepared: PreparedText,
        near: int | None,
    ) -> EvidenceMatch | None:
        """Property 2: always find a normalised substring, EXACT where it is verbatim. Else None."""
        places = prepared.occurrences(quote, MOST_PLACES)
        if not places:
            return None
        # Marks before the first letter; if something else normalises first, `_verbatim` finds it.
        before = next((at for at, mark in enumerate(evidence) if mark.isalnum()), 0)
        begins = [int(prepared.normal.starts[start]) - before for start in places]
        verbatim = [at for at in begins if at >= 0 and prepared.text.startswith(evidence, at)]
        if verbatim:
            spans = [Span(at, at + len(evidence)) for at in dict.fromkeys(verbatim)]
            return found_at(EvidenceVerdict.EXACT, spans, prepared, near)
        length = len(quote.text)
        spans = [prepared.normal.original(start, start + length) for start in places]
        if verbatim_spans := _verbatim(evidence, spans, prepared.text):
            return found_at(EvidenceVerdict.EXACT, verbatim_spans, prepared, near)
        # A match of part of a character that folds to several covers all of it.
        return found_at(EvidenceVerdict.NORMALISED, [*dict.fromkeys(spans)], prepared, near)

    def _match_differing(
        self,
        evidence: str,
        quote: PreparedQuote,
        prepared: PreparedText,
        near: int | None,
        work: WorkBudget,
    ) -> EvidenceMatch:
        """Match a quote that is no substring: elided, altered, typed otherwise or absent."""
        threshold, wording = self.similarity_threshold, self.wording
        marked = marked_elision(evidence, prepared, threshold, near, work)
        if marked and marked.in_order:
            elided = found_in_parts(marked, prepared, wording)
            return elided if elided.found else found_as_typed(evidence, quote, prepared) or elided
        least = min(threshold, SIMILARITY_FLOOR)
        copy = best_match(quote, prepared, least, work, near, wording)
        near_copy = copy if copy and copy.similarity >= threshold else None
        joined = len(split_at_ellipses(evidence)) > 1
        if near_copy and not is_altered(near_copy, wording, joined=joined):
            return as_near_copy(near_copy, EvidenceVerdict.NORMALISED, None, prepared)
        if typed := self._match_as_typed(evidence, quote, near_copy, prepared):
            return typed
        elision = marked
        if not joined and not (near_copy and near_copy.leaves_nothing_out):
            elision = unmarked_elision(quote, prepared, near)
        # Of a near copy, report what was altered rather than what it leaves out.
        if elision and (
            near_copy is None or (elision.in_order and not elision.leaves_out_negation)
        ):
            return found_in_parts(elision, prepared, wording, marked=bool(marked))
        too_long = len(quote.text) > MAX_QUOTE or len(split_at_ellipses(evidence)) > MAX_PARTS
        cause = NotFoundCause.ALTERED if near_copy else NotFoundCause.REWORDED
        if copy is None:
            verbatim_parts = matched_parts(evidence, prepared, near)
            return as_absent(prepared, verbatim_parts, too_long=too_long, complete=work.complete)
        return as_unlike(copy, cause, prepared, work)

    def _match_as_typed(
        self,
        evidence: str,
        quote: PreparedQuote,
        near_copy: NearMatch | None,
        prepared: PreparedText,
    ) -> EvidenceMatch | None:
        """Match what normal forms miss: a list's number, other spaces, an end read otherwise."""
        if near_copy and has_list_number(evidence, near_copy, prepared):
            return without_list_number(near_copy, prepared)
        if typed := found_as_typed(evidence, quote, prepared):
            return typed
        spaced = quote.has_unknown_words or (near_copy is None and quote.letters < _SHORT)
        spaced = spaced and not (near_copy and near_copy.has_other_letters)
        place = prepared.spaced_otherwise(quote) if spaced else None
        text = prepared.normal.text
        if place is None or whole_tokens(text, *place) != place:
            return None
        # "Now here" is not "nowhere".
        changes = differences(quote.text, text[slice(*place)], prepared.names, prepared.words)
        if any(difference.kind in self.wording.changes_content for difference in changes):
            return None
        span = prepared.normal.original(*place)
        return found_at(EvidenceVerdict.NORMALISED, [span], prepared, None)


def _widened(span: Span, by: int) -> tuple[int, int]:
    return max(0, span.start - by), span.end + by


def _with_warnings(match: EvidenceMatch, *used: Reading) -> EvidenceMatch:
    """Add the warnings of the readings used; EXACT becomes NORMALISED, as the quote was changed."""
    exact = match.verdict is EvidenceVerdict.EXACT
    verdict = EvidenceVerdict.NORMALISED if exact else match.verdict
    warnings = [*match.warnings, *(warning for reading in used for warning in reading.warnings)]
    return replace(match, verdict=verdict, warnings=tuple(dict.fromkeys(warnings)))


def _verbatim(evidence: str, spans: Sequence[Span], text: str) -> list[Span]:
    """Return where the quote is verbatim near passages that only normalise to it.

    It may overlap one of them, or come after more of them than were looked at.
    """
    length = len(evidence)
    around = ((max(0, span.start - length), span.end + length) for span in spans)
    places = [text.find(evidence, start, end) for start, end in around]
    if len(spans) == MOST_PLACES and max(places) < 0:
        places = [text.find(evidence)]
    return [Span(at, at + length) for at in dict.fromkeys(places) if at >= 0]
