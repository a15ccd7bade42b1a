"""A language model that writes an answer from evidence (source 002)."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.evidence_gate.answer_writer import DraftAnswer, Turn
from core.evidence_gate.evidence import Evidence
from core.llm import (
    Completion,
    FailedCall,
    LLMClient,
    Prompt,
    PromptTemplateManager,
    UnreadableReply,
    ask,
)
from core.llm.finish_reasons import UNFINISHED
from core.llm.json_objects import read_json_object
from core.llm.reply_parsing import read_typed
from core.llm.retries import RETRIES
from core.llm.sanitizing import without_unstorable

TEMPLATE = "answer_prompt"
LONGEST = 10_000
"""Characters of an answer."""

_NONE = "-"
_SPEAKERS = {
    "en": {"user": "Visitor", "assistant": "You"},
    "zh": {"user": "游客", "assistant": "你"},
}


class ModelWriter:
    """Writes over a connection; the client is the caller's to close."""

    is_baseline = False

    def __init__(
        self,
        client: LLMClient,
        *,
        prompts: PromptTemplateManager | None = None,
        retries: int = RETRIES,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._client = client
        self._prompts = prompts or PromptTemplateManager()
        self._retries = retries
        self._sleep = sleep

    @property
    def name(self) -> str:
        return self._client.name

    @property
    def model(self) -> str:
        return self._client.model

    async def write(
        self,
        query: str,
        evidence: Sequence[Evidence],
        *,
        language: str,
        persona: str = "",
        memory: Sequence[Turn] = (),
    ) -> DraftAnswer:
        """Raises LLMError when no usable reply came, AuthenticationFailed at once."""
        prompt = self.prompt(query, evidence, language=language, persona=persona, memory=memory)
        outcome = await ask(
            self._client, prompt, read_answer, retries=self._retries, sleep=self._sleep
        )
        if isinstance(outcome, FailedCall):
            raise outcome.error
        text, abstained = outcome.value
        return DraftAnswer(text, abstained, outcome.raw, outcome.usage, outcome.attempts)

    def prompt(
        self,
        query: str,
        evidence: Sequence[Evidence],
        *,
        language: str,
        persona: str = "",
        memory: Sequence[Turn] = (),
    ) -> Prompt:
        speakers = _SPEAKERS[language]
        passages = (f"[{one.number}] {one.title}\n{one.text}" for one in evidence)
        said = (f"{speakers[turn.role]}: {turn.text}" for turn in memory)
        return self._prompts.render(
            TEMPLATE,
            language,
            {
                "persona": persona or _NONE,
                "text": "\n\n".join(passages) or _NONE,
                "memory": "\n".join(said) or _NONE,
                "question": query,
            },
        )


class _Reply(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)

    answer: Annotated[str, Field(min_length=1, max_length=LONGEST, pattern=r"\S")]
    abstained: bool


def read_answer(completion: Completion) -> tuple[str, bool]:
    """The answer, and whether it says that the evidence does not tell. Raises UnreadableReply; a
    reply that was cut off is never an answer.
    """
    raw = completion.text

    def typed() -> tuple[str, bool]:
        found = read_json_object(raw, ("answer", "abstained"))
        if completion.finish_reason in UNFINISHED:
            raise UnreadableReply(
                "The reply was cut off at the output limit. Raise max_output_tokens.", raw=raw
            )
        try:
            reply = _Reply.model_validate(found)
        except ValidationError as error:
            raise UnreadableReply(
                "The reply's field {name} is not as requested. Retry.",
                raw=raw,
                name=str(error.errors(include_url=False)[0]["loc"][0]),
            ) from None
        return without_unstorable(reply.answer).strip(), reply.abstained

    return read_typed(raw, completion.finish_reason, typed)
