"""Compare a quote with its source, part by part."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from core.services.results.passages import Mark, TextWindow
from core.services.results.quote_diff import QuotePart, compare, operations, tokens_of
from core.text import DifferenceKind, normal_form
from core.text.language import negators
from core.validation import ValidationResult

_CLOSES = re.compile(r"(?:[。！？；：，、”’」』）》】!?;:,\"')\]]|\.(?!\.))*")
"""Closing marks that belong to a part, but no ellipsis."""


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """A part of the quote with its place in the source, cut into comparable pieces.

    `start`: its place in the source. `mark`: the quote's ellipsis before its next part. `left_out`:
    the source between the two parts, None if not loaded. `distance`: characters from the end of
    this part to the next one, negative if that comes earlier in the source; None for the last part.
    """

    start: int
    parts: tuple[QuotePart, ...]
    mark: str = ""
    left_out: str | None = None
    distance: int | None = None

    @property
    def negations(self) -> list[str]:
        """Negations in the text that the quote leaves out after this part."""
        return negators(normal_form(self.left_out or ""))


def side_by_side(result: ValidationResult, windows: Sequence[TextWindow]) -> list[ComparisonRow]:
    """Compare the quote's parts with the source, in quote order; empty if nothing was located."""
    quoted = [window for window in windows if window.anchor is None]
    marks = sorted(
        (mark for window in quoted for mark in window.marks), key=lambda mark: mark.number
    )
    if not marks:
        return []
    sources = [_text_at(windows, mark.start, mark.end) or "" for mark in marks]
    quotes = _cut(result.evidence.strip(), sources)
    rows = [
        _row(result, windows, quote, source, mark, next_mark)
        for quote, source, (mark, next_mark) in zip(quotes, sources, pairwise(marks), strict=False)
    ]
    last_parts = _with_kinds(compare(quotes[-1], sources[-1]), result.differences)
    return [*rows, ComparisonRow(marks[-1].start, tuple(last_parts))]


def _row(
    result: ValidationResult,
    windows: Sequence[TextWindow],
    quote: str,
    source: str,
    this_mark: Mark,
    next_mark: Mark,
) -> ComparisonRow:
    """Compare a part of the quote that is followed by another one."""
    words, mark = _split_mark(quote)
    return ComparisonRow(
        start=this_mark.start,
        parts=tuple(_with_kinds(compare(words, source), result.differences)),
        mark=mark,
        left_out=_between(result, windows, this_mark.end, next_mark.start),
        distance=next_mark.start - this_mark.end,
    )


def _cut(quote: str, sources: Sequence[str]) -> list[str]:
    """Cut the quote into one part per source, each up to the first word of the next part.

    Parts are located by their words, since not every quote marks where it leaves words out.
    """
    quote_tokens, source_tokens = tokens_of(quote), [tokens_of(source) for source in sources]
    rows = [row for row, tokens in enumerate(source_tokens) for _ in tokens]
    starts: dict[int, int] = {}
    for tag, start, end, source_index, _ in operations(
        quote_tokens, [token for tokens in source_tokens for token in tokens]
    ):
        if tag not in ("equal", "replace"):
            continue
        for token, row in zip(quote_tokens[start:end], rows[source_index:], strict=False):
            starts.setdefault(row, token.start)
    cuts = accumulate((starts.get(row, 0) for row in range(1, len(sources))), max)
    return [quote[start:end] for start, end in pairwise([0, *cuts, len(quote)])]


def _split_mark(quote: str) -> tuple[str, str]:
    """Split a part into its words with closing marks, and what follows, usually an ellipsis."""
    tokens = tokens_of(quote)
    closing = _CLOSES.match(quote, tokens[-1].end if tokens else 0)
    end = closing.end() if closing else len(quote)
    return quote[:end], quote[end:].strip()


def _between(
    result: ValidationResult, windows: Sequence[TextWindow], start: int, end: int
) -> str | None:
    """Return the source between two parts; None if it is not loaded or the order is reversed."""
    if end < start:
        return None
    if result.span and result.matched_text:
        return result.matched_text[start - result.span[0] : end - result.span[0]]
    return _text_at(windows, start, end)


def _text_at(windows: Sequence[TextWindow], start: int, end: int) -> str | None:
    """Return characters [start, end) of the text; None if no window contains them all."""
    for window in windows:
        if window.start <= start and end <= window.end:
            return window.between(start, end)
    return None


def _with_kinds(
    parts: Sequence[QuotePart], stored: Sequence[Mapping[str, str]]
) -> Iterator[QuotePart]:
    """Yield the parts, each changed one with the kind that the validation stored for it.

    A change without a stored kind (an old result was tokenised differently) stays WORDING.
    """
    stored_changes = [
        (
            _without_spaces(difference["claimed"]),
            _without_spaces(difference["source"]),
            difference["kind"],
        )
        for difference in stored
    ]
    for part in parts:
        kind = (
            _kind(_without_spaces(part.quote), _without_spaces(part.source), stored_changes)
            if part.altered
            else None
        )
        yield replace(part, kind=kind) if kind else part


def _kind(
    quote: str, source: str, stored_changes: Sequence[tuple[str, str, str]]
) -> DifferenceKind | None:
    """Return the kind of the stored change that overlaps this one in both texts."""
    for claimed, original, kind in stored_changes:
        if _overlap(quote, claimed) and _overlap(source, original):
            return DifferenceKind(kind)
    return None


def _without_spaces(text: str) -> str:
    return normal_form(text).replace(" ", "")


def _overlap(first: str, second: str) -> bool:
    return (first in second or second in first) if first and second else first == second
