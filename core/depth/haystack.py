"""A question's evidence with its padding, and the rest of the novel that may surround it."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from core.depth.context_result import ContextWarning
from core.depth.fillers import FillerRing
from core.depth.token_costs import JOINER, TokenCosts
from core.text import Span, TokenizedText, Tokenizer

_ALMOST = 0.98
"""Least share of the wanted tokens that a ring must have, as context lengths are approximate."""
_FURTHER = 1.2
"""Factor by which padding may be wider so as to end with a sentence."""


@dataclass(frozen=True, slots=True)
class EvidenceBlock:
    """The evidence with its padding, in characters of the novel, and their tokens.

    `tokens` counts a joiner after the block, `bare_tokens` does not; the evidence is at the
    tokens [first, last) of the block.
    """

    evidence: Span
    span: Span
    text: str = field(repr=False)
    tokens: int
    bare_tokens: int
    first: int
    last: int

    def evidence_after(self, characters: int) -> Span:
        """Return the evidence's span in a text that has the block after this many characters."""
        ahead = characters - self.span.start
        return Span(ahead + self.evidence.start, ahead + self.evidence.end)

    def token_count(self, *, last: bool) -> int:
        """Return the block's tokens in a context; `last`: as the last piece, without a joiner."""
        return self.bare_tokens if last else self.tokens

    @classmethod
    def from_span(
        cls, evidence: Span, padding: int, costs: TokenCosts, tokenizer: Tokenizer
    ) -> "EvidenceBlock":
        span = padded_span(evidence, padding, costs)
        text = span.of(costs.tokens.text)
        block_tokens = TokenizedText.from_text(text, tokenizer)
        first = block_tokens.token_at(evidence.start - span.start)
        within = Span(evidence.start - span.start, evidence.end - span.start)
        return cls(
            evidence=evidence,
            span=span,
            text=text,
            tokens=len(tokenizer.encode(text + JOINER)),
            bare_tokens=block_tokens.n_tokens,
            first=first,
            last=first + block_tokens.tokens_between(within),
        )


def padded_span(evidence: Span, padding: int, costs: TokenCosts) -> Span:
    """Return the evidence with about `padding` tokens on either side, in whole sentences.

    Padding with no sentence boundary near by is cut between tokens; without padding the evidence
    is returned unchanged.
    """
    if padding == 0:
        return evidence
    tokens, most_padding = costs.tokens, int(padding * _FURTHER)
    first, last = tokens.token_at(evidence.start), tokens.token_at(evidence.end - 1) + 1
    low = int(tokens.starts[max(0, first - padding)])
    high = int(tokens.starts[min(tokens.n_tokens, last + padding)])
    furthest = int(tokens.starts[max(0, first - most_padding)])
    beyond = int(tokens.starts[min(tokens.n_tokens, last + most_padding)])
    start = _nearest(costs.starts, low, furthest, evidence.start)
    end = _nearest(costs.ends, high, evidence.end, beyond)
    text = tokens.text
    while start < evidence.start and text[start].isspace():
        start += 1
    while end > evidence.end and text[end - 1].isspace():
        end -= 1
    # A token may begin inside the evidence's last character.
    return Span(min(start, evidence.start), max(end, evidence.end))


def _nearest(places: Sequence[int], wanted: int, least: int, most: int) -> int:
    """Return the nearest of the ascending `places` within [least, most], else `wanted` itself."""
    index = bisect_left(places, wanted)
    candidates = [
        place for place in places[max(0, index - 1) : index + 1] if least <= place <= most
    ]
    return min(candidates, key=lambda place: abs(place - wanted), default=wanted)


@dataclass(frozen=True, slots=True)
class ExcludedSpans:
    """Characters of the novel that filler should not contain, and the warning if it does.

    `spans` are disjoint and in order.
    """

    warning: ContextWarning | None
    spans: tuple[Span, ...]

    @classmethod
    def from_spans(
        cls, spans: Iterable[Span], warning: ContextWarning | None = None
    ) -> "ExcludedSpans":
        merged: list[Span] = []
        for span in sorted(spans):
            if merged and span.start <= merged[-1].end:
                merged[-1] = Span(merged[-1].start, max(span.end, merged[-1].end))
            else:
                merged.append(span)
        return cls(warning, tuple(merged))

    def overlaps(self, pieces: Sequence[Span]) -> bool:
        """Whether one of the spans overlaps one of the pieces."""
        for piece in pieces:
            index = bisect_right(self.spans, piece.start, key=lambda span: span.end)
            if index < len(self.spans) and self.spans[index].start < piece.end:
                return True
        return False


@dataclass(eq=False)
class Haystack:
    """A block of evidence and its possible filler.

    `unwanted`: kinds of passages, the worst first, that are avoided as long as enough filler
    remains. `reported`: kinds that are not avoided, only warned about.
    """

    block: EvidenceBlock
    cuts: TokenCosts = field(repr=False)
    unwanted: tuple[ExcludedSpans, ...]
    reported: tuple[ExcludedSpans, ...]
    warnings: tuple[str, ...]
    padding: int
    _rings: dict[int, FillerRing] = field(default_factory=dict, repr=False)

    def ring(self, avoiding: int) -> FillerRing:
        """Return the novel without the block and the first `avoiding` kinds of `unwanted`."""
        ring = self._rings.get(avoiding)
        if ring is None:
            spans = [span for kind in self.unwanted[:avoiding] for span in kind.spans]
            ring = self._rings[avoiding] = FillerRing.avoiding(self.cuts, [self.block.span, *spans])
        return ring

    def rings(self, tokens: int) -> tuple[tuple[int, FillerRing], ...]:
        """Return (number of avoided kinds, remaining ring), the most kinds first, for each number
        that leaves enough filler for this many tokens; empty if none does.
        """
        avoiding = range(len(self.unwanted), -1, -1)
        rings = [(kinds, self.ring(kinds)) for kinds in avoiding]
        return tuple((kinds, ring) for kinds, ring in rings if ring.total >= tokens * _ALMOST)

    @property
    def longest(self) -> int:
        """Tokens of the longest possible context."""
        return self.block.tokens + self.ring(0).total

    def warnings_in(self, pieces: Sequence[Span], avoiding: int) -> tuple[str, ...]:
        """Return warnings about unwanted passages in these pieces of filler."""
        kinds = (*self.unwanted[avoiding:], *self.reported)
        found_warnings = (kind.warning for kind in kinds if kind.warning and kind.overlaps(pieces))
        return tuple(dict.fromkeys(found_warnings))
