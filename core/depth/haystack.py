"""A question's evidence with its padding, and what of the novel may be put around it."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from core.depth.context_result import ContextWarning
from core.depth.fillers import FillerRing
from core.depth.token_costs import JOINER, TokenCosts
from core.text import Span, TokenizedText, Tokenizer

_ALMOST = 0.98
"""A ring may be short of what is wanted by what a context's length may be."""
_FURTHER = 1.2
"""Padding may be wider by this much to end with a sentence."""


@dataclass(frozen=True, slots=True)
class EvidenceBlock:
    """The evidence with its padding, in characters of the novel, and what it costs.

    `tokens` with a joiner after it, `bare_tokens` without; the evidence is at the tokens
    [first, last) of the block.
    """

    evidence: Span
    span: Span
    text: str = field(repr=False)
    tokens: int
    bare_tokens: int
    first: int
    last: int

    def evidence_after(self, characters: int) -> Span:
        """Where the evidence is in a text that has the block after so many characters."""
        ahead = characters - self.span.start
        return Span(ahead + self.evidence.start, ahead + self.evidence.end)

    def taken(self, *, last: bool) -> int:
        """The tokens it takes of a context, of which it may be the last piece."""
        return self.bare_tokens if last else self.tokens

    @classmethod
    def from_span(
        cls, evidence: Span, padding: int, cuts: TokenCosts, tokenizer: Tokenizer
    ) -> "EvidenceBlock":
        span = padded_span(evidence, padding, cuts)
        text = span.of(cuts.tokens.text)
        alone = TokenizedText.from_text(text, tokenizer)
        first = alone.token_at(evidence.start - span.start)
        within = Span(evidence.start - span.start, evidence.end - span.start)
        return cls(
            evidence=evidence,
            span=span,
            text=text,
            tokens=len(tokenizer.encode(text + JOINER)),
            bare_tokens=alone.n_tokens,
            first=first,
            last=first + alone.tokens_between(within),
        )


def padded_span(evidence: Span, padding: int, cuts: TokenCosts) -> Span:
    """The evidence with about `padding` tokens to either side, from sentence to sentence.

    Padding that meets no sentence end near by is cut between tokens; without padding the evidence
    is left alone.
    """
    if padding == 0:
        return evidence
    tokens, most = cuts.tokens, int(padding * _FURTHER)
    first, last = tokens.token_at(evidence.start), tokens.token_at(evidence.end - 1) + 1
    low = int(tokens.starts[max(0, first - padding)])
    high = int(tokens.starts[min(tokens.n_tokens, last + padding)])
    furthest = int(tokens.starts[max(0, first - most)])
    beyond = int(tokens.starts[min(tokens.n_tokens, last + most)])
    start = _nearest(cuts.starts, low, furthest, evidence.start)
    end = _nearest(cuts.ends, high, evidence.end, beyond)
    text = tokens.text
    while start < evidence.start and text[start].isspace():
        start += 1
    while end > evidence.end and text[end - 1].isspace():
        end -= 1
    # A token may begin inside the evidence's last character.
    return Span(min(start, evidence.start), max(end, evidence.end))


def _nearest(places: Sequence[int], wanted: int, least: int, most: int) -> int:
    """The one of the ascending `places` from `least` to `most` nearest to `wanted`, else that."""
    at = bisect_left(places, wanted)
    near = [place for place in places[max(0, at - 1) : at + 1] if least <= place <= most]
    return min(near, key=lambda place: abs(place - wanted), default=wanted)


@dataclass(frozen=True, slots=True)
class ExcludedSpans:
    """Characters of the novel that filler should not hold, and the warning if it does.

    `spans` are apart and in order.
    """

    warning: ContextWarning | None
    spans: tuple[Span, ...]

    @classmethod
    def from_spans(
        cls, spans: Iterable[Span], warning: ContextWarning | None = None
    ) -> "ExcludedSpans":
        apart: list[Span] = []
        for span in sorted(spans):
            if apart and span.start <= apart[-1].end:
                apart[-1] = Span(apart[-1].start, max(span.end, apart[-1].end))
            else:
                apart.append(span)
        return cls(warning, tuple(apart))

    def held_by(self, pieces: Sequence[Span]) -> bool:
        """Whether one of the ascending spans shares a character with one of the pieces."""
        for piece in pieces:
            at = bisect_right(self.spans, piece.start, key=lambda span: span.end)
            if at < len(self.spans) and self.spans[at].start < piece.end:
                return True
        return False


@dataclass(eq=False)
class Haystack:
    """A block and its filler.

    `unwanted` is avoided as far as there is enough without it, the worst first; `reported` is not.
    """

    block: EvidenceBlock
    cuts: TokenCosts = field(repr=False)
    unwanted: tuple[ExcludedSpans, ...]
    reported: tuple[ExcludedSpans, ...]
    warnings: tuple[str, ...]
    padding: int
    _rings: dict[int, FillerRing] = field(default_factory=dict, repr=False)

    def ring(self, avoiding: int) -> FillerRing:
        """All of the novel but the block and the first so many kinds of unwanted passages."""
        ring = self._rings.get(avoiding)
        if ring is None:
            spans = [span for kind in self.unwanted[:avoiding] for span in kind.spans]
            ring = self._rings[avoiding] = FillerRing.avoiding(self.cuts, [self.block.span, *spans])
        return ring

    def rings(self, tokens: int) -> tuple[tuple[int, FillerRing], ...]:
        """How many kinds a filler of so many tokens can avoid, the most first, each with what is
        left; none where there is too little.
        """
        avoiding = range(len(self.unwanted), -1, -1)
        rings = [(kinds, self.ring(kinds)) for kinds in avoiding]
        return tuple((kinds, ring) for kinds, ring in rings if ring.total >= tokens * _ALMOST)

    @property
    def longest(self) -> int:
        """Tokens of the longest context there can be."""
        return self.block.tokens + self.ring(0).total

    def found_in(self, pieces: Sequence[Span], avoiding: int) -> tuple[str, ...]:
        """What the filler holds all the same."""
        kinds = (*self.unwanted[avoiding:], *self.reported)
        held = (kind.warning for kind in kinds if kind.warning and kind.held_by(pieces))
        return tuple(dict.fromkeys(held))
