"""The context of each trial of a run, built from one novel."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.depth.context_builder import PADDING, ContextBuilder, Filler
from core.depth.context_result import ContextBuildResult, NotBuilt
from core.depth.trial_plan import Control, Trial
from core.errors import Sentence
from core.locale import N_
from core.questions import Question
from core.text import PreparedText, Span, TokenizedText, Tokenizer

LENGTH_TOLERANCE = 0.01
EVIDENCE_OUTSIDE = "evidence_outside"
CONTEXT_WARNINGS = {
    EVIDENCE_OUTSIDE: N_("The question's passage is not within these first tokens of the novel."),
}


@dataclass(frozen=True, kw_only=True)
class TrialContexts:
    """Builds the context of each trial; safe to share between threads.

    `evidence`: by item key, the passage that a validation found, in characters of the novel.
    `padding_size`: tokens on either side of the evidence.
    """

    tokens: TokenizedText
    builder: ContextBuilder
    padding_size: int = PADDING
    filler: Filler = "random"
    seed: int = 0
    evidence: Mapping[str, Span] = field(default_factory=dict)

    @classmethod
    def from_tokens(
        cls,
        tokens: TokenizedText,
        tokenizer: Tokenizer,
        questions: Sequence[Question],
        *,
        padding_size: int = PADDING,
        filler: Filler = "random",
        seed: int = 0,
        evidence: Mapping[str, Span] | None = None,
        prepared: PreparedText | None = None,
    ) -> "TrialContexts":
        spans = evidence or {}
        shared_by = [(question, spans.get(question.item_key)) for question in questions]
        builder = ContextBuilder.from_tokens(
            tokens, tokenizer, prepared=prepared, shared_by=shared_by
        )
        return cls(
            tokens=tokens,
            builder=builder,
            padding_size=padding_size,
            filler=filler,
            seed=seed,
            evidence=spans,
        )

    def for_trial(self, trial: Trial) -> ContextBuildResult:
        """Return the context of a trial, always the same, or the reason why there is none."""
        question, length = trial.question, trial.context_length
        evidence = self.evidence.get(question.item_key)
        if trial.control is Control.CLOSED_BOOK:
            return ContextBuildResult()
        if trial.control is Control.ORACLE:
            return self.builder.build_oracle(question, self.padding_size, evidence=evidence)
        if trial.control is Control.FILLER_ONLY:
            return self.builder.build_filler_only(
                question,
                length,
                self.padding_size,
                filler=self.filler,
                seed=self.seed,
                evidence=evidence,
            )
        if trial.target_depth is None:
            return first_tokens(self.tokens, length, question)
        return self.builder.build_context(
            question,
            trial.target_depth,
            length,
            self.padding_size,
            filler=self.filler,
            seed=self.seed,
            evidence=evidence,
        )


def long_enough(tokens: TokenizedText, context_length: int) -> bool:
    """Whether the novel has enough tokens, within the tolerance of property 1."""
    return tokens.n_tokens >= context_length * (1 - LENGTH_TOLERANCE)


def first_tokens(
    tokens: TokenizedText, context_length: int, question: Question
) -> ContextBuildResult:
    """Return the first tokens of the novel, as in tests before source 003 (reading 60)."""
    if not long_enough(tokens, context_length):
        return ContextBuildResult(
            success=False,
            not_built=NotBuilt.NOVEL_TOO_SHORT,
            error=Sentence(
                "The novel has {n_tokens} tokens, too few for a context of {length}. Choose a "
                "shorter context.",
                {"n_tokens": tokens.n_tokens, "length": context_length},
            ),
            fits=tokens.n_tokens,
        )
    length = min(context_length, tokens.n_tokens)
    text = tokens.slice(0, length)
    position = question.position
    outside = position is not None and position.end_pos > length
    return ContextBuildResult(
        context=text,
        context_tokens=length,
        pieces=(Span(0, len(text)),),
        warnings=(EVIDENCE_OUTSIDE,) if outside else (),
    )
