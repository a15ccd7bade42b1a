"""What holds of every look-up, whatever the quote and the text (source 000)."""

import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
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
    WordRule,
    normalise,
)
from core.text.matching.verdicts import MAX_LISTED_OCCURRENCES
from tests.bench.fuzz_pairs import Pair, counted_otherwise

FOUND = {EvidenceVerdict.EXACT, EvidenceVerdict.NORMALISED, EvidenceVerdict.ELIDED}
_ROUNDING = 1e-9
_SMALL_QUOTE, _SMALL_TEXT = 60, 300
_IN_NUMBER = re.compile("[0-9]{2}")
_WITHIN = re.compile("[0-9]{2}|[A-Za-z]{2}")

Rule = tuple[str, bool]
"""What must hold, and whether it does."""


@dataclass(frozen=True)
class Asked:
    """A look-up and its answer."""

    pair: Pair
    prepared: PreparedText
    matcher: EvidenceMatcher
    answer: EvidenceMatch

    @classmethod
    def of(cls, pair: Pair, threshold: float) -> "Asked":
        """Look the quote up in the text, which is made ready anew."""
        matcher, prepared = EvidenceMatcher(threshold), PreparedText.from_text(pair.text)
        return cls(pair, prepared, matcher, matcher.match(pair.quote, prepared))

    @property
    def characters(self) -> int:
        """Of quote, text and normalised text together."""
        return sum(map(len, (self.pair.quote, self.pair.text, self.prepared.normal.text)))

    @property
    def threshold(self) -> float:
        return self.matcher.similarity_threshold


def rules(asked: Asked, rng: random.Random, variations: Iterable["Variation"]) -> Iterator[Rule]:
    """Every rule of the answer, and of those to variations of the look-up."""
    yield from normal_rules(asked.pair.text, asked.prepared.normal)
    yield from normal_rules(asked.pair.quote, normalise(asked.pair.quote))
    yield from answer_rules(asked.answer, asked.pair.quote, asked.prepared, asked.threshold)
    yield from distance_rules(asked.answer, asked.pair, asked.prepared)
    for variation in variations:
        yield from variation(asked, rng)


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
        changed = any(each.kind in WordRule.STRICT.changes_content for each in answer.differences)
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
    if answer.found:
        yield from edge_rules(answer, prepared)
    yield from substring_rules(answer, quote, prepared)


def edge_rules(answer: EvidenceMatch, prepared: PreparedText) -> Iterator[Rule]:
    text = prepared.text
    edges = [at for part in answer.fragments for at in (part.start, part.end)]
    cut = [at for at in edges if at and _IN_NUMBER.fullmatch(text, at - 1, at + 1)]
    # The digits of a reference mark ([12]) are not in the normal form.
    if cut and not {at - 1 for at in cut}.isdisjoint(prepared.normal.starts.tolist()):
        warned = EvidenceWarning.CUT_NUMBER in answer.warnings
        yield "a number cut at an edge is a warning", warned
    if EvidenceWarning.UNMARKED_OMISSION in answer.warnings:
        within = any(_WITHIN.fullmatch(text, at - 1, at + 1) for at in edges[1:-1])
        yield "no number or word is cut where words are left out unmarked", not within


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


def asked_again(asked: Asked, _rng: random.Random) -> Iterator[Rule]:
    again = asked.matcher.match(asked.pair.quote, asked.prepared)
    yield "asked twice, answered alike", again == asked.answer


def asked_as_text(asked: Asked, _rng: random.Random) -> Iterator[Rule]:
    """The interface of the source, which makes the text ready by itself."""
    told = asked.matcher.find_evidence(asked.pair.quote, asked.pair.text)
    answer = asked.answer
    same = told == (answer.found, answer.similarity, answer.matched_text)
    yield "find_evidence says the same", same


def asked_of_less(asked: Asked, _rng: random.Random) -> Iterator[Rule]:
    if asked.answer.found:
        lower = EvidenceMatcher(max(0.0, asked.threshold - 0.2))
        found = lower.match(asked.pair.quote, asked.prepared).found
        yield "found at a lower threshold too", found


def asked_near(asked: Asked, rng: random.Random) -> Iterator[Rule]:
    """`near` picks a place and changes nothing else."""
    answer, end = asked.answer, len(asked.prepared.text)
    near = rng.choice([0, -1, -(10**12), end, end + 1, 10**12, *[rng.randint(0, end)] * 6])
    picked = asked.matcher.match(asked.pair.quote, asked.prepared, near=near)
    for rule, holds in answer_rules(picked, asked.pair.quote, asked.prepared, asked.threshold):
        yield f"{NEAR}{rule}", holds
    yield f"{NEAR}the same verdict", picked.verdict is answer.verdict
    yield f"{NEAR}the same similarity", abs(picked.similarity - answer.similarity) <= _ROUNDING
    yield f"{NEAR}the same count", picked.occurrence_count == answer.occurrence_count
    if picked.span and answer.found and len(picked.fragments) == 1:
        nearest = min(abs(each.start - near) for each in answer.occurrences)
        yield f"{NEAR}none listed is nearer", abs(picked.span.start - near) <= nearest


def asked_of_a_part(asked: Asked, rng: random.Random) -> Iterator[Rule]:
    """A part is what its text would be on its own, but for the names."""
    quote, prepared = asked.pair.quote, asked.prepared
    start = rng.randint(0, len(prepared.text))
    end = rng.randint(start, len(prepared.text))
    part, alone = prepared.part(start, end), PreparedText.from_text(prepared.text[start:end])
    yield f"{PART}its text", part.text == alone.text
    yield f"{PART}its normal form", part.normal.text == alone.normal.text
    yield f"{PART}its offsets", np.array_equal(part.normal.starts, alone.normal.starts)
    yield f"{PART}its ends", np.array_equal(part.normal.ends, alone.normal.ends)
    answer = asked.matcher.match(quote, part)
    for rule, holds in answer_rules(answer, quote, part, asked.threshold):
        yield f"{PART}{rule}", holds
    if (part.names, vars(part.names)) == (alone.names, vars(alone.names)):
        yield f"{PART}the answer of its text", answer == asked.matcher.match(quote, alone)


Variation = Callable[[Asked, random.Random], Iterator[Rule]]
NEAR, PART = "near: ", "part: "
VARIATIONS: dict[Variation, int] = {
    asked_near: 4, asked_of_a_part: 2, asked_again: 2, asked_as_text: 2, asked_of_less: 2
}  # fmt: skip
"""How often each is drawn: a look-up more for each pair, not for each pair every one."""


def least_edits(quote: str, text: str) -> int:
    """From `quote` to any part of `text`: the textbook table, one row at a time."""
    row = [0] * (len(text) + 1)
    for at, wanted in enumerate(quote, 1):
        new = [at]
        for column, character in enumerate(text, 1):
            new.append(min(row[column - 1] + (wanted != character), row[column] + 1, new[-1] + 1))
        row = new
    return min(row)
