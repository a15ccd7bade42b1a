"""The interface of writers of answers from evidence, and the drafts they return."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from core.evidence_gate.evidence import Evidence
from core.llm import Usage
from core.text import Span


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier turn of the session; never evidence (reading 30)."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class DraftClaim:
    """A sentence of a draft, at `span` of its text, and the quote that the writer gives as its
    evidence, "" if none.
    """

    span: Span
    quote: str


@dataclass(frozen=True, slots=True)
class DraftAnswer:
    """An answer as it was written, with its citation marks such as `[1]`.

    `abstained`: the writer says that the evidence does not tell. `claims`: its sentences with
    their quotes, if the writer gave any. `usage` sums all calls; `raw` is a model's reply word for
    word.
    """

    text: str
    abstained: bool = False
    raw: str | None = None
    usage: Usage = field(default_factory=Usage)
    attempts: int = 1
    claims: tuple[DraftClaim, ...] = ()

    def quote_at(self, span: Span) -> str:
        """The quote of the claim that contains this sentence."""
        return next(
            (
                claim.quote
                for claim in self.claims
                if claim.span.start <= span.start < claim.span.end
            ),
            "",
        )


class AnswerWriter(Protocol):
    @property
    def name(self) -> str:
        """The connection's name, stored and shown with every answer."""
        ...

    @property
    def model(self) -> str: ...

    @property
    def is_baseline(self) -> bool:
        """Whether it works without a model; shown beside its answers."""
        ...

    async def write(
        self,
        query: str,
        evidence: Sequence[Evidence],
        *,
        language: str,
        persona: str = "",
        memory: Sequence[Turn] = (),
    ) -> DraftAnswer:
        """Write an answer; `language` is "en" or "zh", `persona` describes its voice. Raises
        LLMError when no usable reply came, and AuthenticationFailed without a retry.
        """
        ...
