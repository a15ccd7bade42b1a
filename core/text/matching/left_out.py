"""Whether what a reading leaves out of a quote contradicts the text.

A reading leaves out a label, a place or a number beside a quote whose rest is in the text. If the
text has something of the same form in that place, the quote claims it, and wrongly: "Chapter 18"
before a sentence that follows "Chapter 13" (reading 63).
"""

import re

from rapidfuzz import fuzz

from core.text.matching.edition_marks import marked_numbers
from core.text.matching.long_terms import LongTerms
from core.text.matching.quote_readings import ITEM, JOINT, Reading, ends_with_item
from core.text.matching.search import PreparedText
from core.text.matching.verdicts import EvidenceMatch
from core.text.normalise import normal_form
from core.text.span import Span

# Characters checked right before a passage, and right behind it for a mark.
_BEFORE, _MARK_BEHIND = 8, 6
# Characters by which the beginning and the end of the kept part are found in the quote.
_ANCHOR = 8
# Most characters left out beside the kept part that are compared.
_COMPARED = 60
# Similarity, in per cent, and length from which two texts count as one text, changed.
_ALIKE, _LEAST_COMPARED = 75, 8
_BRACKETED = re.compile(r"[\s\"'“”‘’」』]*[(（\[【<]")
_DASHED = re.compile(r"[\s\"'“”‘’」』]*[-–—]")


def contradicts_text(
    evidence: str, reading: Reading, match: EvidenceMatch, prepared: PreparedText
) -> bool:
    """Whether the text has something else of the same form in place of what was left out."""
    if match.span is None:
        return False
    before = prepared.text[max(0, match.span.start - _BEFORE) : match.span.start].rstrip()
    if reading.lead == ITEM:
        return ends_with_item(before)
    led = bool(reading.lead) and before[-1:].replace("：", ":") == reading.lead.replace("：", ":")
    return (
        led
        or _marked_otherwise(evidence, reading, match.span, prepared)
        or _beside_otherwise(evidence, reading, match.span, prepared.text)
    )


def _marked_otherwise(evidence: str, reading: Reading, span: Span, prepared: PreparedText) -> bool:
    """Whether quote and passage have both lost numbers as marks, different ones: ¹² and ¹⁴."""
    if prepared.clean_text is None:
        return False
    extended = slice(span.start, span.end + _MARK_BEHIND)
    theirs = marked_numbers(prepared.text[extended], prepared.clean_text[extended])
    ours = marked_numbers(evidence, reading.quote) if theirs else []
    return bool(ours) and not set(ours) <= set(theirs)


def _beside_otherwise(evidence: str, reading: Reading, span: Span, text: str) -> bool:
    """Whether the text beside the passage changes what was left out beside the kept part."""
    kept_part = reading.quote.strip()
    first, last = evidence.find(kept_part[:_ANCHOR]), evidence.rfind(kept_part[-_ANCHOR:])
    if first < 0 or last < 0 or JOINT in kept_part:
        return False
    head, tail = evidence[:first], evidence[last + len(kept_part[-_ANCHOR:]) :]
    reach = 2 * _COMPARED
    return _changed_before(head, text[max(0, span.start - reach) : span.start]) or _changed_after(
        tail, text[span.end : span.end + reach]
    )


def _changed_before(head: str, text: str) -> bool:
    ours, theirs = (normal_form(side[-_COMPARED:]) for side in (head, text))
    theirs = theirs[-len(ours) - 2 :] if ours else ""
    names, other_names = LongTerms.from_text(ours).names, LongTerms.from_text(theirs).names
    return _another_number(names, other_names[-len(names) :]) or _another_wording(ours, theirs)


def _changed_after(tail: str, text: str) -> bool:
    """Whether the text after the passage is a changed form of `tail`.

    A place in brackets is not of the text: (Chapter 12) may be where chapter 13 begins.
    """
    if _BRACKETED.match(tail):
        return False
    ours = normal_form(tail[:_COMPARED])
    theirs = normal_form(text[:_COMPARED])[: len(ours) + 2] if ours else ""
    if _another_wording(ours, theirs):
        return True
    if _DASHED.match(tail):
        return False
    names, other_names = LongTerms.from_text(ours).names, LongTerms.from_text(theirs).names
    if len(ours) == 1 or ours.isdecimal():  # a note's mark, unless the text goes on with a number
        joined = tail[:1].isdecimal() and text[:1].strip() != "" and theirs[:1] == text[:1]
        return (
            joined and bool(other_names) and other_names[0][0] == "#" and other_names[0] != names[0]
        )
    return _another_number(names, other_names[: len(names)])


def _another_number(names: list[str], other_names: list[str]) -> bool:
    """Whether the terms are the same except for numbers, at least one of which differs."""
    differing = [(a, b) for a, b in zip(names, other_names, strict=False) if a != b]
    numbers = all(a[0] == b[0] == "#" for a, b in differing)
    return len(names) == len(other_names) > 0 and bool(differing) and numbers


def _another_wording(ours: str, theirs: str) -> bool:
    """Whether both are one text, changed."""
    if len(ours) < _LEAST_COMPARED or theirs.strip().startswith(ours) or ours in theirs:
        return False
    return fuzz.ratio(ours, theirs.strip()) >= _ALIKE
