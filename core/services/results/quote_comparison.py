"""A quote beside its source, part by part."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from core.services.results.passages import Mark, TextWindow
from core.services.results.quote_diff import QuotePart, compare, operations, tokens_of
from core.text import DifferenceKind, normal_form
from core.text.language.words import negators
from core.validation.result import ValidationResult

_CLOSES = re.compile(r"(?:[。！？；：，、”’」』）》】!?;:,\"')\]]|\.(?!\.))*")
"""What still belongs to a part, before the ellipsis that follows it."""


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """A part of the quote beside its place in the source, cut into comparable pieces.

    `mark`: the quote's ellipsis before its next part; `left_out`: the source between the two parts,
    None where it is not loaded. `distance`: characters from the end of this part to the next one,
    negative where that comes earlier; None for the last part.
    """

    start: int
    parts: tuple[QuotePart, ...]
    mark: str = ""
    left_out: str | None = None
    distance: int | None = None

    @property
    def negations(self) -> list[str]:
        """The negations among the words left out."""
        return negators(normal_form(self.left_out or ""))


def side_by_side(result: ValidationResult, windows: Sequence[TextWindow]) -> list[ComparisonRow]:
    """The quote's parts in its own order, each beside the source; none where nothing is located."""
    quoted = [window for window in windows if window.anchor is None]
    marks = sorted(
        (mark for window in quoted for mark in window.marks), key=lambda mark: mark.number
    )
    if not marks:
        return []
    sources = [_text_at(windows, mark.start, mark.end) or "" for mark in marks]
    quotes = _cut(result.evidence.strip(), sources)
    rows = [
        _row(result, windows, quote, source, mark, after)
        for quote, source, (mark, after) in zip(quotes, sources, pairwise(marks), strict=False)
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
    """A part that another one follows."""
    words, mark = _split_mark(quote)
    return ComparisonRow(
        start=this_mark.start,
        parts=tuple(_with_kinds(compare(words, source), result.differences)),
        mark=mark,
        left_out=_between(result, windows, this_mark.end, next_mark.start),
        distance=next_mark.start - this_mark.end,
    )


def _cut(quote: str, sources: Sequence[str]) -> list[str]:
    """The quote in as many parts as it has places, each from its first word up to the next one's.

    The parts are found by their words, since not every quote marks where it leaves words out.
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
    """The words of a part with their closing marks, and what follows: an ellipsis, mostly."""
    tokens = tokens_of(quote)
    closing = _CLOSES.match(quote, tokens[-1].end if tokens else 0)
    end = closing.end() if closing else len(quote)
    return quote[:end], quote[end:].strip()


def _between(
    result: ValidationResult, windows: Sequence[TextWindow], start: int, end: int
) -> str | None:
    if end < start:
        return None
    if result.span and result.matched_text:
        return result.matched_text[start - result.span[0] : end - result.span[0]]
    return _text_at(windows, start, end)


def _text_at(windows: Sequence[TextWindow], start: int, end: int) -> str | None:
    for window in windows:
        if window.start <= start and end <= window.end:
            return window.between(start, end)
    return None


def _with_kinds(
    parts: Sequence[QuotePart], stored: Sequence[Mapping[str, str]]
) -> Iterator[QuotePart]:
    """Each changed part with the kind the validation gave it.

    A change it does not know (of an old result, whose words were cut otherwise) stays wording.
    """
    known_changes = [
        (
            _without_spaces(difference["claimed"]),
            _without_spaces(difference["source"]),
            difference["kind"],
        )
        for difference in stored
    ]
    for part in parts:
        kind = (
            _kind(_without_spaces(part.quote), _without_spaces(part.source), known_changes)
            if part.altered
            else None
        )
        yield replace(part, kind=kind) if kind else part


def _kind(
    quote: str, source: str, known_changes: Sequence[tuple[str, str, str]]
) -> DifferenceKind | None:
    for claimed, original, kind in known_changes:
        if _overlap(quote, claimed) and _overlap(source, original):
            return DifferenceKind(kind)
    return None


def _without_spaces(text: str) -> str:
    return normal_form(text).replace(" ", "")


def _overlap(first: str, second: str) -> bool:
    return (first in second or second in first) if first and second else first == second
