"""A model, over a connection of its own, that judges whether a quote supports a sentence of a draft
in meaning. Without one the rules compare words only.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict, ValidationError

from core.evidence_gate.model_asker import ModelAsker
from core.llm import Completion, UnreadableReply
from core.llm.replies.json_objects import read_json_object
from core.llm.replies.reply_parsing import read_typed

TEMPLATE = "claim_prompt"
_SCHEMA = {
    "type": "object",
    "properties": {"verdicts": {"type": "array", "items": {"type": "boolean"}}},
    "required": ["verdicts"],
    "additionalProperties": False,
}


class QuotedClaim(NamedTuple):
    """A sentence of a draft and the part of a passage that should support it."""

    claim: str
    quote: str


class ClaimJudge(Protocol):
    async def judge(
        self, query: str, claims: Sequence[QuotedClaim], *, language: str
    ) -> tuple[bool, ...]:
        """Return, for each claim, whether its quote supports it and it is relevant to the question.
        Raises LLMError if no usable judgement came.
        """
        ...


class ModelClaimJudge(ModelAsker):
    """A ClaimJudge that asks a model for all claims of an answer at once."""

    async def judge(
        self, query: str, claims: Sequence[QuotedClaim], *, language: str
    ) -> tuple[bool, ...]:
        listed = "\n\n".join(
            f"[{number}] {claim.claim}\n    <<< {claim.quote} >>>"
            for number, claim in enumerate(claims, 1)
        )
        verdicts, _ = await self.ask_model(
            TEMPLATE,
            language,
            {"question": query, "text": listed},
            lambda completion: read_verdicts(completion, len(claims)),
            _SCHEMA,
        )
        return verdicts


class _Reply(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)

    verdicts: list[bool]


def read_verdicts(completion: Completion, count: int) -> tuple[bool, ...]:
    """Read the verdicts. Raises UnreadableReply unless there is one for each claim."""
    raw = completion.text

    def typed() -> tuple[bool, ...]:
        try:
            verdicts = _Reply.model_validate(read_json_object(raw, ("verdicts",))).verdicts
        except ValidationError:
            verdicts = []
        if len(verdicts) != count:
            raise UnreadableReply(
                "The reply's field {name} is not as requested. Retry.",
                raw=raw,
                name="verdicts",
            )
        return tuple(verdicts)

    return read_typed(raw, completion.finish_reason, typed)
