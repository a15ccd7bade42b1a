"""A cache of the haystacks of all questions on one novel."""

from collections.abc import Sequence

from core.depth.context_result import ContextWarning, NotBuilt
from core.depth.evidence_target import EvidenceTarget, UnbuildableContext
from core.depth.haystack import EvidenceBlock, ExcludedSpans, Haystack
from core.depth.leaks import LeakFinder, Leaks
from core.depth.token_costs import TokenCosts
from core.text import Span, Tokenizer

# The largest share of a context that a block may take before its padding is reduced.
_MOST_SHARE = 0.75
_LEAST_FREE = 8
# Factor by which padding may come out wider (`haystack.padded_span`).
_FURTHER = 1.2


class HaystackCache:
    """Builds each haystack once. `shared_by`: the questions that share the same filler."""

    def __init__(
        self,
        costs: TokenCosts,
        tokenizer: Tokenizer,
        leaks: LeakFinder,
        shared_by: Sequence[EvidenceTarget],
    ) -> None:
        self._costs = costs
        self._tokenizer = tokenizer
        self._leaks = leaks
        self._shared_by = tuple(dict.fromkeys(shared_by))
        self._haystacks: dict[tuple[EvidenceTarget, int, bool], Haystack] = {}
        self._avoided_by_padding: dict[int, tuple[ExcludedSpans, int]] = {}

    def get(self, target: EvidenceTarget, length: int, padding: int, *, shared: bool) -> Haystack:
        """Return the haystack, with less padding if a context of `length` tokens has no room for
        it.

        Raises UnbuildableContext where the evidence has no position or fills the context.
        """
        haystack = self._padded(target, length, padding, shared)
        if haystack.block.tokens + _LEAST_FREE > length:
            raise UnbuildableContext(
                NotBuilt.EVIDENCE_TOO_LONG,
                "The evidence has {tokens} tokens and leaves no room for other text in a context "
                "of {length}. Choose a longer context, or validate the question to narrow its "
                "evidence.",
                warning=ContextWarning.EVIDENCE_TOO_LONG,
                tokens=haystack.block.last - haystack.block.first,
                length=length,
            )
        return haystack

    def _padded(self, target: EvidenceTarget, length: int, padding: int, shared: bool) -> Haystack:
        haystack = self._haystacks.get((target, padding, shared)) or self._make(
            target, padding, shared
        )
        if haystack.block.tokens <= _MOST_SHARE * length or padding == 0:
            return haystack
        evidence = haystack.block.last - haystack.block.first
        reduced = max(0, int((_MOST_SHARE * length - evidence) / 2 / _FURTHER))
        return self._padded(target, length, reduced if reduced < padding else 0, shared)

    def _make(self, target: EvidenceTarget, padding: int, shared: bool) -> Haystack:
        evidence, passage, clipped = target.locate(self._costs.tokens)
        leaks = self._leaks.leaks(evidence, target.answers)
        unwanted = _unwanted(leaks)
        rest_of_passage = ExcludedSpans.from_spans(
            _around(evidence, passage), ContextWarning.PASSAGE_IN_FILLER
        )
        reported = [ExcludedSpans.from_spans(leaks.common, ContextWarning.ANSWER_IN_FILLER)]
        if shared:
            # All questions avoid the same spans, else their filler would differ.
            unwanted.append(self._avoided_by_all(padding)[0])
            reported.append(rest_of_passage)
        else:
            unwanted.append(rest_of_passage)
        haystack = self._haystacks[target, padding, shared] = Haystack(
            block=EvidenceBlock.from_span(evidence, padding, self._costs, self._tokenizer),
            cuts=self._costs,
            unwanted=tuple(kind for kind in unwanted if kind.spans),
            reported=tuple(kind for kind in reported if kind.spans),
            warnings=(ContextWarning.POSITION_CLIPPED,) if clipped else (),
            padding=padding,
        )
        return haystack

    def longest_block(self, padding: int) -> int:
        """Return the tokens of the longest block among the questions that share filler."""
        return self._avoided_by_all(padding)[1]

    def _avoided_by_all(self, padding: int) -> tuple[ExcludedSpans, int]:
        """Return the spans that shared filler avoids, and the tokens of the longest block."""
        if padding not in self._avoided_by_padding:
            spans: list[Span] = []
            longest = 0
            for target in self._shared_by:
                try:
                    evidence, _, _ = target.locate(self._costs.tokens)
                except UnbuildableContext:
                    continue  # its own request for a context fails with this error
                block = EvidenceBlock.from_span(evidence, padding, self._costs, self._tokenizer)
                kinds = _unwanted(self._leaks.leaks(evidence, target.answers))
                spans += [block.span, *(span for kind in kinds for span in kind.spans)]
                longest = max(longest, block.tokens)
            self._avoided_by_padding[padding] = ExcludedSpans.from_spans(spans), longest
        return self._avoided_by_padding[padding]


def _unwanted(leaks: Leaks) -> list[ExcludedSpans]:
    return [
        ExcludedSpans.from_spans(leaks.copies, ContextWarning.COPY_IN_FILLER),
        ExcludedSpans.from_spans(leaks.answers, ContextWarning.ANSWER_IN_FILLER),
    ]


def _around(evidence: Span, passage: Span | None) -> list[Span]:
    """Return the parts of the passage outside the evidence."""
    if passage is None or passage == evidence:
        return []
    sides = (
        Span(passage.start, max(passage.start, min(evidence.start, passage.end))),
        Span(min(passage.end, max(evidence.end, passage.start)), passage.end),
    )
    return [side for side in sides if side]
