"""The haystack of every question on one novel, each found out once."""

from collections.abc import Sequence

from core.depth.context_result import ContextWarning, NotBuilt
from core.depth.evidence_target import EvidenceTarget, UnbuildableContext
from core.depth.haystack import EvidenceBlock, ExcludedSpans, Haystack
from core.depth.leaks import LeakFinder, Leaks
from core.depth.token_costs import TokenCosts
from core.text import Span, Tokenizer

# The share of a context that a block may take before its padding gives way.
_MOST = 0.75
_LEAST_FREE = 8
# Padding may come out this much wider (`haystack.padded`).
_FURTHER = 1.2


class HaystackCache:
    """`shared_by`: the questions whose filler is to be the same."""

    def __init__(
        self,
        cuts: TokenCosts,
        tokenizer: Tokenizer,
        leaks: LeakFinder,
        shared_by: Sequence[EvidenceTarget],
    ) -> None:
        self._cuts = cuts
        self._tokenizer = tokenizer
        self._leaks = leaks
        self._shared_by = tuple(dict.fromkeys(shared_by))
        self._known: dict[tuple[EvidenceTarget, int, bool], Haystack] = {}
        self._avoided: dict[int, tuple[ExcludedSpans, int]] = {}

    def of(self, asked: EvidenceTarget, length: int, padding: int, *, shared: bool) -> Haystack:
        """With less padding where there is no room for more in a context of `length` tokens.

        Raises UnbuildableContext where the evidence is nowhere, or as long as the context.
        """
        found = self._padded(asked, length, padding, shared)
        if found.block.tokens + _LEAST_FREE > length:
            raise UnbuildableContext(
                NotBuilt.EVIDENCE_TOO_LONG,
                "The evidence has {tokens} tokens and leaves no room for other text in a context "
                "of {length}. Choose a longer context, or validate the question to narrow its "
                "evidence.",
                warning=ContextWarning.EVIDENCE_TOO_LONG,
                tokens=found.block.last - found.block.first,
                length=length,
            )
        return found

    def _padded(self, asked: EvidenceTarget, length: int, padding: int, shared: bool) -> Haystack:
        found = self._known.get((asked, padding, shared)) or self._make(asked, padding, shared)
        if found.block.tokens <= _MOST * length or padding == 0:
            return found
        evidence = found.block.last - found.block.first
        room = max(0, int((_MOST * length - evidence) / 2 / _FURTHER))
        return self._padded(asked, length, room if room < padding else 0, shared)

    def _make(self, asked: EvidenceTarget, padding: int, shared: bool) -> Haystack:
        evidence, passage, clipped = asked.located(self._cuts.tokens)
        leaks = self._leaks.leaks(evidence, asked.answers)
        unwanted = _unwanted(leaks)
        rest = ExcludedSpans.from_spans(
            _around(evidence, passage), ContextWarning.PASSAGE_IN_FILLER
        )
        reported = [ExcludedSpans.from_spans(leaks.common, ContextWarning.ANSWER_IN_FILLER)]
        if shared:
            # Every question avoids the same, else the filler would not be the same for all.
            unwanted.append(self._avoided_by_all(padding)[0])
            reported.append(rest)
        else:
            unwanted.append(rest)
        haystack = self._known[asked, padding, shared] = Haystack(
            block=EvidenceBlock.from_span(evidence, padding, self._cuts, self._tokenizer),
            cuts=self._cuts,
            unwanted=tuple(kind for kind in unwanted if kind.spans),
            reported=tuple(kind for kind in reported if kind.spans),
            warnings=(ContextWarning.POSITION_CLIPPED,) if clipped else (),
            padding=padding,
        )
        return haystack

    def longest_block(self, padding: int) -> int:
        """In tokens, of the questions with the same filler."""
        return self._avoided_by_all(padding)[1]

    def _avoided_by_all(self, padding: int) -> tuple[ExcludedSpans, int]:
        """What shared filler avoids for all its questions, and the tokens of the longest block."""
        if padding not in self._avoided:
            spans: list[Span] = []
            longest = 0
            for asked in self._shared_by:
                try:
                    evidence, _, _ = asked.located(self._cuts.tokens)
                except UnbuildableContext:
                    continue  # this question gets no context, and is told so when it asks for one
                block = EvidenceBlock.from_span(evidence, padding, self._cuts, self._tokenizer)
                kinds = _unwanted(self._leaks.leaks(evidence, asked.answers))
                spans += [block.span, *(span for kind in kinds for span in kind.spans)]
                longest = max(longest, block.tokens)
            self._avoided[padding] = ExcludedSpans.from_spans(spans), longest
        return self._avoided[padding]


def _unwanted(leaks: Leaks) -> list[ExcludedSpans]:
    return [
        ExcludedSpans.from_spans(leaks.copies, ContextWarning.COPY_IN_FILLER),
        ExcludedSpans.from_spans(leaks.answers, ContextWarning.ANSWER_IN_FILLER),
    ]


def _around(evidence: Span, passage: Span | None) -> list[Span]:
    """What a passage holds besides the evidence."""
    if passage is None or passage == evidence:
        return []
    sides = (
        Span(passage.start, max(passage.start, min(evidence.start, passage.end))),
        Span(min(passage.end, max(evidence.end, passage.start)), passage.end),
    )
    return [side for side in sides if side]
