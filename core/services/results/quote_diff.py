"""Diff a quote against its source, in pieces that a reader can compare."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from core.text import DifferenceKind, WordRule, normal_form, normalise
from core.text.language import likely_misread, same_written_out
from core.text.language.words import TOKEN


@dataclass(frozen=True, slots=True)
class QuotePart:
    """Corresponding pieces of quote and source. `kind`: what the quote changed; None where both say
    the same, even if typed differently.
    """

    quote: str
    source: str
    kind: DifferenceKind | None = None

    @property
    def altered(self) -> bool:
        return self.kind is not None

    @property
    def likely_misread(self) -> bool:
        """Whether one may be an OCR misreading of the other, though it is another word."""
        return likely_misread(normal_form(self.quote), normal_form(self.source))

    @property
    def changes_content(self) -> bool:
        """Whether the change counts as one of content by the strict wording rule."""
        return self.kind in WordRule.STRICT.changes_content


def compare(quote: str, source: str) -> list[QuotePart]:
    """Cut both texts into corresponding parts; joined, the parts give back each text unchanged.

    Words and numbers are compared as wholes and Chinese by character, both after normalisation.
    """
    quote_tokens, source_tokens = tokens_of(quote), tokens_of(source)
    parts: list[QuotePart] = []
    quote_end, source_end = 0, 0
    for quote_run, source_run in _differing_runs(quote_tokens, source_tokens):
        start, end = _character_range(quote_tokens, quote_run, quote_end)
        source_start, source_stop = _character_range(source_tokens, source_run, source_end)
        parts.append(QuotePart(quote[quote_end:start], source[source_end:source_start]))
        quote_words = [token.text for token in quote_tokens[quote_run.start : quote_run.stop]]
        source_words = [token.text for token in source_tokens[source_run.start : source_run.stop]]
        kind = None if same_written_out(quote_words, source_words) else DifferenceKind.WORDING
        parts.append(QuotePart(quote[start:end], source[source_start:source_stop], kind))
        quote_end, source_end = end, source_stop
    parts.append(QuotePart(quote[quote_end:], source[source_end:]))
    return [part for part in parts if part.quote or part.source]


@dataclass(frozen=True, slots=True)
class DiffToken:
    """A normalised word; characters [start, end) of the original text."""

    text: str
    start: int
    end: int


def tokens_of(text: str) -> list[DiffToken]:
    """Return the normalised words of a text, with their characters in the original text."""
    normal = normalise(text)
    tokens = []
    for match in TOKEN.finditer(normal.text):
        span = normal.original(*match.span())
        tokens.append(DiffToken(match.group(), span.start, span.end))
    return tokens


def _differing_runs(
    left: Sequence[DiffToken], right: Sequence[DiffToken]
) -> Iterator[tuple[range, range]]:
    """Yield pairs of maximal token runs between equal tokens; one of a pair may be empty."""
    left_start, right_start = 0, 0
    for tag, left_first, left_last, right_first, right_last in operations(left, right):
        if tag != "equal":
            continue
        if left_first > left_start or right_first > right_start:
            yield range(left_start, left_first), range(right_start, right_first)
        left_start, right_start = left_last, right_last
    if left_start < len(left) or right_start < len(right):
        yield range(left_start, len(left)), range(right_start, len(right))


def operations(
    left: Sequence[DiffToken], right: Sequence[DiffToken]
) -> list[tuple[str, int, int, int, int]]:
    """Return Levenshtein operations: (tag, left start, left end, right start, right end)."""
    operations = Levenshtein.opcodes(
        [token.text for token in left], [token.text for token in right]
    )
    return [
        (
            operation.tag,
            operation.src_start,
            operation.src_end,
            operation.dest_start,
            operation.dest_end,
        )
        for operation in operations
    ]


def _character_range(tokens: Sequence[DiffToken], run: range, previous_end: int) -> tuple[int, int]:
    """Return [start, end) of a token run; for an empty run the place behind the previous token."""
    if not run:
        end = tokens[run.start - 1].end if run.start else previous_end
        return max(previous_end, end), max(previous_end, end)
    # A character that normalises to several belongs to the first of them.
    start = max(previous_end, tokens[run.start].start)
    return start, max(start, tokens[run.stop - 1].end)
