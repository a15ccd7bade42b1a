"""A model that judges what sentences of a draft mean, over a connection of its own: whether a quote
bears a sentence out. Without one the rules vouch for words alone.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict, ValidationError

from core.llm import Completion, LLMClient, PromptTemplateManager, UnreadableReply
from core.llm.json_objects import read_json_object
from core.llm.reply_parsing import read_typed
from core.llm.retries import RETRIES, ask_within

TEMPLATE = "claim_prompt"
TIMEOUT_S = 60.0
_SCHEMA = {
    "type": "object",
    "properties": {"verdicts": {"type": "array", "items": {"type": "boolean"}}},
    "required": ["verdicts"],
    "additionalProperties": False,
}


class QuotedClaim(NamedTuple):
    """A sentence of a draft and what of a passage it rests on."""

    claim: str
    quote: str


class ClaimJudge(Protocol):
    async def judge(
        self, query: str, claims: Sequence[QuotedClaim], *, language: str
    ) -> tuple[bool, ...]:
        """For each claim whether its quote says so and it bears on the question. Raises LLMError
        where no usable judgement came.
        """
        ...


class ModelClaimJudge:
    """Opens a client for each answer, asks, and closes it."""

    def __init__(
        self,
        open_client: Callable[[], LLMClient],
        *,
        prompts: PromptTemplateManager | None = None,
        timeout_s: float = TIMEOUT_S,
        retries: int = RETRIES,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._open = open_client
        self._prompts = prompts or PromptTemplateManager()
        self._timeout_s = timeout_s
        self._retries = retries
        self._sleep = sleep

    async def judge(
        self, query: str, claims: Sequence[QuotedClaim], *, language: str
    ) -> tuple[bool, ...]:
        listed = "\n\n".join(
            f"[{at}] {one.claim}\n    <<< {one.quote} >>>" for at, one in enumerate(claims, 1)
        )
        prompt = self._prompts.render(TEMPLATE, language, {"question": query, "text": listed})
        answered, _client = await ask_within(
            self._open,
            replace(prompt, reply_schema=_SCHEMA),
            lambda completion: read_verdicts(completion, len(claims)),
            self._timeout_s,
            retries=self._retries,
            sleep=self._sleep,
        )
        return answered.value


class _Reply(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)

    verdicts: list[bool]


def read_verdicts(completion: Completion, count: int) -> tuple[bool, ...]:
    """Raises UnreadableReply where there is not one verdict for each claim."""
    raw = completion.text

    def typed() -> tuple[bool, ...]:
        try:
            found = _Reply.model_validate(read_json_object(raw, ("verdicts",))).verdicts
        except ValidationError:
            found = []
        if len(found) != count:
            raise UnreadableReply(
                "The reply's field {name} is not as requested. Retry.",
                raw=raw,
                name="verdicts",
            )
        return tuple(found)

    return read_typed(raw, completion.finish_reason, typed)
