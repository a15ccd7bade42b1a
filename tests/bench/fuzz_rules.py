"""What holds of every look-up, whatever the quote and the text (source 000)."""

import random
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from core.text import (
    SIMILARITY_FLOOR,
    EvidenceMatch,
    EvidenceMatcher,
    EvidenceVerdict,
    EvidenceWarning,
    Normalised,
    NotFoundCause,
    PreparedText,
    normalise,
)
from core.text.content import CHANGES_CONTENT
from core.text.verdicts import MAX_LISTED_OCCURRENCES
from tests.bench.fuzz_pairs import Pair, counted_otherwise

FOUND = {EvidenceVerdict.EXACT, EvidenceVerdict.NORMALISED, EvidenceVerdict.ELIDED}
_ROUNDING = 1e-9
_PARTS = 0.3
"""The share of texts of which a part is tried: its index has to be made anew for comparison."""
_SMALL_QUOTE, _SMALL_TEXT = 60, 300

Told = tuple[bool, float, str | None]
"""An answer of `find_evidence`."""
Rule = tuple[str, bool]
"""What must hold, and whether it does."""


def broken_rules(
    pair: Pair, told: Told, matcher: EvidenceMatcher, rng: random.Random
) -> tuple[EvidenceMatch, list[str]]:
    """The answer to a pair, and the rules that it or one to a variation of the pair breaks.

    `told` is what `find_evidence` answered.
    """
    prepared = PreparedText.of(pair.text)
    answer = matcher.match(pair.quote, prepared)
    rules = [
        *normal_rules(pair.text, prepared.normal),
        *normal_rules(pair.quote, normalise(pair.quote)),
        *answer_rules(answer, pair.quote, prepared, matcher.similarity_threshold),
        *distance_rules(answer, pair, prepared),
        *repetition_rules(answer, told, pair.quote, prepared, matcher),
        *place_rules(answer, pair.quote, prepared, matcher, rng),
        *(part_rules(pair.quote, prepared, matcher, rng) if rng.random() < _PARTS else ()),
    ]
    return answer, [sentence for sentence, holds in rules if not holds]


def normal_rules(text: str, normal: Normalised) -> Iterator[Rule]:
    starts, ends = normal.starts, normal.ends
    yield "every normalised character has a place", len(normal.text) == len(starts) == len(ends)
    if len(starts):
        inside = starts.min() >= 0 and bool(np.all(starts < ends)) and ends.max() <= len(text)
        yield "every place is one of the text", bool(inside)
        in_order = bool(np.all(np.diff(starts) >= 0) and np.all(np.diff(ends) >= 0))
        yield "places are in the order of the text", in_order
    yield "normalising twice changes nothing", normalise(normal.text).text == normal.text


def answer_rules(
    answer: EvidenceMatch, quote: str, prepared: PreparedText, threshold: float
) -> Iterator[Rule]:
    text, span, verdict = prepared.text, answer.span, answer.verdict
    yield "found is what its verdict says", answer.found == (verdict in FOUND)
    yield "a cause where and only where it is not found", answer.found == (answer.cause is None)
    altered = verdict is EvidenceVerdict.ALTERED
    yield "altered is altered", altered == (answer.cause is NotFoundCause.ALTERED)
    yield "similarity lies in [0, 1]", 0.0 <= answer.similarity <= 1.0
    floor = min(threshold, SIMILARITY_FLOOR) - _ROUNDING
    yield "similarity is 0 below its floor", answer.similarity == 0 or answer.similarity >= floor
    if answer.found:
        yield "found at or above the threshold", answer.similarity >= threshold - _ROUNDING
        changed = any(each.kind in CHANGES_CONTENT for each in answer.differences)
        yield "found without changed content", not changed
    if answer.cause is NotFoundCause.REWORDED:
        yield "reworded below the threshold", answer.similarity < threshold
    yield from span_rules(answer, len(text))
    yield "the passage is that of its span", answer.matched_text == (span and span.of(text))
    passage = answer.found or answer.cause in {NotFoundCause.ALTERED, NotFoundCause.REWORDED}
    yield "a passage where there is one to show", passage == (span is not None)
    repeated = EvidenceWarning.REPEATED in answer.warnings
    yield "repeated is a warning", repeated == (answer.occurrence_count > 1)
    yield "a warning is given once", len(set(answer.warnings)) == len(answer.warnings)
    yield "warnings are known ones", set(answer.warnings) <= set(EvidenceWarning)
    yield from substring_rules(answer, quote, prepared)


def span_rules(answer: EvidenceMatch, length: int) -> Iterator[Rule]:
    span, fragments, occurrences = answer.span, answer.fragments, answer.occurrences
    every = [*fragments, *occurrences, *([span] if span else [])]
    yield "spans are half-open in the text", all(0 <= s.start < s.end <= length for s in every)
    yield "occurrences are in order", all(a < b for a, b in pairwise(occurrences))
    yield "occurrences are counted", answer.occurrence_count >= len(occurrences)
    listed = min(answer.occurrence_count, MAX_LISTED_OCCURRENCES)
    yield "all occurrences but too many are listed", len(occurrences) == listed
    if span is not None:
        yield (
            "the passage is its fragments",
            bool(fragments and span.start == fragments[0].start and span.end == fragments[-1].end),
        )
        yield "fragments are in order", all(a.end <= b.start for a, b in pairwise(fragments))
        yield "the passage is one of the occurrences", span in occurrences


def substring_rules(answer: EvidenceMatch, quote: str, prepared: PreparedText) -> Iterator[Rule]:
    """Property 2 of source 000."""
    normal, verbatim = normalise(quote).text, quote.strip()
    if normal and verbatim in prepared.text:
        yield "verbatim is found", answer.found
        exact = answer.verdict is EvidenceVerdict.EXACT
        yield "verbatim is exact", exact or not reads_alike(verbatim, normal, prepared)
    if answer.verdict is EvidenceVerdict.EXACT:
        same = all(each.of(prepared.text) == verbatim for each in answer.occurrences)
        yield "every exact occurrence is verbatim", same
    if normal and normal in prepared.normal.text:
        yield "a normalised substring is found", answer.found and answer.similarity == 1.0
    if not normal:
        nothing = (answer.found, answer.similarity, answer.span) == (False, 0.0, None)
        yield "a quote without words is not found", nothing


def reads_alike(verbatim: str, normal: str, prepared: PreparedText) -> bool:
    """Whether its first place in a text reads as on its own: no accent or number is cut there."""
    start, of = prepared.text.find(verbatim), prepared.normal
    first = prepared.normal_index(start)
    last = int(np.searchsorted(of.ends, start + len(verbatim), side="right"))
    return of.text[first:last].strip() == normal and int(of.starts[first]) >= start


def distance_rules(answer: EvidenceMatch, pair: Pair, prepared: PreparedText) -> Iterator[Rule]:
    """Against a plain reckoning of the distance, where that is quick and sure."""
    complete = EvidenceWarning.SEARCH_CUT_SHORT not in answer.warnings
    if pair.least is not None and pair.least >= SIMILARITY_FLOOR and complete:
        yield "no nearer passage is missed", answer.similarity >= pair.least - _ROUNDING
    quote, text = normalise(pair.quote).text, prepared.normal.text
    one_piece = len(answer.fragments) == 1 and answer.similarity < 1.0
    small = len(quote) <= _SMALL_QUOTE and len(text) <= _SMALL_TEXT
    if one_piece and small and not counted_otherwise(f"{quote} {text}"):
        letters = quote.replace(" ", "")
        most = 1.0 - least_edits(letters, text.replace(" ", "")) / len(letters)
        yield "similarity is not above the letters in common", answer.similarity <= most + _ROUNDING


def repetition_rules(
    answer: EvidenceMatch, told: Told, quote: str, prepared: PreparedText, matcher: EvidenceMatcher
) -> Iterator[Rule]:
    yield "asked twice, answered alike", matcher.match(quote, prepared) == answer
    yield (
        "find_evidence says the same",
        told == (answer.found, answer.similarity, answer.matched_text),
    )
    if answer.found:
        lower = EvidenceMatcher(max(0.0, matcher.similarity_threshold - 0.2))
        yield "found at a lower threshold too", lower.match(quote, prepared).found


def place_rules(
    answer: EvidenceMatch,
    quote: str,
    prepared: PreparedText,
    matcher: EvidenceMatcher,
    rng: random.Random,
) -> Iterator[Rule]:
    """`near` picks a place and changes nothing else."""
    end = len(prepared.text)
    near = rng.choice([0, -1, -(10**12), end, end + 1, 10**12, *[rng.randint(0, end)] * 6])
    picked = matcher.match(quote, prepared, near=near)
    for sentence, holds in answer_rules(picked, quote, prepared, matcher.similarity_threshold):
        yield f"near: {sentence}", holds
    yield "near: the same verdict", picked.verdict is answer.verdict
    yield "near: the same similarity", abs(picked.similarity - answer.similarity) <= _ROUNDING
    yield "near: the same count", picked.occurrence_count == answer.occurrence_count
    if picked.span and answer.found and len(picked.fragments) == 1:
        nearest = min(abs(each.start - near) for each in answer.occurrences)
        yield "near: none listed is nearer", abs(picked.span.start - near) <= nearest


def part_rules(
    quote: str, prepared: PreparedText, matcher: EvidenceMatcher, rng: random.Random
) -> Iterator[Rule]:
    """A part is what its text would be on its own, but for the names."""
    start = rng.randint(0, len(prepared.text))
    end = rng.randint(start, len(prepared.text))
    part, alone = prepared.part(start, end), PreparedText.of(prepared.text[start:end])
    yield "part: its text", part.text == alone.text
    yield "part: its normal form", part.normal.text == alone.normal.text
    yield "part: its offsets", np.array_equal(part.normal.starts, alone.normal.starts)
    yield "part: its ends", np.array_equal(part.normal.ends, alone.normal.ends)
    answer = matcher.match(quote, part)
    for sentence, holds in answer_rules(answer, quote, part, matcher.similarity_threshold):
        yield f"part: {sentence}", holds
    if (part.names, vars(part.names)) == (alone.names, vars(alone.names)):
        yield "part: the answer of its text", answer == matcher.match(quote, alone)


def least_edits(quote: str, text: str) -> int:
    """From `quote` to any part of `text`: the textbook table, one row at a time."""
    row = [0] * (len(text) + 1)
    for at, wanted in enumerate(quote, 1):
        new = [at]
        for column, character in enumerate(text, 1):
            new.append(min(row[column - 1] + (wanted != character), row[column] + 1, new[-1] + 1))
        row = new
    return min(row)
