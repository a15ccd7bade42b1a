"""Who writes an answer from evidence."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from core.evidence_gate.evidence import Evidence
from core.llm import Usage
from core.text.span import Span


@dataclass(frozen=True, slots=True)
class Turn:
    """What was said before in a session: never evidence (reading 30)."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class DraftClaim:
    """A sentence of a draft, at `span` of its text, and the quote that the writer says it rests on,
    "" where it named none.
    """

    span: Span
    quote: str


@dataclass(frozen=True, slots=True)
class DraftAnswer:
    """An answer as it was written, with its marks `[1]`; `abstained`: the evidence does not tell.
    `claims` are its sentences with their quotes, where the writer gave these.

    `usage` sums all calls; `raw` is the reply word for word where a model wrote it.
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
        """True where no model writes: said wherever its answers show."""
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
        """`language` is "en" or "zh"; `persona` is how the answer should sound. Raises LLMError
        when no usable reply came, AuthenticationFailed at once.
        """
        ...
