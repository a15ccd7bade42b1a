"""Where a quote and the source part, in pieces a reader can compare."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from core.text import DifferenceKind, WordRule, normal_form, normalise
from core.text.language.contractions import same_written_out
from core.text.language.look_alikes import likely_misread
from core.text.language.words import TOKEN


@dataclass(frozen=True, slots=True)
class QuotePart:
    """The same place in the quote and in the source. `kind` says what the quote changed there:
    None where both say the same, however it is typed.
    """

    quote: str
    source: str
    kind: DifferenceKind | None = None

    @property
    def altered(self) -> bool:
        return self.kind is not None

    @property
    def likely_misread(self) -> bool:
        """Whether a scanner may have read the one for the other, though it is another word."""
        return likely_misread(normal_form(self.quote), normal_form(self.source))

    @property
    def changes_content(self) -> bool:
        return self.kind in WordRule.STRICT.changes_content


def compare(quote: str, source: str) -> list[QuotePart]:
    """Both texts cut into parts; joined, the parts give back each text unchanged.

    Words and numbers are compared as wholes and Chinese by character, both as normalised.
    """
    left, right = tokens_of(quote), tokens_of(source)
    parts: list[QuotePart] = []
    at, other = 0, 0
    for ours, theirs in _runs(left, right):
        start, end = _reach(left, ours, at)
        other_start, other_end = _reach(right, theirs, other)
        parts.append(QuotePart(quote[at:start], source[other:other_start]))
        words = [one.text for one in left[ours.start : ours.stop]]
        others = [one.text for one in right[theirs.start : theirs.stop]]
        kind = None if same_written_out(words, others) else DifferenceKind.WORDING
        parts.append(QuotePart(quote[start:end], source[other_start:other_end], kind))
        at, other = end, other_end
    parts.append(QuotePart(quote[at:], source[other:]))
    return [part for part in parts if part.quote or part.source]


@dataclass(frozen=True, slots=True)
class DiffToken:
    text: str
    start: int
    end: int


def tokens_of(text: str) -> list[DiffToken]:
    """The words of a text as normalised, with their characters in the text itself."""
    normal = normalise(text)
    found = []
    for match in TOKEN.finditer(normal.text):
        span = normal.original(*match.span())
        found.append(DiffToken(match.group(), span.start, span.end))
    return found


def _runs(left: Sequence[DiffToken], right: Sequence[DiffToken]) -> Iterator[tuple[range, range]]:
    """Maximal runs of tokens between equal ones; either may be empty."""
    at, other = 0, 0
    for tag, first, last, other_first, other_last in operations(left, right):
        if tag != "equal":
            continue
        if first > at or other_first > other:
            yield range(at, first), range(other, other_first)
        at, other = last, other_last
    if at < len(left) or other < len(right):
        yield range(at, len(left)), range(other, len(right))


def operations(
    left: Sequence[DiffToken], right: Sequence[DiffToken]
) -> list[tuple[str, int, int, int, int]]:
    operations = Levenshtein.opcodes([one.text for one in left], [one.text for one in right])
    return [(o.tag, o.src_start, o.src_end, o.dest_start, o.dest_end) for o in operations]


def _reach(tokens: Sequence[DiffToken], run: range, at: int) -> tuple[int, int]:
    """The characters of a run of tokens; of an empty one the place behind the token before it."""
    if not run:
        end = tokens[run.start - 1].end if run.start else at
        return max(at, end), max(at, end)
    # A character that normalises to several belongs to the first of them.
    start = max(at, tokens[run.start].start)
    return start, max(start, tokens[run.stop - 1].end)
